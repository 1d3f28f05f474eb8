-- What is said of fits and of claims: every sentence once.  words.fit and words.claim get the numbers that reports/words.c takes
-- from what the judge left, and decide nothing.
--
-- A sentence on a verdict has up to three parts: what was measured; what is claimed; what follows, or why nothing does.  Of an
-- exact property the first part is how the error changes with the precision.
local words, bounds = {}, nil

-- The numbers by which the judge decides, under their names in C.
function words.open(numbers) bounds = numbers end

local function finite(value) return value == value and math.abs(value) < math.huge end

-- ---- numbers ----

-- Counts in full, anything else to three digits.
local function print_number(value)
  return (value == math.floor(value) and math.abs(value) < 1e15 and "%.0f" or "%.3g"):format(value)
end

local no_number = { ["not run"] = "not run", ["broke down"] = "broke down", none = "no value", ["no divisor"] = "no divisor",
                    ["not applicable"] = "not applicable" }
local why_no_number = {
  ["not run"] = "a run that it takes has not come to its end",
  ["broke down"] = "the run broke down and leaves no value",
  none = "the run leaves no value",
  ["no divisor"] = "the other value is zero, or hidden by its floor",
  ["not applicable"] = "the measure, or what it is compared with, does not apply",
}

-- "3.1e-12", "at least 125000", "between 2 and 3"; "no value" where there is none.
local function number_of(number)
  if number.status ~= "measured" then return no_number[number.status] end
  local least, most = print_number(number.least), print_number(number.most)
  if number.least == number.most or least == most then return least end
  if number.most == math.huge then return "at least " .. least end
  if number.least == 0 then return "at most " .. most end
  return ("between %s and %s"):format(least, most)
end

-- The same, or what stands instead, and where: "3.1e-12 at h = 0.1, relative to ...".
local function value_of(number, instead)
  return (instead or number_of(number)) .. (number.step and " at h = " .. number.step or "") ..
    (number.relative and ", relative to " .. number.relative or "")
end

-- ---- claims ----

-- As it is printed: "exactly 2s-2 = 6", "at least 4", "exact", "below 1e-11".
local function claimed_of(claim)
  if claim.exact then return claim.kind end
  if claim.number then return claim.kind .. " " .. claim.formula end
  local formula, value = claim.formula:gsub("(%d)%*(%a)", "%1%2"), ("%g"):format(claim.value)
  return claim.kind .. " " .. (formula == value and value or formula .. " = " .. value)
end

local function why_undecided(claim, reason)
  if reason == "too-short" then return "; the run is too short to tell" end
  if reason == "floor" then return "; its floor hides it" end
  if reason ~= "margin" then return "" end
  return claim.kind == "growth" and "; between two kinds of growth" or "; outside, but not by a factor 2"
end

local function number_sentence(fit, verdict)
  local claim, number = fit.claim, fit.claim.number
  local measured = number.status == "measured"
  local text = ("claimed: %s %s; %s%s%s"):format(claim.kind, claim.formula, measured and "measured " or "",
    measured and claim.kind == "growth" and "the exponent " or "",
    value_of(number, not measured and why_no_number[number.status] or nil))
  if number.slope then text = text .. (", with the slope %.2g +- %.1g"):format(number.slope, number.spread) end
  if verdict == "inconclusive" and measured then text = text .. why_undecided(claim, fit.reason) end
  if number.length then
    text = text .. (": %d of the %d steps that the claim is about"):format(number.steps, number.length)
  end
  return text
end

-- ---- orders ----

-- "; the first breaks down at h = 1/4, in step 3: ..."
local function breakdown_of(fit)
  local broken = fit.broken
  return broken and ("; the first breaks down at h = %s, in step %d: %s"):format(broken.step, broken.at, broken.reason) or ""
end

local function slopes_of(fit)
  return ("the last two slopes are %.2f and %.2f"):format(fit.slopes[1], fit.slopes[2])
end

