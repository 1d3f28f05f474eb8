<% local function counted(list, one, many) return #list > 0 and ("%d %s"):format(#list, #list == 1 and one or many) end
   local parts = {}
   for _, part in ipairs { { document.verdicts, "verdict", "verdicts" }, { document.orders, "order", "orders" },
                           { document.numbers, "number", "numbers" }, { document.missing, "missing", "missing" },
                           { document.new, "new", "new" } } do
     parts[#parts + 1] = counted(part[1], part[2], part[3]) or nil
   end
   local changed = #parts > 0 and table.concat(parts, ", ")
   local function put(lines) for _, line in ipairs(lines) do %><%- line %>
<% end end
   -- Two values with as many digits as tell them apart.
   local function shown(new, old)
     for digits = 4, 17 do
       local function text(value)
         return type(value) == "number" and ("%." .. digits .. "g"):format(value) or value or "none"
       end
       if text(new) ~= text(old) or digits == 17 then return ("%s, before %s"):format(text(new), text(old)) end
     end
   end
   local function named(row) return row.kind == "study" and "study " .. row.id or row.study .. ": " .. row.id end
   -- A few of a list, with what is left out counted.
   local function list(rows, few, write)
     for k, row in ipairs(rows) do
       if k > few and not document.all then
         put { ("  and %d more: -v shows them"):format(#rows - few) }
         break
       end
       put(wrap(write(row), "  ", "      "))
     end
   end
 if not changed and document.same == 0 then
   put { "NOTHING  there is no fit to compare" }
 elseif not changed then
   put(wrap(("%d fits: no verdict, order or number differs"):format(document.same), paint("SAME", "green") .. "  "))
 else
   put(wrap(("%s; %d fits as before"):format(changed, document.same), paint("CHANGED", "red") .. "  "))
   list(document.verdicts, 4, function (row)
     return ("%s: %s. %s"):format(named(row), shown(row.new, row.old), row.evidence or "")
   end)
   list(document.orders, 3, function (row)
     return ("%s: order %s"):format(named(row), shown(row.new and row.new.order, row.old and row.old.order))
   end)
   list(document.numbers, 3, function (row)
     return ("%s%s: %s"):format(named(row), row.step and " at h = " .. row.step or "", shown(row.new, row.old))
   end)
   list(document.missing, 1, function (row) return "missing  " .. named(row) end)
   list(document.new, 1, function (row) return "new  " .. named(row) end)
 end %>
