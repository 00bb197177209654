// What can be changed: values of indices, and the order and number of updates that are folded.

// Under each tensor of indices, the value of its chosen element.
const $editors = new Map();
function editors() {
  if (!$editors.size)
    [...world.survey.readBy.keys()].filter(editable).forEach((name) => $editors.set(name, $editor(name)));
  for (const editor of $editors.values()) editor.update();
  const reset = byId("reset");
  reset.hidden = !state.edits.size;
}

function $editor(name) {
  const panel = panels.get(name);
  const [least, most] = bounds(panel.type);
  const sizes = [...panels.values()].flatMap((each) => (each.name === name ? [] : each.shape));
  const clip = (value) => (value < least ? least : value > most ? most : value);
  const number = make("input", {
    type: "text",
    inputmode: "numeric",
    size: "6",
    autocomplete: "off",
    spellcheck: "false",
  });
  const slider = make("input", {
    type: "range",
    min: String(clip(-2n)),
    max: String(clip(BigInt(Math.max(1, ...sizes) + 1))),
    step: "1",
  });
  const label = make("span", { class: "label" });
  const wrong = make("span", { class: "wrong", role: "alert" });
  let flat = 0;
  const set = (text) => {
    const value = /^\s*-?\d{1,20}\s*$/.test(text) ? BigInt(text.trim()) : null;
    const fits = value !== null && isInRange(name, value);
    number.setAttribute("aria-invalid", String(!fits));
    wrong.textContent = fits ? "" : `an integer from ${least} to ${most}`;
    if (!fits) return;
    if (value === original.get(name)[flat]) state.edits.delete(`${name}:${flat}`);
    else state.edits.set(`${name}:${flat}`, value);
    compute();
    render();
    byId("said").textContent = world.sentence;
  };
  number.addEventListener("change", () => set(number.value));
  slider.addEventListener("input", () => set(slider.value));
  views.get(name).element.append(make("div", { class: "editor" }, label, number, slider, wrong));
  return {
    update() {
      const at = hovered ?? state.at;
      const reads =
        at?.panel === world.picture.of ? world.survey.ways[at.flat].reads.filter((read) => read.tensor === name) : [];
      const before = flat;
      if (at?.panel === name) flat = at.flat;
      else if (reads.length && !reads.some((read) => read.flat === flat))
        flat = (reads.find((read) => read.isClamped) ?? reads[0]).flat;
      const element = named(name, indexOf(flat, panel.shape));
      label.textContent = `${element} =`;
      number.setAttribute("aria-label", element);
      slider.setAttribute("aria-label", element);
      const value = String(panel.known[flat]);
      slider.value = value;
      if (document.activeElement === number && before === flat) return; // is being written
      number.value = value;
      number.setAttribute("aria-invalid", "false");
      wrong.textContent = "";
    },
  };
}

// A scatter, update by update.
let $timer = null;
function $go(step) {
  state.step = Math.min(Math.max(step, 0), count);
  refold();
  const update = orderOf(state.order, walked)[state.step - 1];
  if (update !== undefined) state.at = { panel: world.picture.of, flat: update };
  hovered = null;
  render();
}

function $play(isPlaying) {
  clearInterval($timer);
  $timer = null;
  if (isPlaying) {
    if (state.step >= count) $go(0);
    $timer = setInterval(
      () => {
        $go(state.step + 1);
        if (state.step >= count) $play(false);
      },
      Math.min(900, Math.max(120, 12000 / count)),
    );
  } else byId("said").textContent = world.sentence;
  const button = byId("play");
  button.textContent = isPlaying ? "Pause" : "Play";
}

function controls() {
  if (!fold) return;
  byId("steps").value = state.step;
  byId("steps").max = count;
  byId("steps-of").textContent = `${state.step} of ${count} update${count === 1 ? "" : "s"}`;
  byId("unknown").hidden =
    folding(fold.body, panels.get(fold.into).type) !== null ||
    (!world.folds.first.values.includes(null) && !world.folds.second?.values.includes(null));
  for (const [id, value] of [
    ["order", state.order],
    ["beside", state.beside],
  ]) {
    const [kind, number] = value.startsWith("shuffled ") ? ["shuffled", value.slice(9)] : [value, ""];
    byId(id).value = kind;
    byId(`${id}-number`).parentElement.hidden = kind !== "shuffled";
    if (number) byId(`${id}-number`).value = number;
  }
}

// Connects what is there once.
function connect() {
  if (fold) {
    byId("player").hidden = false;
    byId("play").addEventListener("click", () => $play($timer === null));
    byId("first").addEventListener("click", () => {
      $play(false);
      $go(0);
    });
    byId("back").addEventListener("click", () => {
      $play(false);
      $go(state.step - 1);
    });
    byId("forward").addEventListener("click", () => {
      $play(false);
      $go(state.step + 1);
    });
    byId("last").addEventListener("click", () => {
      $play(false);
      $go(count);
    });
    byId("steps").addEventListener("input", (event) => $go(Number(event.target.value)));
    for (const id of ["order", "beside"]) {
      const change = () => {
        const kind = byId(id).value;
        state[id] =
          kind === "shuffled"
            ? `shuffled ${Math.min(Math.max(Math.trunc(Number(byId(`${id}-number`).value)) || 0, 0), 999999999)}`
            : kind;
        refold();
        render();
      };
      byId(id).addEventListener("change", change);
      byId(`${id}-number`).addEventListener("change", change);
    }
  }

  byId("reset").addEventListener("click", () => {
    state.edits.clear();
    compute();
    render();
  });
}
