"use strict";

/** An element with text and children. */
function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** A value as JSON; lists and objects that hold no others are on one line. */
function written(value) {
  const plain = /[[{](?:[^[\]{}"]|"(?:[^"\\]|\\.)*")*[\]}]/g;
  return JSON.stringify(value, null, 2)
    .replace(plain, (part, place) => (place ? part.replace(/\n\s*/g, " ") : part));
}

/** The range, the choices or the default of a key, in words. */
function limits(key) {
  const said = [];
  if (key.enum) said.push(key.enum.join(", "));
  if (key.minimum !== undefined) said.push(`${key.minimum} to ${key.maximum}`);
  if ("default" in key) said.push(`default ${JSON.stringify(key.default)}`);
  return said.length ? ` (${said.join("; ")})` : "";
}

/** A table of keys and what they hold. */
function keys(caption, properties, required = []) {
  const rows = Object.entries(properties).map(([name, key]) => {
    const must = required.includes(name) ? ", required" : "";
    return element("tr", "", element("th", "", element("code", name)),
      element("td", key.description + limits(key) + must));
  });
  return element("table", "", element("caption", caption), ...rows);
}

/** Send a question, and show its status and answer. */
async function ask(path, text, button, status, answer) {
  button.disabled = true;
  status.textContent = "asked ...";
  status.className = "";
  const began = performance.now();
  try {
    const reply = await fetch(path.slice(1), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: text,
    });
    const found = await reply.text();
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    status.textContent = `${reply.status} in ${seconds} s`;
    status.className = reply.ok ? "" : "wrong";
    try {
      answer.textContent = written(JSON.parse(found));
    } catch {
      answer.textContent = found;
    }
  } catch (error) {
    status.textContent = `no answer: ${error.message}`;
    status.className = "wrong";
  }
  answer.hidden = false;
  button.disabled = false;
}

/** The part of the page for one question. */
function question(path, operation) {
  const content = operation.requestBody.content["application/json"];
  const text = element("textarea");
  text.value = written(content.example);
  text.rows = text.value.split("\n").length + 1;
  text.spellcheck = false;
  text.setAttribute("aria-label", `the question for ${path}`);
  const button = element("button", "Ask");
  const status = element("span");
  status.setAttribute("role", "status");
  const answer = element("pre");
  answer.hidden = true;
  answer.tabIndex = 0;
  answer.setAttribute("aria-label", `the answer of ${path}`);
  button.addEventListener("click", () => ask(path, text.value, button, status, answer));
  const schema = content.schema;
  return element("details", "",
    element("summary", "", element("h2", "", element("code", path)), ` ${operation.summary}`),
    text, button, status, answer,
    keys("What may be asked", schema.properties, schema.required),
    keys("What is answered", operation.responses[200].content["application/json"].schema.properties));
}

/** Build the page from the description of the service. */
async function begin() {
  const described = await (await fetch("openapi.json")).json();
  const parts = Object.entries(described.paths).map(([path, { post }]) => question(path, post));
  document.getElementById("questions").replaceChildren(...parts);
  parts[0].open = true;
}

begin();
