-- Lobatto IIIA-IIIB with three stages
return tableau {
  name = "my-lobatto-pair-3",
  a    = { { 0, 0, 0 }, { "5/24", "1/3", "-1/24" }, { "1/6", "2/3", "1/6" } },
  ahat = { { "1/6", "-1/6", 0 }, { "1/6", "1/3", 0 }, { "1/6", "5/6", 0 } },
  b    = { "1/6", "2/3", "1/6" },
}
