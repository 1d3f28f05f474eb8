<% local function number(value) return ("%.7g"):format(value) end
   -- The polynomial of that degree with the last of these values at n = 1, 2, ..., as text: by differences, then in powers of n.
   local function polynomial(values, degree)
     local from = #values - degree
     local differences, power, factor = { table.unpack(values, from) }, {}, { 1 }
     for k = 0, degree do power[k] = 0 end
     for k = 0, degree do
       for j = 0, k do power[j] = power[j] + differences[1] * factor[j + 1] end
       for j = 1, degree - k do differences[j] = differences[j + 1] - differences[j] end
       local next = {}   -- times (n - from - k) / (k + 1)
       for j = 0, k + 1 do next[j + 1] = ((factor[j] or 0) - (from + k) * (factor[j + 1] or 0)) / (k + 1) end
       factor = next
     end
     local largest, text = 0, ""
     for j = 0, degree do largest = math.max(largest, math.abs(power[j])) end
     for j = degree, 0, -1 do
       if math.abs(power[j]) > 1e-9 * largest then
         local sign = power[j] < 0 and "-" or text ~= "" and "+" or ""
         local unit = j == 0 and "" or j == 1 and " n" or " n^" .. j
         local size = number(math.abs(power[j]))
         text = text .. (text == "" and sign or " " .. sign .. " ") .. (size == "1" and unit ~= "" and unit:sub(2) or size .. unit)
       end
     end
     return text
   end
   local kinds = { alternates = ", coming and going", decays = ", a part dies out", exponential = ", grows exponentially",
                   other = ", of no kind that is known" }
   local function coefficient(term, steps)
     local kind, values = term.depends_on_n, term.values
     if steps == 1 or kind == "polynomial" and term.degree == 0 then return number(values[1]) end
     if kind == "polynomial" and term.degree <= 3 then return polynomial(values, term.degree) end
     if kind == "decays" and term.degree <= 1 then return polynomial(values, term.degree) .. ", and what dies out" end
     if kind == "alternates" and term.degree == 0 then
       return number(values[1]) .. " for odd n, " .. number(values[2]) .. " for even n"
     end
     local few = {}
     for k = 1, math.min(4, #values) do few[k] = number(values[k]) end
     return table.concat(few, ", ") .. ", …" .. (term.degree and " of degree " .. term.degree or "") .. (kinds[kind] or "")
   end
   local function series(quantity, most)
     local parts = {}
     for k, term in ipairs(quantity.expansion) do
       if k > most then break end
       local power = term.power == 0 and "" or term.power == 1 and "h " or "h^" .. term.power .. " "
       parts[k] = ("%s(%s)"):format(power, coefficient(term, quantity.steps))
     end
     return table.concat(parts, " + ") .. " + …"
   end
   local function put(name, text)
     local first = ("  %-18s "):format(name)
     for _, line in ipairs(wrap(text, first, (" "):rep(#first))) do %><%- line %>
<% end end
   local function zero(quantity) return ("zero up to h^%d"):format(quantity.known - 1) end
   local function describe(quantity, with_order)
     if #quantity.expansion == 0 then return zero(quantity) end
     local order = quantity.order and "order " .. quantity.order or quantity.unstable and "not stable" or "order open"
     return (with_order and order .. ": " or "") .. series(quantity, 2)
   end
   local of = {}
   for _, quantity in ipairs(document.quantities) do
     of[quantity.kind] = of[quantity.kind] or {}
     table.insert(of[quantity.kind], quantity)
   end
   -- All of a kind in one line where all are zero.
   local function put_kind(kind, name, with_order)
     local all, known = true, math.huge
     for _, quantity in ipairs(of[kind] or {}) do
       all = all and #quantity.expansion == 0
       known = math.min(known, quantity.known)
     end
     if not of[kind] then return end
     if all and #of[kind] > 1 and name then return put(name, zero { known = known }) end
     for _, quantity in ipairs(of[kind]) do put(quantity.quantity, describe(quantity, with_order)) end
   end
   -- Of a defect with many components the one with the smallest power, the largest of them.
   local function put_defect(kind, name)
     local least, known = nil, math.huge
     for _, quantity in ipairs(of[kind] or {}) do
       local term, before = quantity.expansion[1], least and least.expansion[1]
       known = math.min(known, quantity.known)
       if term and (not before or term.power < before.power
                    or term.power == before.power and math.abs(term.values[1]) > math.abs(before.values[1])) then
         least = quantity
       end
     end
     if not of[kind] then return end
     put(name, least and series(least, 1) .. " in " .. least.quantity:match(", (.*)") or zero { known = known })
   end
   for _, line in ipairs(wrap(("%s with the projection %s on %s, from the data '%s': after n steps of length h"):format(
                                document.method, document.projection, document.model, document.initial))) do %><%- line %>
<% end
   if of.solution then %>

The errors of
<% end
   put_kind("solution", nil, true)
   put_kind("observable", nil, true)
   put_kind("constraint", "constraints", true)
   if of.multiplier then %>

The multipliers, h times each where projections find them
<% put_kind("multiplier", "multipliers", false)
   end
   -- What the steps solve, at the data: the coefficients of its powers of h, as far as they are found.
   local function modified(quantity)
     local parts = {}
     for _, term in ipairs(quantity.expansion) do
       if #parts == 2 or not term.linear then break end
       if term.linear ~= 0 then
         parts[#parts + 1] = ("%s h%s"):format(number(term.linear), term.power > 2 and "^" .. term.power - 1 or "")
       end
     end
     return parts[1] and table.concat(parts, " + "):gsub("%+ %-", "- ") .. " + …"
   end
   local solved = {}
   for _, kind in ipairs { "solution", "observable" } do
     for _, quantity in ipairs(of[kind] or {}) do
       local text = quantity.steps > 1 and modified(quantity)
       if text then solved[#solved + 1] = { quantity.quantity .. "'", text } end
     end
   end
   if #solved > 0 then %>

The modified equation at the data: what is added to each derivative
<% for _, line in ipairs(solved) do put(line[1], line[2]) end
   end
   local drift = document.drift
   if drift then
     local mean = ("in the mean over the period %.6g "):format(drift.period)
     put("", drift.power and mean .. ("the energy drifts by %s h^%d"):format(number(drift.rate), drift.power)
             or mean .. ("the energy has no drift up to h^%d"):format(drift.zero_up_to))
   end
   if of.symmetry then %>

One step
<% end
   put_defect("symmetry", "and one back")
   put_defect("reversibility", "reversed, twice")
   put_defect("symplectic", "the form")
   put_defect("symplectic ambient", "the form, around")
   -- Where steps keep to the constraints, a form that is kept up to h^k makes the modified equation Hamiltonian up to h^(k - 1).
   -- Below the order that says nothing.
   local kept, inside, order = math.huge, of.symplectic ~= nil, 2
   for _, quantity in ipairs(of.solution or {}) do order = math.max(order, quantity.order or 2) end
   for _, quantity in ipairs(of.symplectic or {}) do
     kept = math.min(kept, quantity.expansion[1] and quantity.expansion[1].power - 1 or quantity.known - 1)
   end
   for _, quantity in ipairs(of.constraint or {}) do inside = inside and #quantity.expansion == 0 end
   if inside and kept > order then
     put("", ("so the modified equation is Hamiltonian up to h^%d: the energy has no drift up to there"):format(kept - 1))
   end %>

<% for _, line in ipairs(wrap("The order of a run is the least k less the degree in n of what stands at h^k. What is zero is "
                              .. "so to more than 70 digits.")) do %><%- line %>
<% end %>
