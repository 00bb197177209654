// An arrow from each source to what becomes of it, where there are few. It goes between the tiles as far as it can, and
// behind numbers and words, so that these stay readable.

const $MOST_ARROWS = 3;
const $SOLID = "[role=row], .name, .dim, .type, .tile-name, .axis text, .number, .editor, #reset, .legend li";
const $SIDES = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
];
const $REACHES = [14, 30, 60, 120, 240]; // how far a curve goes on straight from its ends
const $HEAD = 7; // an arrow's head, in pixels
const $COVERED = 5; // what a pixel behind numbers or words costs; one in the open costs 1
const $OUTSIDE = 50; // and one outside of the drawing
const $SAMPLES = 24;

function arrows(focus) {
  const layer = byId("arrows");
  layer.replaceChildren();
  const pairs = focus ? $pairs(focus) : [];
  if (pairs.length > $MOST_ARROWS) return;
  const frame = layer.getBoundingClientRect();
  const ends = pairs.map((pair) => pair.map((end) => $cellBox(end, frame))).filter((pair) => pair.every(Boolean));
  if (!ends.length) return;
  const solid = [...layer.parentElement.querySelectorAll($SOLID)]
    .filter((each) => each.getClientRects().length)
    .map((each) => $box(each, frame));
  layer.append($mask(solid));
  for (const [from, to] of ends) {
    const { d, start, tip } = $curve(from, to, solid, frame);
    layer.append(
      makeSvg("path", { class: "arrow", d, mask: "url(#behind)" }),
      makeSvg("circle", { class: "tail", cx: start[0], cy: start[1], r: 2.5 }),
      makeSvg("path", { class: "head", d: tip }),
    );
  }
}

// The sources and targets that an arrow connects.
function $pairs(focus) {
  const { picture, survey } = world;
  const isFolded = mates.includes(focus.panel);
  const starts =
    focus.panel === picture.of
      ? [focus.flat]
      : (survey.by.get(isFolded ? fold.into : focus.panel)?.get(focus.flat) ?? []);
  const isOther = (each) =>
    focus.panel === picture.of || isFolded || (each.panel === focus.panel && each.flat === focus.flat);
  return starts.flatMap((flat) => {
    const own = { panel: picture.of, flat };
    return survey.ways[flat].touched.filter(isOther).map((other) => (picture.writes ? [own, other] : [other, own]));
  });
}

const $box = (one, frame) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top };
};

// Where a cell is, if it is seen.
function $cellBox({ panel, flat }, frame) {
  const cell = views.get(panel)?.cells.get(flat)?.firstChild;
  if (!cell) return null;
  const [box, grid] = [$box(cell, frame), $box(cell.closest(".grid"), frame)];
  return box.left < grid.left - 1 || box.right > grid.right + 1 ? null : box;
}

// What makes arrows pale where they are behind something.
function $mask(solid) {
  const whole = { x: "-50%", y: "-50%", width: "200%", height: "200%" };
  const rects = solid.map(({ left, top, right, bottom }) =>
    makeSvg("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "#202020" }),
  );
  return makeSvg(
    "mask",
    { id: "behind", maskUnits: "userSpaceOnUse", ...whole },
    makeSvg("rect", { ...whole, fill: "#fff" }),
    ...rects,
  );
}

// The curve from one cell's border to another's that is shortest, and least behind something.
function $curve(from, to, solid, frame) {
  let best = null;
  for (const out of $SIDES)
    for (const into of $SIDES)
      for (const reach of $REACHES) {
        const [start, end] = [$border(from, out, 0), $border(to, into, $HEAD)];
        const points = [start, $moved(start, out, reach), $moved(end, into, reach), end];
        const cost = $cost(points, solid, frame);
        if (!best || cost < best.cost) best = { cost, points, into, start };
      }
  const [a, b, c, d] = best.points.map((point) => point.map((x) => x.toFixed(1)).join(" "));
  const [x, y] = $border(to, best.into, 0);
  const [u, v] = best.into;
  const base = [x + $HEAD * u, y + $HEAD * v];
  const tip = `M ${x} ${y} L ${base[0] + 4 * v} ${base[1] + 4 * u} L ${base[0] - 4 * v} ${base[1] - 4 * u} Z`;
  return { d: `M ${a} C ${b} ${c} ${d}`, start: best.start, tip };
}

const $moved = ([x, y], [u, v], far) => [x + u * far, y + v * far];

// The middle of a box's side, or what is `far` in front of it.
function $border({ left, top, right, bottom }, [u, v], far) {
  const [w, h] = [(right - left) / 2, (bottom - top) / 2];
  return [left + w + u * (w + far), top + h + v * (h + far)];
}

function $cost([a, b, c, d], solid, frame) {
  let cost = 0;
  let last = a;
  for (let i = 1; i <= $SAMPLES; i++) {
    const t = i / $SAMPLES;
    const s = 1 - t;
    const point = [0, 1].map((k) => s ** 3 * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t ** 3 * d[k]);
    const [x, y] = [(point[0] + last[0]) / 2, (point[1] + last[1]) / 2];
    const isBehind = solid.some((box) => box.left < x && x < box.right && box.top < y && y < box.bottom);
    const isOutside = x < 2 || x > frame.width - 2 || y < 2 || y > frame.height - 2;
    cost += Math.hypot(point[0] - last[0], point[1] - last[1]) * (isOutside ? $OUTSIDE : isBehind ? $COVERED : 1);
    last = point;
  }
  return cost;
}
