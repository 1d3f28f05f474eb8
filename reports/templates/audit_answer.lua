-- What an audit comes to, for a person: a list of blocks, the answer first.  A block is about one verdict: its word, its
-- color, and paragraphs, each a text, or a text with a file (`right`), or a command.  The smaller the rank of a paragraph,
-- the more it matters.
local function join(list)
  return table.concat(list, ", ")
end

local function capital(text)
  return text:sub(1, 1):upper() .. text:sub(2)
end

-- ---- what is claimed ----

local powers = { "first", "second", "third", "fourth" }

local function name_claim(claim)
  local relation, power = claim.claim:match("^relation:(.*)"), claim.claim:match("^perturbed_error:(%d)")
  if relation then
    return "the relation " .. relation
  elseif power == "0" then
    return "no error without the perturbation"
  elseif power then
    return ("order %s in the %s power of the small parameter"):format(claim.value, powers[tonumber(power)] or power .. "th")
  elseif claim.claim == "conjugate-order" then
    return "conjugate to a symplectic method to order " .. claim.value
  end
  return claim.value ~= "true" and claim.claim .. " " .. claim.value or claim.claim
end

-- ---- where it holds and fails ----

local function count_models(claim)
  local count = 0
  for verdict, models in pairs(claim.models) do
    count = count + (verdict == "not applicable" and 0 or #models)
  end
  return count
end

-- The models of that verdict; what holds to round-off holds.
local function list_models(claim, verdict)
  local models = claim.models[verdict] or {}
  local also = verdict == "holds" and "holds to round-off" or verdict == "holds to round-off" and "holds"
  return also and claim.models[also] and table.move(claim.models[also], 1, #claim.models[also], #models + 1,
    table.move(models, 1, #models, 1, {})) or models
end

-- "on 3 of 17 models"
local function on_models(claim, verdict)
  local models, all = list_models(claim, verdict), count_models(claim)
  return all == 1 and "on " .. (models[1] or "no model") or ("on %d of %d models"):format(#models, all)
end

-- The names of the models of that verdict where there are others.
local function name_models(claim, verdict)
  local models, named = list_models(claim, verdict), {}
  if #models == count_models(claim) then
    return ""
  end
  for k = 1, #models > 4 and 3 or #models do
    named[k] = models[k]
  end
  return (": %s%s"):format(join(named), #models > 4 and (" and %d more"):format(#models - 3) or "")
end

local function write_range(low, high)
  low, high = ("%.2f"):format(low), ("%.2f"):format(high)
  return low == high and low or low .. " to " .. high
end

-- "It has order 1", "(1.00 on 17 of 17 models)".
local function tell_order(claim)
  local low, high = claim.orders.low, claim.orders.high
  local whole = math.floor((low + high) / 2 + 0.5)
  local where = on_models(claim, "refuted") .. name_models(claim, "refuted")
  if low > whole - 0.1 and high < whole + 0.1 then
    return "It has order " .. whole, ("%s %s"):format(write_range(low, high), where)
  end
  return ("It has order %s %s"):format(write_range(low, high), where)
end

local defects = { symplectic = "symplectic defect", symmetric = "symmetry defect", reversible = "reversibility defect",
                  energy = "energy error", constraint = "constraint error" }

-- Of a claim that its runs refute: what they say, and in how many places.
local function tell_measured(claim)
  local shown = claim.shown
  if claim.orders then
    return tell_order(claim)
  elseif shown and shown.error then
    local what = claim.claim:match("^relation:") and "It differs by" or
                 ("Its %s is"):format(defects[claim.claim] or shown.measure)
    return ("%s %.2g on %s"):format(what, shown.error, shown.model),
      count_models(claim) > 1 and ("it fails %s%s"):format(on_models(claim, "refuted"), name_models(claim, "refuted"))
  end
  return capital(claim.evidence)
end

-- Two errors of an order, where nothing is to blame.
local function tell_points(claim)
  local points = claim.shown and claim.shown.points or {}
  if not claim.orders or #points < 2 or not (points[2].error > 0) then
    return nil
  end
  return ("On %s the error is %.2e at h = %s and %.2e at h = %s: %.1f times less; order %s has %d."):format(claim.shown.model,
    points[1].error, points[1].step, points[2].error, points[2].step, points[1].error / points[2].error, claim.value,
    2 ^ tonumber(claim.value))
end

-- ---- who is to blame ----

-- "a_3,1" as it is written in a file: a[3][1]
local function name_coefficient(name)
  return (name:gsub("_(%d+),(%d+)", "[%1][%2]"):gsub("_(%d+)", "[%1]"))
end

-- Of a number of many digits those at its start and around the one that is wrong.
local function shorten(number, digit)
  local start, at, seen = number:find("[1-9]") or 1, 0, 0
  if #number <= 48 then return number end
  for k = start, #number do
    seen = seen + (number:find("^%d", k) and 1 or 0)
    if seen == digit then at = k break end
  end
  local first, last = math.max(at - 8, 10), math.min(at + 4, #number)
  return number:sub(1, 9) .. (first > 10 and "…" or "") .. number:sub(first, math.max(last, 20)) ..
    (math.max(last, 20) < #number and "…" or "")
end

local function tell_coefficient(coefficient)
  local name = name_coefficient(coefficient.name)
  local given, meant = shorten(coefficient.given, coefficient.digit), shorten(coefficient.meant, coefficient.digit)
  local others = coefficient.others > 0 and "; a change of another coefficient would do as well" or ""
  if coefficient.given == "-" .. coefficient.meant or coefficient.meant == "-" .. coefficient.given then
    return ("The sign of %s is wrong: write %s%s."):format(name, meant, others)
  elseif coefficient.digit > 0 then
    return ("Digit %d of %s is wrong: %s should be %s%s."):format(coefficient.digit, name, given, meant, others)
  end
  return ("%s is wrong: %s should be %s%s."):format(name, given, meant, others)
end

-- Sentences, what helps most first.
local function tell_blame(blame)
  local told = {}
  if blame.coefficient then
    told[1] = tell_coefficient(blame.coefficient)
  end
  for _, repair in ipairs(blame.repairs or {}) do
    told[#told + 1] = capital(repair) .. " restores all that is claimed."
  end
  if blame.starter then
    told[#told + 1] = ("The starter %s has order %d; order %d is needed."):format(blame.starter.name, blame.starter.order,
      blame.starter.needed)
  end
  if blame.stage_time then
    told[#told + 1] = ("c[%d] = %s, and row %d of a adds up to %s: on forced systems the order needs both to be equal."):format(
      blame.stage_time.stage, blame.stage_time.given, blame.stage_time.stage, blame.stage_time.row_sum)
  end
  if blame.condition then
    told[#told + 1] = ("The condition %s fails by %.2g."):format(blame.condition.condition, math.abs(blame.condition.residual))
  end
  return told
end

local of_coefficients = { order = true, symplectic = true, symmetric = true }

local function is_of_coefficients(claim)
  return of_coefficients[claim.claim] or claim.claim:match("^perturbed_error:")
end

-- ---- blocks ----

local colors = { refuted = "red", inconclusive = "yellow", vacuous = "yellow", holds = "green", ["holds to round-off"] = "green",
                 ["not applicable"] = "yellow" }

local function block(verdict, word)
  return { verdict = verdict, word = word or verdict:upper(), color = colors[verdict] or "green", paragraphs = {} }
end

local function put(to, rank, text, right)
  if text then
    to.paragraphs[#to.paragraphs + 1] = { rank = rank, text = text, right = right }
  end
end

-- A first paragraph with a remark, which may also stand apart where there is no room.
local function put_head(to, rank, text, remark)
  put(to, rank, text)
  to.paragraphs[1].remark = remark or nil
end

-- What is known beside the runs and decides the claim; nil where the runs do.
local function find_deciding(claim)
  return claim.verdict ~= claim.of_runs and claim.evidence or nil
end

local function name_places(claim)
  local places = {}
  for verdict, models in pairs(claim.models) do
    for _, model in ipairs(models) do places[#places + 1] = verdict .. " " .. model end
  end
  table.sort(places)
  return table.concat(places, "\n")
end

-- Claims that rest on the same words, or are open on the same models, are told once.
local function gather(claims)
  local groups, known = {}, {}
  for _, claim in ipairs(claims) do
    local deciding = find_deciding(claim)
    local rest = deciding or claim.verdict ~= "refuted" and claim.verdict .. name_places(claim)
    local key = rest and claim.method .. "\n" .. rest
    if key and known[key] then
      table.insert(known[key].claims, claim)
    else
      local group = { claims = { claim }, deciding = deciding }
      groups[#groups + 1] = group
      if key then known[key] = group end
    end
  end
  return groups
end

local function name_group(group)
  local names = {}
  for k, claim in ipairs(group.claims) do
    names[k] = name_claim(claim)
  end
  return ("%s: %s."):format(group.claims[1].method, join(names))
end

local function tell_example(to, rank, example)
  if example then
    put(to, rank, ("Smallest example: %s, %s of h = %s"):format(example.formula,
      example.steps == 1 and "one step" or example.steps .. " steps", example.step), example.model)
  end
end

local blocks = {}

local function put_blame(to, rank, told)
  for k, sentence in ipairs(told or {}) do
    put(to, k == 1 and rank or 5, sentence)
  end
end

local function tell_refuted(group, first, told)
  local claim, to = group.claims[1], block("refuted")
  local only_example = claim.counterexample and claim.of_runs ~= "refuted" and #claim.findings == 1
  local why, remark
  if not group.deciding then
    why, remark = tell_measured(claim)
  else
    why = only_example and "A counterexample shows it" or capital(group.deciding)
  end
  put_head(to, first and 1 or 3, ("%s %s"):format(name_group(group), why), remark)
  put_blame(to, first and 1 or 3, told)
  put(to, first and 2 or 4, claim.autonomous and "It holds on autonomous systems.")
  if not told and not group.deciding then
    put(to, first and 2 or 6, tell_points(claim))
  end
  tell_example(to, first and 2 or 6, claim.counterexample)
  blocks[#blocks + 1] = to
end

local function tell_open(group, first, told)
  local head = first and 1 or group.claims[1].verdict == "not applicable" and 4 or 3
  local claim, to = group.claims[1], block(group.claims[1].verdict, group.claims[1].contradiction and "CONTRADICTION")
  local shown, where = claim.shown, on_models(claim, claim.verdict) .. name_models(claim, claim.verdict)
  if claim.contradiction then
    put_head(to, head, ("%s %s"):format(name_group(group), capital(claim.contradiction)))
  elseif group.deciding or not shown then
    put_head(to, head, ("%s %s"):format(name_group(group), capital(claim.evidence)))
  elseif claim.verdict == "vacuous" then
    put_head(to, head, ("%s Methods without it pass as well %s"):format(name_group(group), where))
    put(to, first and 2 or 5, claim.orders and ("Measured there: order %s."):format(write_range(claim.orders.low, claim.orders.high)))
    put(to, first and 2 or 5, document.on and "Next: leave out --on, or name another model.")
  else
    local reason = ("On %s: %s"):format(shown.model, shown.reason)
    local one = count_models(claim) == 1
    put_head(to, head, ("%s %s"):format(name_group(group), one and reason or "Open " .. where))
    put(to, 5, not one and reason .. ".")
    if shown.remedy then
      put(to, first and 2 or 5, "Next: " .. shown.remedy .. (shown.command and ":" or "."))
      to.paragraphs[#to.paragraphs].command = shown.command
    end
  end
  put_blame(to, first and 2 or 4, told)
  tell_example(to, 6, claim.counterexample)
  blocks[#blocks + 1] = to
end

-- All that holds in one paragraph; where is said once if it is the same for all.
local function tell_holding(claims, verdict)
  local to, said, last, least, place = block(verdict), {}, nil, nil, nil
  local one = true
  for _, claim in ipairs(claims) do
    place = place or on_models(claim, verdict)
    one = one and place == on_models(claim, verdict)
  end
  for k, claim in ipairs(claims) do
    local details = {}
    details[1] = claim.orders and write_range(claim.orders.low, claim.orders.high)
    details[#details + 1] = claim.round_off and ("at most %d ulp"):format(math.ceil(claim.round_off.ulps))
    if not one then details[#details + 1] = on_models(claim, verdict) end
    said[k] = (claim.method ~= last and claim.method .. ": " or "") .. name_claim(claim) ..
              (#details > 0 and (" (%s)"):format(table.concat(details, ", ")) or "")
    last = claim.method
    least = claim.resolution and math.max(least or 0, claim.resolution) or least
  end
  if #said > 0 then
    put_head(to, 4, join(said) .. (one and (#said > 1 and ", " or " ") .. place or ""))
    put(to, 5, least and ("In double a coefficient that is wrong by %.0e or less may not be seen."):format(least))
    blocks[#blocks + 1] = to
  end
end

-- Relations are told if one does not hold; returns in short how many do.  Of a method that takes q and p in turn the
-- exchange of both differs rightly: by itself it is no more than counted.
local function tell_relations(relations)
  local held, told, to, last, exchanges = 0, {}, block(nil, "RELATIONS"), document.method, 0
  for _, relation in ipairs(relations) do
    local method = relation.method ~= last and relation.method .. ": " or ""
    if relation.verdict == "holds" then
      held = held + 1
    elseif relation.verdict == "differs" or relation.verdict == "inconclusive" then
      to.color, last = "yellow", relation.method
      told[#told + 1] = method .. relation.relation .. (relation.verdict == "inconclusive" and " is open" or " differs") ..
        (relation.verdict == "differs" and relation.largest and (" by %.2g on %s"):format(relation.largest, relation.model) or "") ..
        (relation.relation == "exchange" and ", as it may if q and p take turns" or "")
      exchanges = exchanges + (relation.relation == "exchange" and relation.verdict == "differs" and 1 or 0)
    end
  end
  if #told > exchanges then
    put_head(to, 5, table.concat(told, "; "))
    blocks[#blocks + 1] = to
  end
  return ("%d relation%s hold%s%s"):format(held, held == 1 and "" or "s", held == 1 and "s" or "",
    exchanges > 0 and #told == exchanges and ", exchange differs" or "")
end

-- ---- all of it ----

local refuted, open, inapplicable, holds, rounded = {}, {}, {}, {}, {}
local contradicted = {}
for _, claim in ipairs(document.claims) do
  -- A claim that was added to the study of an audit has no more than its id.
  claim.claim, claim.method, claim.value = claim.claim or claim.id, claim.method or document.method, claim.value or "true"
  local lists = { refuted = refuted, holds = holds, ["holds to round-off"] = rounded }
  local list = claim.contradiction and contradicted or lists[claim.verdict] or open
  list[#list + 1] = claim
end

-- Of the first claim that coefficients are about and that does not hold.
local blame = document.blame and tell_blame(document.blame) or {}
local function take_blame(group)
  for _, claim in ipairs(group.claims) do
    if #blame > 0 and is_of_coefficients(claim) then
      local told = blame
      blame = {}
      return told
    end
  end
end

-- The expansions of the solution, behind the verdicts: the order, on how many models, and the leading term on one with the
-- lowest order.
local function tell_expansions(expansions)
  local all, lowest, models, count = 0, nil, {}, 0
  local function order_of(each) return each.expansion.order or each.expansion.zero_up_to + 1 end
  for _, each in ipairs(expansions) do
    if each.measure == "solution_error" and not models[each.method .. "\n" .. each.model] then
      models[each.method .. "\n" .. each.model], all = true, all + 1
      if not lowest or order_of(each) < order_of(lowest) then lowest = each end
    end
  end
  if not lowest then return end
  models = {}
  for _, each in ipairs(expansions) do
    local key = each.method .. "\n" .. each.model
    if each.measure == "solution_error" and not models[key] then
      models[key] = true
      count = count + (order_of(each) == order_of(lowest) and 1 or 0)
    end
  end
  local to, found = block(nil, "ORDER"), lowest.expansion
  local where = all == 1 and "on " .. lowest.model or ("on %d of %d models"):format(count, all)
  local text = found.order and ("%d by expansion %s: error %s%s"):format(found.order, where, found.term,
    all > 1 and " on " .. lowest.model or "") or
    ("the error of a run is zero up to h^%d %s"):format(found.zero_up_to, where)
  put_head(to, 7, text)
  blocks[#blocks + 1] = to
end

local function tell_disagreements(expansions)
  local told = 0
  for _, each in ipairs(expansions) do
    if each.expansion.disagreement then
      told = told + 1
      if told == 1 then
        local to = block(nil, "DISAGREES")
        to.color = "red"
        put_head(to, 1, ("%s, %s: %s"):format(each.model, each.measure, each.expansion.disagreement))
        blocks[#blocks + 1] = to
      end
    end
  end
end

tell_disagreements(document.expansions or {})
for k, group in ipairs(gather(contradicted)) do
  tell_open(group, k == 1)
end
for k, group in ipairs(gather(refuted)) do
  tell_refuted(group, k == 1, take_blame(group))
end
for k, group in ipairs(gather(open)) do
  tell_open(group, k == 1 and #refuted == 0, take_blame(group))
end
tell_holding(holds, "holds")
tell_holding(rounded, "holds to round-off")
local related = tell_relations(document.relations or {})
tell_expansions(document.expansions or {})

local function plural(count, noun)
  return ("%d %s%s"):format(count, noun, count == 1 and "" or "s")
end

local counts = { plural(document.counts.models, "model"), plural(document.counts.runs, "run") }
if document.counts.broke_down > 0 then
  counts[#counts + 1] = document.counts.broke_down .. " broke down"
end
counts[#counts + 1] = related

return { blocks = blocks, counts = join(counts) }
