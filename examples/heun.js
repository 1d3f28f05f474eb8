// Heun's method of order 3, in JavaScript: assay audit --exec "node examples/heun.js" --claim order=3
"use strict";

const { serve } = require("../clients/javascript/assay_client.js");

function heun(f, t, h, z) {
  const add = (a, k) => z.map((x, i) => x + a * h * k[i]);
  const k1 = f(t, z);
  const k2 = f(t + h / 3, add(1 / 3, k1));
  const k3 = f(t + (2 * h) / 3, add(2 / 3, k2));

  return z.map((x, i) => x + (h / 4) * (k1[i] + 3 * k3[i]));
}

serve({ "javascript-heun": heun });
