"""Makes `.venv`, with nothing but the standard library: run by the system's Python before anything is installed.

    python3 deploy/venv.py ROOT [EXTRA]

A marker file in `.venv`, named after a hash of everything that decides its content, is written last: without it the
environment was never finished and is made anew. With it, nothing is done and pip isn't asked.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path


def main(root: Path, extra: str) -> None:
    venv = root / ".venv"
    marker = venv / f".complete-{extra or 'serve'}-{fingerprint(root)}"
    if complete(venv, marker):
        return
    try:
        lock = os.open(root / ".venv.lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise SystemExit(f"Can't make {venv}, where the Python packages go: {error.strerror}.") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start of Railbird is installing packages; waiting for it …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete(venv, marker):
            build(root, venv, extra, marker, lock)
    finally:
        os.close(lock)


def complete(venv: Path, marker: Path) -> bool:
    """Whether nothing is to be done. (The environment's `python` is a link to an interpreter that may be gone.)"""
    return marker.exists() and (venv / "bin" / "python").exists()


def fingerprint(root: Path) -> str:
    """What decides the content of the environment: dependencies, versions, Python's version, and where it lies."""
    parts = [(root / "pyproject.toml").read_bytes(), (root / "constraints.txt").read_bytes()]
    parts += [b"%d.%d" % sys.version_info[:2], os.fsencode(root)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def build(root: Path, venv: Path, extra: str, marker: Path, lock: int) -> None:
    """Make or complete the environment. What is started for it holds the lock too: should we be killed, the next
    start waits for it to end before it begins anew."""
    say("Installing Railbird's Python packages into .venv (only the first time, about a minute) …")
    usable = any(venv.glob(".complete-*")) and same_python(venv)
    for old in venv.glob(".complete-*"):
        # An environment that was complete for this very content keeps its markers: an extra only adds to it.
        if not old.name.endswith(marker.name.rpartition("-")[2]):
            old.unlink()
    made = not usable
    log = tempfile.NamedTemporaryFile("w+", prefix="railbird-pip-", suffix=".log")  # noqa: SIM115 - closed by the end

    def run(argv: "list[str | Path]") -> bool:
        return subprocess.call(argv, stdout=log, stderr=subprocess.STDOUT, pass_fds=(lock,)) == 0

    if made:
        shutil.rmtree(venv, ignore_errors=True)
        if not run([sys.executable, "-m", "venv", venv]):
            give_up(venv, log.name, "Python's own `venv` doesn't work here; on Debian: apt install python3-venv.")
    wanted = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    packages = wanted["dependencies"] + (wanted["optional-dependencies"][extra] if extra else [])
    pip = [venv / "bin" / "python", "-m", "pip", "install", "--prefer-binary", "--no-input", "--retries", "2"]
    pip += ["--disable-pip-version-check", "-c", root / "constraints.txt", *packages]
    if not run(pip):
        give_up(venv if made else None, log.name, "The Python packages could not be installed; is there a network?")
    # The repository itself, importable from everywhere: a path file bears colons and blanks, PYTHONPATH doesn't.
    site = next((venv / "lib").glob("python*/site-packages"))
    (site / "railbird.pth").write_text(f"{root}\n")
    marker.with_name(f".complete-serve-{marker.name.rpartition('-')[2]}").touch()  # an extra has all that serving needs
    marker.touch()


def same_python(venv: Path) -> bool:
    """Whether the environment's interpreter still runs and has our version (systems upgrade theirs)."""
    ask = "import sys; print(sys.version_info[:2])"
    try:
        answer = subprocess.run([venv / "bin" / "python", "-c", ask], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return answer.stdout.strip() == str(sys.version_info[:2])


def give_up(half_made: "Path | None", log: str, sentence: str) -> None:
    """Show the end of the log, remove what is half made, end with one sentence."""
    lines = Path(log).read_text(errors="replace").splitlines()
    for line in lines[-6:]:
        print("    " + line, file=sys.stderr)
    if half_made is not None:
        shutil.rmtree(half_made, ignore_errors=True)
        (half_made.parent / ".venv.lock").unlink(missing_ok=True)
    raise SystemExit(sentence)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
    except KeyboardInterrupt:  # without its marker, what is half made is made anew
        sys.exit(130)
