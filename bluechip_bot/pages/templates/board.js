// A board as it is drawn everywhere: on the page of a match in progress, and in its report.
// Every text is put in as text, never as markup: much of it has come over the wire.

const SIGNS = { S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" };
export const NAMES = { N: "North", E: "East", S: "South", W: "West" };
const COLUMNS = ["W", "N", "E", "S"];
export const SEATS = "NESW";

/** An element with attributes and children; a string becomes a text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

export function sign(suit) {
  return element("span", { class: suit.toLowerCase() }, SIGNS[suit] ?? suit);
}

/** A card such as `SA`, its suit as a sign. */
export function card(text) {
  return element("span", { class: "card" }, sign(text[0]), text.slice(1));
}

/** A call such as `1NT`, `2H` or `Pass`. */
export function call(text) {
  const bid = /^([1-7])([SHDC])(X{0,2})$/.exec(text);
  if (bid === null) {
    return element("span", { class: "call" }, text);
  }
  return element("span", { class: "call" }, bid[1], sign(bid[2]), bid[3]);
}

/** The beginning of a text; programs may say anything at any length. */
export function clipped(text, most) {
  return text.length > most ? `${text.slice(0, most)} …` : text;
}

/** A text in which `!S` and the like stand for suits, as systems write them. */
export function words(text, most = 300) {
  const parts = clipped(text, most).split(/(![SHDC])/);
  const made = parts.map((part) => (/^![SHDC]$/.test(part) ? sign(part[1]) : part));
  return element("span", {}, made);
}

/** A number with its sign, a true minus. */
export function signed(number, digits = 0) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : (number < 0 ? "−" : "+") + text;
}

/** The result of a board: contract and tricks. */
export function result(told) {
  if (told.given_up) {
    return element("span", {}, "given up");
  }
  if (told.contract === null) {
    return element("span", {}, "passed out");
  }
  const over = told.over === 0 ? "=" : signed(told.over);
  return element("span", { class: "nowrap" }, call(told.contract.bid),
    ` ${told.contract.declarer} ${over}`);
}

/** How many calls and cards a board has. */
export function length(board) {
  return board.calls.length + board.cards.length;
}

/** The tricks of declarer's side and of the defenders after a number of cards. */
export function score(board, cards) {
  const tricks = Math.floor(cards / 4);
  const declarers = "NS".includes(board.contract.declarer) ? "NS" : "EW";
  const made = board.won.slice(0, tricks).filter((seat) => declarers.includes(seat)).length;
  return [made, tricks - made];
}

/** The seat to act after a number of calls and cards; null when the board is over. */
export function turn(board, step) {
  const { calls, cards } = board;
  if (step === calls.length + cards.length) {
    return board.turn;
  }
  return step < calls.length ? calls[step].seat : cards[step - calls.length].seat;
}

export function isVulnerable(board, seat) {
  return board.vul === "All" || board.vul.includes("NS".includes(seat) ? "NS" : "EW");
}

/** What declarer makes in all by the best of the cards that a seat may play. */
function best(board, seat, values) {
  const isDeclarers = "NS".includes(seat) === "NS".includes(board.contract.declarer);
  return (isDeclarers ? Math.max : Math.min)(...Object.values(values));
}

/** The cards that a seat still holds, by suit in the order of `suits`; null where not known. */
export function held(board, seat, played, suits = "SHDC") {
  const gone = new Set(played.map((one) => one.card));
  const ranks = board.hands[SEATS.indexOf(seat)]?.split(".");
  return ranks === undefined ? null : [...suits].map((suit) =>
    [...ranks["SHDC".indexOf(suit)]].map((rank) => suit + rank).filter((one) => !gone.has(one)));
}

/** How many cards a seat still holds, in words. */
export function count(seat, played) {
  const left = 13 - played.filter((one) => one.seat === seat).length;
  return `${left} ${left === 1 ? "card" : "cards"}`;
}

/** The cards of a trick and who won it: the one that was played last, or one looked back at. */
export function trickAt(board, played, old = null) {
  const whole = Math.floor(played.length / 4) * 4;
  const first = old !== null ? 4 * old : whole === played.length && whole > 0 ? whole - 4 : whole;
  const trick = played.slice(first, first + 4);
  return { trick, winner: trick.length === 4 ? board.won[first / 4] : null };
}

