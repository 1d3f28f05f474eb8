-- Ruth (1983), order 3
return splitting {
  name = "ruth-3", kick = { "7/24", "3/4", "-1/24" }, drift = { "2/3", "-2/3", 1 }, first = "kick",
}
