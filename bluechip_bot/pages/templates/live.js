// The topics of a page that is kept up to date: a stream of events, see `vugraph.site.Stream`.

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

/** A document of the server. */
export async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) {
    throw new Error(`${answer.status}`);
  }
  return answer.json();
}
