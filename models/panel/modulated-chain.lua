-- Three particles of unequal masses on springs that harden, pushed and pulled in time, far from the origin: what a method
-- does to the third degree of freedom, to the time in more than one, to a time that does not begin at 0, and to positions
-- beyond pi.  The kinetic energy is quadratic and the forces are of q and t alone, as Nystroem methods ask.
return model {
  title       = "Chain of three particles, forced in time",
  source      = "H(q, p, t) = p1^2/2 + p2^2/3 + p3^2 + (q1 - q2)^2/2 + (q2 - q3)^4/24 + (q3 - 5)^2/3 + (q1 - 4)^2/5 + (q1 - 4)^3/30 + (q1 + q3) cos(w t)/4",
  kind        = "hamiltonian",
  coordinates = { "x", "y", "z" },
  parameters  = { w = "7/5" },
  hamiltonian = function (q, p, t, c)
    return p.x^2/2 + p.y^2/3 + p.z^2 + (q.x - q.y)^2/2 + (q.y - q.z)^4/24 + (q.z - 5)^2/3 + (q.x - 4)^2/5 + (q.x - 4)^3/30
           + (q.x + q.z)*cos(c.w*t)/4
  end,
  initial     = {
    default = { q = { "9/2", "21/5", "26/5" }, p = { "1/3", "-2/5", "1/4" }, time = 2 },
    other   = { q = { "19/5", "9/2", "24/5" }, p = { "-1/4", "1/5", "2/5" }, time = "-3/2" },
  },
}
