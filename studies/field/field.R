# Lets assay audit integrators that are written in R: docs/protocol.md.  A step is a function (f, t, h, z) of numbers;
# f(t, z) is the right-hand side.  field_serve(list(name = step, ...)) offers those whose names are on the command line.
field_input <- file("stdin", "r")

field_say <- function(...) {
  cat(paste0(..., "\n")) # in one piece: cat writes each of its arguments at once
  flush(stdout())
}

field_hear <- function() {
  line <- readLines(field_input, 1)
  if (length(line) == 0) quit("no")
  strsplit(line, " ", fixed = TRUE)[[1]]
}

field_numbers <- function(x) paste(sprintf("%.17g", x), collapse = " ")

field_step <- function(step, words) {
  f <- function(t, z) {
    field_say("evaluate ", words[2], " rhs 1 ", field_numbers(c(t, z)))
    as.numeric(field_hear()[-(1:2)])
  }
  x <- as.numeric(words[-(1:2)])
  end <- tryCatch(step(f, x[1], x[2], x[-(1:2)]), error = function(e) NULL)
  if (is.null(end)) field_say("failed ", words[2], " the step cannot be made")
  else field_say("done ", words[2], " ", field_numbers(end))
}

field_serve <- function(steps) {
  wanted <- commandArgs(trailingOnly = TRUE)
  if (length(wanted) > 0) steps <- steps[wanted]
  step <- NULL
  repeat {
    words <- field_hear()
    switch(words[1],
      hello = if (words[4] == "double") field_say("methods ", paste(names(steps), "form ode", collapse = " "))
              else field_say("unsupported R has double precision"),
      select = step <- steps[[words[2]]],
      model = field_say("ok"),
      reset = field_say("ok"),
      step = field_step(step, words),
      quit = break)
  }
}
