// Integrators of npm packages, for assay: ode-euler, ode-midpoint and ode-rk4 (scijs), and the motion of one free body of
// mass 1 in cannon-es and planck, without damping, under a force that is p' of a separable model of two coordinates.
// The packages are in out/field/npm.
"use strict";

const path = require("path");
const { createRequire } = require("module");
const { serve } = require(path.resolve("clients/javascript/assay_client.js"));
const installed = createRequire(path.resolve("out/field/npm/package.json"));

function scijs(name) {
  const integrate = installed(name);

  return (f, t, h, z) => {
    const derivative = (to, y, time) => f(time, Array.from(y)).forEach((x, i) => (to[i] = x));
    return integrate(z.slice(), derivative, t, h).step().y;
  };
}

function plane(z) {
  if (z.length !== 4) throw new Error("a body in the plane has two coordinates and two momenta");
}

function cannon(f, t, h, z) {
  const { Body, Sphere, World } = installed("cannon-es");
  const world = new World();
  const body = new Body({ mass: 1, shape: new Sphere(1), linearDamping: 0, angularDamping: 0 });

  plane(z);
  world.addBody(body);
  body.position.set(z[0], z[1], 0);
  body.velocity.set(z[2], z[3], 0);
  const k = f(t, z);
  body.force.set(k[2], k[3], 0);
  world.step(h);
  return [body.position.x, body.position.y, body.velocity.x, body.velocity.y];
}

function planck(f, t, h, z) {
  const { World, Circle, Vec2 } = installed("planck");
  const world = new World({ gravity: new Vec2(0, 0), allowSleep: false });
  const body = world.createBody({ type: "dynamic", position: new Vec2(z[0], z[1]), linearVelocity: new Vec2(z[2], z[3]), bullet: false });

  plane(z);
  body.createFixture(new Circle(1), 1 / Math.PI); // of mass 1
  const k = f(t, z);
  body.applyForceToCenter(new Vec2(k[2], k[3]), true);
  world.step(h);
  const p = body.getPosition(), v = body.getLinearVelocity();
  return [p.x, p.y, v.x, v.y];
}

const steps = { "ode-euler": scijs("ode-euler"), "ode-midpoint": scijs("ode-midpoint"), "ode-rk4": scijs("ode-rk4"), "cannon-es": cannon, planck };
const wanted = process.argv.slice(2);
serve(Object.fromEntries(Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name))));
