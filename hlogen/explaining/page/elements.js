// Elements by their type: read from the texts that hlogen wrote, folded as a scatter folds them, written for people.
// Integers and booleans are BigInts, floats are numbers; those of other types stay texts.

// Significant bits, the exponent of the least normal number and the greatest finite number of types with fewer bits
// than f64. A sum or product of two such numbers in f64, rounded once more, is the correctly rounded one.
const $FLOATS = {
  f32: { bits: 24, least: -126, greatest: 3.4028234663852886e38 },
  f16: { bits: 11, least: -14, greatest: 65504 },
  bf16: { bits: 8, least: -126, greatest: 3.3895313892515355e38 },
};

const $integer = (type) => type.match(/^(u?)[is]?i?(\d+)$/);
const isInteger = (type) => $integer(type) !== null;
const isFloat = (type) => type === "f64" || type in $FLOATS;

// The least and the greatest value of an integer type.
function bounds(type) {
  const [, unsigned, digits] = $integer(type);
  const width = BigInt(digits);
  return unsigned || type === "i1" ? [0n, (1n << width) - 1n] : [-(1n << (width - 1n)), (1n << (width - 1n)) - 1n];
}

function read(type, text) {
  if (type === "i1") return text === "true" ? 1n : 0n;
  if (isInteger(type)) return BigInt(text);
  if (isFloat(type)) return text === "nan" ? NaN : rounded(type, Number(text.replace("inf", "Infinity")));
  return text;
}

// As hlogen writes them everywhere, in the digits of their own type: 0.1, 1e-05, nan.
function write(type, value) {
  if (type === "i1" && typeof value === "bigint") return value ? "true" : "false";
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) return String(value).toLowerCase().replace("infinity", "inf");
  const size = Math.abs(value);
  const short = $shortest(type, value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return short.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  const text = Object.is(value, -0) ? "-0" : String(short);
  return text.includes(".") ? text : `${text}.0`;
}

// The number with the fewest digits that is this one in its type.
function $shortest(type, value) {
  for (let digits = 1; digits < 17; digits++) {
    const short = Number(value.toPrecision(digits));
    if (rounded(type, short) === value) return short;
  }
  return value;
}

// The nearest number of a type, ties to the even one.
function rounded(type, value) {
  if (type === "f32") return Math.fround(value);
  const format = $FLOATS[type];
  if (!format || !Number.isFinite(value) || value === 0) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), format.least);
  const unit = 2 ** (exponent - format.bits + 1);
  const scaled = value / unit;
  const down = Math.floor(scaled);
  const up = scaled - down > 0.5 || (scaled - down === 0.5 && down % 2 !== 0);
  const near = (up ? down + 1 : down) * unit;
  return Math.abs(near) > format.greatest ? Math.sign(value) * Infinity : near === 0 ? value * 0 : near;
}

// The well-known update computations, of two integers and of two floats. On booleans, sum and maximum are `or`, product
// and minimum are `and` (spec: add, maximum, multiply, minimum).
const $BODIES = {
  set: { integer: (old, update) => update, float: (old, update) => update, other: (old, update) => update },
  keep: { integer: (old) => old, float: (old) => old, other: (old) => old },
  add: { integer: (a, b) => a + b, float: (a, b) => a + b, boolean: (a, b) => a | b },
  multiply: { integer: (a, b) => a * b, float: (a, b) => a * b, boolean: (a, b) => a & b },
  maximum: { integer: (a, b) => (b > a ? b : a), float: Math.max },
  minimum: { integer: (a, b) => (b < a ? b : a), float: Math.min },
  and: { integer: (a, b) => a & b },
  or: { integer: (a, b) => a | b },
  xor: { integer: (a, b) => a ^ b },
};

// The function that folds an update into an element of this type, or null where only hlogen knows it.
function folding(body, type) {
  const rules = $BODIES[body];
  if (!rules) return null;
  if (type === "i1") return rules.boolean ?? rules.integer ?? null;
  if (isInteger(type)) {
    const [, unsigned, digits] = $integer(type);
    const wrap = unsigned ? BigInt.asUintN : BigInt.asIntN;
    return (a, b) => wrap(Number(digits), rules.integer(a, b));
  }
  if (isFloat(type)) return rules.float ? (a, b) => rounded(type, rules.float(a, b)) : null;
  return rules.other ?? null;
}
