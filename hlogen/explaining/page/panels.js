// Tensors as grids: two dimensions are the rows and columns of a tile, each index of the others has a tile.

const $MOST_ROWS = 24;
const $MOST_COLUMNS = 24; // or as many as fit
const $MOST_CELLS = 1600;
const $MOST_TILES = 64;
const $FEW = 64; // elements of all tensors together, which are drawn larger where there is room
const $WIDE = 1100; // pixels

// The dimensions that are a tile's rows and columns: the last two that a window moves in, where there are two; else the
// last two.
function $plane(panel) {
  const all = panel.shape.map((_, d) => d);
  const moved = all.filter((d) => ["offset", "window", "spatial"].includes(panel.roles[d].name));
  const two = (moved.length > 1 ? moved : all).slice(-2);
  return two.length > 1 ? two : [undefined, two[0]];
}

// How wide the largest index of a dimension is.
const $digits = (size) => 6.4 * String(size - 1).length;

class PanelView {
  // `on` has choose(panel, flat), hover(panel, flat or null) and slice(panel, slice).
  constructor(panel, on) {
    this.panel = panel;
    this.on = on;
    this.title = panel.name;
    this.rank = panel.shape.length;
    [this.rowDim, this.columnDim] = $plane(panel);
    this.outerDims = panel.shape.map((_, d) => d).filter((d) => d !== this.rowDim && d !== this.columnDim);
    this.rows = panel.shape[this.rowDim] ?? 1;
    this.columns = panel.shape[this.columnDim] ?? 1;
    this.outer = this.outerDims.map((d) => panel.shape[d]);
    this.tiles = this.outer.reduce((a, b) => a * b, 1);
    this.labels = this.rank > 1 ? 32 + $digits(this.rows) : 2; // what the labels of rows take
    this.top = 0; // of the window of rows and columns that is drawn, where there are many
    this.left = 0;
    this.most = $MOST_COLUMNS; // columns that are drawn
    const drawn = Math.min(this.rows, $MOST_ROWS) * Math.min(this.columns, $MOST_COLUMNS);
    this.isOneTile = this.tiles > $MOST_TILES || this.tiles * drawn > $MOST_CELLS;
    this.tile = 0; // the one that is drawn, where not all are
    this.active = 0; // the element that Tab goes to
    this.cells = new Map();
    this.shown = { marks: new Map(), values: panel.known };
    this.element = make("figure", { class: "panel" });
    this.build();
  }

