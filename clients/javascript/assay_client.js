// Lets assay audit integrators that are written in JavaScript, under Node.  Copy this file beside yours.
//
//     const { serve } = require("./assay_client.js");
//
//     serve({ "my-euler": (f, t, h, z) => { const k = f(t, z); return z.map((x, i) => x + h * k[i]); } });
//
// and then:  assay audit --exec "node my_euler.js" --claim order=1
//
// f(t, z) is the right-hand side of z' = f(t, z), which assay evaluates; f.many([[t, z], ...]) asks for several points
// at once, f.many(points, "gradient") for another function of the model.  f.model, f.dimension, f.constraints and f.size are
// what assay says of it.  A step depends on (t, h, z) alone.  A step that throws is one that cannot be made.  What a method says
// of itself stands in serve(methods, { form: "hamiltonian", traits: { "my-shake": "constraints order 2" } }): docs/protocol.md.
"use strict";

const fs = require("fs");

let waiting = "";

// The words of the next line; the program ends where there is none.
function hear() {
  const bytes = Buffer.alloc(65536);

  while (!waiting.includes("\n")) {
    let count = 0;

    try {
      count = fs.readSync(0, bytes, 0, bytes.length, null);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      if (error.code !== "EOF") throw error;
    }
    if (count === 0) process.exit(0);
    waiting += bytes.toString("latin1", 0, count);
  }
  const end = waiting.indexOf("\n");
  const line = waiting.slice(0, end);

  waiting = waiting.slice(end + 1);
  return line.split(/\s+/).filter((word) => word !== "");
}

function say(words) {
  const line = Buffer.from(words.join(" ") + "\n");
  let written = 0;

  while (written < line.length) {
    try {
      written += fs.writeSync(1, line, written);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

// JavaScript writes the shortest text that reads back exactly, but for two words.
function write(x) {
  return Number.isNaN(x) ? "nan" : x === Infinity ? "inf" : x === -Infinity ? "-inf" : String(x);
}

function serve(methods, { form = "ode", traits = {} } = {}) {
  const names = Object.keys(methods);
  let step = null;
  let asked = "0";

  function many(points, name = "rhs") {
    const words = ["evaluate", asked, name, points.length];

    for (const [t, z] of points) words.push(write(t), ...Array.from(z, write));
    say(words);
    const answer = hear();
    if (answer[0] !== "value" || answer[1] !== asked) process.exit(1);
    const values = answer.slice(2).map(Number);
    const width = values.length / points.length;
    return points.map((_, k) => values.slice(k * width, (k + 1) * width));
  }
  const field = (t, z) => many([[t, z]])[0];
  field.many = many;

  function answerStep(words) {
    asked = words[1];
    const [t, h, ...z] = words.slice(2).map(Number);
    let end;

    try {
      end = step(field, t, h, z);
    } catch (error) {
      say(["failed", asked, String(error.message).replace(/\s+/g, " ")]);
      return;
    }
    say(["done", asked, ...Array.from(end, write)]);
  }

  for (;;) {
    const words = hear();

    if (words[0] === "hello" && words[3] === "double") say(["methods", ...names.map((name) => `${name} form ${form} ${traits[name] || ""}`)]);
    else if (words[0] === "hello") say(["unsupported these methods are written for double"]);
    else if (words[0] === "select") step = methods[words[1]];
    else if (words[0] === "model") {
      field.model = words[1];
      for (let k = 2; k + 1 < words.length; k += 2) field[words[k]] = Number(words[k + 1]);
      say(["ok"]);
    } else if (words[0] === "reset") say(["ok"]);
    else if (words[0] === "step") answerStep(words);
    else if (words[0] === "quit") return;
  }
}

module.exports = { serve };
