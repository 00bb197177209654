// What formulas call, as hlogen/explaining/formula.py and Python have it. Integers are BigInts: exact for every index type.

// Told of what happens on the way, where somebody looks on: element(tensor, index), clamp(low, value, high).
let $watch = {};

const shape = (tensor) => tensor.shape;

function element(tensor, index) {
  if (!in_bounds(index, tensor.shape))
    throw new RangeError(`no element ${$show(index)} in a tensor of ${$show(tensor.shape)}`);
  $watch.element?.(tensor, index);
  return tensor.values[$position(index, tensor.shape)];
}

function clamp(low, value, high) {
  const clamped = max(low, min(value, high));
  $watch.clamp?.(low, value, high, clamped);
  return clamped;
}

const inserted = (index, position, value) => [
  ...$slice(index, null, position),
  value,
  ...$slice(index, position, null),
];

function placed(values, dims, rank) {
  const full = $times([0n], rank);
  zip(values, dims).forEach(([value, dim]) => {
    full[dim] = value;
  });
  return full;
}

const others = (dims, rank) => range(rank).filter((d) => !dims.includes(d));
const added = (...indices) => zip(...indices).map(sum);
const in_bounds = (index, sizes) => zip(index, sizes).every(([i, size]) => 0n <= i && i < size);

const replaced = (index, dim, value) => index.map((i, d) => (BigInt(d) === dim ? value : i));
const divided = (index, steps) => zip(index, steps).map(([i, step]) => $quotient(i, step));
const divisible = (index, steps) => zip(index, steps).every(([i, step]) => i % step === 0n);
const index_space = (sizes) =>
  sizes.reduce((starts, size) => starts.flatMap((start) => range(size).map((i) => [...start, i])), [[]]);
const position = (index, sizes) => zip(index, sizes).reduce((count, [i, size]) => count * size + i, 0n);

function index_at(count, sizes) {
  const index = [];
  for (const size of reversed(sizes)) {
    index.unshift($remainder(count, size));
    count = $quotient(count, size);
  }
  return index;
}

const nth = (name, number) => `${name}[${number}]`;
const alternating = (first, second) => zip(first, second).flat();
const group_of = (groups, member) => groups.find((group) => group.includes(member)) ?? [];
const place_in = (values, value) => $index(values, value);

// Python's own functions.

const len = (list) => BigInt(list.length);
const min = (...values) => $listed(values).reduce((a, b) => (b < a ? b : a));
const max = (...values) => $listed(values).reduce((a, b) => (b > a ? b : a));
const sum = (list) => list.reduce((a, b) => a + b, 0n);
const abs = (value) => (value < 0n ? -value : value);
const all = (list) => list.every($truth);
const any = (list) => list.some($truth);
const sorted = (list) => [...list].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
const reversed = (list) => [...list].reverse();
const enumerate = (list) => list.map((value, i) => [BigInt(i), value]);

function range(...bounds) {
  const [start, stop, step] = bounds.length === 1 ? [0n, bounds[0], 1n] : [...bounds, 1n];
  const numbers = [];
  for (let i = start; step > 0n ? i < stop : i > stop; i += step) numbers.push(i);
  return numbers;
}

// With strict=True in Python: lists of different lengths are an error.
function zip(...lists) {
  const length = lists.length ? lists[0].length : 0;
  if (lists.some((list) => list.length !== length)) throw new RangeError(`lists of ${lists.map(len)} elements`);
  return Array.from({ length }, (_, i) => lists.map((list) => list[i]));
}

// Python's operators, where JavaScript has others.

const $listed = (values) => (values.length === 1 ? values[0] : values);
const $truth = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const $plus = (a, b) => (Array.isArray(a) ? [...a, ...b] : a + b);
const $minus = (a, b) => a - b;
const $times = (a, b) => (Array.isArray(a) ? Array.from({ length: Number(b) }, () => a).flat() : a * b);
const $remainder = (a, b) => ((a % b) + b) % b;
const $quotient = (a, b) => (a - $remainder(a, b)) / b;
const $equal = (a, b) =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((each, i) => $equal(each, b[i])) : a === b;
const $contains = (list, value) => list.some((each) => $equal(each, value));

function $index(list, value) {
  const found = list.findIndex((each) => $equal(each, value));
  if (found < 0) throw new RangeError(`${$show(value)} is not in ${$show(list)}`);
  return BigInt(found);
}

function $at(list, index) {
  const value = list[index < 0n ? len(list) + index : index];
  if (value === undefined) throw new RangeError(`no element ${index} in a list of ${list.length}`);
  return value;
}

function $slice(list, start, stop, step = null) {
  if (step === null || step > 0n) {
    const part = list.slice(start === null ? 0 : Number(start), stop === null ? list.length : Number(stop));
    return step === null ? part : part.filter((_, i) => i % Number(step) === 0);
  }
  if (start !== null || stop !== null) throw new RangeError("a slice from behind has no bounds");
  return reversed(list).filter((_, i) => i % Number(-step) === 0);
}

// Where an index stands in row-major order.
function $position(index, sizes) {
  let position = 0;
  for (let d = 0; d < sizes.length; d++) position = position * Number(sizes[d]) + Number(index[d]);
  return position;
}

const $show = (value) =>
  Array.isArray(value)
    ? `[${value.map($show).join(", ")}]`
    : typeof value === "object"
      ? `[${value.shape.join("×")}]`
      : String(value);
