-- Entries of a claim, counted: {of, hold, to_round_off, refuted, inconclusive, vacuous}; `hold` counts those to round-off.
local tally = {}
local names = { "of", "hold", "to_round_off", "refuted", "inconclusive", "vacuous" }

function tally.none()
  local none = {}
  for _, name in ipairs(names) do none[name] = 0 end
  return none
end

function tally.add(sum, counts)
  for _, name in ipairs(names) do sum[name] = sum[name] + counts[name] end
end

-- "57 of 65 hold, 4 refuted, 4 inconclusive", of those that apply.
function tally.sentence(sum)
  return ("%d of %d hold%s, %d refuted, %d inconclusive%s"):format(sum.hold, sum.of,
    sum.to_round_off > 0 and (", %d of them to round-off"):format(sum.to_round_off) or "", sum.refuted, sum.inconclusive,
    sum.vacuous > 0 and (", %d vacuous"):format(sum.vacuous) or "")
end

return tally