-- What the status says: the order that was measured, or why there is none.
local of_status = {
  measured = function (fit)
    return ("order %.2f in [%.2f, %.2f] from %d steps %sdown to %d halvings"):format(fit.order, fit.low, fit.high, fit.window,
      fit.between and "between those of the study, " or "", fit.finest)
  end,
  exact = function (fit) return ("the error is at the floor at each of %d steps"):format(fit.points) end,
  ["not-asymptotic"] = function (fit)
    return ("no order from %d steps: "):format(fit.window) .. slopes_of(fit)
  end,
  ["too-few"] = function (fit)
    return ("%d of %d steps have an error above %g floors and below %g, and an order takes %d"):format(fit.window, fit.points,
      bounds.ORDER_FIT_FLOORS, bounds.ORDER_FIT_LARGEST, bounds.ORDER_FIT_POINTS)
  end,
  ["broke-down"] = function (fit)
    return ("runs that broke down leave %d of %d steps, and an order takes %d"):format(fit.window, fit.points,
      bounds.ORDER_FIT_POINTS) .. breakdown_of(fit)
  end,
  ["not-applicable"] = function (fit) return fit.refusal or "the measure does not apply" end,
}
local function status_of(fit) return of_status[fit.status](fit) end

-- Why there is no order, where nothing is claimed of it.
local unclaimed = {
  ["not-asymptotic"] = "the slopes have not settled at the finest steps",
  ["too-few"] = "fewer than four errors lie above the round-off floor and below 0.1",
  ["broke-down"] = "runs that broke down leave fewer than four errors",
}
local function why_unclaimed(fit)
  local text = unclaimed[fit.status] or ""
  if fit.status == "not-applicable" then
    text = fit.refusal or ""
  elseif fit.values then -- of steps that are each for themselves: "1.2e-3 at h = 0.1, none at h = 0.05"
    local list = {}
    for k, value in ipairs(fit.values) do
      list[k] = ("%s at h = %s"):format(finite(value.error) and ("%.4g"):format(value.error) or "none", value.step)
    end
    text = table.concat(list, ", ")
  end
  return text .. (fit.status == "broke-down" and breakdown_of(fit) or "")
end

-- ---- expansions ----

-- A coefficient as a function of h: "-0.00285 t h^4".  t is the time of the run; what does not add up has no t.
local function term_of(term)
  local times = { [0] = "", "t ", "t^2 ", "t^3 " }
  return ("%.4g %s%sh%s"):format(term.coefficient, times[math.min(term.degree, 3)] or "",
    term.alternates and term.degree == 0 and "(-1)^n " or "",
    term.power - term.degree ~= 1 and ("^%d"):format(term.power - term.degree) or "")
end

-- What the runs show and the expansion contradicts.
local function disagreement_of(fit)
  local limit, here = fit.limit, fit.limit.at_data
  if limit.proved then
    return ("the coefficients of the method prove %s, and its expansion has order %.0f by the term %s: one of them is wrong"):format(
      limit.proved == math.huge and "that this is zero" or ("order %.0f"):format(limit.proved), limit.order, term_of(limit.term))
  end
  local unsettled = fit.status == "not-asymptotic" and fit.zero ~= "other-power"
  local has_slopes = fit.status == "measured" or unsettled
  local text = unsettled and slopes_of(fit) or has_slopes and ("the slopes show order %.2f"):format(fit.order) or
    ("no more than %.1e is left at the largest usable step"):format(fit.error)
  local function has(of) return ("%s, and its expansion has order %.0f by the term %s"):format(text, of.order, term_of(of.term)) end
  if limit.status == "zero" or has_slopes and here.order ~= here.order then
    return text .. (", and its expansion is zero in all powers up to h^%d"):format(limit.known - 1)
  end
  if not has_slopes or not here.term then return has(limit) end
  return has(here) .. (here.leads_below > 0 and (", which should lead below h = %.2g"):format(here.leads_below) or "")
end

-- ---- one sentence for each ground of a verdict ----

