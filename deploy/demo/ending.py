"""How a night ends on the screen: the table, what was checked, where to look."""

from __future__ import annotations

from typing import Any

from deploy.demo.checks import Check
from deploy.demo.night import Night
from deploy.demo.terminal import INDENT, Screen, dollars


def show_checks(screen: Screen, night: Night, checked: list[Check]) -> None:
    """Each check and what it found wrong, the verdict, and the addresses."""
    screen.line()
    screen.rule("Was it all right?")
    for check in checked:
        mark = screen.paint("✗", "red") if check.wrong else screen.paint("✓", "green")
        screen.text(f"{mark} {check.said}", INDENT, "  ")
        for wrong in check.wrong:
            screen.text(screen.paint(wrong, "red"), f"{INDENT}  ")
    good = not any(check.wrong for check in checked)
    verdict = "The audit's verdict and ours: all of it was right." if good else "Something was wrong: see above."
    screen.line()
    screen.line(INDENT + screen.paint(verdict, "bold", "green" if good else "red"))
    screen.line(f"{INDENT}Look at it:  {night.club['links']['page']}")
    screen.line(f"{INDENT}this game:   {night.game['links']['page']}")
    screen.line()


def show_table(screen: Screen, night: Night, table: dict[str, Any]) -> None:
    """The season's rows."""
    nights = f"{table['nights']} night{'s' * (table['nights'] != 1)}"
    screen.line()
    screen.rule(f"{night.season['name']}: the table after {nights}", table["scheme"]["name"])
    header = f"{INDENT}{'':4}{'':18}{'points':>8}{'behind':>8}{'games':>7}{'wins':>6}{'money':>8}"
    screen.line(screen.paint(header, "dim"))
    for row in table["rows"]:
        rank = f"{row['rank']}{'=' if row['shared'] else '.'}"
        name = row["member"]["name"] + (", guest" if row["guest"] else "")
        money = dollars(row["money"])
        screen.line(
            f"{INDENT}{rank:4}{screen.paint(f'{name:18}', 'cyan')}{_number(row['points']):>8}"
            f"{_number(row['behind']):>8}{row['games']:>7}{row['wins']:>6}{money:>8}"
        )


def _number(value: Any) -> str:
    """``11`` or ``9.5``: no needless zeros."""
    return f"{value:f}".rstrip("0").rstrip(".") if "." in f"{value}" else str(value)
