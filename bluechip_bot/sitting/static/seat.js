// The page at which a person sits. It shows the desk's topics, see `bluechip_bot.sitting.desk`, and
// sends what the person chooses; all rules are the server's.

import { NAMES, auction, call, card, element, last, length, result, signed, table,
  words } from "./board.js";
import { cardName, cardTable, tally } from "./cardtable.js";
import { LOST, REFUSED, fetched, follow, numbered, openBoard, openRoom, place,
  tokenQuery } from "./live.js";

const STRAINS = ["C", "D", "H", "S", "NT"];
const PACE = 420; // The milliseconds from one card of the others to the next.
const query = tokenQuery();
const isCoarse = matchMedia("(pointer: coarse)").matches;
const AGAIN = isCoarse ? " — touch it again." : " — Enter, or press it again.";

let shown = { number: 0, step: 0 }; // How far the table has been shown.
let chosen = null; // A call or card that Enter makes.
let typed = ""; // The suit or level that was typed before.
let looksBack = false;
let trouble = "";
let timer = null;
let waitsFor = 0; // The board whose result is looked at, before the next one; 0 for none.
let dealt = null; // That board, when it has come.
let sent = null; // The request that was answered last.

function topic(name) {
  return live.topics.get(name);
}

function me() {
  return topic("seat")?.seat ?? "S";
}

// What is sent.

async function send(what, more = {}) {
  const board = topic("board");
  trouble = "";
  try {
    const answer = await fetch(`${what}${query}`, { method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ asked: board?.asked ?? null, ...more }) });
    if (!answer.ok) {
      trouble = (await answer.text()).trim();
      sent = null;
    }
  } catch {
    trouble = "The table cannot be reached.";
    sent = null;
  }
  draw();
}

function act(action) {
  const { asked, legal } = topic("board");
  if (asked === null || asked === sent || !isUpToDate()) {
    return;
  }
  if (!legal.includes(action)) {
    trouble = topic("board").contract === null ? `${action} is not sufficient.`
      : `You must follow suit: not the ${cardName(action)}.`;
    draw();
    return;
  }
  sent = asked;
  pointed = null;
  choose(null);
  send("act", { action });
}

function choose(action) {
  chosen = action;
  typed = "";
  draw();
}

// What is shown.

/** The board and how far it is shown: the others' cards come one by one. */
function current() {
  const board = topic("board");
  if (board === undefined || waitsFor || topic("over") !== undefined) {
    return null;
  }
  const end = length(board);
  const claimed = topic("claim")?.stands === true;
  if (board.number !== shown.number || end < shown.step || claimed
      || end <= board.calls.length) {
    shown = { number: board.number, step: end };
  }
  return board;
}

function isUpToDate() {
  const board = topic("board");
  return board !== undefined && shown.number === board.number && shown.step === length(board);
}

function advance() {
  timer = null;
  const board = topic("board");
  if (board !== undefined && shown.number === board.number && shown.step < length(board)) {
    shown.step += 1;
    draw();
  }
}

const drawn = new Map();

/** Draw a part of the page if what it depends on has changed; the focus stays where it was. */
function part(id, key, make) {
  const text = JSON.stringify(key);
  if (drawn.get(id) === text) {
    return;
  }
  drawn.set(id, text);
  const inside = place(id).contains(document.activeElement)
    ? document.activeElement.dataset : null;
  place(id).replaceChildren(...[make()].flat(Infinity).filter((one) => one !== null && one !== undefined));
  const name = ["card", "call", "do", "board"].find((each) => inside?.[each] !== undefined);
  if (name !== undefined) {
    const again = place(id).querySelector(`[data-${name}="${inside[name]}"]`);
    (again ?? place("table")).focus({ preventScroll: true }); // So that Tab goes on from there.
  }
}

function draw() {
  const seat = topic("seat");
  if (seat === undefined) {
    return;
  }
  const board = current();
  if (board !== null && shown.step < length(board) && timer === null) {
    timer = setTimeout(advance, PACE);
  }
  place("title").textContent = board === null ? "Bridge"
    : `Board ${board.number} of ${seat.planned}`;
  const isMine = board !== null && board.asked !== null && board.asked !== sent && isUpToDate();
  const text = turnText(board, isMine);
  part("turn", text, () => text);
  place("turn").classList.toggle("mine", isMine);
  document.title = isMine ? "● Your turn – Bridge" : "Bridge";
  drawTable(seat, board, isMine);
  drawSay(board, isMine);
  drawActions(board, isMine);
  drawHint(board);
  drawAuction(board);
  drawResults(seat);
  const told = board === null ? "" : last(board, shown.step).textContent;
  part("told", told, () => told);
}