/** A hand less the cards played; with values, each card of the hand to play with its own. */
function hand(board, seat, played, values) {
  const suits = held(board, seat, played);
  if (suits === null) {
    return element("p", { class: "hidden" }, count(seat, played));
  }
  const aim = values === null ? 0 : best(board, seat, values);
  const lines = suits.map((cards, index) => {
    const shown = cards.map(([, rank]) => {
      const worth = values?.["SHDC"[index] + rank];
      if (worth === undefined) {
        return rank;
      }
      return element("span", { class: worth === aim ? "worth best" : "worth" }, rank,
        element("sub", {}, String(worth)));
    });
    return element("div", { class: "suit" }, sign("SHDC"[index]), " ",
      shown.length ? shown : "–");
  });
  return element("div", { class: "hand" }, lines);
}

/** The four hands around the trick on the table. */
function diagram(board, step, values, isDealt) {
  const played = board.cards.slice(0, Math.max(0, step - board.calls.length));
  const next = turn(board, step);
  const { trick, winner } = trickAt(board, played);
  const lies = new Map(trick.map((one) => [one.seat, one.card]));
  const places = [...SEATS].map((seat, index) => {
    const marks = [seat === board.dealer ? "dealer" : null,
      isVulnerable(board, seat) ? "vul" : null].filter(Boolean).join(", ");
    const title = element("h4", {}, NAMES[seat], marks ? element("small", {}, ` ${marks}`) : null,
      seat === next ? element("small", { class: "turn" }, " ◂ to act") : null);
    const worth = seat === next ? values : null;
    const name = board.names?.[index];
    return element("div", { class: `place ${seat}` }, title,
      name ? element("p", { class: "who" }, name) : null,
      hand(board, seat, isDealt ? [] : played, worth));
  });
  const table = [...SEATS].map((seat) => element("div", { class: `lies ${seat}` },
    lies.has(seat) ? card(lies.get(seat)) : "·",
    seat === winner ? element("small", {}, " wins") : null));
  const middle = element("div", { class: "middle", role: "group", "aria-label": "the trick" }, table);
  return element("div", { class: "diagram" }, places, middle);
}

/** A table with its headings; those after the texts are of numbers. */
export function table(attributes, names, rows, texts = names.length, caption = null) {
  const head = names.map((name, index) => element("th",
    { scope: "col", class: index > texts ? "n" : null }, name));
  return element("table", attributes, caption === null ? null : element("caption", {}, caption),
    element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows));
}

/** The auction, and below it what calls show. */
export function auction(board, step) {
  const shown = board.calls.slice(0, step);
  const cells = COLUMNS.slice(0, COLUMNS.indexOf(board.dealer)).map(() => element("td"));
  shown.forEach((made, index) => {
    const star = made.alert || made.text ? "*" : "";
    const mark = index === step - 1 ? { class: "now", "aria-current": "step" } : {};
    const our = board.ours?.[index];
    const ours = our && our !== made.call
      ? element("span", { class: "ours", title: "our call" }, " (", call(our), ")") : null;
    cells.push(element("td", mark, call(made.call), star, ours));
  });
  if (step < board.calls.length || (step === board.calls.length && board.contract === null
      && !board.passed)) {
    cells.push(element("td", { class: "due" }, "?"));
  }
  const rows = [];
  for (let at = 0; at < cells.length; at += 4) {
    rows.push(element("tr", {}, cells.slice(at, at + 4)));
  }
  // Passes seldom show more than that there is nothing to show.
  const told = shown.filter((made) => made.text || made.alert
    || (made.shows && made.call !== "P"));
  const meanings = told.map((made) => element("div", {},
    element("dt", {}, `${made.seat} `, call(made.call)),
    element("dd", {}, words(made.text || made.shows || "alerted, not explained"))));
  return element("div", { class: "calls" },
    table({ class: "auction" }, COLUMNS, rows, 4, "Auction"),
    shown.some((made, index) => board.ours?.[index] && board.ours[index] !== made.call)
      ? element("p", { class: "note" }, "In brackets: our call with the same hand.") : null,
    meanings.length ? element("dl", { class: "meanings" }, meanings) : null);
}

