-- Words, signs and orders of fields of a suite, for its templates.
local suite = {}

local looks = {
  ["refuted"] = { "refuted", "✗" }, ["inconclusive"] = { "inconclusive", "?" }, ["vacuous"] = { "vacuous", "∅" },
  ["holds to round-off"] = { "holds", "≈" }, ["holds"] = { "holds", "✓" }, ["no claim"] = { "quiet", "" },
  ["not run"] = { "quiet", "…" }, ["no verdict"] = { "inconclusive", "?" }, ["not applicable"] = { "quiet", "–" },
}
-- The gravest first.
suite.verdicts = { "refuted", "inconclusive", "no verdict", "vacuous", "holds to round-off", "holds", "no claim", "not run" }

-- The class of a verdict in the style sheet, and its sign.
function suite.look(verdict)
  local look = looks[verdict] or looks["no verdict"]
  return look[1], look[2]
end

local instead = { ["exact"] = "0", ["not-asymptotic"] = "~", ["too-few"] = "–", ["broke-down"] = "×" }
suite.signs = {
  { "0", "exact: zero but for round-off" }, { "~", "the slopes have not settled" },
  { "–", "too few steps between round-off and 0.1" }, { "×", "the runs broke down" }, { "·", "not run, or not yet" },
}

-- "4", "3.4"; a sign where there is no order.
function suite.order(order)
  if not order then return "·" end
  if not order.order then return instead[order.status] or "·" end
  local whole = math.floor(order.order + 0.5)
  return math.abs(order.order - whole) <= 0.15 and tostring(whole) or ("%.1f"):format(order.order)
end

-- "4"; "exact", "not asymptotic", "not run".
function suite.order_word(order)
  if order and order.order then return suite.order(order) end
  return order and (order.status:gsub("-", " ")) or "not run"
end

-- In double and in MPFR.
function suite.orders(field)
  return suite.order(field.orders.double) .. "|" .. suite.order(field.orders.mpfr)
end

-- The order in MPFR, else in double; nil where there is neither.
function suite.best_order(field)
  local mpfr, double = field.orders.mpfr, field.orders.double
  return mpfr and mpfr.order or double and double.order
end

function suite.exponent(growth) return (("%.2f"):format(growth.exponent):gsub("^%-0%.00$", "0.00")) end

function suite.drifts(field) return field.growth and field.growth.kind == "secular" end

suite.marks = { { "ω", "symplectic" }, { "↔", "symmetric" }, { "↗", "drifting: its energy error grows in proportion to time" },
  { "!", "two ways to the same answer do not agree" } }

