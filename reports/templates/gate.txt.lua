<% -- The answer in at most 12 lines: runs that contradict their expansions, then what is not as expected, claims before the fits that they are made of, then the counts.
   local ROWS, EVIDENCE = 12, 2
   local differs, known = {}, 0
   for _, check in ipairs(document.checks) do
     if check.issue and check.kind == "claim" and check.state == "as expected" then known = known + 1 end
   end
   for _, check in ipairs(document.differences) do
     if check.kind == "claim" then differs[check.study .. "\n" .. check.id] = true end
   end
   local function entry(check)
     local different = check.state == "different"
     local label = different and "DIFFERS  " or "INCOMPLETE  "
     local indent = (" "):rep(#label)
     local said = check.of_value and check.id .. ": the values differ" or
       different and ("%s: expected %s, found %s"):format(check.id, check.expected, check.verdict) or check.id
     local lines = wrap(said, label, indent, true)
     lines[1] = paint(label:match("%u+"), different and "red" or "yellow") .. lines[1]:sub(#label:match("%u+") + 1)
     local evidence = cut(wrap(check.evidence, indent, indent, true), EVIDENCE)
     return table.move(evidence, 1, #evidence, #lines + 1, lines)
   end
   local entries = {}
   for k, each in ipairs(document.disagreements) do
     if k > 2 then
       entries[k] = { ("and %d more disagree"):format(#document.disagreements - 2) }
       break
     end
     entries[k] = cut(wrap(("%s: %s"):format(each.id, each.text), "DISAGREES  ", (" "):rep(11), true), 3)
     entries[k][1] = paint("DISAGREES", "red") .. entries[k][1]:sub(10)
   end
   local function add(checks, wanted)
     for _, check in ipairs(checks) do
       local part = check.kind == "fit" and check.claim and differs[check.study .. "\n" .. check.claim] and not check.of_value
       if wanted == (check.kind == "claim" and "claim" or part and "part" or "other") then entries[#entries + 1] = entry(check) end
     end
   end
   add(document.differences, "claim")
   add(document.differences, "other")
   add(document.unfinished, "claim")
   add(document.unfinished, "other")
   add(document.unfinished, "part")
   add(document.differences, "part")
   local passes = document.different + document.incomplete == 0
   local counts = {
     { ("%d as expected"):format(document.as_expected), passes and "green" },
     { ("%d different"):format(document.different), document.different > 0 and "red" },
     { ("%d incomplete"):format(document.incomplete), document.incomplete > 0 and "yellow" },
   }
   if known > 0 then counts[1][1] = ("%s, %d of them known to fail"):format(counts[1][1], known) end
   local names = {}
   for k, study in ipairs(document.studies) do names[k] = study.name end
   local last = ("%s, %s, %s (%s%s)"):format(counts[1][1], counts[2][1], counts[3][1],
     #names > 3 and ("%d studies"):format(#names) or table.concat(names, ", "),
     document.seconds and ", " .. duration(document.seconds) or "")
   local room = ROWS - #wrap(last)
   local command = wrap_command(document.assay.command .. " -v", "  ", "    ")
   local lines, more = take(entries, room)
   if more > 0 then
     lines, more = take(entries, room - #command)
     lines[#lines + 1] = ("and %d more; -v shows all:"):format(more)
     for _, line in ipairs(command) do lines[#lines + 1] = line end
   end
   for _, line in ipairs(lines) do %>
<%- line %>
<% end
   for _, line in ipairs(wrap(last)) do
     for _, count in ipairs(counts) do
       if count[2] then line = line:gsub("%f[%d]" .. count[1], function (text) return paint(text, count[2]) end) end
     end %>
<%- line %>
<% end %>
