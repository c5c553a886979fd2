// A page that is kept up to date: its topics, a stream of events, see `vugraph.site.TopicStream`; and
// the board that is opened on it.

import { element, roomView } from "./board.js";

export const LOST = "The connection is lost; trying again …";
export const REFUSED = "The token is refused: take the address that was printed last.";

export const place = (id) => document.getElementById(id);

/**
 * Follow a stream.
 *
 * query: `?token=...`, or empty.
 * changed: called with the names that have changed, and whether all are new.
 * state: called with `live`, `lost` or `refused`.
 *
 * The answer has the `topics`, the server's time `now()` and the `sight` of the viewer.
 */
export function follow(query, changed, state) {
  const stream = `events${query}`;
  const topics = new Map();
  let ahead = 0; // The server's clock less ours, in seconds.
  const live = { topics, sight: "public", now: () => Date.now() / 1000 + ahead };

  function take(event, isAll) {
    const { now, sight, topics: changes } = JSON.parse(event.data);
    ahead = now - Date.now() / 1000;
    live.sight = sight;
    const names = isAll ? new Set([...topics.keys(), ...Object.keys(changes)])
      : new Set(Object.keys(changes));
    if (isAll) {
      topics.clear();
    }
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) {
        topics.delete(name);
      } else {
        topics.set(name, value);
      }
    }
    changed(names, isAll);
    state("live");
  }

  /** After a refusal, which a browser does not explain and after which it does not try again. */
  async function refused() {
    setTimeout(connect, 3000);
    const answer = await fetch(stream, { method: "HEAD" }).catch(() => null);
    if (answer?.status === 403) {
      state("refused");
    }
  }

  function connect() {
    const source = new EventSource(stream);
    source.addEventListener("all", (event) => take(event, true));
    source.addEventListener("some", (event) => take(event, false));
    source.addEventListener("error", () => {
      state("lost");
      if (topics.has("over")) {
        source.close();
        setTimeout(connect, 60_000); // It may be resumed.
      } else if (source.readyState === EventSource.CLOSED) {
        refused();
      }
    });
  }

  addEventListener("hashchange", () => location.reload()); // Another token.
  connect();
  return live;
}

/** The token of the page's address, as a query. */
export function tokenQuery() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  return token === null ? "" : `?token=${encodeURIComponent(token)}`;
}

/** The topics called PREFIX and a number, in the order of the numbers. */
export function numbered(topics, prefix) {
  return [...topics].filter(([name]) => name.startsWith(prefix))
    .map(([name, told]) => [Number(name.slice(prefix.length)), told]).sort((a, b) => a[0] - b[0]);
}

/** Open a board on the page; returns where its rooms are put. */
export function openBoard(number) {
  const both = element("div", { class: "both" });
  const close = element("button", { type: "button", click: closeBoard }, "Close");
  place("opened").replaceChildren(element("h2", {}, `Board ${number} `, close), both);
  place("opened").dataset.number = number;
  place("opened").focus();
  place("opened").scrollIntoView({ block: "start" });
  return both;
}

/** Close the board; the focus goes back to its number. */
function closeBoard() {
  const { number } = place("opened").dataset;
  place("opened").replaceChildren();
  document.querySelector(`[data-board="${number}"]`)?.focus();
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && place("opened").hasChildNodes()) {
    closeBoard();
  }
});

/** Show a board as a room played it, and then its values; `sorry` makes a text of an error's. */
export async function openRoom(both, path, title, sorry, start = () => 0) {
  const waiting = element("p", { class: "note" }, "Loading …");
  both.append(waiting);
  let view = null;
  try {
    const board = await fetched(`boards/${path}`);
    view = roomView(title, board, start(board));
    waiting.replaceWith(view.element);
    if (document.activeElement === place("opened")) {
      view.focus();
    }
    if (board.contract !== null) {
      view.say("Asking for the double-dummy values …");
      view.tell(await fetched(`values/${path}`));
    }
  } catch (error) {
    (view ?? { say: (told) => waiting.replaceChildren(told) }).say(sorry(error.message));
  }
}

/** The JSON at an address. */
export async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) {
    throw new Error(`${answer.status}`);
  }
  return answer.json();
}
