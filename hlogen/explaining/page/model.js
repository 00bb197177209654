// What the page knows and what was chosen in it; no element of the document is touched here.

// A picture from the page's data, with integers as BigInts.
function picture(data) {
  const panels = new Map();
  for (const each of data.panels) {
    const size = each.shape.reduce((a, b) => a * b, 1);
    panels.set(each.name, { ...each, size, known: $known(each) });
  }
  const given = Object.fromEntries(Object.entries(data.given).map(([name, value]) => [name, $given(name, value)]));
  return { ...data, panels, given };
}

// The elements of a panel; of a large one those that are here, with holes between them.
function $known({ type, values, places }) {
  if (values === null) return null;
  const texts = values === "" ? [] : values.split(" ");
  if (!places) return texts.map((text) => read(type, text));
  const known = [];
  texts.forEach((text, i) => {
    known[places[i]] = read(type, text);
  });
  return known;
}

function $given(name, value) {
  if (typeof value === "number") return BigInt(value);
  if (Array.isArray(value)) return value.map((each, i) => $given(`${name}[${i}]`, each));
  if (typeof value !== "object" || value === null) return value;
  if ("integer" in value) return BigInt(value.integer);
  const values = value.values === null ? null : value.values === "" ? [] : value.values.split(" ").map(BigInt);
  return { name, shape: value.shape.map(BigInt), values };
}

const indexOf = (flat, shape) => {
  const index = [];
  for (let d = shape.length - 1; d >= 0; d--) {
    index.unshift(flat % shape[d]);
    flat = Math.floor(flat / shape[d]);
  }
  return index;
};
const flatOf = (index, shape) => index.reduce((flat, i, d) => flat * shape[d] + Number(i), 0);
const named = (panel, index) => `${panel}[${index.join(", ")}]`;

const alike = (a, b) =>
  String(a.shape) === String(b.shape) && a.roles.every((role, d) => role.name === b.roles[d].name);

// The way of one element of the panel that the formula starts from: its steps, what it touches, what it reads of tensors
// of indices, and which of those reads were clamped.
function way(picture, formula, flat, worded = false) {
  const steps = [];
  const reads = [];
  const clamps = [];
  $watch = {
    element: (tensor, index) => {
      const flat = $position(index, tensor.shape);
      if (picture.panels.has(tensor.name)) reads.push({ tensor: tensor.name, flat, value: tensor.values[flat] });
    },
    clamp: (low, value, high, clamped) => clamps.push({ value, isClamped: clamped !== value }),
  };
  const step = (name, value, wording, parts) => {
    if (worded) {
      const watch = $watch;
      $watch = {};
      steps.push({ name, value, words: wording(), parts });
      $watch = watch;
    }
    return value;
  };
  const start = picture.panels.get(picture.of);
  const touched = formula(step, indexOf(flat, start.shape).map(BigInt), picture.given).map(([panel, index]) => ({
    panel,
    flat: flatOf(index, picture.panels.get(panel).shape),
    index: index.map(Number),
  }));
  $watch = {};
  // A formula that clamps what it reads does so in order: the value tells that it is the same one.
  const paired = clamps.length === reads.length && clamps.every((clamp, i) => clamp.value === reads[i].value);
  reads.forEach((read, i) => {
    read.isClamped = paired && clamps[i].isClamped;
  });
  return { steps, touched, reads, isClamped: clamps.some((each) => each.isClamped) };
}

// All ways, and who touches what: everything that changes when an index is edited.
function survey(picture, formula) {
  const start = picture.panels.get(picture.of);
  const ways = [];
  const by = new Map(); // panel -> flat -> the elements of `of` that touch it, in lexicographic order
  const readBy = new Map(); // tensor of indices -> flat -> the elements of `of` that read it
  const clamped = new Set(); // elements of tensors of indices, as `panel:flat`
  const note = (map, name, flat, i) => {
    if (!map.has(name)) map.set(name, new Map());
    const found = map.get(name).get(flat);
    if (!found) map.get(name).set(flat, [i]);
    else if (found.at(-1) !== i) found.push(i);
  };
  for (let i = 0; i < start.size; i++) {
    const found = way(picture, formula, i);
    ways.push(found);
    found.touched.forEach((each) => note(by, each.panel, each.flat, i));
    found.reads.forEach((each) => {
      note(readBy, each.tensor, each.flat, i);
      if (each.isClamped) clamped.add(`${each.tensor}:${each.flat}`);
    });
  }
  return { ways, by, readBy, clamped };
}

// Where all elements of one panel keep the coordinates of `index` in every dimension but those that a window slides over.
function windowOf(panel, index) {
  const free = panel.roles.map((role) => ["offset", "window"].includes(role.name));
  let found = [[]];
  panel.shape.forEach((size, d) => {
    const here = free[d] ? Array.from({ length: size }, (_, i) => i) : [index[d]];
    found = found.flatMap((start) => here.map((i) => [...start, i]));
  });
  return found.map((each) => flatOf(each, panel.shape));
}

// The order in which the elements of a panel are folded, by the names that the interpreter has for schedules, or
// "shuffled N", a random one by number.
function orderOf(name, panel) {
  const count = panel.size;
  const order = Array.from({ length: count }, (_, i) => i);
  if (name === "reverse") return order.reverse();
  if (name === "window-major") {
    const dims = panel.shape.map((_, d) => d);
    const isWindow = (d) => panel.roles[d].name === "window";
    const asked = [...dims.filter(isWindow), ...dims.filter((d) => !isWindow(d))];
    const sizes = asked.map((d) => panel.shape[d]);
    const place = order.map((flat) => {
      const index = indexOf(flat, panel.shape);
      return flatOf(
        asked.map((d) => index[d]),
        sizes,
      );
    });
    return order.sort((a, b) => place[a] - place[b]);
  }
  const number = name.match(/^shuffled (\d+)$/)?.[1];
  if (number === undefined) return order;
  let seed = Number(BigInt.asUintN(32, BigInt(number)));
  const random = () => {
    // mulberry32
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// The elements of a scatter's result after the first `step` updates of an order, and the history of each element that
// was written: [{by, value}]. A value is null where only hlogen could tell it.
function folded(picture, survey, order, step, isEdited) {
  const { into, start, body, histories } = picture.fold;
  const target = picture.panels.get(into);
  const updates = picture.panels.get(picture.of);
  const fold = folding(body, target.type);
  const known = fold !== null && updates.known !== null && picture.panels.get(start).known !== null;
  const inOrder = !isEdited && order.every((update, i) => update === i);
  const begin = picture.panels.get(start).known;
  const isTensor = begin !== null && picture.panels.get(start).size === target.size;
  const values = isTensor ? begin.slice() : Array(target.size).fill(begin?.[0] ?? null);
  const history = new Map();
  for (const update of order.slice(0, step)) {
    for (const { flat } of survey.ways[update].touched) {
      if (!history.has(flat)) history.set(flat, []);
      const past = history.get(flat);
      const told = inOrder ? histories?.[flat]?.[past.length] : undefined;
      if (known && (values[flat] ?? null) !== null) values[flat] = fold(values[flat], updates.known[update]);
      else values[flat] = told === undefined ? null : read(target.type, told);
      past.push({ by: update, value: values[flat] });
    }
  }
  return { values, history };
}
