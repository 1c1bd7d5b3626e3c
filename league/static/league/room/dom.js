// Elements without a library. Text goes in as text: nothing here parses markup.
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const money = (amount) => (amount < 0 ? `−$${-amount}` : `$${amount}`);

// Sets text only where it differs: a screen reader doesn't hear the same again.
export function say(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

export const json = (id) => JSON.parse(document.getElementById(id).textContent);
