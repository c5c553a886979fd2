
// The boards of the report: each number opens its board, and the biggest swings are drawn.

let documents = null;

/** All boards and their values, by number and room; packed in the page. */
async function unpacked() {
  const packed = Uint8Array.from(atob(document.getElementById("documents").textContent),
    (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** What `view` makes of a board in each room, from the room, the board, its values and its link. */
async function rooms(number, view) {
  documents ??= unpacked();
  const found = (await documents)[number];
  return Object.entries(found).map(([room, { board, ours, names, values, link }]) => view(room,
    { ...board, ours, names }, values, link));
}

async function openBoard(number, only) {
  const dialog = document.getElementById("opened");
  const views = await rooms(number, (room, board, values, link) => {
    if (only && room !== only) {
      return null;
    }
    const view = roomView(roomTitle(room), board);
    view.tell(values);
    view.element.append(element("p", {}, element("a",
      { href: link, target: "_blank", rel: "noreferrer" }, "The board in BridgeBase's viewer")));
    return view;
  });
  const shown = views.filter(Boolean);
  const close = element("button", { type: "button", click: () => dialog.close() }, "Close");
  dialog.replaceChildren(element("h2", {}, `Board ${number} `, close),
    element("div", { class: "both" }, shown.map((view) => view.element)));
  dialog.showModal();
  shown[0]?.focus();
}

for (const cell of document.querySelectorAll("td[data-board]")) {
  const { board, room } = cell.dataset;
  cell.replaceChildren(element("button", { type: "button", "aria-label": `Open board ${board}`,
    click: () => openBoard(board, room) }, board));
}

for (const place of document.querySelectorAll("[data-swing]")) {
  const drawn = await rooms(place.dataset.swing, (room, board, values) => roomSection(roomTitle(room),
    board, draw(board, length(board), values, true)));
  place.replaceChildren(...drawn);
}
