// The address: a link to what is seen.

const nameInAddress = (panel, flat) => `${panel}:${indexOf(flat, panels.get(panel).shape).join(",")}`;

// Browsers take few changes of an address in a row: those that come soon after another wait.
const $PAUSE = 350; // milliseconds
let $remembered = -Infinity;
let $waiting = null;
function remember() {
  clearTimeout($waiting);
  const wait = $remembered + $PAUSE - performance.now();
  if (wait > 0) $waiting = setTimeout(remember, wait);
  else {
    $remembered = performance.now();
    $remember();
  }
}

function $remember() {
  if (location.protocol === "about:") return; // inside of a notebook
  const found = new URLSearchParams();
  if (state.at) found.set("at", nameInAddress(state.at.panel, state.at.flat));
  if (fold && state.step !== count) found.set("step", state.step);
  if (state.order !== "lexicographic") found.set("order", state.order);
  if (state.beside) found.set("beside", state.beside);
  for (const [key, value] of state.edits) found.append("set", `${nameInAddress(...key.split(/:(?=\d+$)/))}:${value}`);
  for (const [panel, slice] of state.slices) found.append("slice", `${panel}:${slice.join(",")}`);
  const text = `#${found.toString().replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
  if (text !== location.hash) history.replaceState(null, "", text);
}

const $ORDER = /^(lexicographic|reverse|window-major|shuffled \d{1,9})$/;

// Takes from the address what makes sense here.
function recall() {
  const found = new URLSearchParams(location.hash.slice(1));
  Object.assign(state, fresh());
  state.at = elementNamed(found.get("at") ?? "") ?? shownFirst();
  if (fold) {
    if (/^\d+$/.test(found.get("step") ?? "")) state.step = Math.min(Number(found.get("step")), count);
    if ($ORDER.test(found.get("order") ?? "")) state.order = found.get("order");
    if ($ORDER.test(found.get("beside") ?? "")) state.beside = found.get("beside");
  }
  for (const text of found.getAll("set")) {
    const [, place, value] = text.match(/^(.*):(-?\d{1,20})$/) ?? [];
    const at = place && elementNamed(place);
    if (at && editable(at.panel) && isInRange(at.panel, BigInt(value)))
      state.edits.set(`${at.panel}:${at.flat}`, BigInt(value));
  }
  for (const text of found.getAll("slice")) {
    const [, panel, slice] = text.match(/^(.*):(\d+,\d+,\d+)$/) ?? [];
    const view = views.get(panel);
    if (!view) continue;
    const [tile, top, left] = slice.split(",").map(Number);
    if (tile >= view.tiles || top >= Math.max(view.rows, 1) || left >= Math.max(view.columns, 1)) continue;
    Object.assign(view, {
      tile: view.isOneTile ? tile : 0,
      top: Math.max(0, Math.min(top, view.rows - $MOST_ROWS)),
      left: Math.max(0, Math.min(left, view.columns - 1)),
    });
    view.draw();
    state.slices.set(panel, [tile, top, left]);
  }
  compute();
  if (state.at) views.get(state.at.panel).active = state.at.flat;
  render();
}

const isInRange = (panel, value) => {
  const [least, most] = bounds(panels.get(panel).type);
  return least <= value && value <= most;
};

// The element that `panel:1,2` names, or null.
function elementNamed(text) {
  const [, name, index] = text.match(/^(.*):([\d,]*)$/) ?? [];
  const panel = panels.get(name);
  if (!panel) return null;
  const numbers = index === "" ? [] : index.split(",").map(Number);
  if (numbers.length !== panel.shape.length || numbers.some((i, d) => !(i < panel.shape[d]))) return null;
  return { panel: name, flat: flatOf(numbers, panel.shape) };
}

// What is shown where the address says nothing.
const shownFirst = () =>
  elementNamed(world.picture.at ?? "") ?? (count ? { panel: world.picture.of, flat: Math.floor(count / 2) } : null);
