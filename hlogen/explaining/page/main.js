// The page: what was chosen, and what follows from that.

const world = { picture: picture(JSON.parse(byId("data").textContent)), formula };
const { panels, fold, writes } = world.picture;
// The tensors in which an element has the index that it has in the result of a fold: those of its shape and roles.
const mates = fold
  ? [...panels.keys()].filter((name) => name !== world.picture.of && alike(panels.get(name), panels.get(fold.into)))
  : [];
const walked = panels.get(world.picture.of); // the tensor that the formula starts from
const count = walked.size;
const original = new Map([...panels].map(([name, panel]) => [name, panel.known]));

const fresh = () => ({
  at: null,
  step: count,
  order: "lexicographic",
  beside: "",
  slices: new Map(),
  edits: new Map(),
});
const state = (world.state = fresh());
let hovered = null;

world.link = (panel, flat) => {
  const link = make(
    "button",
    { type: "button", class: "element" },
    named(panel, indexOf(flat, panels.get(panel).shape)),
  );
  link.addEventListener("click", () => choose(panel, flat));
  return link;
};
world.text = (panel, flat) => {
  const values = panel === fold?.into ? world.folds.first.values : panels.get(panel).known;
  const value = values?.[flat];
  return value === null || value === undefined ? "" : write(panels.get(panel).type, value);
};

const on = {
  choose,
  hover,
  slice: (panel, slice) => {
    state.slices.set(panel, slice);
    remember();
  },
};
const views = new Map([...panels].map(([name, panel]) => [name, new PanelView(panel, on)]));
const besideView = fold ? new PanelView(panels.get(fold.into), on) : null;
const allViews = besideView ? [...views.values(), besideView] : [...views.values()];
// What is given stands in one group, what comes of it in another, which goes beside the first where there is room.
const groups = [make("div", { class: "group" }), make("div", { class: "group" })];
const firstOfSecond = [...panels.keys()].indexOf(world.picture.of);
allViews.forEach((view, i) => groups[i < firstOfSecond ? 0 : 1].append(view.element));
byId("panels").append(...groups.filter((group) => group.childElementCount));
if (besideView) besideView.element.hidden = true;
drawAll();

function choose(panel, flat) {
  state.at = { panel, flat };
  hovered = null;
  render();
  byId("said").textContent = world.sentence;
}

function drawAll() {
  allViews.forEach((view) => view.draw());
  level();
}

// Makes the captions that stand in a row equally high, so that the grids under them are level.
function level() {
  const captions = [...document.querySelectorAll("figcaption")];
  captions.forEach((each) => (each.style.minHeight = ""));
  const boxes = captions.map((each) => each.getBoundingClientRect());
  captions.forEach((each, i) => {
    const heights = boxes.filter(({ top }) => top === boxes[i].top).map(({ height }) => height);
    each.style.minHeight = `${Math.max(...heights)}px`;
  });
}

function hover(panel, flat) {
  hovered = flat === null ? null : { panel, flat };
  render();
}

// What follows from index values and the order of updates.
function compute() {
  world.isEdited = state.edits.size > 0;
  for (const [name, known] of original)
    if (editable(name)) panels.get(name).known = $givenNamed(name).values = [...known];
  for (const [key, value] of state.edits) {
    const [name, flat] = key.split(":");
    panels.get(name).known[flat] = value;
  }
  world.survey = survey(world.picture, formula);
  if (world.moves) {
    const source = ({ panel, flat }) => original.get(panel)?.[flat] ?? null;
    const moved = () => world.survey.ways.map(({ touched }) => source(touched[0]));
    walked.known = world.isEdited ? moved() : original.get(walked.name);
  }
  refold();
}

function refold() {
  if (!fold) return;
  const folds = (order, step) => folded(world.picture, world.survey, orderOf(order, walked), step, world.isEdited);
  world.folds = {
    first: folds(state.order, state.step),
    second: state.beside ? folds(state.beside, state.step) : null,
  };
}

const $givenNamed = (name) => world.picture.given[name];
const editable = (name) =>
  $givenNamed(name)?.values && isInteger(panels.get(name)?.type ?? "") && original.get(name) !== null;

// Whether each element of the result is the one element that it reads, unchanged.
function $moves() {
  const isMoved = ({ touched }, i) =>
    touched.length === 1 && Object.is(original.get(touched[0].panel)?.[touched[0].flat], walked.known[i]);
  return !writes && !world.picture.isElementwise && survey(world.picture, formula).ways.every(isMoved);
}

function render() {
  const focus = hovered ?? state.at;
  const marks = marksOf(focus);
  const follow = followed(focus);
  for (const [name, view] of views) {
    const values = name === fold?.into ? world.folds.first.values : panels.get(name).known;
    view.show(marks.get(name), values, focus && hovered?.panel !== name ? follow.get(name) : undefined);
  }
  if (besideView) {
    if (besideView.element.hidden === Boolean(world.folds.second)) {
      besideView.element.hidden = !world.folds.second;
      level();
    }
    besideView.call(`${fold.into}, ${state.beside}`);
    if (world.folds.second) besideView.show(marks.get(fold.into), world.folds.second.values, follow.get(fold.into));
  }
  if (focus) world.sentence = tell(byId("way"), world, focus);
  byId("brief").textContent = focus ? world.sentence : "";
  legend(marks);
  controls();
  editors();
  requestAnimationFrame(() => arrows(focus));
  if (!hovered) remember();
}

world.moves = $moves();
connect();
addEventListener("hashchange", recall);
addEventListener("resize", () => {
  drawAll();
  render();
});
document.addEventListener("scroll", () => arrows(hovered ?? state.at), { capture: true, passive: true });
byId("brief").addEventListener("click", () => byId("way").scrollIntoView());
document.documentElement.classList.add("live");
recall();
