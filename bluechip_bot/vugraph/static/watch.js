// The page of a session in progress: topics come in, sections are drawn. It sends nothing but GET.

import { clipped, contract, draw, element, last, length, outcome, result, roomTitle, signed,
  table } from "./board.js";
import { cardTable, tally } from "./cardtable.js";
import { LOST, REFUSED, follow, numbered, openBoard, openRoom, place, tokenQuery } from "./live.js";

const query = tokenQuery();
let live = { topics: new Map() };
let isOver = false;

// The tables.

const tables = new Map();

function tickTable({ told, clocks }) {
  const decider = told.board?.decider ?? null;
  const side = decider === null ? -1 : ("NS".includes(decider) ? 0 : 1);
  clocks.forEach((clock, index) => {
    const isThinking = told.live && !isOver && side === index;
    const seconds = told.used[index] + (isThinking ? Math.max(0, live.now() - told.at) : 0);
    clock.textContent = `${seconds.toFixed(0)} s${isThinking ? " ◂" : ""}`;
  });
}

function drawTable(name) {
  const told = live.topics.get(name);
  let shown = tables.get(name);
  if (told === undefined) {
    shown?.section.remove();
    tables.delete(name);
    return;
  }
  if (shown === undefined) {
    const section = element("article", { class: "live" });
    shown = { section, told, clocks: [] };
    tables.set(name, shown);
    const names = [...tables.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    names.sort((a, b) => roomOrder(tables.get(a).told) - roomOrder(tables.get(b).told));
    place("tables").replaceChildren(...names.map((each) => tables.get(each).section));
  }
  const { board } = told;
  if (board === undefined) {
    Object.assign(shown, { told, clocks: [] });
    shown.section.replaceChildren(
      element("h3", {}, `${roomTitle(told.room)}board ${told.number}`),
      element("p", { class: "note" }, "Shown when the other room has finished it."));
    return;
  }
  const [ns, ew] = told.teams.map(shortName);
  const clocks = [element("b"), element("b")];
  Object.assign(shown, { told, clocks });
  const end = length(board);
  const scroll = shown.section.querySelector(".thoughts ol")?.scrollTop ?? 0;
  shown.section.replaceChildren(
    element("h3", {}, `${roomTitle(told.room)}board ${board.number}: `, contract(board),
      board.result ? element("span", {}, ", ", outcome(board)) : null),
    element("p", { class: "facts" },
      element("span", {}, `N/S ${ns} `, clocks[0]), element("span", {}, `E/W ${ew} `, clocks[1]),
      element("span", {}, "last: ", last(board, end))),
    ...(told.live ? [cardTable(board, end),
      element("p", { class: "tally" }, tally(board, end - board.calls.length))] : []),
    draw(board, end, null, !told.live, !told.live));
  const list = shown.section.querySelector(".thoughts ol");
  if (list !== null) {
    list.scrollTop = scroll;
  }
  tickTable(shown);
}

function roomOrder(told) {
  return live.topics.get("title")?.rooms.indexOf(told.room) ?? 0;
}

function shortName(name) {
  return clipped(name, 40);
}

// The score.

function drawScore() {
  const title = live.topics.get("title");
  if (title === undefined) {
    return;
  }
  const teams = title.teams?.map(shortName) ?? null;
  const { planned } = title;
  const name = teams === null ? "Bridge, live" : teams.join(" – ");
  place("title").textContent = name;
  document.title = name;
  const score = live.topics.get("score");
  if (score === undefined) {
    place("score").replaceChildren();
    return;
  }
  const box = (big, small) => element("div", {}, element("b", {}, big), element("span", {}, small));
  const mean = score.mean === null ? [] : [box(signed(score.mean, 2),
    score.low === null ? "IMPs a board"
      : `IMPs a board; 95 %: ${signed(score.low, 2)} to ${signed(score.high, 2)}`)];
  place("score").replaceChildren(
    box(`${score.imps[0]} – ${score.imps[1]}`, `IMPs, ${teams[0]} first`),
    box(`${score.boards}${planned === null ? "" : ` of ${planned}`}`, "boards compared"), ...mean);
}

/** The progress of the session, the time left, and the load of the machine. */
function drawProgress() {
  const told = isOver ? undefined : live.topics.get("progress");
  place("progress").textContent = told === undefined ? ""
    : `${told.done} of ${told.boards} boards of all rooms are over; ${told.outlook}`;
}

// The boards that are over.

function drawBoards() {
  const title = live.topics.get("title");
  const lines = numbered(live.topics, "board/");
  if (title === undefined || !lines.length) {
    place("boards").replaceChildren();
    return;
  }
  const { rooms } = title;
  const isMatch = title.teams !== null && rooms.length > 1;
  let running = 0;
  const rows = lines.map(([number, told]) => {
    running += told.imps ?? 0;
    const cells = rooms.map((room) => {
      const one = told.rooms[room];
      return element("td", {}, one === undefined ? "" : result(one),
        one === undefined || one.given_up ? "" : ` ${signed(one.score)}`);
    });
    const isKnown = told.imps !== null;
    const scores = isMatch ? [
      element("td", { class: "n" }, isKnown ? signed(told.imps) : told.counts ? "" : "left out"),
      element("td", { class: "n" }, isKnown ? signed(running) : "")] : [];
    const button = element("button", { type: "button", "data-board": number,
      "aria-label": `Open board ${number}`, click: () => open(number) }, String(number));
    return element("tr", {}, element("th", { scope: "row" }, button), cells, scores);
  }).reverse();
  const names = ["Board", ...rooms.map((room) => (room === "table" ? "Result" : room)),
    ...(isMatch ? ["IMPs", "Total"] : [])];
  const focused = document.activeElement?.dataset?.board;
  place("boards").replaceChildren(
    element("h2", {}, "Boards"),
    element("p", { class: "note" }, isMatch ? `The last one first; N/S points, IMPs of ${
      shortName(title.teams[0])}. Press a number to step through the board.`
      : "The last one first. Press a number to step through the board."),
    element("div", { class: "wide" }, table({}, names, rows, rooms.length)));
  if (focused !== undefined) {
    place("boards").querySelector(`[data-board="${Number(focused)}"]`)?.focus();
  }
}

// A board to step through.

const opened = { number: 0, rooms: new Set(), both: null };

function open(number) {
  Object.assign(opened, { number, both: openBoard(number), rooms: new Set() });
  openRooms();
}

/** Show the rooms of the opened board that have finished it and are not shown yet. */
function openRooms() {
  const told = live.topics.get(`board/${opened.number}`);
  if (told === undefined || !opened.both.isConnected) {
    return;
  }
  const { number, both, rooms } = opened;
  for (const room of live.topics.get("title").rooms) {
    if (told.rooms[room] && !told.rooms[room].given_up && !rooms.has(room)) {
      rooms.add(room);
      openRoom(both, `${room}/${number}${query}`, roomTitle(room), sorry);
    }
  }
}

function sorry(reason) {
  return isOver ? "The session is over and its server gone: see the report of the match."
    : `It cannot be had now (${reason}). Press the board's number again.`;
}

// Faults.

function drawFaults() {
  const faults = live.topics.get("faults");
  if (faults === undefined) {
    place("faults").replaceChildren();
    return;
  }
  const rows = faults.last.map((fault) => element("tr", {},
    element("td", { class: "nowrap" }, new Date(fault.at * 1000).toLocaleTimeString()),
    ["room", "what", "who"].map((name) => element("td", { class: "short" }, fault[name])),
    element("td", {}, fault.text))).reverse();
  place("faults").replaceChildren(element("h2", {}, `Faults: ${faults.count}`),
    element("div", { class: "wide" }, table({}, ["when", "room", "what", "who", ""], rows)));
}

// The stream.

function changed(names, isAll) {
  const told = [...names];
  drawScore();
  if (isAll || told.some((name) => name === "title" || name.startsWith("board/"))) {
    drawBoards();
    openRooms();
  }
  for (const name of isAll ? new Set([...names, ...tables.keys()]) : names) {
    if (name.startsWith("table/")) {
      drawTable(name);
    }
  }
  if (isAll || names.has("faults")) {
    drawFaults();
  }
  isOver = live.topics.has("over");
  drawProgress();
  tables.forEach(tickTable);
}

function report(state) {
  const text = state === "refused" ? REFUSED : isOver ? `The session is over: ${live.topics.get("over")}`
    : state === "lost" ? LOST : live.sight === "operator" ? "Live, the operator's view" : "Live";
  const shown = place("connection");
  if (shown.textContent !== text) {
    shown.textContent = text;
    shown.classList.toggle("lost", [REFUSED, LOST].includes(text));
  }
}

live = follow(query, changed, report);
setInterval(() => tables.forEach(tickTable), 1000);
