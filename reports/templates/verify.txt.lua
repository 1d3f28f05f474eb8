<% local comparison, counts = document.comparison, document.counts
   local function put(lines) for _, line in ipairs(lines) do %><%- line %>
<% end end
   local function named(row) return row.study .. ": " .. row.id end
   local function list(rows, label, few, write)
     for k, row in ipairs(rows) do
       if k > few and not document.all then
         put { ("  and %d more: -v shows them"):format(#rows - few) }
         break
       end
       put(wrap(label .. write(row), "  ", "      "))
     end
   end
   local parts = {}
   for _, kind in ipairs { "cells", "fits", "claims" } do
     local count = counts[kind]
     if count.all > 0 then
       parts[#parts + 1] = ("%d of %d %s"):format(count.to_the_bit, count.all, kind == "cells" and "runs" or kind)
     end
   end
   local differ = #comparison.verdicts + #comparison.orders + #comparison.numbers + #comparison.missing + #comparison.new
   local within = #document.not_to_the_bit
   local exceptions = within + differ > 0 and
     ("; %d not, and %d differ by more than their floors"):format(within, differ) or ""
   put(wrap(("%s%s agree to the bit%s"):format(document.sample and "a sample: " or "", table.concat(parts, ", "), exceptions),
     document.agrees and paint("AGREES", "green") .. "  " or paint("DIFFERS", "red") .. "  "))
   if not document.same_program and within > 0 then
     put(wrap("another program, compiler or processor made it: what agrees within floors is as good", "  ", "  "))
   end
   list(document.changed_files, "changed  ", 4, function (name) return name .. ": its checksum is another, or it has none" end)
   list(comparison.verdicts, "", 4, function (row)
     return ("%s: certified %s, found %s"):format(named(row), tostring(row.old), tostring(row.new))
   end)
   list(comparison.orders, "", 3, function (row)
     return ("%s: certified order %s, found %s"):format(named(row), row.old and row.old.order or "none", row.new and row.new.order or "none")
   end)
   list(comparison.numbers, "", 3, function (row)
     return ("%s%s: certified %s, found %s"):format(named(row), row.step and " at h = " .. row.step or "", tostring(row.old), tostring(row.new))
   end)
   list(comparison.missing, "not found  ", 2, named)
   list(comparison.new, "not certified  ", 2, named)
   if differ == 0 then list(document.not_to_the_bit, "not to the bit  ", 3, named) end %>