-- "found" is what was measured, where that is not only what the fit shows; "follows" is what follows of the claim, whose
-- witnesses have the words of all that refutes; "member" is said of another fit that is compared, in short, where its order, or
-- why it has none, is not.  A name in braces stands for what `say` has under it.
local grounds = {
  ["order-above"] = { follows = "; superconvergent" },
  ["order-of-zero"] = { follows = "; it falls with the precision: zero" },
  ["order-by-trees"] = { follows = "; a step meets the conditions of all rooted trees to order {trees}, and errors fall with it" },
  ["order-expanded"] = { follows = "; order {limit} as the step goes to zero: {zeros}{leads}" },
  ["order-power"] = { found = "{fit}{width}; order {limit} as the step goes to zero{term}{leads}" },
  ["no-order-of-zero"] = { follows = "; it falls with the precision, and may have any order on other data" },
  ["other-limit"] = { follows = "; order {limit} as the step goes to zero{term}{should lead}" },
  ["no-limit"] = { follows = "; no certain order as the step goes to zero" },
  ["slopes-rise"] = { follows = "; the slopes rise as before a zero of the error, or are fewer than {slopes}" },
  ["few-halvings"] = { follows = "; an order above it refutes after {halvings} halvings only" },
  ["order-between"] = { follows = "; neither within the tolerance nor more than {distance} away" },
  ["lower-elsewhere"] = { follows = "; the order of {lower measure} in the same runs is {lower order}" },
  ["floored"] = { follows = "; it is not known to fall with the precision" },
  ["sign-change"] = { follows = "; the error passes through zero" },
  ["falls"] = { found = "exact: {fall}{width}{powers}", member = "falls with the precision" },
  ["stays"] = { found = "not exact: {stays}{change}{width}", member = "does not fall with the precision" },
  ["within-floor"] = { found = "exact: {own floors}{width}{powers}", follows = "{hidden}", member = "within its floor" },
  ["above-floor"] = { found = "not exact: {own floors}{width}", member = "above its floor" },
  ["relation"] = { found = "exact: at the largest usable step at most {relation floors} {floor in double}{width}",
                   member = "at most {relation floors} {floor in double}" },
  ["no-relation"] = { found = "not exact: at the largest usable step more than {relation floors} {floor in double}{width}",
                      member = "more than {relation floors} {floor in double}" },
  ["round-off"] = { found = "exact as far as double shows it: at most {ulps} ulp ({round-off}) at each of {steps} steps from " ..
                            "h = {from} on{width}",
                    follows = "{hidden}" },
  ["no-round-off"] = { found = "not exact: {elsewhere}{left} at h = {h}, more than {floors} times its floor in " ..
                               "double{of order}{width}" },
  ["own-undecided"] = { found = "not known to be exact: {own floors}{width}", member = "not known to be within its floor" },
  ["stalled"] = { found = "{elsewhere}{left} at the largest usable step, more than {floors} times its floor in double{width}" },
  ["no-more-bits"] = { follows = "; the method has no more bits to tell round-off from an error" },
  ["unrepeated"] = { found = "{unrepeated}{width}", follows = "{repeat}" },
  ["falls-in-part"] = { found = "{change}; {fit}{width}", follows = "; it does not fall as round-off does",
                        member = "does not fall as round-off does" },
  ["narrow"] = { found = "{change}; {fit}{width}", follows = "; too few to tell round-off from an error",
                 member = "does not fall with the precision" },
  ["power"] = { found = "not exact: {measured}{width}{term}", member = "not zero in powers of h" },
  ["other-power"] = { found = "{fall}{width}", follows = "; order {limit} as the step goes to zero{term}",
                      member = "falls with the precision" },
}

local say = {}

say.fit = status_of

function say.width(fit) return fit.width and ("; its states are numbers of %d bits"):format(fit.width) or "" end

function say.limit(fit)
  local limit = fit.limit
  return limit.status == "zero" and ("%d or more"):format(limit.known - 1) or ("%.0f"):format(limit.order)
end

-- Where the term is not that of runs from the data, which are special.
local function at_data(fit)
  local limit = fit.limit
  if not limit.term.random then return "" end
  if fit.of_step then return " at a random state" end
  if limit.at_data.order ~= limit.at_data.order then
    return (" at a random state, and nothing up to h^%d at the data"):format(limit.known - 1)
  end
  return (" at a random state, and %s at the data"):format(term_of(limit.at_data.term))
end

function say.term(fit)
  if fit.limit.status ~= "order" then return "" end
  local what = fit.of_drift and "rate over a period" or fit.of_step and "defect of a step" or "error of a run"
  return ("; the %s contains %s%s"):format(what, term_of(fit.limit.term), at_data(fit))
end

-- "; zero in all powers up to h^8 at 3 states"
function say.powers(fit)
  if fit.limit.status ~= "zero" then return "" end
  return ("; zero in all powers up to h^%d"):format(fit.limit.known - 1) ..
    (fit.of_drift and " in the mean over a period" or
     fit.of_step == false and (" at %d states"):format(fit.limit.states) or "")
