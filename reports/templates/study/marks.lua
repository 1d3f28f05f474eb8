-- The marks of fits, which are verdicts and, without one, comparisons of numbers; and tallies of claims by their marks.
local marks = {}

-- What a mark looks like: its class of the style sheet, its symbol; of one claim, of several; whether a sentence names it where
-- there is none; the rank among what needs attention.
local looks = {
  { name = "-", class = "idle", symbol = "", one = "without a measured order", several = "without a measured order", always = true, rank = 5 },
  { name = "agrees", class = "holds", symbol = "✓", one = "agrees", several = "agree", always = true },
  { name = "above", class = "refuted", symbol = "▲", one = "above", several = "above", always = true, rank = 2 },
  { name = "below", class = "refuted", symbol = "▼", one = "below", several = "below", always = true, rank = 1 },
  { name = "holds", class = "holds", symbol = "✓", one = "holds", several = "hold", always = true, verdict = true },
  { name = "holds to round-off", class = "holds", symbol = "≈", one = "holds to round-off", several = "hold to round-off", verdict = true },
  { name = "refuted", class = "refuted", symbol = "✗", one = "refuted", several = "refuted", always = true, verdict = true, rank = 0 },
  { name = "inconclusive", class = "inconclusive", symbol = "?", one = "inconclusive", several = "inconclusive", always = true, verdict = true, rank = 3 },
  { name = "vacuous", class = "vacuous", symbol = "∅", one = "vacuous", several = "vacuous", verdict = true, rank = 4 },
  { name = "not applicable", class = "idle", symbol = "–", one = "not applicable", several = "not applicable", verdict = true },
}
-- Of the marks that were counted the one that matters most comes first.
local gravest = { "refuted", "below", "above", "-", "inconclusive", "vacuous", "holds to round-off", "holds", "agrees", "not applicable" }
local differ = { above = true, below = true, refuted = true }
local agree = { agrees = true, holds = true, ["holds to round-off"] = true }
-- A verdict of a claim as a whole that no fit has.
local others = { ["holds with exceptions"] = "holds", erratum = "holds" }

marks.list, marks.look = looks, {}
for _, look in ipairs(looks) do marks.look[look.name] = look end

function marks.differs(mark) return differ[mark] or false end
function marks.agrees(mark) return agree[mark] or false end
-- The mark of a verdict, or "-".
function marks.of_verdict(verdict)
  local mark = others[verdict] or verdict
  return marks.look[mark] and marks.look[mark].verdict and mark or "-"
end

-- What other data say of a refuted entry belongs to that entry.
function marks.needs_attention(fit)
  local mark = fit.shown.mark
  return fit.claims[1] and not fit.aside and not agree[mark] and mark ~= "not applicable"
end

-- ---- tallies: {claimed, exact, numbers, [mark]: how many} ----

function marks.tally(fits)
  local tally = { claimed = 0, exact = 0, numbers = 0 }
  for _, look in ipairs(looks) do tally[look.name] = 0 end
  for _, fit in ipairs(fits or {}) do marks.add(tally, fit) end
  return tally
end

function marks.add(tally, fit)
  if not fit or not fit.claims[1] or fit.aside then return end
  tally.claimed = tally.claimed + 1
  if fit.subject == "property" then tally.exact = tally.exact + 1 end
  if fit.subject == "number" then tally.numbers = tally.numbers + 1 end
  tally[fit.shown.mark] = tally[fit.shown.mark] + 1
end

function marks.worst(tally)
  for _, mark in ipairs(gravest) do
    if tally[mark] > 0 then return mark end
  end
  return "-"
end

-- "hold", or "holds" of one; nil if there is none and that need not be said.
function marks.word(tally, look)
  local count = tally[look.name]
  if count == 0 and not look.always then return nil end
  return count == 1 and look.one or look.several
end

-- "28 orders and 3 exact properties and 2 numbers"
local function claimed(tally)
  local parts = {}
  local function add(count, one, several)
    if count > 0 then parts[#parts + 1] = ("%d %s"):format(count, count == 1 and one or several) end
  end
  add(tally.claimed - tally.exact - tally.numbers, "order", "orders")
  add(tally.exact, "exact property", "exact properties")
  add(tally.numbers, "number", "numbers")
  return table.concat(parts, " and ")
end

-- "Of 28 orders claimed: 25 hold, 1 refuted, 2 inconclusive."; for those without a verdict how many agree and differ.
function marks.sentence(tally)
  if tally.claimed == 0 then return "Nothing is claimed here." end
  local function counts(wanted)
    local parts = {}
    for _, look in ipairs(looks) do
      local word = marks.word(tally, look)
      if word and wanted(look) then parts[#parts + 1] = ("%d %s"):format(tally[look.name], word) end
    end
    return parts
  end
  local compared = tally["-"] + tally.agrees + tally.above + tally.below
  local judged = counts(function (look) return look.verdict end)
  local others_ = counts(function (look) return not look.verdict and look.name ~= "-" end)
  others_[#others_ + 1] = ("%d %s"):format(tally["-"], marks.look["-"].several)
  local text = "Of " .. claimed(tally) .. " claimed: "
  if compared < tally.claimed then text = text .. table.concat(judged, ", ") end
  if compared > 0 then
    text = text .. (compared < tally.claimed and "; without a verdict " or "") .. table.concat(others_, ", ")
  end
  return text .. "."
end

return marks