function turnText(board, isMine) {
  const missing = topic("missing");
  if (missing !== undefined) {
    return `Waiting for ${missing.map((seat) => NAMES[seat]).join(", ")} to sit down`;
  }
  if (board === null) {
    return waitsFor ? `Board ${waitsFor} is over` : topic("over") === undefined
      ? "The cards are being dealt …" : `The session is over: ${topic("over")}`;
  }
  if (isMine) {
    if (board.contract === null) {
      return "Your call";
    }
    const hand = board.turn === me() ? "" : " from dummy";
    return board.cards.length % 4 === 0 ? `Your lead${hand}` : `Your card${hand}`;
  }
  const made = [...board.calls, ...board.cards][shown.step]?.seat ?? board.turn;
  return made === null ? "" : `${NAMES[made]} to ${board.contract === null ? "call" : "play"}`;
}

function drawTable(seat, board, isMine) {
  const over = waitsFor ? topic(`result/${waitsFor}`) : undefined;
  const key = [board?.number, shown.step, isMine, isMine ? chosen : null, looksBack, waitsFor, over,
    topic("missing") === undefined, dealt?.number, board?.hands, board?.vul, topic("over"), isMine && board.contract === null];
  part("table", key, () => {
    if (board === null) {
      place("tally").replaceChildren();
      return over === undefined ? element("div", { class: "cardtable" },
        element("div", { class: "mid" }, element("p", { class: "wait" }, topic("over") !== undefined
          ? "Press the number of a board to look at it." : topic("missing") === undefined
            ? "Our players are sitting down." : "The cards are dealt when all have sat down.")))
        : finished(seat, over);
    }
    const cards = Math.max(0, shown.step - board.calls.length);
    const isBidding = board.contract === null && !board.passed;
    const made = cardTable(board, shown.step, {
      bottom: me(), names: seat.players,
      middle: isBidding ? bids(board, isMine) : null,
      choose: isMine && !isBidding ? pick : null, legal: new Set(board.legal),
      old: looksBack && trickBefore(board) >= 0 ? trickBefore(board) : null });
    if (isMine && chosen !== null) {
      made.querySelector(`[data-card="${chosen}"], [data-call="${chosen}"]`)?.classList
        .add("chosen");
    }
    place("tally").replaceChildren(tally(board, cards, me()));
    return made;
  });
}

/** The number of the trick before the one that is shown, from 0; negative if there is none. */
function trickBefore(board) {
  return Math.ceil(Math.max(0, shown.step - board.calls.length) / 4) - 2;
}

/** A card or call that is clicked: at once with a mouse, with a second touch otherwise. */
function pick(action, event) {
  if (isCoarse && chosen !== action && topic("board").legal.includes(action)) {
    choose(action);
  } else if (isCoarse || event.detail < 2) { // A double click makes one call or card.
    act(action);
  }
}

function bids(board, isMine) {
  const can = (name) => isMine && board.legal.includes(name);
  const button = (name, label) => element("button", { type: "button", "data-call": name,
    "aria-label": label, "aria-disabled": can(name) ? null : "true",
    click: (event) => { if (can(name)) { pick(name, event); } },
    pointerenter: () => meaning(name), focus: () => meaning(name) },
  name === "P" ? "Pass" : call(name));
  const levels = [1, 2, 3, 4, 5, 6, 7].flatMap((level) => STRAINS.map((strain) =>
    button(`${level}${strain}`, `${level}${STRAIN_NAMES[strain]}`)));
  return element("div", { class: "bids", role: "group", "aria-label": "Bidding box",
    pointerleave: () => meaning(null) }, levels, element("div", { class: "passes" },
    button("P", "Pass"), button("X", "X, double"), button("XX", "XX, redouble")));
}

const STRAIN_NAMES = { C: " clubs", D: " diamonds", H: " hearts", S: " spades", NT: "NT, notrump" };
let pointed = null;

function meaning(name) {
  pointed = name;
  draw();
}

function drawSay(board, isMine) {
  const name = chosen ?? pointed;
  const isBidding = board !== null && board.contract === null && !board.passed;
  const shows = topic("meanings")?.asked === board?.asked ? topic("meanings")?.calls : undefined;
  const claim = topic("claim");
  part("say", [name, chosen, shows, trouble, isMine, board?.asked, claim, isBidding], () => {
    if (trouble) {
      return element("span", { class: "trouble" }, trouble);
    }
    if (claim !== undefined && board !== null && claim.asked === board.asked) {
      return claim.stands === null ? "The others look at your claim …"
        : claim.stands ? "The others agree." : "The others do not agree: play on.";
    }
    if (!isMine) {
      return null;
    }
    if (isBidding && name !== null && board.legal.includes(name)) {
      const text = shows === undefined ? "…" : shows[name] || "the system gives it no meaning";
      return [element("b", {}, name === "P" ? "Pass" : call(name)), ": ", words(text),
        chosen === name ? element("span", {}, AGAIN) : null];
    }
    if (chosen !== null) {
      return [card(chosen), AGAIN];
    }
    return isBidding ? `${isCoarse ? "Touch" : "Point at"} a call to see what it means.` : null;
  });
}