end

function say.zeros(fit)
  if fit.limit.status == "zero" then
    return ("its expansion is zero in all powers up to h^%d"):format(fit.limit.known - 1)
  end
  return "its expansion begins with " .. term_of(fit.limit.term) .. at_data(fit)
end

-- Where the slopes are another order than that of the leading term at the data.
function say.leads(fit)
  local limit, here = fit.limit, fit.limit.at_data
  local shown = fit.status == "measured" and math.abs(fit.order - here.order) <= bounds.VERDICT_DISTANCE
  return limit.status == "order" and here.leads_below > 0 and not shown and
    (", which leads below h = %.2g"):format(here.leads_below) or ""
end

say["should lead"] = function (fit)
  local here = fit.limit.at_data
  return here.leads_below > 0 and (", and should lead below h = %.2g"):format(here.leads_below) or ""
end

function say.trees(fit) return ("%g"):format(fit.trees) end
say["lower measure"] = function (fit) return fit.lower.measure end
say["lower order"] = function (fit) return ("%.2f"):format(fit.lower.order) end

-- "1.0 times as large with 64 more bits"
function say.change(fit)
  if fit.error == 0 then
    return ("zero at the largest usable step, but %.1e with %d more bits"):format(fit.repeated, fit.bits)
  end
  return ("%#.2g times as large with %d more bits"):format(fit.repeated / fit.error, fit.bits)
end

function say.fall(fit)
  if fit.error == 0 and fit.repeated == 0 then
    return ("zero at the largest usable step, and zero with %d more bits"):format(fit.bits)
  end
  return ("%.1e at the largest usable step falls to %.1e with %d more bits"):format(fit.error, fit.repeated, fit.bits)
end

-- What runs have of a property that a coefficient refutes.
function say.measured(fit)
  if fit.status == "measured" then return ("of order %.2f in h"):format(fit.order) end
  return fit.bits > 0 and say.fall(fit) or ("%.1e at the largest usable step"):format(fit.error)
end

function say.stays(fit)
  if fit.elsewhere then
    return ("at another state than the initial data %.1e at the largest usable step, "):format(fit.left)
  end
  return fit.status == "measured" and ("of order %.2f in h, and "):format(fit.order) or ""
end

-- "3.1e-14 at the largest usable step, within 10 of its floors of 1.2e-14, and with more bits ..."
say["own floors"] = function (fit)
  local most = bounds.VERDICT_OWN_FLOORS
  local text = ("%.1e at the largest usable step, %s %g of its floors of %.1e, and with %s %.1e, of %.1e"):format(fit.error,
    fit.error <= most * fit.own_floor and "within" or "above", most, fit.own_floor,
    fit.rate and "half the step" or "more bits", fit.repeated, fit.repeated_floor)
  if fit.rate and fit.coarse_excess ~= fit.coarse_excess then
    return text .. "; the observable itself changes by no more than round-off, and shows nothing"
  end
  return text .. (fit.coarse_excess <= most and "" or
    ("; over %s above them"):format(fit.rate and "less of the time" or "half of the points"))
end

function say.unrepeated(fit)
  if not fit.own then return status_of(fit) end
  if fit.own_floor ~= fit.own_floor or fit.error ~= fit.error then return "no run has a value with a floor" end
  return ("%.1e at the largest usable step; its floor, %.1e, is above %g"):format(fit.error, fit.own_floor,
    bounds.VERDICT_OWN_LARGEST)
end

say["repeat"] = function (fit)
  return fit.own and "" or ("; not yet repeated with %d more bits"):format(bounds.GRID_REPEAT_BITS)
end

-- Of a claim that something is not zero: it may lie below what hides it.
function say.hidden(fit) return fit.says == "open" and "; what is claimed may lie below its floor" or "" end

say["floor in double"] = function (fit) return fit.by_data and "times its floor in double" or "roundings of double" end
function say.ulps(fit) return ("%.0f"):format(math.ceil(fit.ulps)) end
say["round-off"] = function (fit) return ("%.1e"):format(fit.ulps * 0x1p-53) end
function say.steps(fit) return ("%d"):format(fit.rounded_steps) end
say["from"] = function (fit) return fit.from or "" end
function say.elsewhere(fit) return fit.elsewhere and "at another state than the initial data " or "" end
function say.left(fit) return ("%.1e"):format(fit.left) end
function say.h(fit) return fit.h or "" end
say["of order"] = function (fit)
  return fit.status == "measured" and not fit.elsewhere and (", of order %.2f in h"):format(fit.order) or ""
