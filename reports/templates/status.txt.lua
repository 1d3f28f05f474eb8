<% -- Ranges as array jobs take them: 1-3,7
   local function ranges(numbers)
     local parts, first, last = {}, nil, nil
     local function close()
       if first then parts[#parts + 1] = first == last and tostring(first) or ("%d-%d"):format(first, last) end
     end
     for _, number in ipairs(numbers) do
       if last and number == last + 1 then last = number
       else
         close()
         first, last = number, number
       end
     end
     close()
     return table.concat(parts, ",")
   end
   local function put(lines) for _, line in ipairs(lines) do %><%- line %>
<% end end
   for _, study in ipairs(document.studies) do
     if #study.lost > 0 then
       put(wrap(("%s: %d of %d shards; lost: %s"):format(study.study, study.done, study.shards, ranges(study.lost)),
         paint("LOST", "red") .. "  ", "      "))
     else
       put(wrap(("%s: %d of %d shards"):format(study.study, study.done, study.shards), paint("DONE", "green") .. "  ", "      "))
     end
   end
   if #document.studies == 0 then put(wrap("no shard of a study is done")) end
   put(wrap(("%d %s, %d %s"):format(document.stores, document.stores == 1 and "store" or "stores", document.cells,
     document.cells == 1 and "run" or "runs"))) %>