/** A card of the play, with the tricks that it cost its side where the values are known. */
function played(board, { seat, card: text }, values) {
  const cost = values === undefined ? 0 : Math.abs(best(board, seat, values) - values[text]);
  return cost === 0 ? card(text) : element("span", { class: "cost", title: `cost ${cost}` },
    card(text), element("sup", {}, `−${cost}`));
}

/** The tricks so far; with values what cards cost, and what declarer then makes in all. */
function tricks(board, step, values) {
  const cards = Math.max(0, step - board.calls.length);
  if (board.contract === null || cards === 0) {
    return null;
  }
  const rows = [];
  for (let at = 0; at < cards; at += 4) {
    const trick = board.cards.slice(at, Math.min(at + 4, cards));
    const winner = trick.length === 4 ? board.won[at / 4] : null;
    const cells = COLUMNS.map((seat) => {
      const index = trick.findIndex((one) => one.seat === seat);
      if (index < 0) {
        return element("td");
      }
      const mark = at + index === cards - 1 ? { class: "now", "aria-current": "step" } : {};
      const drawn = played(board, trick[index], values?.[at + index]);
      drawn.classList.toggle("won", seat === winner);
      return element("td", mark, drawn);
    });
    const makes = values?.[at + trick.length - 1]?.[trick.at(-1).card];
    rows.push(element("tr", {}, element("th", { scope: "row" }, String(at / 4 + 1)),
      element("td", {}, trick[0].seat), cells,
      makes === undefined ? null : element("td", {}, String(makes))));
  }
  const [ours, theirs] = score(board, cards);
  const names = ["trick", "lead", ...COLUMNS, ...(values?.length ? ["makes"] : [])];
  return table({ class: "tricks" }, names, rows, names.length,
    `Play: declarer ${ours}, defence ${theirs}`);
}

/** The contract, in words. */
export function contract(board) {
  if (board.contract !== null) {
    return element("span", {}, call(board.contract.bid), ` by ${NAMES[board.contract.declarer]}`);
  }
  return element("span", {}, board.passed ? "passed out" : "auction");
}

/** Declarer's last plan after a number of calls and cards. */
function plan(board, step) {
  const made = board.plans.filter(([after]) => after <= step).at(-1);
  if (made === undefined) {
    return null;
  }
  return element("div", { class: "plan" }, element("h4", {}, "Declarer's plan"),
    element("p", {}, words(made[1], 2000)));
}

/** What was thought, the last first, up to a step. */
function thoughts(board, step) {
  const made = [...board.calls, ...board.cards];
  const told = board.thoughts.filter(([after]) => after <= step).reverse();
  if (!told.length) {
    return null;
  }
  const items = told.map(([after, text, raw]) => {
    const one = made[after - 1];
    const head = one === undefined ? "" : element("b", {}, `${one.seat} `,
      one.call ? call(one.call) : card(one.card), " ");
    return element("li", {}, head, words(text, 2000), raw === "" ? null
      : element("details", {}, element("summary", {}, "as logged"), clipped(raw, 2000)));
  });
  // Thoughts of our players are logged in another form; what others said is in a file as it is.
  const title = told.some(([, , raw]) => raw !== "") ? "Thoughts" : "Comments";
  return element("div", { class: "thoughts" }, element("h4", {}, title),
    element("ol", { tabindex: 0, "aria-label": title }, items));
}

/**
 * A board after so many calls and cards.
 *
 * board: see `bluechip_bot.match.record.document`.
 * step: how many calls and cards have been made.
 * values: what each card is worth before each card of the play; null where not known.
 * isDealt: whether hands are shown as they were dealt.
 * hasDiagram: whether hands and the trick are drawn; else only what else there is to say.
 */
export function draw(board, step, values = null, isDealt = false, hasDiagram = true) {
  const cards = step - board.calls.length;
  const worth = cards >= 0 && values !== null ? values[cards] ?? null : null;
  return element("div", { class: "board" },
    hasDiagram ? diagram(board, step, worth, isDealt) : null, auction(board, step), tricks(board, step, values),
    plan(board, step), thoughts(board, step));
}

