-- What Kraus (2017), section 5.1, says of up to 10^7 steps of the Lotka-Volterra model without projection, on runs of this
-- length: claims K5 and K6.  With the standard projection: lotka-volterra-standard.lua.
--
-- A run is stable as long as it has not broken down and its energy error has not exceeded 5 %.
local odd = { "gauss-1", "gauss-3", "gauss-5", "srk-3" }
local claims = {}
local function claim(id, text, measure, methods, what)
  what.id, what.text, what.measure, what.methods, what.projection = id, text, measure, methods, "none"
  what.source, what.length = what.source or "Kraus (2017), section 5.1, figure 8", "10000000"
  table.insert(claims, what)
end

claim("K5", "Gauss with an odd number of stages and SRK3 are stable without projection for 10 million steps",
      "stable_steps", odd, { value = above "9999999" })
-- "Bounded or at least grows only slowly": as an exponent of time it is bounded.  That of five stages is round-off, which no
-- exponent tells from a growth; it stays below that of three stages.
claim("K5-constraint", "... and their error in the Dirac constraint is bounded or grows only slowly", "growth:constraint",
      { "gauss-1", "gauss-3", "srk-3" }, { grows = "bounded", precision = "double" })
claim("K5-constraint-5", "... with five stages it never gets as large as with three", "largest:constraint", "gauss-5",
      { value = below "1", relative = { method = "gauss-3" } })

-- The paper does not say what "unstable" is.  With two stages its number lies between the step at which the energy error
-- passes 5 % and the one that cannot be made.
claim("K6-constraint", "Gauss, s = 4: the error in the Dirac constraint grows", "final_part:constraint", "gauss-4",
      { value = above "3" })
claim("K6-energy", "... and so does that in the energy", "final_part:energy", "gauss-4", { value = above "3" })
claim("K6-2", "Gauss, s = 2, becomes unstable after about 250 000 steps: by then the energy error is beyond 5 %",
      "first_energy_step", "gauss-2", { value = below "250000" })
claim("K6-2-breakdown", "... and soon after it no step can be made", "breakdown_step", "gauss-2",
      { value = between("250000", "1000000") })
claim("K6-4", "Gauss, s = 4, stays stable several times as long as s = 2", "stable_steps", "gauss-4",
      { value = above "2", relative = { method = "gauss-2" } })
claim("K6-4-stable", "Gauss, s = 4, keeps the energy to 5 % for all 10 million steps, where the paper has it unstable, whatever "
      .. "that is, after about one million", "energy_error", "gauss-4",
      { value = below "0.05", own = true, source = "assay: measured" })

return study {
  title       = "Ten million steps of the Lotka-Volterra model without projection",
  source      = "Kraus (2017), section 5.1",
  models      = { "lotka-volterra" },
  methods     = { "gauss-1", "gauss-2", "gauss-3", "gauss-4", "gauss-5", "srk-3" },
  projections = { "none" },
  steps       = each { "0.1" },
  untilsteps  = 10000000,
  history     = 200,
  precisions  = { "double" },
  measures    = { "stable_steps", "first_energy_step", "breakdown_step", "energy_error", "final_part:constraint", "final_part:energy",
                  "largest:constraint", "growth:constraint" },
  claims      = claims,
  figures     = {
    { name = "K6", title = "Energy error and constraint without projection", source = "Kraus (2017), section 5.1",
      kind = "history", model = "lotka-volterra", precision = "double", projection = "none",
      panels = {
        { title = "Energy error", channel = "energy", methods = "gauss-*" },
        { title = "Constraint", channel = "constraint", methods = "gauss-*" },
      } },
  },
}
