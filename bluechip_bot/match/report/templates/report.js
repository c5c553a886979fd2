
// The boards of the report: each number opens its board.

let documents = null;

/** All boards and their values, by number and room; packed in the page. */
async function unpacked() {
  const packed = Uint8Array.from(atob(document.getElementById("documents").textContent),
    (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

async function openBoard(number) {
  documents ??= await unpacked();
  const dialog = document.getElementById("opened");
  const views = Object.entries(documents[number]).map(([room, { board, values }]) => {
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
