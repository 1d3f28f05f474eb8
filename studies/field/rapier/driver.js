// The motion of one free body of mass 1 in Rapier, without damping, under a force that is p' of a separable model of two
// coordinates, for assay.  Rapier computes in single precision.
"use strict";

const path = require("path");
const { createRequire } = require("module");
const { serve } = require(path.resolve("clients/javascript/assay_client.js"));
const rapier = createRequire(path.resolve("out/field/npm/package.json"))("@dimforge/rapier2d-compat");

function rapierStep(f, t, h, z) {
  if (z.length !== 4) throw new Error("a body in the plane has two coordinates and two momenta");
  if (h < 0) throw new Error("Rapier takes no negative step");
  const world = new rapier.World({ x: 0, y: 0 });
  const body = world.createRigidBody(
    rapier.RigidBodyDesc.dynamic().setTranslation(z[0], z[1]).setLinvel(z[2], z[3]).setAdditionalMass(1).setCanSleep(false));
  const k = f(t, z);
  world.timestep = h;
  body.addForce({ x: k[2], y: k[3] }, true);
  world.step();
  const q = body.translation(), v = body.linvel();
  const end = [q.x, q.y, v.x, v.y];
  world.free();
  return end;
}

rapier.init().then(() => serve({ rapier: rapierStep }));
