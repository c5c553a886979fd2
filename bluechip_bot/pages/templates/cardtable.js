// A table with cards: hands as fans, the trick in the middle. For the seat, and for who watches.

import { NAMES, SEATS, call, count, element, held, isVulnerable, score, sign, trickAt,
  turn } from "./board.js";

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "A, ace", K: "K, king", Q: "Q, queen", J: "J, jack", T: "10" };
const ORDERS = ["SHCD", "SDCH", "HSDC", "HCDS", "CHSD", "CDSH", "DSHC", "DCHS"];

/** The name of a card, as it is read out. */
export function cardName(text) {
  return `${RANKS[text[1]] ?? text[1]} of ${SUITS[text[0]]}`;
}

/** The face of a card; a button if there is something to do with it. */
export function face(text, { choose = null, isLegal = true, classes = "" } = {}) {
  const rank = text[1] === "T" ? "10" : text[1];
  const marks = [element("span", { class: rank === "10" ? "rank ten" : "rank", "aria-hidden": "true" }, rank),
    element("span", { class: "pip", "aria-hidden": "true" }, sign(text[0]))];
  const kind = `face ${text[0].toLowerCase()} ${classes}`;
  if (choose === null) {
    return element("span", { class: kind, role: "img", "aria-label": cardName(text) }, marks);
  }
  return element("button", { type: "button", class: kind, "data-card": text,
    "aria-label": cardName(text), "aria-disabled": isLegal ? null : "true",
    click: (event) => choose(text, event) }, marks);
}

/**
 * A table after so many calls and cards.
 *
 * bottom: the seat at the lower side; it and its partner have their cards in one row.
 * names: who sits N E S W, in words; may be left out.
 * middle: what lies in the middle instead of the trick; null for the trick.
 * choose: called with a card that is chosen, and the click; null where nothing can be chosen.
 * legal: the cards that may be chosen.
 * old: the number of complete tricks before the one shown, to look back; null for the present one.
 */
export function cardTable(board, step, { bottom = "S", names = null, middle = null, choose = null,
  legal = null, old = null } = {}) {
  const calls = board.calls.length;
  const cards = board.cards.slice(0, Math.max(0, step - calls));
  const next = turn(board, step);
  const around = ["bottom", "left", "top", "right"].map((place, index) =>
    [place, SEATS[(SEATS.indexOf(bottom) + index) % 4]]);
  return element("div", { class: "cardtable" },
    around.map(([place, seat]) => seatPlace(board, seat, place, cards, { next, names, choose, legal,
      said: board.contract === null ? board.calls.slice(0, step) : [] })),
    element("div", { class: "mid" }, middle ?? trick(board, cards, around, old)));
}

/** The suits of a hand from the left: colours alternate, and dummy's trumps come first. */
function suitOrder(board, seat) {
  const dealt = board.hands[SEATS.indexOf(seat)]?.split(".") ?? [];
  const { bid, declarer } = board.contract ?? { bid: "", declarer: seat };
  const isDummy = SEATS.indexOf(seat) === (SEATS.indexOf(declarer) + 2) % 4;
  const isRed = (suit) => "HD".includes(suit);
  const cost = (suits) => (isDummy && suits[0] !== bid[1] ? 2 : 0)
    + suits.filter((suit, at) => at > 0 && isRed(suit) === isRed(suits[at - 1])).length;
  return ORDERS.map((order) => [...order].filter((suit) => dealt["SHDC".indexOf(suit)]))
    .sort((one, other) => cost(one) - cost(other))[0];
}

function seatPlace(board, seat, place, cards, { next, names, choose, legal, said }) {
  const hand = held(board, seat, cards, suitOrder(board, seat));
  const isNext = seat === next;
  const notes = [seat === board.dealer && "dealer", isVulnerable(board, seat) && "vul",
    names?.[SEATS.indexOf(seat)]].filter(Boolean).join(" · ");
  const marks = `${isNext ? " next" : ""}${isVulnerable(board, seat) ? " vul" : ""}`;
  const plate = element("div", { class: `plate${marks}`, "aria-current": isNext ? "true" : null },
    element("b", {}, NAMES[seat]), notes ? element("small", {}, notes) : null);
  const isMine = choose !== null && isNext;
  const draw = (text) => face(text, { choose: isMine ? choose : null,
    isLegal: legal === null || legal.has(text) });
  const fan = (suits, more) => element("div", { class: "fan", ...more }, suits.flatMap((suit) =>
    suit.map((text, index) => element("span", { class: index ? "slot" : "slot first" }, draw(text)))));
  const group = { role: "group", "aria-label": `${NAMES[seat]}'s cards` };
  const holding = hand === null ? backs(count(seat, cards))
    : ["bottom", "top"].includes(place) ? fan(hand, group)
      : element("div", { class: "rows", ...group }, hand.map((suit) => fan([suit])));
  const last = said.filter((one) => one.seat === seat).at(-1);
  return element("div", { class: `at ${place}` }, plate, holding,
    last === undefined ? null : element("div", { class: "said" }, call(last.call)));
}

/** The backs of cards that are not seen; `text` is how many, in words. */
function backs(text) {
  return element("div", { class: "fan backs", role: "img", "aria-label": text, title: text },
    Array.from({ length: parseInt(text, 10) }, () => element("span", { class: "slot" },
      element("span", { class: "face back" }))));
}

/** The trick on the table: the present one, or of those that are complete the one asked for. */
function trick(board, cards, around, old) {
  const { trick: shown, winner } = trickAt(board, cards, old);
  const places = around.map(([place, seat]) => {
    const at = shown.findIndex((one) => one.seat === seat);
    const isLast = at === shown.length - 1;
    const classes = seat === winner ? "wins" : isLast && winner === null ? "lit" : "";
    return element("div", { class: `lie ${place}` }, at < 0 ? null
      : face(shown[at].card, { classes }));
  });
  return element("div", { class: "trick", role: "group",
    "aria-label": old === null ? "The trick" : "The last trick" }, places);
}

/** The contract and the tricks won, for a corner of the table. */
export function tally(board, cards, bottom = null) {
  if (board.contract === null) {
    return element("span", {}, board.passed ? "Passed out" : "");
  }
  const [made, lost] = score(board, cards);
  const { declarer } = board.contract;
  const isOurs = bottom === null || "NS".includes(bottom) === "NS".includes(declarer);
  const [mine, theirs] = isOurs ? [made, lost] : [lost, made];
  const [us, them] = bottom === null ? ["declarer", "defence"] : ["you", "they"];
  return element("span", {}, call(board.contract.bid), ` by ${NAMES[declarer]}`,
    element("span", { class: "won-lost" }, ` ${us} ${mine} · ${them} ${theirs}`));
}
