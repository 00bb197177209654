"use strict";
// Lights up what an operation uses and who uses it, finds, folds, and goes from row to row.
const listing = document.getElementById("listing");
const edges = document.getElementById("edges");
const items = [...listing.querySelectorAll("li[id]")];
const rowOf = (item) => item.querySelector(":scope > .row");
const usedBy = new Map();  // the items that use an item
const uses = new Map();
for (const item of listing.querySelectorAll("li")) {
  const links = [...rowOf(item).querySelectorAll('a[href^="#n"]')];
  const found = [...new Set(links.map((link) => document.getElementById(link.hash.slice(1))))];
  uses.set(item, found);
  for (const one of found) usedBy.set(one, [...(usedBy.get(one) ?? []), item]);
  for (const link of rowOf(item).querySelectorAll("a")) link.tabIndex = -1;
}
let chosen = null;

function isSeen(item) {
  return item.checkVisibility ? item.checkVisibility() : item.getClientRects().length > 0;
}

/* The item itself, or the closest around it that isn't folded away. */
function seen(item) {
  while (item && !isSeen(item)) item = item.parentElement?.closest("li, details");
  return item;
}

function unfold(item) {
  for (let around = item.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
}

function choose(item, { focus = true } = {}) {
  for (const name of ["chosen", "used", "user"]) {
    for (const one of listing.querySelectorAll(`.${name}`)) one.classList.remove(name);
  }
  chosen = item;
  if (item) {
    item.classList.add("chosen");
    for (const one of uses.get(item) ?? []) one.classList.add("used");
    for (const one of usedBy.get(item) ?? []) one.classList.add("user");
    if (item.id) history.replaceState(null, "", `#${item.id}`);
    rove(rowOf(item));
    if (focus) {
      rowOf(item).focus({ preventScroll: true });
      rowOf(item).scrollIntoView({ block: "nearest" });
    }
    tell(item);
  }
  draw();
}

function rove(row) {
  for (const one of listing.querySelectorAll('.row[tabindex="0"]')) one.tabIndex = -1;
  row.tabIndex = 0;
}

function nameOf(item) {
  return item.querySelector(":scope > .row b")?.textContent ?? item.querySelector(":scope > .row .op").textContent;
}

function tell(item) {
  const named = (list) => (list?.length ? list.map(nameOf).join(", ") : "nothing");
  document.getElementById("said").textContent =
    `${nameOf(item)} uses ${named(uses.get(item))}; used by ${named(usedBy.get(item))}`;
}

function draw() {
  edges.replaceChildren();
  if (!chosen || !isSeen(chosen)) return;
  const top = listing.getBoundingClientRect().top;
  const left = listing.getBoundingClientRect().left;
  const width = edges.getBoundingClientRect().width;
  const at = (item) => {
    const row = item.matches("li") ? rowOf(item) : item.firstElementChild;
    const box = row.getBoundingClientRect();
    return { x: Math.max(box.left - left - 3, 4), y: box.top - top + Math.min(box.height, 22) / 2 };
  };
  const end = at(chosen);
  const arc = (item, name) => {
    const start = at(seen(item));
    const out = Math.min(Math.min(start.x, end.x) - 4, 10 + 9 * Math.log2(1 + Math.abs(end.y - start.y) / 22));
    const x = Math.max(Math.min(start.x, end.x) - Math.min(out, width - 8), 2);
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", `M ${start.x} ${start.y} C ${x} ${start.y}, ${x} ${end.y}, ${end.x} ${end.y}`);
    path.setAttribute("class", name);
    path.style.fill = "none";
    const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    dot.setAttribute("cx", start.x);
    dot.setAttribute("cy", start.y);
    dot.setAttribute("r", 3);
    dot.setAttribute("class", name);
    edges.append(path, dot);
  };
  for (const one of uses.get(chosen) ?? []) arc(one, "uses-edge");
  for (const one of usedBy.get(chosen) ?? []) arc(one, "users-edge");
}

function find() {
  const wanted = document.getElementById("find").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const item of listing.querySelectorAll("li")) item.classList.remove("hidden");
  if (wanted.length) {
    const kept = new Set();
    for (const item of items) {
      const text = rowOf(item).textContent.toLowerCase();
      if (!wanted.every((word) => text.includes(word))) continue;
      count += 1;
      unfold(item);
      for (let around = item; around; around = around.parentElement.closest("li")) kept.add(around);
    }
    for (const item of listing.querySelectorAll("li")) item.classList.toggle("hidden", !kept.has(item));
  }
  document.getElementById("found").textContent = wanted.length ? `${count} found` : "";
  draw();
}

function step(by) {
  const rows = [...listing.querySelectorAll(".row, summary")].filter((row) => isSeen(row));
  const next = rows[rows.indexOf(document.activeElement) + by];
  if (!next) return;
  if (next.matches("summary")) next.focus();
  else choose(next.parentElement);
}

listing.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link) {
    event.preventDefault();
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target.matches("details")) {
      target.open = true;
      target.firstElementChild.focus();
      target.scrollIntoView();
      return;
    }
    unfold(target);
    choose(target);
    return;
  }
  const item = event.target.closest(".row")?.parentElement;
  if (item && !getSelection().toString()) choose(item === chosen ? null : item);
});
listing.addEventListener("toggle", draw, true);
listing.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const item = event.target.closest("li");
  const folds = event.target.matches("summary") ? [event.target.parentElement] : [...(item?.querySelectorAll(":scope > details") ?? [])];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "ArrowRight") for (const one of folds) one.open = true;
  else if (event.key === "ArrowLeft") for (const one of folds) one.open = false;
  else if (event.key === "Escape") choose(null);
  else return;
  event.preventDefault();
});
document.getElementById("find").addEventListener("input", find);
document.getElementById("tools").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("values")?.addEventListener("change", (event) => {
  listing.classList.toggle("with-values", event.target.checked);
  draw();
});
document.getElementById("only")?.addEventListener("change", (event) => {
  for (const item of listing.querySelectorAll("li")) {
    item.classList.toggle("has-way", item.querySelector(".data, .control") !== null);
  }
  listing.classList.toggle("only-way", event.target.checked);
  draw();
});
for (const [id, open] of [["unfold", true], ["fold", false]]) {
  document.getElementById(id).addEventListener("click", () => {
    for (const one of listing.querySelectorAll("details")) one.open = open;
    draw();
  });
}
addEventListener("resize", draw);
document.getElementById("tools").hidden = false;
for (const row of listing.querySelectorAll(".row")) row.tabIndex = -1;
const first = items.find((item) => `#${item.id}` === location.hash);
if (first) {
  unfold(first);
  choose(first);
} else if (items.length) {
  rove(rowOf(items[0]));
}