end
function say.floors() return ("%g"):format(bounds.VERDICT_ALONE_FLOORS) end
say["relation floors"] = function () return ("%g"):format(bounds.VERDICT_RELATION_FLOORS) end
function say.slopes() return ("%d"):format(bounds.VERDICT_POINTS - 1) end
function say.halvings() return ("%d"):format(bounds.VERDICT_HALVINGS) end
function say.distance() return ("%g"):format(bounds.VERDICT_DISTANCE) end

local function fill(pattern, fit)
  return pattern and pattern:gsub("{(.-)}", function (name) return say[name] and say[name](fit) end) or ""
end

local nothing = {}
local function found_of(fit) return fill((grounds[fit.ground] or nothing).found or "{fit}{width}", fit) end
local function follows_of(fit) return fill((grounds[fit.ground] or nothing).follows, fit) end
local function member_of(fit)
  local member = (grounds[fit.zero] or nothing).member
  return member and fill(member, fit)
end

-- ---- what refutes, and what is open ----

-- What a ground says that refutes, confirmed or not.
local function witnessed(fit, verdict)
  local by_power = fit.limit.status == "order" and (fit.ground == "power" or fit.ground == "order-power")
  local order = fit.subject == "order"
  if verdict == "refuted" and by_power then
    return order and fit.limit.order > fit.claim.value and "; refuted: all lower powers vanish" or
      fit.of_drift and "; refuted: this mean over a period is not zero" or
      "; refuted: this coefficient is proved not to be zero"
  end
  if verdict == "refuted" then
    return fit.witness == "refutes" and "; refuted on two sets of initial data or final times" or
      order and "; refuted: there are no other initial data" or "; refuted: what is exact is so at every state"
  end
  return fit.witness == "none" and "; refuted with these initial data and this final time only: a refutation takes two" or
    "; refuted here, but not with the other initial data or final time"
end

local function stalled(fit)
  local stall = fit.stall
  if stall.kind == "grows" then
    return ("; it grows %.1e-fold from h = %s to h = %s: the method is another one for small steps, or for many"):format(
      stall.growth, stall.from, stall.to)
  end
  return ("; it %s, far above round-off: a tolerance, single precision or a wrong coefficient"):format(
    stall.kind == "leaves" and "leaves its order at once" or "stops falling")
end

-- What the reason adds where the ground leaves a claim open.
local function open(fit)
  local text = fit.ground == "too-few" and fit.reason == "floor" and "; round-off hides the finest" or ""
  if fit.subject == "order" and fit.reason == "reference-limited" and fit.ground ~= "no-reference" then
    text = text .. ("; the reference, certified to %.1e, hides the finest"):format(fit.reference_error)
  end
  return text .. (fit.reason == "budget" and "; the study allows no further refinement" or
    fit.reason == "stalled" and stalled(fit) or "")
end

local function sentence(fit, verdict)
  local text = found_of(fit)
  if verdict == "not applicable" then return text end
  text = text .. "; claimed: " .. fit.claim.kind .. (fit.subject == "order" and (" %g"):format(fit.claim.value) or "") ..
    follows_of(fit)
  return text .. (fit.says == "refutes" and witnessed(fit, verdict) or fit.says == "open" and open(fit) or "")
end

-- ---- controls ----

-- "order 2.00", "falls with the precision", "broke down", ...
local no_order = { exact = "at the floor", ["not-asymptotic"] = "not asymptotic", ["too-few"] = "too few points",
                   ["broke-down"] = "broke down", ["not-applicable"] = "not applicable" }
local function compared(member, property)
  if member.status == "measured" and not (property and member.is_zero) then return ("order %.2f"):format(member.order) end
  return property and member_of(member) or no_order[member.status] or ""
end

