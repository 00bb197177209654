// Elements of the document.

const byId = (id) => document.getElementById(id);

const makeSvg = (name, attributes = {}, ...children) => {
  const one = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...children);
  return one;
};
const make = (name, attributes = {}, ...children) => {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in one && typeof value !== "string") one[key] = value;
    else one.setAttribute(key, value);
  }
  one.append(...children);
  return one;
};

// One coordinate of an index, in the colour of its dimension's role.
const coordinate = (panel, d, text) =>
  make("b", { class: `role ${classOf(panel.roles[d])}`, title: `dimension ${d}: ${panel.roles[d].name}` }, text);
const classOf = (role) => `role-${role.like.replaceAll(" ", "-")}`;

// An index of a panel as people write it, each coordinate in its colour.
function colouredIndex(panel, index) {
  const one = make("span", { class: "index" }, "[");
  index.forEach((i, d) => one.append(d ? ", " : "", coordinate(panel, d, String(i))));
  one.append("]");
  return one;
}
