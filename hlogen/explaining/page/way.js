// The way of an element in words: the steps of the formula with numbers, what it reads or writes, or who touches it.

const $MOST_LISTED = 24;

// Fills `place` for the element `focus`, {panel, flat}; gives the sentence that says the outcome. `world` is what the page
// knows.
function tell(place, world, focus) {
  const { picture } = world;
  const panel = picture.panels.get(focus.panel);
  const heading = make("h2", {}, `${focus.panel}`, colouredIndex(panel, indexOf(focus.flat, panel.shape)));
  const value = world.text(focus.panel, focus.flat);
  if (value) heading.append(make("span", { class: "is" }, ` = ${value}`));
  const parts = focus.panel === picture.of ? $own(world, focus) : $users(world, focus);
  place.replaceChildren(heading, make("p", { class: "outcome" }, ...parts.outcome), ...parts.more);
  return `${named(focus.panel, indexOf(focus.flat, panel.shape))}${value ? ` is ${value}` : ""}. ${place.querySelector(".outcome").textContent}`;
}

// An element of the panel that the formula starts from.
function $own(world, focus) {
  const { picture, formula } = world;
  const found = way(picture, formula, focus.flat, true);
  const more = [];
  const target = found.touched[0]?.panel ?? picture.fold?.into;
  const sum = found.steps.findLast((step) => step.parts.length > 1);
  if (sum && target && picture.panels.get(target).shape.length === sum.value.length)
    more.push(
      $sum(picture.panels.get(target), sum, found.steps, indexOf(focus.flat, picture.panels.get(focus.panel).shape)),
    );
  if (found.steps.length) more.push($steps(found.steps));
  return { outcome: $outcome(world, focus, found), more };
}

function $outcome(world, focus, found) {
  const { picture } = world;
  const clamped = found.reads.filter((read) => read.isClamped);
  const said = clamped.length
    ? [" ", make("strong", {}, clamped.length > 1 ? "Start indices were clamped." : "A start index was clamped.")]
    : [];
  if (!found.touched.length) {
    if (!picture.writes) return ["It reads no element."];
    const end = found.steps.at(-1);
    const into = picture.fold?.into;
    return [
      make("strong", {}, "It is dropped"),
      `: ${end.name} ${$show(end.value)} is out of bounds${into ? ` of ${into}` : ""}.`,
    ];
  }
  const links = enumerated(found.touched.map((each) => world.link(each.panel, each.flat)));
  if (picture.writes) return ["It goes to ", ...links, ".", ...$change(world, focus.flat, found.touched[0]), ...said];
  if (found.touched.length === 1) return [world.moves ? "It is " : "It is computed from ", ...links, ".", ...said];
  return [`It is computed from ${found.touched.length} elements, in this order: `, ...links, ".", ...said];
}

// What an update makes of the element that it goes to.
function $change(world, update, { flat }) {
  const { fold, panels } = world.picture;
  const past = world.folds?.first.history.get(flat) ?? [];
  const at = past.findIndex(({ by }) => by === update);
  if (at < 0) return [];
  const { size, known } = panels.get(fold.start);
  const before = at > 0 ? past[at - 1].value : known?.[size === 1 ? 0 : flat];
  const { type } = panels.get(fold.into);
  const text = (value) => make("b", {}, (value ?? null) === null ? "?" : write(type, value));
  return [" There ", text(before), " becomes ", text(past[at].value), "."];
}

// An element of another panel: who reads it, or who is folded into it.
function $users(world, focus) {
  const { picture, survey } = world;
  const through = survey.readBy.get(focus.panel)?.get(focus.flat);
  const { fold } = picture;
  const isFolded = mates.includes(focus.panel);
  if (!isFolded && focus.panel === fold?.start)
    return { outcome: [`It is the initial value of each element of ${fold.into}.`], more: [] };
  const users = survey.by.get(isFolded ? fold.into : focus.panel)?.get(focus.flat) ?? through ?? [];
  const links = enumerated(users.map((i) => world.link(picture.of, i)));
  if (isFolded) return $history(world, focus.flat, users, links);
  if (!users.length)
    return { outcome: [`No element of ${picture.of} ${picture.writes ? "is written to" : "reads"} it.`], more: [] };
  const clamped = survey.clamped.has(`${focus.panel}:${focus.flat}`) ? [" ", make("strong", {}, "It is clamped.")] : [];
  if (through)
    return {
      outcome: [
        "It is in the start index of ",
        ...links,
        ".",
        ...clamped,
      ],
      more: [],
    };
  const what = picture.writes ? "written by" : "read by";
  return { outcome: [`It is ${what} `, ...links, "."], more: [] };
}

