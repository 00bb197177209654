// How a tile and its cells are drawn.

const CELL = 26; // a cell's height; its width follows the longest value
const TILE_GAP = 10;

// The grid of one tile of a view, whose cells are the view's. Only those at the top and at the left of all tiles have the
// brackets of columns and rows, which are of the others, too.
function drawTile(view, tile, isTop, isLeft) {
  const { panel, width, rank, scale } = view;
  const rows = Math.min(view.rows - view.top, $MOST_ROWS);
  const columns = Math.min(view.columns - view.left, view.most);
  const x0 = isLeft ? view.labels : 2;
  const y0 = rank > 0 && isTop ? 38 : 2;
  const w = x0 + columns * width + 3;
  const h = y0 + rows * CELL + 3;
  const size = { width: w * scale, height: h * scale, viewBox: `0 0 ${w} ${h}` };
  const svg = makeSvg("svg", { class: "tile", ...size, role: "rowgroup" });
  if (rank > 0 && isTop) $axis(svg, panel, view.columnDim, x0, y0, columns * width, false);
  if (rank > 1 && isLeft) $axis(svg, panel, view.rowDim, x0, y0, rows * CELL, true);
  for (let c = 0; c < columns && rank > 0 && isTop; c++)
    svg.append(makeSvg("text", { class: "number", x: x0 + (c + 0.5) * width, y: y0 - 8 }, String(view.left + c)));
  for (let r = 0; r < rows; r++) {
    const middle = y0 + (r + 0.5) * CELL;
    if (rank > 1 && isLeft)
      svg.append(makeSvg("text", { class: "number of-row", x: x0 - 8, y: middle + 4 }, String(view.top + r)));
    const row = makeSvg("g", { role: "row" });
    for (let c = 0; c < columns; c++) {
      const flat = view.flat(tile, view.top + r, view.left + c);
      const cell = makeSvg("g", {
        class: "cell",
        role: "gridcell",
        tabindex: "-1",
        "data-flat": flat,
        transform: `translate(${x0 + c * width} ${y0 + r * CELL})`,
      });
      cell.append(makeSvg("rect", { width, height: CELL }), makeSvg("text", { x: width / 2, y: CELL / 2 + 4.5 }));
      view.cells.set(flat, cell);
      row.append(cell);
    }
    svg.append(row);
  }
  svg.append(makeSvg("g", { class: "over", "aria-hidden": "true" }));
  if (!view.outer.length) return svg;
  const caption = make("div", { class: "tile-name", style: `margin-left: ${x0 * scale}px` }, "[");
  const index = indexOf(tile, view.outer);
  if (panel.roles[0].name === "process" && view.outerDims.includes(0))
    caption.prepend(make("span", { class: "process" }, "process ", coordinate(panel, 0, String(index[0])), " "));
  panel.shape.forEach((_, d) =>
    caption.append(
      d ? ", " : "",
      view.outerDims.includes(d) ? coordinate(panel, d, String(index[view.outerDims.indexOf(d)])) : ":",
    ),
  );
  caption.append("]");
  return make("div", { class: "tile-box", role: "presentation" }, caption, svg);
}

// At most how wide the name of a tile is.
function tileNameWidth(panel) {
  const digits = panel.shape.map((size) => String(size - 1).length);
  const process = panel.roles[0]?.name === "process" ? "process  ".length + digits[0] : 0;
  return 6.6 * (digits.reduce((a, b) => a + b + 1, 1) + process);
}

// A dimension's bracket, with its number, in the colour and the pattern of its role.
function $axis(svg, panel, d, x0, y0, length, isRows) {
  const role = panel.roles[d];
  const axis = makeSvg("g", { class: `axis ${classOf(role)}` });
  const whole = role.name === "free" ? `dim ${d}` : `dim ${d} ${role.name}`;
  const label = length > 6.5 * whole.length ? whole : `dim ${d}`;
  if (isRows) {
    axis.append(makeSvg("path", { d: `M 18 ${y0 + 1} v ${length - 2}` }));
    const turned = label.length > 2 ? "rotate(-90)" : "translate(-3 4)";
    axis.append(makeSvg("text", { transform: `translate(12 ${y0 + length / 2}) ${turned}` }, label));
  } else {
    axis.append(makeSvg("path", { d: `M ${x0 + 1} ${y0 - 21} h ${length - 2}` }));
    axis.append(makeSvg("text", { x: x0 + length / 2, y: y0 - 26 }, label));
  }
  svg.append(axis);
}

// What is drawn in a cell beside its value.
function decorations(mark, width) {
  if (!mark) return [];
  const found = [];
  if (mark.classes.has("dropped"))
    found.push(makeSvg("path", { class: "strike", d: `M 3 ${CELL - 3} L ${width - 3} 3` }));
  if (mark.classes.has("clamped"))
    found.push(makeSvg("path", { class: "corner", d: `M ${width - 9} 1 H ${width - 1} V 9 Z` }));
  if (mark.classes.has("open"))
    found.push(makeSvg("path", { class: "diamond", d: `M ${width - 6} ${CELL - 11} l 5 5 l -5 5 l -5 -5 Z` }));
  else if (mark.classes.has("contested"))
    found.push(makeSvg("circle", { class: "dot", cx: width - 5, cy: CELL - 5, r: 3 }));
  if (mark.classes.has("differs")) found.push(makeSvg("text", { class: "differs-sign", x: width - 6, y: 9 }, "≠"));
  if (mark.badge) {
    const wide = 4 + 5.5 * mark.badge.length;
    found.push(
      makeSvg("rect", { class: "badge", width: wide, height: 11, x: 0, y: 0 }),
      makeSvg("text", { class: "badge-text", x: wide / 2, y: 8.6 }, mark.badge),
    );
  }
  return found;
}
