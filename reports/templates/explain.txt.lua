<% -- What is behind a fit, a run, a claim, or all fits of a name: those that do not hold come first.
   local rank = { refuted = 0, inconclusive = 1, vacuous = 2, ["not applicable"] = 4, ["holds to round-off"] = 5, holds = 6 }
   local function rank_of(verdict) return verdict and rank[verdict] or 3 end
   local lines = {}
   local function put(text) lines[#lines + 1] = text end
   -- "LABEL  text", the label padded; nothing where there is no text.
   local function say(label, text)
     if text and text ~= "" then put(("%-14s %s"):format(label, escape(text))) end
   end
   local function by_rank(list)
     local sorted = {}
     for r = 0, 6 do
       for _, each in ipairs(list) do
         if rank_of(each.verdict) == r then sorted[#sorted + 1] = each end
       end
     end
     return sorted
   end
   local function holds(verdict) return verdict == "holds" or verdict == "holds to round-off" end

   -- ---- points ----

   local function status_of(point)
     if point.status == "used" then return "used" end
     if point.status == "value" then return "measured once; no order is fitted" end
     if point.status == "too-large" then return ("too large (above %g): pre-asymptotic"):format(document.thresholds.largest) end
     if point.status == "outside-window" then return "outside the window: the next finer step is not admitted" end
     if point.status == "below-floor" then
       return point.floor and ("below the floor (%g times it)"):format(document.thresholds.floors) or "not used: its floor is not known"
     end
     return "no value" .. (point.broke_down_at and (": broke down at step %d"):format(point.broke_down_at)
       or point.cell and point.cell ~= "completed" and ": " .. point.cell or "") .. (point.reason and ", " .. point.reason or "")
   end
   local function number(format, value) return value and format:format(value) or "-" end
   local function width_of(text) return select(2, text:gsub("[^\128-\191]", "")) end
   -- With a column of floors where every point has its own.
   local function put_points(fit)
     local rows = { { "h", "steps", "error", "floor", "slope", "extrapolated", "status" } }
     for i, point in ipairs(fit.points) do
       rows[i + 1] = { point.step, number("%d", point.steps), number("%.4e", point.error), number("%.1e", point.floor),
                       number("%.3f", point.slope), number("%.3f", point.extrapolated), status_of(point) }
     end
     local starts = { 0 }
     for c = 1, 7 do
       local wide = -2
       for _, row in ipairs(rows) do
         if c == 4 and not fit.floors then break end
         wide = math.max(wide, width_of(row[c]))
       end
       starts[c + 1] = starts[c] + wide + 2
     end
     put("")
     for r, row in ipairs(rows) do
       local line, at = "", 0
       for c, text in ipairs(row) do
         if starts[c + 1] > starts[c] and text ~= "" then
           line, at = line .. (" "):rep(starts[c] - at) .. escape(text), math.max(at, starts[c]) + width_of(text)
         end
       end
       put(line)
       if r == 1 then put(("-"):rep(starts[8] - 2)) end
     end
     put("")
   end

   -- ---- one fit ----

   local function put_controls(fit)
     for _, control in ipairs(fit.controls) do
       if control.witness then say("witness", ("initial data %s: %s"):format(control.initial, control.evidence)) end
     end
     say("controls", fit.control)
     say("controls", fit.positive_control and "positive: " .. fit.positive_control)
     for _, control in ipairs(fit.controls) do
       if control.claim then
         say("controls", ("claim %s as a whole: %s%s"):format(control.claim, control.verdict or "no verdict",
           holds(control.verdict) and "" or "; " .. (control.evidence or "")))
         say("condition", control.condition)
       end
     end
   end
   local function put_fit(fit)
     local claim, exact, longer = fit.claims[1], fit.exact, fit.longer
     put(escape(fit.id))
     if #fit.points > 0 then
       put_points(fit)
       say("floor", fit.floor_origin)
       if fit.subject == "number" then
         say("value", fit.measured)
       elseif #fit.points > 1 then -- one step has no order, and a claim that it is zero asks for none
         say("order", fit.rule)
       end
       if exact and exact.bits > 0 and exact.error then
         say("exact", exact.repeated and ("%.1e; with %d more bits %.1e"):format(exact.error, exact.bits, exact.repeated) or
           ("%.1e; no value with %d more bits"):format(exact.error, exact.bits))
       end
     end
     say("claim", claim and ("%s, %s (%s)"):format(claim.id, claim.words, claim.source or "without a source") or "none")
     put_controls(fit)
     say("verdict", ("%s%s: %s"):format(fit.verdict or "none", fit.reason_code and (" (%s)"):format(fit.reason_code) or "", fit.reason))
     say("next", fit.next)
     if longer then -- differs from machine to machine
       say("time", ("about %.2g s, as %d steps took %.2g s"):format(longer.seconds * longer.length / longer.steps, longer.steps, longer.seconds))
     end
     say(fit.next and "run" or "next", fit.run)
   end

   -- ---- several ----

   -- The claims that are meant, as the study says them.
   local function put_claims()
     for _, claim in ipairs(by_rank(document.claims)) do
       say(claim.verdict or "no verdict", ("%s: %s (%s); %s"):format(claim.id, claim.text, claim.source or "without a source", claim.brief))
       say("", claim.evidence)
       say("condition", claim.condition)
     end
     if #document.claims > 0 then put("") end
   end
   local function put_list()
     put_claims()
     for _, fit in ipairs(document.fits) do
       local exception = fit.claims[1] and not holds(fit.verdict)
       say(fit.verdict or "-", exception and fit.id or fit.id .. "  " .. (fit.claims[1] and fit.found or fit.measured))
       if exception then say("", fit.reason) end
     end
     put("")
     put(("%d orders are named by %s; for the points of one: %s"):format(#document.fits, document.id, document.next))
   end

   -- ---- a run ----

   -- What was run and what came of it; then the orders and numbers that rest on the run.
   local function put_cell(cell)
     put(escape(cell.id))
     put("")
     say("run", ("%d steps of h = %s, with %s, projection %s"):format(cell.steps, cell.step, cell.method, cell.projection))
     say("result", cell.status .. (cell.broke_down_at and (" at step %d"):format(cell.broke_down_at) or "") ..
       (cell.status ~= "completed" and cell.reason and ": " .. cell.reason or ""))
     if cell.status == "completed" then
       say("cost", ("%d residual evaluations, %d iterations of Newton's method"):format(cell.cost.residual_evaluations, cell.cost.newton_iterations))
     end
     for i, name in ipairs(document.measures) do
       local value = tonumber(cell.measures[name])
       say(i == 1 and "measured" or "", name .. " = " .. (value and ("%.4g"):format(value) or "no value"))
     end
     for _, fit in ipairs(by_rank(document.fits)) do
       say(fit.verdict or "used in", fit.id .. ": " .. (fit.claims[1] and fit.reason or fit.measured))
     end
     say("again", document.again)
     say("next", document.next)
   end

   if document.cell then
     put_cell(document.cell)
   elseif #document.fits == 1 then
     put_fit(document.fits[1])
   else
     put_list()
   end %>
<%- table.concat(lines, "\n") %>
