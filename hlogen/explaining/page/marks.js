// What is marked in the tensors: what is true of elements, and what has to do with the one in focus, {panel, flat}.

// panel -> flat -> {classes, badge, words}
function marksOf(focus) {
  const marks = new Map([...panels.keys()].map((name) => [name, new Map()]));
  const mark = (name, flat, kind, words, badge) => {
    const of = marks.get(name);
    const one = of.get(flat) ?? { classes: new Set(), words: "" };
    one.classes.add(kind);
    if (words) one.words = one.words ? `${one.words}, ${words}` : words;
    if (badge) one.badge = badge;
    of.set(flat, one);
  };
  $markIndices(mark);
  if (fold) $markFolded(mark);
  if (focus) {
    if (focus.panel === walked.name) $markWay(mark, focus.flat);
    else $markUsers(mark, focus);
    mark(focus.panel, focus.flat, "chosen", "chosen");
  }
  return marks;
}

// What comes of indices: clamped, dropped, padding; and which ones were changed.
function $markIndices(mark) {
  const { ways, clamped } = world.survey;
  for (const key of clamped) mark(...$placeOf(key), "clamped", "clamped");
  for (const key of state.edits.keys()) mark(...$placeOf(key), "edited", "changed here");
  ways.forEach((each, i) => {
    if (writes && !each.touched.length) mark(walked.name, i, "dropped", "dropped");
    if (each.isClamped) mark(walked.name, i, "clamped", "of a clamped index");
  });
  const isPadding = ({ touched }) => !writes && touched.length === 1 && !panels.get(touched[0].panel).shape.length;
  const padding = [...ways.keys()].filter((i) => isPadding(ways[i]));
  if (padding.length < count) padding.forEach((i) => mark(walked.name, i, "filled", "padding"));
}

// "panel:flat" as both.
const $placeOf = (key) => [key.slice(0, key.lastIndexOf(":")), Number(key.slice(key.lastIndexOf(":") + 1))];

// Where several updates go, and what comes of their order.
function $markFolded(mark) {
  for (const [flat, users] of world.survey.by.get(fold.into) ?? []) {
    if (users.length < 2) continue;
    mark(fold.into, flat, "contested", `${users.length} updates`);
    if (!world.isEdited && fold.possible[flat]?.length > 1) mark(fold.into, flat, "open", "depends on their order");
  }
  const { first, second } = world.folds;
  second?.values.forEach((value, flat) => {
    if (!Object.is(value, first.values[flat])) mark(fold.into, flat, "differs", "differs in the other order");
  });
  if (state.step === count) return;
  for (const update of orderOf(state.order, walked).slice(state.step))
    mark(walked.name, update, "later", "not yet applied");
}

// What an element of the tensor that the formula starts from reads, or where it is written, and the rest of its window.
function $markWay(mark, flat) {
  const { ways, readBy } = world.survey;
  const { touched, reads } = ways[flat];
  const window = readBy.size ? windowOf(walked, indexOf(flat, walked.shape)) : [];
  if (window.length > 1) window.forEach((i) => $markWindow(mark, i));
  const hasBadges = touched.length > 1 && touched.length < 100;
  touched.forEach((each, n) => {
    mark(each.panel, each.flat, "touched", writes ? "is written" : "is read", hasBadges ? String(n + 1) : "");
    if (each.panel === fold?.into) mates.forEach((name) => mark(name, each.flat, "touched"));
  });
  reads.forEach((read) => mark(read.tensor, read.flat, "consulted", "start index"));
}

// Who reads an element of another tensor, or is written to it, or is sent somewhere by it.
function $markUsers(mark, focus) {
  const { ways, by, readBy } = world.survey;
  const isFolded = mates.includes(focus.panel);
  const users = by.get(isFolded ? fold.into : focus.panel)?.get(focus.flat) ?? [];
  const hasBadges = isFolded && users.length > 1;
  users.forEach((i, n) =>
    mark(walked.name, i, "touched", writes ? "goes there" : "reads it", hasBadges ? String(n + 1) : ""),
  );
  if (users.length === 1) ways[users[0]].reads.forEach((read) => mark(read.tensor, read.flat, "consulted"));
  if (isFolded) mates.forEach((name) => mark(name, focus.flat, "touched"));
  for (const i of readBy.get(focus.panel)?.get(focus.flat) ?? []) $markWindow(mark, i);
}

function $markWindow(mark, i) {
  mark(walked.name, i, "window");
  world.survey.ways[i].touched.forEach((each) => mark(each.panel, each.flat, "window"));
}

// Of each panel the element that must be seen.
function followed(focus) {
  const found = new Map();
  if (!focus) return found;
  const { ways, by, readBy } = world.survey;
  found.set(focus.panel, focus.flat);
  if (mates.includes(focus.panel)) mates.forEach((name) => found.set(name, focus.flat));
  const users =
    by.get(mates.includes(focus.panel) ? fold.into : focus.panel)?.get(focus.flat) ??
    readBy.get(focus.panel)?.get(focus.flat) ??
    [];
  const start = focus.panel === walked.name ? focus.flat : users[0];
  if (start === undefined) return found;
  if (!found.has(walked.name)) found.set(walked.name, start);
  for (const { panel, flat } of [
    ...ways[start].touched,
    ...ways[start].reads.map((read) => ({ panel: read.tensor, flat: read.flat })),
  ]) {
    if (!found.has(panel)) found.set(panel, flat);
    if (panel === fold?.into) mates.filter((name) => !found.has(name)).forEach((name) => found.set(name, flat));
  }
  return found;
}

const $MARKS = {
  chosen: "chosen",
  touched: () => (writes ? "target, or updates of it" : "source, or what reads it"),
  consulted: "its start index",
  window: () => (writes ? "same window" : "same slice"),
  clamped: "clamped start index",
  dropped: "dropped: out of bounds",
  contested: "written by several updates",
  open: "depends on their order",
  differs: "differs in the other order",
  filled: "padding",
  later: "not yet applied",
  edited: "changed here",
};

function legend(marks) {
  const present = new Set([...marks.values()].flatMap((of) => [...of.values()].flatMap((one) => [...one.classes])));
  const key = [...present].sort().join();
  const place = byId("marks");
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren();
  for (const [kind, words] of Object.entries($MARKS)) {
    if (!present.has(kind)) continue;
    const svg = makeSvg("svg", { width: 22, height: 22, "aria-hidden": "true", viewBox: "-2 -2 32 32" });
    svg.append(
      makeSvg(
        "g",
        { class: `cell ${kind}` },
        makeSvg("rect", { width: 28, height: CELL }),
        ...decorations({ classes: new Set([kind]) }, 28),
      ),
    );
    place.append(make("li", {}, svg, typeof words === "function" ? words() : words));
  }
}
