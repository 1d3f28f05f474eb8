-- What completes the words of a command: of options by their value, of arguments by the command.
return {
  options = {
    method = "methods", projection = "projections", on = "models", precision = "double", color = "always never auto",
    format = "text csv md latex gnuplot svg png pdf",
    out = "folder", store = "file", junit = "file", summary = "file", baseline = "file", template = "file",
  },
  arguments = {
    list = "models methods projections studies measures papers claims", show = "models methods projections", integrate = "models",
    reference = "models", run = "studies", report = "studies", gate = "studies", table = "studies", plot = "studies",
    audit = "methods", help = "",
  },
  -- What `assay list` knows.
  listed = { models = true, methods = true, projections = true, studies = true },
}
