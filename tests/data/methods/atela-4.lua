-- McLachlan, Atela (1992), Nonlinearity 5, 541: order 4 where the kinetic energy is quadratic, as printed; else order 3
return splitting {
  name = "atela-4", first = "kick",
  kick = { "0.1344961992774310892", "-0.2248198030794208058", "0.7563200005156682911", "0.3340036032863214255" },
  drift = { "0.5153528374311229364", "-0.085782019412973646", "0.4415830236164665242", "0.1288461583653841854" },
  claims = { order = 4, symplectic = true },
}