-- The marks of a field, and the same in words.
function suite.marked(field)
  local marks, words = {}, {}
  local function add(is, sign, word) if is then marks[#marks + 1], words[#words + 1] = sign, word end end
  add(field.symplectic == "yes", "ω", "symplectic")
  add(field.symmetric == "yes", "↔", "symmetric")
  add(suite.drifts(field), "↗", "drifting")
  add(#field.conflicts > 0, "!", "disagreement")
  return table.concat(marks), table.concat(words, ", ")
end

-- What is known of fields beside their orders: a title and what stands below it, of those that some field has.
local properties = {
  { "symplectic", "symplectic" }, { "bilinear form", "bilinear" }, { "Poincaré, loops", "poincare_1" },
  { "Poincaré, surfaces", "poincare_2" }, { "symmetric", "symmetric" }, { "reversible", "reversible" },
}
function suite.columns(fields)
  local columns = {}
  local function add(title, of)
    for _, field in ipairs(fields) do
      if of(field) then
        columns[#columns + 1] = { title = title, of = of }
        return
      end
    end
  end
  for _, property in ipairs(properties) do add(property[1], function (field) return field[property[2]] end) end
  add("energy error", function (field) return field.growth and ("%s (%s)"):format(field.growth.kind, suite.exponent(field.growth)) end)
  return columns
end

function suite.pair(pair)
  return pair.method .. (pair.projection ~= "none" and ", " .. pair.projection or "")
end

local families = { ["runge-kutta"] = "Runge–Kutta on the vector field", ["index-one"] = "Index-one Runge–Kutta",
  ["compose"] = "Compositions", ["dla"] = "Discrete Lagrange–d'Alembert", ["variational"] = "Variational",
  ["variational-constrained"] = "Variational, constrained", ["SRK"] = "SRK3", ["constrained"] = "With constraints in the equations",
  ["controls"] = "Approaches that fail", ["files"] = "Files" }
function suite.family(family) return families[family] or family end

-- The method under the title of its family, which it does not repeat: "gauss-2" for runge-kutta:gauss-2.
function suite.short(pair)
  local prefix = pair.family .. ":"
  return pair.method:sub(1, #prefix) == prefix and pair.method:sub(#prefix + 1) or pair.method
end

-- The columns of a block in parts of at most so many, of whole methods and of like lengths: lists of numbers of pairs.
function suite.parts(block, columns)
  local wanted = math.ceil(#block.pairs / math.ceil(#block.pairs / columns))
  local parts, from = {}, 1
  while from <= #block.pairs do
    local to = from
    while block.pairs[to + 1] and block.pairs[to + 1].method == block.pairs[from].method do to = to + 1 end
    local last = parts[#parts]
    if not last or #last >= wanted or #last + to - from + 1 > columns then
      last = {}
      parts[#parts + 1] = last
    end
    for k = from, to do last[#last + 1] = k end
    from = to + 1
  end
  return parts
end

-- Columns of a part in a row that have the same value under the key: { value, count, family, first pair }.
function suite.spans(block, part, key)
  local list = {}
  for _, k in ipairs(part) do
    local pair, last = block.pairs[k], list[#list]
    if last and last.value == pair[key] and last.family == pair.family then
      last.count = last.count + 1
    else
      list[#list + 1] = { value = pair[key], count = 1, family = pair.family, pair = pair }
    end
  end
  return list
end

local kinds = { ["degenerate"] = "Degenerate Lagrangians", ["ode"] = "Ordinary differential equations",
  ["hamiltonian"] = "Hamiltonian systems", ["index-one"] = "Index-one systems", ["nonholonomic"] = "Nonholonomic systems",
  ["body"] = "Rigid bodies" }
function suite.kind(block)
  return (kinds[block.kind] or block.kind) .. (block.constrained and " with holonomic constraints" or "")
end
function suite.slug(block) return block.kind .. (block.constrained and "-constrained" or "") end

function suite.plural(count, one, many) return ("%d %s"):format(count, count == 1 and one or many or one .. "s") end

-- "a, b and c"
function suite.list(items)
  if #items < 2 then return items[1] or "" end
  return table.concat(items, ", ", 1, #items - 1) .. " and " .. items[#items]
end

local function number(value) return value and ("%.2f"):format(value) or "none" end

-- One sentence for a conflict.
function suite.conflict(conflict)
  local of, precision = conflict.measure, conflict.precision == "double" and "double" or conflict.precision .. " bits"
  if conflict.kind == "expansion" then
    return ("%s in %s: order %s in the steps of the study, %s as the step goes to zero"):format(of, precision, number(conflict.here), number(conflict.there))
  elseif conflict.kind == "algebra" then
    return ("%s in %s: order %s measured, %s by the rooted trees of the coefficients"):format(of, precision, number(conflict.here), number(conflict.there))
  elseif conflict.kind == "lower" then
    return ("%s in %s: order %s, and %s of the same runs has the lower order %s"):format(of, precision, number(conflict.here), conflict.other, number(conflict.there))
  elseif conflict.here then
    return ("%s: order %s in double, %s in MPFR"):format(of, number(conflict.here), number(conflict.there))
  end
  return ("%s: zero in one of double and MPFR, and not in the other"):format(of)
end

-- The order that most models of the block share for a pair, and how many of how many they are; nil where there is no such.
local function usual_order(block, k)
  local counts, total, best = {}, 0, nil
  for _, model in ipairs(block.models) do
    local order = model.fields[k] and suite.best_order(model.fields[k])
    if order then
      local whole = math.floor(order + 0.5)
      counts[whole], total = (counts[whole] or 0) + 1, total + 1
    end
  end
  for order, count in pairs(counts) do
    if not best or count > counts[best] or count == counts[best] and order < best then best = order end
  end
  if total >= 3 and counts[best] * 3 >= total * 2 then return best, counts[best], total end
end

-- Why a field is open, as the end of a sentence.
local reasons = { ["floor"] = "round-off leaves too few steps", ["pre-asymptotic"] = "the slopes have not settled",
  ["superconvergent"] = "the order is above the one that is claimed", ["sign-change"] = "the error passes through zero",
  ["broke-down"] = "runs broke down", ["too-few"] = "there are too few steps", ["reference-limited"] = "the reference leaves too few steps",
  ["budget"] = "more refinement is needed than is allowed", ["stalled"] = "the error stops falling far above round-off",
  ["margin"] = "a number is just outside its bound", ["too-short"] = "the run is too short",
  ["comparison"] = "the methods that it is compared with are not decided" }
function suite.why(reason) return reasons[reason] or reason end

-- What decided a field, in one line: "solution_error has order 2.00; claimed: at least 4 (Kutta, 1901)".
function suite.decided(decided)
  if not decided then return "no order" end
  local found = decided.order and ("has order %.2f"):format(decided.order) or decided.reason and decided.reason:gsub("; claimed:.*", "") or "has no order"
  return ("%s%s %s; claimed: %s"):format(decided.measure, decided.order and "" or ":", found, decided.claimed)
end

-- Entries of a list by pairs, those on the fewest models first: { pair, entries, total }, total being the models on which
-- the pair was run.
function suite.by_pair(list, survey)
  local groups, of = {}, {}
  for _, entry in ipairs(list) do
    local slug = entry.pair.slug
    if not of[slug] then
      of[slug] = { pair = entry.pair, total = survey.models_of[slug], number = #groups + 1 }
      groups[#groups + 1] = of[slug]
    end
    table.insert(of[slug], entry)
  end
  table.sort(groups, function (a, b) return #a < #b or #a == #b and a.number < b.number end)
  return groups
end

-- Orders beside each other: "6 on lotka-volterra; 4 on point-vortices and pendulum", the highest first.  `of` names an item
-- and its field.
function suite.by_order(items, of)
  local names, orders = {}, {}
  for _, item in ipairs(items) do
    local name, field = of(item)
    local best = field.orders.mpfr and field.orders.mpfr.order and field.orders.mpfr or field.orders.double
    local order = suite.order_word(best)
    if not names[order] then names[order], orders[#orders + 1] = {}, order end
    table.insert(names[order], name)
  end
  table.sort(orders, function (a, b)
    local x, y = tonumber(a), tonumber(b)
    if x and y then return x > y end
    return x ~= nil and y == nil or not x and not y and a < b
  end)
  for k, order in ipairs(orders) do orders[k] = { order = order, names = names[order] } end
  return orders
end

-- What is said of the whole: fields by verdict, claims by verdict, and lists of { block, model, pair, field, text }.
function suite.survey(document)
  local survey = { models = 0, pairs = 0, fields = 0, run = 0, verdicts = {}, claims = {}, reasons = {},
    conflicts = {}, refuted = {}, unusual = {}, open = {}, drifting = {}, models_of = {} }
  local pairs_seen = {}
  for _, block in ipairs(document.blocks) do
    survey.models = survey.models + #block.models
    for k, pair in ipairs(block.pairs) do
      if not pairs_seen[pair.slug] then pairs_seen[pair.slug], survey.pairs = true, survey.pairs + 1 end
      local usual, share, total = usual_order(block, k)
      for _, model in ipairs(block.models) do
        local field = model.fields[k]
        if field then
          local entry = { block = block, model = model, pair = pair, field = field }
          survey.fields = survey.fields + 1
          survey.models_of[pair.slug] = (survey.models_of[pair.slug] or 0) + 1
          survey.run = survey.run + (field.verdict ~= "not run" and 1 or 0)
          survey.verdicts[field.verdict] = (survey.verdicts[field.verdict] or 0) + 1
          for verdict, count in pairs(field.claims) do survey.claims[verdict] = (survey.claims[verdict] or 0) + count end
          if #field.conflicts > 0 then survey.conflicts[#survey.conflicts + 1] = entry end
          if field.verdict == "refuted" then survey.refuted[#survey.refuted + 1] = entry end
          if field.verdict == "inconclusive" or field.verdict == "no verdict" then
            survey.open[#survey.open + 1] = entry
            local reason = field.reason or "no order"
            survey.reasons[reason] = (survey.reasons[reason] or 0) + 1
          end
          if suite.drifts(field) then survey.drifting[#survey.drifting + 1] = entry end
          local order = suite.best_order(field)
          if usual and order and math.abs(order - usual) > 0.5 then
            entry.text = ("order %s here, %d on %d of %d models of this kind"):format(suite.order(field.orders.mpfr and field.orders.mpfr.order and field.orders.mpfr or field.orders.double), usual, share, total)
            survey.unusual[#survey.unusual + 1] = entry
          end
        end
      end
    end
  end
  return survey
end

return suite
