// What single events make of the state, for the rulesets where waiting for the server's own view would be felt. A fold
// that returns false (and every event without one) has the state loaded anew. tests/e2e/test_room.py compares both.
// As races/rules/ready_set_bet/scoreboard.py says it.
import { and, t, tn } from "./text.js";
function headline(now) {
  const { view } = now;
  const furthest = Math.max(...view.positions);
  const names = HORSES.filter((_, index) => view.positions[index] === furthest).map((name) => name.replace("-", "/"));
  const said = { race: view.race, races: view.races, horses: and(names), position: furthest };
  const lead = furthest ? tn("Race {race} of {races}: {horses} leads on {position}.", "Race {race} of {races}: {horses} lead on {position}.", names.length, said)
    : t("Race {race} of {races}: they're off.", said);
  now.headline = view.betting ? lead : `${lead} ${t("No more bets!")}`;
}

export const FOLDS = {
  "ready-set-bet": {
    rolled(now, data) {
      const view = now.view;
      const horse = HORSES.indexOf(data.horse);
      view.positions[horse] = data.position;
      view.roll = data.roll;
      view.horse = data.horse;
      now.legal = now.legal.map((move) => (move.type === "roll" ? { ...move, n: data.roll + 1 } : move));
      headline(now);
    },
    red_line_crossed(now, data) {
      now.view.crossed.push(data.horse);
    },
    bet_placed(now, data) {
      const { seat, marker, spot, pays, loses } = data;
      now.view.bets.push({ seat, marker, spot, pays, loses });
      const chair = now.view.seats.find((each) => each.seat === seat);
      chair.markers = chair.markers.filter((each) => each !== marker);
      if (seat === now.seat) now.can_bet &&= chair.markers.length > 0;
      return !now.legal.some((move) => move.piggyback) && !data.piggyback;
    },
    betting_closed(now) {
      now.view.betting = false;
      now.can_bet = false;
      now.phase = "no_more_bets";
      return false;
    },
    bet_settled() {},
  },
};
const HORSES = ["2-3", "4", "5", "6", "7", "8", "9", "10", "11-12"];