local alone = {
  nobody = "no member of its class fails on another model: nothing to tell it from",
  ["no measure"] = "no other model with this measure in this study: not compared",
  ["no model"] = "no other model in this study: not compared",
  ["models alike"] = "cannot tell the model from the others: the same method fails on none of them",
  absent = "the error whose order is claimed is zero here whatever the step, and no wrong method is seen to have one",
  denies = "it says that something fails, and needs no comparison: the exact flow passes",
  ["not applicable"] = "the measure does not apply: not compared",
}

-- What the comparison class says of a claim that holds.
local function control_of(fit)
  local control, property = fit.control, fit.subject == "property"
  if not control then return nil end
  if control.kind == "apart" then
    local more, list = control.apart > 1, {}
    for k, here in ipairs(control.named) do
      list[k] = ("%s/%s (%s here)"):format(here.method, here.projection, here.status == "measured" and
        ("%.2f"):format(here.order) or here.status == "broke-down" and "broke down" or "not exact")
    end
    return ("told apart from %d member%s of its class that fail%s elsewhere: %s%s"):format(control.apart, more and "s" or "",
      more and "" or "s", table.concat(list, ", "), control.apart > #list and ", ..." or "")
  end
  if control.kind == "passes" or control.kind == "undecided" then
    local passes, here, elsewhere = control.kind == "passes", control.here, control.elsewhere
    return ("%s tell it from %s/%s: that is refuted on %s (%s) and %s here (%s)"):format(
      passes and "cannot" or "not known to", here.method, here.projection, elsewhere.model, compared(elsewhere, property),
      passes and "passes" or "not decided", compared(here, property))
  end
  if control.kind == "model" then
    return ("the same method fails on %s (%s)"):format(control.elsewhere.model, compared(control.elsewhere, property))
  end
  if control.kind == "relation" then return ("%s, but for %.1e"):format(control.sentence, control.kept) end
  return alone[control.kind]
end

local positive = {
  defect = "the reference flow with its tangent has the defect %.1e over the largest step",
  digits = "two integrations of the reference, of other order, step and precision, agree to %.0f digits",
  invariant = "the reference flow changes it by %.1e from 0 to T, relative to its scale",
}

-- ---- a fit ----

-- What the verdict on the fit rests on; where there is none, why there is no order.
local function reason_of(fit)
  local held_alone = fit.verdict == "vacuous" or fit.reason == "comparison"
  local held, text = held_alone and "holds" or fit.verdict, nil
  if not fit.verdict then
    text = why_unclaimed(fit)
  elseif fit.ground == "not-run" then
    text = ("%d of %d runs have not come to their end, and an order takes %d"):format(fit.missing,
      math.max(fit.points, fit.missing), bounds.ORDER_FIT_POINTS)
  elseif fit.subject == "number" then
    text = number_sentence(fit, held)
  else
    text = sentence(fit, held)
  end
  if held_alone and fit.control then text = text .. "; " .. control_of(fit) end
  return text ~= "" and text or nil
end

local function order_of(fit)
  return fit.subject == "number" and value_of(fit.claim.number) or status_of(fit)
end

-- The order of a fit, or the number that the claim on it is about; of what has neither, the error itself.
local function number_found(fit)
  if fit.subject == "number" then return number_of(fit.claim.number) end
  if fit.subject == "property" and (fit.status ~= "measured" or fit.relation) then return ("%.1e"):format(fit.error) end
  return ("%.3f"):format(fit.decided)
end

-- What an exact property rests on: "3.1e-16; with 64 more bits 1.2e-35".
local function repeated_of(fit)
  if fit.bits == 0 or not finite(fit.error) then return "" end
  return finite(fit.repeated) and ("%.1e; with %d more bits %.1e"):format(fit.error, fit.bits, fit.repeated) or
    ("%.1e; no value with %d more bits"):format(fit.error, fit.bits)
end

local instead_of_order = { exact = "exact", ["not-asymptotic"] = "not asymptotic", ["too-few"] = "too few points",
                           ["broke-down"] = "broke down", ["not-applicable"] = "not applicable" }

-- What stands in a table for the fit, in pieces; one that does not apply is empty.
local function shown_of(fit)
  local claim, property = fit.claim, fit.subject == "property"
  local because = fit.mark == "inconclusive" and fit.reason
  local shown = { claimed = "", measured = instead_of_order[fit.status] or "", detail = "", word = "" }
  if claim then
    shown.claimed = (claim.exact or claim.number) and claimed_of(claim) or
      (claim.kind == "at least" and "≥ " or "") .. ("%g"):format(claim.value)
  end
  if fit.status == "measured" then
    shown.measured = (property and "order %.2f" or "%.3f"):format(fit.order)
    shown.detail = ("[%.2f, %.2f]"):format(fit.low, fit.high)
  elseif fit.status == "not-asymptotic" and fit.last_slopes then
    shown.detail = ("(slopes %.2f, %.2f)"):format(fit.last_slopes[1], fit.last_slopes[2])
  elseif fit.status == "too-few" then
    shown.detail = ("(%d of %d usable)"):format(fit.used, fit.points)
  elseif fit.status == "broke-down" and fit.failed then
    if fit.failed.status == "broke-down" then
      shown.detail = ("at step %d, h = %s"):format(fit.failed.at, fit.failed.step)
    else
      shown.measured = fit.failed.status
    end
  elseif fit.status == "exact" then
    shown.detail = repeated_of(fit)
  end
  if because and fit.status ~= "measured" and fit.status ~= "exact" then shown.measured = "–" end
  if fit.mark ~= "-" then shown.word = fit.mark .. (because and ": " .. fit.reason or "") end
  if fit.subject == "number" then
    local number = claim.number
    shown.measured = number_of(number)
    if number.step then
      shown.detail = "at h = " .. number.step .. (number.relative and ", a quotient" or "")
    elseif number.relative then
      shown.detail = ", a quotient"
    end
  elseif property and fit.own and finite(fit.error) then
    shown.measured, shown.detail = ("%.1e"):format(fit.error), ("floor %.1e"):format(fit.own_floor)
  end
  return shown
end

-- The reason in a document: else, where a number is missing, what stands in a table for it.
local function why_of(fit, reason, shown)
  if reason then return reason end
  if fit.status ~= "measured" then return shown.measured .. (shown.detail ~= "" and " " .. shown.detail or "") end
  return fit.missing_at and
    ("no error at h = %s: %s"):format(fit.missing_at, fit.failed and fit.failed.status or "no value") or nil
end

-- The order with the rule that it follows from.
local function rule_of(fit)
  if fit.status == "measured" then
    return ("%.4f in [%.3f, %.3f] from %d steps: the last extrapolated slope, in the hull of the last slope and the last two " ..
      "extrapolated ones, widened by %g"):format(fit.order, fit.low, fit.high, fit.used, bounds.ORDER_FIT_WIDENED)
  end
  return ("none, %s: it takes %d consecutive errors used, an interval no wider than %g, and last two slopes that differ by at " ..
    "most %g"):format(fit.status, bounds.ORDER_FIT_POINTS, bounds.ORDER_FIT_WIDEST, bounds.ORDER_FIT_LARGEST_CHANGE)
end

-- The floor and where it comes from; `sibling` is the precision of the same curve in MPFR where the two were compared.
local function floor_of(fit)
  local floor, origin, sibling = fit.floor, fit.floor_origin, fit.sibling
  if not origin and not sibling and floor == 0 then
    return "not measured, taken as 0: it takes the same runs in double and in another precision"
  end
  local known = finite(floor)
  local text = known and ("%.2e"):format(floor) or "not known, so that no error is used"
  if origin then -- whoever measured it says how
    return text .. (known and " at the finest step, " or ": ") .. origin .. (fit.reference_error > 0 and
      ("; the reference, known to %.1e, is part of it"):format(fit.reference_error) or "")
  end
  if known and sibling and fit.in_double then
    return text .. (", the largest difference from the errors at %s bits at the two finest steps"):format(sibling)
  elseif known and sibling then
    return text .. (", the largest difference between the errors in double and at %s bits at the two finest steps, times " ..
      "2^(53 - %s)"):format(sibling, fit.precision)
  end
  return text .. (floor > 0 and known and ", measured in other runs than those of this report" or "")
end

-- All that is said of a fit: `reason`, `why` and `evidence` are what a verdict rests on, in three places.
function words.fit(fit)
  local reason, shown, order = reason_of(fit), shown_of(fit), order_of(fit)
  local limit = fit.limit
  return {
    reason = reason, why = why_of(fit, reason, shown), evidence = reason or order, order = order, shown = shown,
    found = fit.claim and number_found(fit) or nil, claimed = fit.claim and claimed_of(fit.claim) or nil,
    claim = fit.claim and ("%s (%s)"):format(claimed_of(fit.claim), fit.claim.source or "without a source") or nil,
    control = control_of(fit), positive = fit.positive and positive[fit.positive]:format(fit.positive_value) or nil,
    repeated = repeated_of(fit), term = limit.status == "order" and term_of(limit.term) or nil,
    disagreement = limit.disagrees and disagreement_of(fit) or nil,
    rule = fit.in_full and rule_of(fit) or nil, floor = fit.in_full and floor_of(fit) or nil,
  }
end

-- ---- a claim ----

-- "57 of 65 hold, 4 refuted, 4 inconclusive", of those that apply.
local function tally_of(tally)
  local text = ("%d of %d hold"):format(tally.hold, tally.of)
  if tally.to_round_off > 0 then
    text = text .. (", %d of them to round-off (at most %.0f ulp, %d states, %d steps)"):format(tally.to_round_off,
      math.ceil(tally.ulps), tally.states, tally.steps)
  end
  return text .. (", %d refuted, %d inconclusive"):format(tally.refuted, tally.inconclusive) ..
    (tally.vacuous > 0 and (", %d vacuous"):format(tally.vacuous) or "")
end

-- What a claim without a text says: "orders of the energy error", "energy error: exact", "energy error: below 1e-11".
local function entry_of(entry)
  if entry.text then return entry.text end
  return entry.value and entry.measure .. ": " .. entry.value or "orders of the " .. entry.measure
end

local function name_of(fit) return ("%s/%s/%s/%s"):format(fit.model, fit.initial, fit.method, fit.projection) end

local MOST_EVIDENCE = 500 -- bytes of what is listed

-- The fits that refute the claim, the exceptions from what holds, or the control of the first one that is vacuous.
local function evidence_of(claim)
  local list = {}
  local function put(text) list[#list + 1] = text end
  for _, finding in ipairs(claim.findings) do put(finding) end
  if claim.verdict == claim.of_runs then
    for _, one in ipairs(claim.autonomous) do
      put(("%s/%s: true of autonomous systems alone; it holds in %d fits on these, and is refuted on %s, whose functions are " ..
        "of the time"):format(one.method, one.projection, one.holds, table.concat(one.models, ", ")))
    end
    if claim.vacuous then put(name_of(claim.vacuous) .. ": " .. (control_of(claim.vacuous) or "vacuous")) end
    local length = 0
    for _, fit in ipairs(claim.against) do
      local before = (#list > 0 and "; " or "")
      if length >= MOST_EVIDENCE then
        list[#list] = list[#list] .. " ..."
        break
      end
      put(name_of(fit) .. " " .. number_found(fit))
      length = length + #before + #list[#list]
    end
  end
  if #list == 0 and claim.first then put(name_of(claim.first) .. ": " .. (reason_of(claim.first) or "")) end
  local unseen = claim.unseen
  if unseen then -- what an order that holds in double alone does not see
    put(("it holds in double, down to the error %.1e at the step %.2g: of a coefficient that is wrong by %.0e or less the part " ..
      "of order %d may not be seen; coefficients in a file, or a shared object with MPFR, show all digits"):format(unseen.error,
      unseen.step, unseen.part, unseen.order))
  end
  return table.concat(list, "; ")
end

-- What is said of a claim as a whole; `brief` is what the verdict rests on in short: what was measured, or what is known beside.
function words.claim(claim)
  local entry, confirmed = claim.entry, claim.confirmed
  local measured = entry and (claim.refusal or tally_of(claim.tally)) or ""
  if confirmed.of > 0 then -- orders, measured again; of what refutes the evidence speaks
    measured = measured .. ("; again with other steps and data: %d of %d hold"):format(confirmed.hold, confirmed.of)
  end
  if entry and entry.exceptions > 0 then
    measured = measured .. ("; up to %g %% may be exceptions"):format(100 * entry.exceptions)
  end
  local evidence = evidence_of(claim)
  return {
    text = entry and entry_of(entry) or claim.text or "", measured = measured, evidence = evidence,
    condition = #claim.conditions > 0 and table.concat(claim.conditions, "; ") or nil,
    brief = entry and claim.verdict == claim.of_runs and measured or evidence,
  }
end

return words
