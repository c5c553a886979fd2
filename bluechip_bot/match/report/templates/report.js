
// The boards of the report: each number opens its board, and the biggest swings are drawn.

let documents = null;

/** All boards and their values, by number and room; packed in the page. */
async function unpacked() {
  const packed = Uint8Array.from(atob(document.getElementById("documents").textContent),
    (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** What `view` makes of a board in each room, from the room, the board and its values. */
async function rooms(number, view) {
  documents ??= unpacked();
  const found = (await documents)[number];
  return Object.entries(found).map(([room, { board, values }]) => view(room, board, values));
}

async function openBoard(number) {
  const dialog = document.getElementById("opened");
  const views = await rooms(number, (room, board, values) => {
    const view = roomView(room, board);
    view.tell(values);
    return view.element;
  });
  const close = element("button", { type: "button", click: () => dialog.close() }, "Close");
  dialog.replaceChildren(element("h2", {}, `Board ${number} `, close),
    element("div", { class: "both" }, views));
  dialog.showModal();
}

for (const cell of document.querySelectorAll("td[data-board]")) {
  const { board } = cell.dataset;
  cell.replaceChildren(element("button", { type: "button", "aria-label": `Open board ${board}`,
    click: () => openBoard(board) }, board));
}

for (const place of document.querySelectorAll("[data-swing]")) {
  const drawn = await rooms(place.dataset.swing, (room, board, values) => roomSection(room, board,
    draw(board, length(board), values, true)));
  place.replaceChildren(...drawn);
}
