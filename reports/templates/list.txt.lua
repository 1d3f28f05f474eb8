<% -- What `assay list` prints: one list, or each under its name.
   local order = { "models", "methods", "projections", "studies", "measures", "papers", "claims" }
   local second = { studies = "path", claims = "study" } -- a column, and the source behind the text

   -- Names, a second column where there is one, then the text, or why there is none, with its source.
   local function write_columns(list, key, indent)
     local rows, starts = {}, {}
     for r, row in ipairs(list) do
       local source = key and row.source or ""
       local text = (row.text or "") .. (row.error or "") .. (source ~= "" and " (" .. source .. ")" or "")
       rows[r] = { row.name, key and (row[key] or "") or text, key and text or nil }
       for c, cell in ipairs(rows[r]) do
         rows[r][c] = escape(cell)
         starts[c + 1] = math.max(starts[c + 1] or 0, measure(rows[r][c]) + 2)
       end
     end
     for c = 3, #starts do starts[c] = starts[c] + starts[c - 1] end
     for _, cells in ipairs(rows) do
       local line = ""
       for c, cell in ipairs(cells) do
         if cell ~= "" then line = line .. (" "):rep((starts[c] or 0) - measure(line)) .. cell end
       end %>
<%- indent .. line %>
<%   end
   end
   local indent = document.all and "  " or ""
   for i, name in ipairs(order) do
     local list = document.lists[name]
     if list and document.all then %>
<%- i > 1 and "\n" or "" %><%- name %><%- #list == 0 and ": none" or "" %>
<%   end
     if list and name == "papers" then
       for _, paper in ipairs(list) do %>
<%- indent %><%= paper.name %>: <%= paper.text %>
<%       write_columns(paper.studies, "path", indent .. "    ")
       end
     elseif list then
       write_columns(list, second[name], indent)
     end
   end
   if document.all then %>

<%   for _, line in ipairs(wrap("'assay show NAME' says more of a model, a method, a projection or a paper; 'assay reproduce PAPER' and 'assay reproduce PAPER:CLAIM' measure.")) do %>
<%- line %>
<%   end
   end %>