  build() {
    const { panel } = this;
    const sizes = make("div");
    panel.shape.forEach((size, d) => {
      const role = panel.roles[d];
      const label = role.name === "free" ? "" : ` ${role.name}`;
      sizes.append(
        d ? "\u00a0× " : "",
        make("span", { class: `dim ${classOf(role)}`, title: `dimension ${d}` }, make("b", {}, String(size)), label),
      );
    });
    sizes.append(
      panel.alike ? ` (first of ${panel.alike + 1})` : "",
      panel.places ? " (values only where read or written)" : "",
    );
    const type = make("span", { class: "type" }, panel.type);
    const caption = make("figcaption", {}, make("span", { class: "name" }, this.title), " ", type, sizes);
    this.what = panel.shape.length
      ? panel.shape.map((size, d) => `dimension ${d} of size ${size}, ${panel.roles[d].name}`).join("; ")
      : "one element";
    this.grid = make("div", {
      class: "grid",
      role: "grid",
      "aria-label": `${this.title}: ${this.what}; ${panel.type}`,
      "aria-readonly": "true",
    });
    this.controls = make("div", { class: "slices" });
    this.element.replaceChildren(caption, this.controls, this.grid);
    this.grid.addEventListener("click", (event) =>
      this.at(event, (flat) => {
        this.active = flat;
        this.on.choose(panel.name, flat);
      }),
    );
    this.grid.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && this.at(event, (flat) => this.on.hover(panel.name, flat)),
    );
    this.grid.addEventListener("pointerleave", () => this.on.hover(panel.name, null));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    for (const event of ["focusin", "focusout"]) this.grid.addEventListener(event, () => this.outline());
  }

  // Gives it another name than its tensor's: for a second view of that.
  call(title) {
    if (title === this.title) return;
    this.title = title;
    this.element.querySelector(".name").textContent = title;
    this.grid.setAttribute("aria-label", `${title}: ${this.what}; ${this.panel.type}`);
    this.draw();
  }

  at(event, then) {
    const cell = event.target.closest("[data-flat]");
    if (cell) then(Number(cell.dataset.flat));
  }

  // What can be chosen of a large tensor: an index for each dimension in front, or a window of rows and columns.
  drawControls() {
    this.controls.replaceChildren();
    const field = (label, most, value, change) => {
      const input = make("input", { type: "number", min: "0", max: String(most), value: String(value) });
      input.addEventListener("change", () => {
        change(Math.min(Math.max(Math.trunc(Number(input.value)) || 0, 0), most));
        this.draw();
        this.on.slice(panel.name, this.slice());
      });
      this.controls.append(make("label", {}, label, " ", input));
    };
    const { panel } = this;
    if (this.isOneTile) {
      const index = indexOf(this.tile, this.outer);
      this.outerDims.forEach((d, n) =>
        field(
          `${panel.roles[d].name === "free" ? "dimension" : panel.roles[d].name} ${d}:`,
          panel.shape[d] - 1,
          index[n],
          (i) => {
            const changed = [...index];
            changed[n] = i;
            this.tile = flatOf(changed, this.outer);
          },
        ),
      );
    }
    if (this.rows > $MOST_ROWS)
      field("rows from", this.rows - $MOST_ROWS, this.top, (i) => {
        this.top = i;
      });
    if (this.columns > this.most)
      field("columns from", this.columns - this.most, this.left, (i) => {
        this.left = i;
      });
    this.controls.hidden = !this.controls.childElementCount;
  }

  slice() {
    return [this.tile, this.top, this.left];
  }

  // Brings an element into what is drawn; true if that changed.
  reveal(flat) {
    const before = String(this.slice());
    const [tile, row, column] = this.place(flat);
    if (this.isOneTile) this.tile = tile;
    const into = (i, start, most) => (i < start ? i : i >= start + most ? i - most + 1 : start);
    this.top = into(row, this.top, $MOST_ROWS);
    this.left = into(column, this.left, this.most);
    return String(this.slice()) !== before;
  }

  // The tile, row and column of an element, and the element that stands there.
  place(flat) {
    const index = indexOf(flat, this.panel.shape);
    return [
      flatOf(
        this.outerDims.map((d) => index[d]),
        this.outer,
      ),
      index[this.rowDim] ?? 0,
      index[this.columnDim] ?? 0,
    ];
  }

  flat(tile, row, column) {
    const index = Array(this.rank);
    indexOf(tile, this.outer).forEach((i, n) => {
      index[this.outerDims[n]] = i;
    });
    if (this.rowDim !== undefined) index[this.rowDim] = row;
    if (this.columnDim !== undefined) index[this.columnDim] = column;
    return flatOf(index, this.panel.shape);
  }

  draw() {
    const hadFocus = this.grid.contains(document.activeElement);
    this.cells.clear();
    this.grid.replaceChildren();
    if (!this.panel.size) return this.grid.append(make("p", { class: "empty" }, "no elements"));
    this.most = $MOST_COLUMNS;
    this.width = Math.max(...this.visible().map((flat) => this.widthOf(flat)));
    const elements = [...panels.values()].reduce((sum, { size }) => sum + size, 0);
    this.scale = elements <= $FEW && innerWidth >= $WIDE ? 1.2 : 1;
    const room = byId("panels").clientWidth / this.scale - this.labels - 3;
    this.most = Math.max(Math.min($MOST_COLUMNS, Math.floor(room / this.width)), 1);
    this.left = Math.max(Math.min(this.left, this.columns - this.most), 0);
    this.drawControls();
    const tiles = this.isOneTile ? [this.tile] : Array.from({ length: this.tiles }, (_, i) => i);
    const across = this.outer.at(-1) ?? 1; // of which as many stand in a line as fit
    const wide = Math.max(Math.min(this.columns, this.most) * this.width + 5, tileNameWidth(this.panel)) + TILE_GAP;
    const fitting = Math.max(Math.floor((room + TILE_GAP) / wide), 1);
    let line = null;
    tiles.forEach((tile, i) => {
      const isLeft = (i % across) % fitting === 0;
      if (isLeft) this.grid.append((line = make("div", { class: "tiles", role: "presentation" })));
      line.append(drawTile(this, tile, line === this.grid.firstChild, isLeft));
    });
    this.paint();
    if (hadFocus) this.cells.get(this.active)?.focus();
  }

  visible() {
    const tiles = this.isOneTile ? [this.tile] : Array.from({ length: this.tiles }, (_, i) => i);
    const all = [];
    for (const tile of tiles)
      for (let r = this.top; r < Math.min(this.rows, this.top + $MOST_ROWS); r++)
        for (let c = this.left; c < Math.min(this.columns, this.left + this.most); c++) all.push(this.flat(tile, r, c));
    return all;
  }

  text(flat) {
    const value = this.shown.values?.[flat];
    return value === null ? "?" : value === undefined ? "" : write(this.panel.type, value);
  }

  // Shows marks, flat -> {classes, badge, words}, and values; `follow` is an element that must be seen.
  show(marks, values, follow) {
    const before = this.shown.values;
    this.shown = { marks, values };
    if ((follow !== undefined && this.reveal(follow)) || (before !== values && this.grown())) this.draw();
    else this.paint();
  }

  grown() {
    return this.visible().some((flat) => this.widthOf(flat) > this.width);
  }

  widthOf(flat) {
    return Math.max(Math.min(this.text(flat).length, 11) * 7.4 + 12, $digits(this.columns) + 8, 32);
  }

  paint() {
    for (const [flat, cell] of this.cells) {
      const mark = this.shown.marks.get(flat);
      const text = this.text(flat);
      const key = `${text}|${mark ? [...mark.classes].join(" ") : ""}|${mark?.badge ?? ""}|${mark?.words ?? ""}`;
      if (cell.$key === key) continue;
      cell.$key = key;
      cell.setAttribute("class", `cell ${mark ? [...mark.classes].join(" ") : ""}`);
      const index = indexOf(flat, this.panel.shape);
      const words = [`${named(this.title, index)}${text ? ` = ${text}` : ""}`, mark?.words].filter(Boolean).join(", ");
      cell.setAttribute("aria-label", words);
      const [rect, value] = cell.children;
      const isCornered = mark?.classes.has("contested");
      value.setAttribute("x", this.width / 2 + (mark?.badge ? 3 : 0) - (isCornered ? 3 : 0));
      value.setAttribute("y", CELL / 2 + (mark?.badge || mark?.classes.has("differs") ? 7.5 : 4.5));
      value.textContent = text.length > 11 ? `${text.slice(0, 10)}…` : text;
      cell.replaceChildren(rect, value, ...decorations(mark, this.width));
    }
    this.outline();
    this.rove();
  }

  // Borders of what is chosen and touched, and of what has the focus, over those of their neighbours.
  outline() {
    for (const over of this.grid.querySelectorAll(".over")) over.replaceChildren();
    for (const kind of ["touched", "chosen"]) {
      for (const [flat, mark] of this.shown.marks) {
        const cell = mark.classes.has(kind) && this.cells.get(flat);
        if (cell)
          cell.closest("svg").lastChild.append(
            makeSvg("rect", {
              class: kind,
              width: this.width,
              height: CELL,
              transform: cell.getAttribute("transform"),
            }),
          );
      }
    }
    const focused = this.grid.querySelector(".cell:focus-visible");
    if (focused) {
      const around = { x: -2.5, y: -2.5, width: this.width + 5, height: CELL + 5, rx: 2 };
      const transform = focused.getAttribute("transform");
      focused.closest("svg").lastChild.append(makeSvg("rect", { class: "focus", ...around, transform }));
    }
  }

  // One element of the grid is reached by Tab; arrow keys go on from it.
  rove() {
    if (!this.cells.has(this.active)) this.active = this.cells.keys().next().value ?? 0;
    for (const [flat, cell] of this.cells) {
      const value = flat === this.active ? "0" : "-1";
      if (cell.getAttribute("tabindex") !== value) cell.setAttribute("tabindex", value);
    }
  }

  key(event) {
    if (!event.target.closest("[data-flat]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const [tile, row, column] = this.place(this.active);
    const to = {
      ArrowLeft: [tile, row, column - 1],
      ArrowRight: [tile, row, column + 1],
      ArrowUp: row === 0 ? [tile - 1, this.rows - 1, column] : [tile, row - 1, column],
      ArrowDown: row === this.rows - 1 ? [tile + 1, 0, column] : [tile, row + 1, column],
      Home: [tile, row, 0],
      End: [tile, row, this.columns - 1],
      PageUp: [tile - 1, row, column],
      PageDown: [tile + 1, row, column],
      Enter: [tile, row, column],
      " ": [tile, row, column],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    if (to[0] < 0 || to[0] >= this.tiles || to[2] < 0 || to[2] >= this.columns) return;
    this.focus(this.flat(...to));
    this.on.choose(this.panel.name, this.active);
  }

  focus(flat) {
    this.active = flat;
    if (this.reveal(flat)) this.draw();
    this.rove();
    this.cells.get(flat)?.focus({ preventScroll: false });
  }
}
