<% -- The answer in at most 12 lines: orders that cannot be right, then the claims, the worst first, the counts, the page.
   local ROWS = 12
   local ranks, colors = {}, { refuted = "red", holds = "green", ["holds to round-off"] = "green" }
   for k, word in ipairs { "refuted", "incomplete", "inconclusive", "vacuous", "not applicable", "holds to round-off", "holds" } do
     ranks[word] = k
   end
   local several, claims, rows, contradictions, disagreements = #document.studies > 1, {}, {}, 0, 0
   local cells, broken, counts, in_full = 0, 0, {}, false
   for _, study in ipairs(document.studies) do
     in_full = in_full or study.in_full
     local all, prefix = study.document, several and study.document.study .. ":" or ""
     for k, claim in ipairs(all.claims) do
       claims[#claims + 1] = { id = prefix .. claim.id, claim = claim, brief = study.briefs[k], place = #claims }
     end
     cells, broken = cells + all.runs.all, broken + all.runs.broke_down
     for word, count in pairs(study.counts) do counts[word] = (counts[word] or 0) + count end
     for _, fit in ipairs(all.fits) do
       if fit.expansion and fit.expansion.disagreement then
         disagreements = disagreements + 1
         if disagreements == 1 then
           table.insert(rows, 1, cut(wrap(("%s: %s"):format(fit.id, fit.expansion.disagreement), "DISAGREES  ", (" "):rep(11), true), 3))
         end
       end
       if fit.contradicted_by then
         contradictions = contradictions + 1
         if contradictions == 1 then
           rows[#rows + 1] = cut(wrap(("%s and %s cannot both be right: an error of a function of the state has no lower order than the state")
             :format(fit.id, fit.contradicted_by), "CONTRADICTION  ", (" "):rep(15), true), 3)
         end
       end
     end
   end
   local function rank(each) return ranks[each.claim.verdict] or 3 end
   table.sort(claims, function (a, b)
     if rank(a) ~= rank(b) then return rank(a) < rank(b) end
     return a.place < b.place
   end)
   local widest = 5
   for _, each in ipairs(claims) do widest = math.max(widest, #each.claim.verdict) end
   for _, each in ipairs(claims) do
     local word = each.claim.verdict
     local id = each.claim.expected == word and each.id .. " (as expected): " or each.id .. ": "
     local brief = each.brief:gsub(", 0 %a+", "")
     local text = id .. (each.claim.text and each.claim.text .. "; " or "") .. brief
     if #text + widest + 2 > width then text = id .. brief end
     local line = cut(wrap(text, word:upper() .. (" "):rep(widest + 2 - #word), (" "):rep(widest + 2)), 1)
     line[1] = line[1]:gsub("^" .. word:upper():gsub("%-", "%%-"), function (found) return paint(found, colors[word] or "yellow") end)
     if in_full and #claims == 1 then
       local indent = (" "):rep(widest + 2)
       for _, more in ipairs { { "evidence: ", each.claim.evidence, 3 }, { "condition: ", each.claim.condition, 1 } } do
         if more[2] and more[2] ~= "" and more[2] ~= each.brief then
           for _, piece in ipairs(cut(wrap(more[2], indent .. more[1], indent, true), more[3])) do line[#line + 1] = piece end
         end
       end
     end
     rows[#rows + 1] = line
   end
   local said = { ("%d runs"):format(cells) }
   if broken > 0 then said[1] = said[1] .. (", %d broke down"):format(broken) end
   local verdicts = {}
   for _, word in ipairs { "holds", "holds to round-off", "refuted", "inconclusive", "vacuous" } do
     if counts[word] > 0 then verdicts[#verdicts + 1] = ("%d %s"):format(counts[word], (word:gsub("^holds", "hold"))) end
   end
   if #verdicts > 0 then said[2] = "orders and numbers: " .. table.concat(verdicts, ", ") end
   said[#said + 1] = duration(document.seconds)
   local last, pages = wrap(table.concat(said, "; ")), {}
   for k, study in ipairs(document.studies) do pages[k] = study.page end
   local figures = {}
   for _, study in ipairs(document.studies) do
     for _, figure in ipairs(in_full and study.figures or {}) do
       if #figures < 2 then
         figures[#figures + 1] = figure.path and "figure " .. figure.path or
           ("figure %s: these runs have nothing that it would show"):format(figure.name)
       end
     end
   end
   pages = cut(wrap(table.concat(pages, " "), several and "pages  " or "page   ", (" "):rep(7)), 2)
   local room = ROWS - #last - #figures - #pages
   local lines, more = take(rows, room)
   if more > 0 then
     local command = wrap_command(document.command .. " -v", "  ", "    ")
     lines, more = take(rows, room - #command)
     local hold = true
     for k = #rows - more + 1, #rows do
       local each = claims[k - (#rows - #claims)]
       hold = hold and each and each.claim.verdict:find("^holds") ~= nil
     end
     lines[#lines + 1] = ("and %d more%s; -v shows all:"):format(more, hold and ", which hold" or "")
     for _, line in ipairs(command) do lines[#lines + 1] = line end
   end
   for _, list in ipairs { lines, last, figures, pages } do for _, line in ipairs(list) do %>
<%- line %>
<% end end %>