// How updates are folded into one element of the result, in the order that was chosen.
function $history(world, flat, users, links) {
  const { picture } = world;
  const start = [picture.fold.start, picture.panels.get(picture.fold.start).size === 1 ? 0 : flat];
  if (!users.length)
    return { outcome: ["No update goes here: it keeps the value of ", world.link(...start), "."], more: [] };
  const outcome =
    users.length === 1
      ? ["One update goes here: ", ...links, "."]
      : [make("strong", {}, `${users.length} updates go here`), ": ", ...links, "."];
  const more = [];
  const rows = [
    make("tr", {}, make("td", {}, world.link(...start)), make("td", { class: "value" }, world.text(...start))),
  ];
  for (const { by, value } of world.folds.first.history.get(flat) ?? [])
    rows.push(
      make(
        "tr",
        {},
        make("td", {}, world.link(picture.of, by), ` (${world.text(picture.of, by)})`),
        make("td", { class: "value" }, value === null ? "?" : write(picture.panels.get(picture.fold.into).type, value)),
      ),
    );
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, "update"),
    make("th", { scope: "col" }, "value after it"),
  );
  more.push(
    make(
      "table",
      { class: "history" },
      make("caption", {}, `Order of updates: ${world.state.order}`),
      make("thead", {}, head),
      make("tbody", {}, ...rows),
    ),
  );
  const possible = picture.fold.possible?.[flat];
  const { type } = picture.panels.get(picture.fold.into);
  const values = possible?.map((text) => write(type, read(type, text)));
  if (values && !world.isEdited) {
    const said =
      values.length > 1
        ? ["The order of updates is implementation-defined. Possible values: ", make("b", {}, values.join(", ")), "."]
        : ["Any order of updates gives ", make("b", {}, values[0]), "."];
    more.push(make("p", { class: "possible" }, ...said));
  }
  return { outcome, more };
}

const enumerated = (links) => {
  const all = links.slice(0, $MOST_LISTED).flatMap((link, i) => (i ? [", ", link] : [link]));
  return links.length > $MOST_LISTED ? [...all, ` and ${links.length - $MOST_LISTED} more`] : all;
};

// Each step: its name, how it is worked out, its value.
function $steps(steps) {
  const list = make("ol", { class: "steps" });
  for (const { name, value, words } of steps) {
    const lines = Array.isArray(words)
      ? words.map((each, i) => `${each} = ${$show(value[i])}`).filter((line) => !/^(.+) = \1$/.test(line))
      : words === $show(value)
        ? []
        : [words];
    const most = lines.length > 8 ? [...lines.slice(0, 7), `… ${lines.length - 7} more`] : lines;
    const text = $brief(value);
    const isShort = most.length === 1 && name.length + most[0].length + text.length < 46;
    const how = make(
      "div",
      { class: isShort ? "how" : "how long" },
      ...most.map((line) => make("code", {}, line, ...$isClamped(line))),
    );
    const shown = make("span", { class: name.length + text.length < 44 ? "value" : "value long" }, text);
    list.append(make("li", {}, make("span", { class: "step" }, name), ...(isShort ? [how, shown] : [shown, how])));
  }
  return list;
}

// A mark behind `clamp(0, 9, 5 - 2) = 3`.
function $isClamped(line) {
  const [, value, clamped] = line.match(/^clamp\(-?\d+, (-?\d+), .*\) = (-?\d+)$/) ?? [];
  return value === clamped ? [] : [" ", make("strong", {}, "clamped")];
}

// A value, of a long list the first parts.
function $brief(value) {
  if (!Array.isArray(value) || value.length <= 12) return $show(value);
  return `[${value.slice(0, 8).map($show).join(", ")}, … ${value.length - 8} more]`;
}

// An index as the sum of its parts, by the dimensions that it is for. A part that no step has made is `start`, the index
// that the formula was given.
function $sum(panel, sum, steps, start) {
  const row = (name, value, kind) =>
    make(
      "tr",
      { class: kind },
      make("th", { scope: "row" }, name),
      ...value.map((i, d) => make("td", {}, coordinate(panel, d, String(i)))),
    );
  const head = make(
    "tr",
    {},
    make("td"),
    ...panel.shape.map((size, d) =>
      make(
        "th",
        { scope: "col", class: classOf(panel.roles[d]) },
        `${d}`,
        make("small", {}, panel.roles[d].name === "free" ? "" : panel.roles[d].name),
      ),
    ),
  );
  const parts = sum.parts.map((name) => row(name, steps.find((step) => step.name === name)?.value ?? start, "part"));
  return make(
    "table",
    { class: "sum" },
    make("caption", {}, `Per dimension of ${panel.name}`),
    make("thead", {}, head),
    make("tbody", {}, ...parts, row(sum.name, sum.value, "total")),
  );
}