/** What the last call or card was, in words. */
export function last(board, step, values = null) {
  const calls = board.calls.length;
  if (step === 0) {
    return element("span", {}, `${NAMES[board.dealer]} deals`);
  }
  const made = step <= calls ? board.calls[step - 1] : board.cards[step - calls - 1];
  const took = made.seconds === null || made.seconds === undefined
    ? "" : ` in ${made.seconds.toFixed(1)} s`;
  if (step <= calls) {
    const said = made.text || made.shows;
    return element("span", {}, `${NAMES[made.seat]}: `, call(made.call), took,
      said ? element("span", {}, ", ", words(said)) : null);
  }
  const index = step - calls - 1;
  const worth = values?.[index]?.[made.card];
  const told = worth === undefined ? "" : `; declarer makes ${worth} with best play`;
  return element("span", {}, `Trick ${Math.floor(index / 4) + 1}, ${NAMES[made.seat]}: `,
    card(made.card), took, told);
}

/** A board to step through, with buttons, a slider and the arrow keys. */
function stepper(board, values = null, start = length(board)) {
  const end = length(board);
  let step = start;
  let worth = values;
  const place = element("div");
  const status = element("p", { class: "status", role: "status", "aria-live": "polite" });
  const slider = element("input", { type: "range", min: 0, max: end, step: 1,
    "aria-label": "Call or card", input: () => go(Number(slider.value)) });
  const button = (text, label, to) => element("button",
    { type: "button", "aria-label": label, click: () => go(to()) }, text);
  const back = button("◂ Back", "One back", () => step - 1);
  const next = button("Next ▸", "Next, one further", () => step + 1);
  const controls = element("div", { class: "steps", role: "group", "aria-label": "Steps" },
    button("⇤", "To the first call", () => 0), back, next,
    button("Trick ▸▸", "To the next trick", () => {
      const cards = step - board.calls.length;
      return board.calls.length + (cards < 0 ? 0 : (Math.floor(cards / 4) + 1) * 4);
    }),
    button("⇥", "To the end", () => end), slider);

  function go(to) {
    step = Math.min(Math.max(to, 0), end);
    slider.value = String(step);
    back.disabled = step === 0;
    next.disabled = step === end;
    status.replaceChildren(last(board, step, worth));
    place.replaceChildren(draw(board, step, worth, step === end));
  }

  const whole = element("div", { class: "stepper", keydown: (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const to = new Map([["ArrowLeft", step - 1], ["ArrowRight", step + 1], ["Home", 0],
      ["End", end]]).get(event.key);
    if (to !== undefined) {
      event.preventDefault();
      go(to);
    }
  } }, controls, status, place);
  go(step);
  return {
    element: whole,
    /** Take the arrow keys. */
    focus() {
      slider.focus({ preventScroll: true });
    },
    /** Show these values from now on. */
    tell(told) {
      worth = told;
      go(step);
    },
  };
}

/** The name of a room at the beginning of a line. */
export function roomTitle(room) {
  return room.startsWith("table") ? `Table${room.slice(5)}, ` : `${room[0].toUpperCase()}${room.slice(1)} room, `;
}

/** The tricks above or below the contract, and the points of North-South; nothing if not known. */
export function outcome(board) {
  if (board.result === null) {
    return "no result";
  }
  const { over, score: points } = board.result;
  const made = board.contract === null ? "" : `${over === 0 ? "=" : signed(over)}, `;
  return `${made}N/S ${signed(points)}`;
}

/** A board of a room, under its heading. */
export function roomSection(title, board, ...content) {
  return element("section", { class: "played" },
    element("h3", {}, title, board.contract || board.passed ? [contract(board), ", "] : null,
      outcome(board)), ...content);
}

/** A board that is over in a room, to step through; `tell` takes values, `say` a note. */
export function roomView(title, board, start = 0) {
  const note = element("p", { class: "note" });
  const steps = stepper(board, null, start);
  return {
    element: roomSection(title, board, steps.element, note),
    focus: steps.focus,
    say(text) {
      note.textContent = text;
    },
    tell(values) {
      steps.tell(values);
      note.textContent = values.length ? "The small number at a card: what declarer makes in all, "
        + "if it is played, with best play by all who see all cards. The best ones are underlined; a shaded card cost its "
        + "side so many tricks."
        : "";
    },
  };
}