function drawActions(board, isMine) {
  const { free } = topic("seat");
  const canClaim = isMine && free && board.contract !== null;
  const hasBefore = board !== null && trickBefore(board) >= 0;
  part("actions", [board !== null, isMine, board?.back, canClaim && board.left, looksBack,
    hasBefore, topic("claim")?.stands === null, chosen], () => {
    if (board === null) {
      return null;
    }
    const button = (name, text, can, click, more = {}) => element("button", { type: "button",
      "data-do": name, disabled: !can, click, ...more }, text);
    const claims = element("select", { "aria-label": "Tricks to claim", disabled: !canClaim },
      Array.from({ length: (board.left || 0) + 1 }, (_, index) => element("option",
        { value: index }, index === 0 ? "no trick: concede"
          : `${index < board.left ? index : `all ${index}`} of ${board.left} tricks`))
        .reverse());
    return [
      button("hint", "What would you do?", isMine, () => send("hint")),
      button("last", "Last trick", hasBefore, () => { looksBack = !looksBack; draw(); },
        { "aria-pressed": String(looksBack) }),
      free ? button("undo", "Take back", isMine && board.back, () => send("undo")) : null,
      free && board.contract !== null ? [claims, button("claim", "Claim",
        canClaim && topic("claim")?.stands !== null, () => send("claim", { tricks: Number(claims.value) }))] : null,
      chosen === null ? null : button("make", "Make it", isMine, () => act(chosen), { class: "strong" }),
    ];
  });
}

function drawHint(board) {
  const hint = topic("hint");
  const isPresent = hint !== undefined && board !== null && hint.asked === board.asked;
  part("hint", [isPresent, hint], () => {
    if (!isPresent) {
      return null;
    }
    if (hint.action === null) {
      return element("p", {}, "Let me think …");
    }
    const name = board.contract === null
      ? hint.action === "P" ? "Pass" : call(hint.action) : card(hint.action);
    const [first, ...rest] = hint.why;
    return [element("p", {}, "I would ", board.contract === null ? "call " : "play ",
      element("b", {}, name), first ? [": ", words(first, 2000)] : "."),
    rest.map((text) => element("p", {}, words(text, 2000)))];
  });
}

function drawAuction(board) {
  part("auction", [board?.calls, board?.number, board === null ? null : Math.min(shown.step, board.calls.length)], () => {
    if (board === null) {
      return null;
    }
    return [element("h2", {}, "Auction"), auction(board, Math.min(shown.step, board.calls.length))];
  });
}

// The boards that are over.

function finished(seat, told) {
  const line = (name, one) => element("p", {}, `${name}: `, result(one),
    `, ${signed(mySide(one.score))}`);
  const imps = `${Math.abs(told.imps)} IMP${Math.abs(told.imps) === 1 ? "" : "s"}`;
  const gain = told.imps === null ? "The bots still play it."
    : element("b", {}, told.imps === 0 ? "No swing"
      : `${imps} ${told.imps > 0 ? "for you" : "for the bots"}`);
  const isLast = topic("over") !== undefined;
  const middle = element("div", { class: "over" }, line("You", told.mine),
    told.bots === null ? null : line("The bots", told.bots), element("p", {}, gain),
    element("div", { class: "buttons" },
      element("button", { type: "button", class: "strong", "data-do": "next",
        click: () => goOn() }, isLast ? "To the results" : "Next board"),
      element("button", { type: "button", "data-do": "look",
        click: () => open(waitsFor) }, "Look at the deal")));
  // All hands as they were dealt, and nobody's turn.
  return dealt === null ? element("div", { class: "cardtable" }, element("div", { class: "mid" }, middle))
    : cardTable({ ...dealt, calls: [], cards: [], turn: null }, 0,
      { bottom: me(), names: seat.players, middle });
}

/** Show the result of a board that is over, and its hands when they have come. */
async function finish(number) {
  waitsFor = number;
  dealt = chosen = null;
  draw();
  place("table").querySelector("[data-do=next]").focus();
  const board = await fetched(`boards/mine/${number}${query}`).catch(() => null);
  dealt = waitsFor === number ? board : dealt;
  draw();
}

