return composition {
  name = "euler-and-adjoint", base = "./euler.lua", coefficients = { "1/2", "1/2" }, adjoint = { true, false },
}
