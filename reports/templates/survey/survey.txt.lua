<% -- The answer in at most 12 lines: the claims that do not hold, the worst first, the count of the rest, the page.
   local ROWS = 12
   local ranks, colors = {}, { refuted = "red", erratum = "yellow" }
   for k, word in ipairs { "refuted", "erratum", "holds with exceptions", "incomplete", "inconclusive", "vacuous", "not applicable" } do
     ranks[word] = k
   end
   local function plain(verdict) return verdict:match("^(%l+):") or verdict end
   local function name_of(claim)
     if claim.name then return claim.name end
     local words = {}
     for word in (claim.says or ""):gmatch("%S+") do
       words[#words + 1] = word
       if #words == 5 then break end
     end
     return table.concat(words, " ")
   end
   local function value_of(claim)
     local value = claim.exceptions and claim.exceptions[1] or claim.value
     if value and value.claimed and value.claimed ~= "" and value.measured ~= "" then
       return ("claimed %s, measured %s"):format(value.claimed, value.measured)
     end
     return claim.measured ~= "" and claim.measured:gsub(", 0 %a+", "") or claim.evidence
   end
   local open, rest, order = {}, {}, {}
   for k, claim in ipairs(document.claims) do
     local word = plain(claim.verdict)
     if ranks[word] then
       open[#open + 1] = { claim = claim, word = word, place = k }
     else
       if not rest[word] then order[#order + 1] = word end
       rest[word] = (rest[word] or 0) + 1
     end
   end
   table.sort(open, function (a, b)
     if ranks[a.word] ~= ranks[b.word] then return ranks[a.word] < ranks[b.word] end
     return a.place < b.place
   end)
   local short, widest, rows = { ["holds with exceptions"] = "EXCEPTIONS" }, 0, {}
   for _, each in ipairs(open) do
     each.label = short[each.word] or each.word:upper()
     widest = math.max(widest, #each.label)
   end
   for _, each in ipairs(open) do
     local text = ("%s %s: %s"):format(each.claim.id, name_of(each.claim), value_of(each.claim))
     local line = cut(wrap(text, each.label .. (" "):rep(widest + 2 - #each.label), (" "):rep(widest + 2)), 1)
     line[1] = paint(each.label, colors[each.word] or "yellow") .. line[1]:sub(#each.label + 1)
     rows[#rows + 1] = line
   end
   local counts = {}
   if #open == 0 then counts[1] = "no claim fails" end
   for _, word in ipairs(order) do
     counts[#counts + 1] = ("%d %s"):format(rest[word], (word:gsub("^holds", "hold")))
   end
   local last = wrap(("%s: %s%s"):format(document.paper, table.concat(counts, ", "),
     document.seconds and "; " .. duration(document.seconds) or ""))
   local room = ROWS - #last - 1
   local lines, more = take(rows, room)
   if more > 0 then
     local command = wrap_command(document.assay.command .. " -v", "  ", "    ")
     lines, more = take(rows, room - #command)
     lines[#lines + 1] = ("and %d more; -v shows all:"):format(more)
     for _, line in ipairs(command) do lines[#lines + 1] = line end
   end
   for _, list in ipairs { lines, last } do for _, line in ipairs(list) do %>
<%- line %>
<% end end %>
page   <%= document.page %>/index.html