function goOn() {
  waitsFor = 0;
  looksBack = false;
  shown = { number: 0, step: 0 };
  draw();
}

function mySide(score) {
  return "NS".includes(me()) ? score : -score;
}

function drawResults(seat) {
  const lines = numbered(live.topics, "result/");
  part("results", [lines, seat.seat], () => {
    if (!lines.length) {
      return null;
    }
    let sum = 0;
    const rows = lines.map(([number, told]) => {
      sum += told.imps ?? 0;
      const one = (each) => (each === null ? "…" : [result(each), ` ${signed(mySide(each.score))}`]);
      return element("tr", {}, element("th", { scope: "row" }, element("button", { type: "button",
        "data-board": number, "aria-label": `Open board ${number}`,
        click: () => open(number) }, String(number))),
      element("td", {}, one(told.mine), told.undone ? element("small", {}, ` ${told.undone}× back`) : null),
      element("td", {}, one(told.bots)),
      element("td", { class: "n" }, told.imps === null ? "" : signed(told.imps)));
    });
    return [element("h2", {}, `You against the bots: ${signed(sum)} IMPs`),
      table({}, ["Board", "You", "Bots", "IMPs"], rows, 2)];
  });
}

function open(number) {
  const both = openBoard(number);
  const sorry = (reason) => (reason === "404" ? "The bots have not played it yet."
    : `It cannot be had now (${reason}).`);
  openRoom(both, `mine/${number}${query}`, "You: ", sorry, length);
  openRoom(both, `bots/${number}${query}`, "The bots: ", sorry, length);
}

// Keys.

const RANKS = "23456789TJQKA";

function typedCall(key) {
  if ("1234567".includes(key)) {
    typed = key;
    return;
  }
  const strain = key === "N" ? "NT" : key;
  const name = typed && STRAINS.includes(strain) ? typed + strain
    : { P: "P", X: "X", R: "XX" }[key];
  if (name !== undefined) {
    choose(name);
  }
}

function typedCard(key, board) {
  if ("SHDC".includes(key)) {
    typed = key;
    return;
  }
  const rank = key === "0" || key === "1" ? "T" : key;
  if (!RANKS.includes(rank)) {
    return;
  }
  const suits = [...new Set(board.legal.map((name) => name[0]))];
  const suit = typed || (suits.length === 1 ? suits[0] : "");
  if (suit && board.legal.includes(suit + rank)) {
    choose(suit + rank);
  } else {
    trouble = suit ? `You cannot play the ${cardName(suit + rank)} now.` : "Which suit? Type it first.";
    draw();
  }
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    trouble = "";
    choose(null);
    return;
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("input, select")) {
    return;
  }
  if (place("opened").contains(event.target)) {
    return;
  }
  const board = current();
  const isMine = board !== null && board.asked !== null && board.asked !== sent && isUpToDate();
  if (event.key === "Enter") {
    if (event.repeat) {
      event.preventDefault();
    } else if (chosen !== null && isMine) {
      event.preventDefault();
      act(chosen);
    } else if (waitsFor && !event.target.matches?.("button, summary")) {
      goOn();
    }
    return;
  }
  const key = event.key.toUpperCase();
  const does = { W: "hint", L: "last", U: "undo" }[key];
  if (does !== undefined) {
    place("actions").querySelector(`[data-do="${does}"]`)?.click();
  } else if (isMine && key.length === 1) {
    trouble = "";
    (board.contract === null ? typedCall : (each) => typedCard(each, board))(key);
  }
});

// Four colours, as this browser remembers.

const four = place("four");
four.checked = localStorage.getItem("four") === "yes";
four.addEventListener("change", () => localStorage.setItem("four", four.checked ? "yes" : "no"));

// The stream.

let live = { topics: new Map() };
let known = null; // The boards that were over when the page was opened, or since.

live = follow(query, (names, isAll) => {
  const over = new Set(numbered(live.topics, "result/").map(([number]) => number));
  if (known !== null && !isAll) {
    const fresh = [...over].find((number) => !known.has(number));
    if (fresh !== undefined) {
      finish(fresh);
    }
  }
  known = over;
  if (names.has("board")) {
    trouble = "";
    looksBack = false;
    if (topic("board")?.asked !== sent) {
      sent = null;
    }
    if (chosen !== null && !topic("board")?.legal.includes(chosen)) {
      chosen = null;
    }
  }
  draw();
}, (state) => {
  place("connection").textContent = { live: "", refused: REFUSED,
    lost: topic("over") === undefined ? LOST : "" }[state];
  place("connection").classList.toggle("lost", state !== "live");
});
