<% -- The page of a study: no script, nothing loaded from elsewhere, printable on A4.  `about` has the small picture of each fit
   -- and, by their names, the pictures that gnuplot has drawn.  Words carry the verdicts; weight, symbols and colours repeat
   -- them.
   local marks, entries, picture, shell = include "marks", include "entries", include "picture", include "shell"
   local provenance = include "provenance"
   local most_open, shown_of_a_kind = 60, 8 -- fits in a part that is open from the start; rows of a kind above the fold
   local number_of, claimed = {}, false
   for i, fit in ipairs(document.fits) do
     number_of[fit] = i
     claimed = claimed or fit.claims[1] ~= nil
   end
   local function verdict(mark, word)
     if not word or word == "" then return "" end
     local look = marks.look[mark]
     return ('<span class="verdict %s">%s%s</span>'):format(look.class,
       look.symbol ~= "" and ('<span class="symbol" aria-hidden="true">%s</span> '):format(look.symbol) or "", escape(word))
   end
   local function plural(count, noun) return ("%d %s%s"):format(count, noun, count == 1 and "" or "s") end
   local function words_of(name) return document.words[name] or name end
   local function unless_empty(text) return text and text ~= "" and text or nil end

   -- A table: rows have {section, label, small, id, cell}; a cell {text, detail, word, mark, fit, markup}.  The look "folds"
   -- makes a line of each cell behind the name of its column on a narrow screen; "marked" cells have the colours of their marks.
   local function cell_of(cell, column, look)
     local differs = marks.differs(cell.mark) and ((cell.text or "") ~= "" or look == "folds")
     local word = cell.word or ""
     local classes = {}
     if look == "marked" or word ~= "" then classes[1] = marks.look[cell.mark or "-"].class end
     if differs then classes[#classes + 1] = "differs" end
     local parts = { "<td", #classes > 0 and (' class="%s"'):format(table.concat(classes, " ")) or "" }
     if look == "folds" then parts[#parts + 1] = (' data-label="%s"'):format(escape(column)) end
     if cell.fit then
       parts[#parts + 1] = ("><a href='#fit-%d'>%s</a> "):format(cell.fit, escape(cell.text or ""))
     else
       parts[#parts + 1] = (">%s%s"):format(escape(cell.text or ""), (cell.text or "") ~= "" and word ~= "" and " " or "")
     end
     parts[#parts + 1] = verdict(cell.mark, word)
     if unless_empty(cell.detail) then parts[#parts + 1] = ("<small>%s</small>"):format(escape(cell.detail)) end
     parts[#parts + 1] = (cell.markup or "") .. "</td>"
     return table.concat(parts)
   end
   local function table_of(class, look, caption, corner, columns, rows) %>
<div class="scroll" tabindex="0" role="region" aria-label="<%= caption %>"><table class="<%- class %>"><caption><%= caption %></caption><thead><tr><th scope="col"><%= corner %></th><% for _, name in ipairs(columns) do %><th scope="col"><%= name %></th><% end %></tr></thead><tbody>
<%   for _, row in ipairs(rows) do
       if row.section then %>
<tr class="family"><th scope="rowgroup" colspan="<%- #columns + 1 %>"><%= row.label %></th></tr>
<%     else %>
<tr<% if row.id then %> id="<%- row.id %>"<% end %>><th scope="row"><%= row.label %><% if unless_empty(row.small) then %><small><%= row.small %></small><% end %></th><%
         for c, column in ipairs(columns) do %><%- cell_of(row.cell[c] or {}, column, look) %><% end %></tr>
<%     end
     end %>
</tbody></table></div>
<% end

   -- ---- what was run ----

   local function write_runs()
     local function distinct(key)
       local seen, count = {}, 0
       for _, cell in ipairs(document.cells) do
         if not seen[cell[key]] then seen[cell[key]], count = true, count + 1 end
       end
       return count
     end
     local function count(status)
       local found = 0
       for _, cell in ipairs(document.cells) do found = found + (cell.status == status and 1 or 0) end
       return found
     end
     local others = ""
     for _, other in ipairs { { "broke-down", "broke down" }, { "crashed", "crashed" }, { "incomplete", "are incomplete" },
         { "not-applicable", "do not apply" } } do
       if count(other[1]) > 0 then others = others .. (", %d %s"):format(count(other[1]), other[2]) end
     end %>
<p><%- plural(distinct "method", "method") %> with <%- plural(distinct "projection", "projection") %> on <%- plural(distinct "model", "model") %> at <%- plural(distinct "step", "step size") %>: <%- plural(#document.cells, "run") %>, of which <%- count "completed" %> completed<%- others %>; <%- plural(#document.fits, "curve") %> of errors examined.</p>
<% end

   local function write_counts(tally) %>
<p><%= marks.sentence(tally) %></p>
<%   local decided = 0
     for _, look in ipairs(marks.list) do decided = decided + (look.verdict and tally[look.name] or 0) end
     if decided > 0 then %>
<ul class="counts">
<%     for _, look in ipairs(marks.list) do
         local word = look.verdict and marks.word(tally, look)
         if word then %>
<li class="<%- tally[look.name] > 0 and look.class or "idle" %>"><b><%- tally[look.name] %></b><%- verdict(look.name, word) %></li>
<%       end
       end %>
</ul>
<%   end
   end

   -- The counts are of runs alone: claims of which more is known stand beside them.
   local known = {}
   for _, claim in ipairs(document.claims) do
     if claim.verdict ~= claim.of_runs then known[#known + 1] = claim end
   end
   local function write_known()
     if #known == 0 then return end %>
<p>More is known than the runs show: <% for i, claim in ipairs(known) do %><%- i > 1 and "; " or "" %><a href='#attention'><%= claim.id %></a> <%- verdict(marks.of_verdict(claim.verdict), claim.verdict) %><% end %>.</p>
<% end

   -- ---- what needs attention, grouped by claim, within a claim the refuted first, then by the reason ----

   local reasons = { "floor", "pre-asymptotic", "superconvergent", "sign-change", "broke-down", "too-few", "reference-limited",
     "budget", "stalled", "margin", "too-short", "not-applicable", "comparison" }
   local rank_of_reason, rank_of_claim, expected_of, claim_of = {}, {}, {}, {}
   for i, reason in ipairs(reasons) do rank_of_reason[reason] = i end
   for i, claim in ipairs(document.claims) do
     rank_of_claim[claim.id], expected_of[claim.id], claim_of[claim.id] = i, claim.expected, claim
   end
   for i, fit in ipairs(document.fits) do
     local id = fit.claims[1] and fit.claims[1].id
     if id and not rank_of_claim[id] then rank_of_claim[id] = #document.claims + i end
   end
   for _, expectation in ipairs(document.expectations) do
     if not claim_of[expectation.id] then
       expected_of[expectation.id] = expectation.verdict ~= "holds" and expectation.verdict or nil
     end
   end

   local items = {}
   for i, fit in ipairs(document.fits) do
     if marks.needs_attention(fit) then
       local mark = fit.shown.mark
       items[#items + 1] = { fit = fit, place = i, claim = rank_of_claim[fit.claims[1].id],
         kind = 100 * marks.look[mark].rank + (mark == "inconclusive" and rank_of_reason[fit.reason_code] or 0),
         name = fit.shown.word ~= "" and fit.shown.word or "without a measured order" }
     end
   end
   table.sort(items, function (a, b)
     if a.claim ~= b.claim then return a.claim < b.claim end
     if a.kind ~= b.kind then return a.kind < b.kind end
     return a.place < b.place
   end)
   -- The items from `first` on that have the same value under the key.
   local function same(list, first, key)
     local last = first
     while list[last + 1] and list[last + 1][key] == list[first][key] do last = last + 1 end
     return table.move(list, first, last, 1, {})
   end
   local function split(list, key)
     local groups, first = {}, 1
     while first <= #list do
       groups[#groups + 1] = same(list, first, key)
       first = first + #groups[#groups]
     end
     return groups
   end
   local function controls(fit)
     local text = ""
     for _, control in ipairs { { "Control", fit.control }, { "Positive control", fit.positive_control } } do
       if control[2] then text = text .. ('<div class="note">%s: %s</div>'):format(control[1], escape(control[2])) end
     end
     return text
   end
   local function explain(fit) return document.commands.explain .. " " .. shell.quote(fit.id) .. document.commands.asked end
   local function row_of_item(item)
     local fit = item.fit
     return { label = fit.method .. ", " .. fit.projection,
       small = ("%s; %s, %s, %s"):format(words_of(fit.measure), fit.model, fit.initial, words_of(fit.precision)),
       id = "attention-" .. item.place,
       cell = { { text = fit.claims[1].words },
         { text = fit.shown.measured, detail = fit.shown.detail, mark = fit.shown.mark, fit = item.place },
         { text = fit.reason, markup = controls(fit) .. ('<div class="next">%s<code>%s</code></div>'):format(
           fit.command and escape(fit.remedy) .. ": " or "", escape(fit.command or explain(fit))) } } }
   end
   -- The first few of each kind, or the others.
   local function write_items(kinds, others, caption)
     local rows = {}
     for _, kind in ipairs(kinds) do
       if not others or #kind > shown_of_a_kind then
         rows[#rows + 1] = { section = true, label = ("%s (%d)"):format(kind[1].name, #kind) }
       end
       for k = others and shown_of_a_kind + 1 or 1, others and #kind or math.min(#kind, shown_of_a_kind) do
         rows[#rows + 1] = row_of_item(kind[k])
       end
     end
     table_of("folds", "folds", caption, "method, projection", { "claimed", "measured", "why, and what to run next" }, rows)
   end
   local function write_group(group)
     local id = group[1].fit.claims[1].id
     local claim, kinds, others, names = claim_of[id], split(group, "kind"), 0, {}
     for _, kind in ipairs(kinds) do
       names[#names + 1] = ("%d %s"):format(#kind, kind[1].name)
       others = others + math.max(#kind - shown_of_a_kind, 0)
     end %>
<h3><%= id %>: <%= table.concat(names, ", ") %></h3>
<p><% if claim then %><%= claim.text %><br><% end %><span class="source"><%= group[1].fit.claims[1].source %></span><% if claim and claim.condition then %><br>Condition: <%= claim.condition %><% end if expected_of[id] then %><br>The study expects of this claim: <%= expected_of[id] %><% end %></p>
<%   write_items(kinds, false, "What does not hold of " .. id)
     if others > 0 then %>
<details class="fits"><summary><%- others %> more of the same</summary><div>
<%     write_items(kinds, true, "More of what does not hold of " .. id) %>
</div></details>
<%   end
   end
   local function write_attention()
     for _, claim in ipairs(known) do %>
<h3><%= claim.id %>: <%= claim.verdict %>, whatever its runs say</h3>
<p><%= claim.text %><br><span class="source"><%= claim.source %></span></p>
<p><%= claim.evidence %>. Its runs alone: <%= claim.measured %>.</p>
<%   end
     if #items + #known == 0 then %>
<p><%- claimed and "Nothing: nothing that is claimed is refuted or undecided." or "Nothing: nothing is claimed." %></p>
<%   end
     for _, group in ipairs(split(items, "claim")) do write_group(group) end
   end

   -- ---- claims ----

   local function write_claims()
     local rows = {}
     for i, claim in ipairs(document.claims) do
       local condition, details = claim.verdict ~= "erratum" and claim.condition, {}
       if condition then details[1] = "condition: " .. condition end
       if claim.expected then details[#details + 1] = "expected: " .. claim.expected end
       rows[i] = { label = claim.id, cell = { { text = claim.text, detail = claim.source }, { text = claim.measured },
         { word = claim.verdict, mark = marks.of_verdict(claim.verdict), detail = table.concat(details, "; ") }, { text = claim.evidence } } }
     end
     table_of("folds claims", "folds", "What is claimed, and what the runs say of it", "id",
       { "claim, and where it is made", "measured", "verdict", "evidence" }, rows) %>
<p>Expected: what the study expects of a claim where that is not that it holds; a gate compares with it.</p>
<%   local single = {}
     for _, expectation in ipairs(document.expectations) do
       if not claim_of[expectation.id] then
         single[#single + 1] = ("<code>%s</code> %s"):format(escape(expectation.id), escape(expectation.verdict))
       end
     end
     if #single > 0 then %>
<p>A gate expects of single fits: <%- table.concat(single, "; ") %>.</p>
<%   end
   end

   -- ---- tables: a paper's has a formula for a class of methods, which are those of one family whose formulas agree ----

   local function is_same_class(grid, a, b)
     local first, second, any = grid.row[a], grid.row[b], false
     for c in ipairs(grid.column) do any = any or second.fit[c] and second.fit[c].claims[1] ~= nil end
     if not any or first.family.prefix ~= second.family.prefix then return false end
     for c in ipairs(grid.column) do
       local x, y = first.fit[c], second.fit[c]
       local one, other = x and x.claims[1], y and y.claims[1]
       if x and y and (one or other) and not (one and other and one.formula == other.formula and one.kind == other.kind) then
         return false
       end
     end
     return true
   end
   local function write_paper(grid, asked)
     local rows = {}
     for r, row in ipairs(grid.row) do
       local first = 1
       while first < r and not is_same_class(grid, r, first) do first = first + 1 end
       if first == r and is_same_class(grid, r, r) then
         local members, seen, cells = {}, {}, {}
         for k, other in ipairs(grid.row) do
           if k >= r and other.family.member ~= "" and not seen[other.method] and is_same_class(grid, r, k) then
             members[#members + 1] = other.family.member
           end
           seen[other.method] = true
         end
         for c in ipairs(grid.column) do
           local k = r
           while grid.row[k] and not (is_same_class(grid, r, k) and grid.row[k].fit[c] and grid.row[k].fit[c].claims[1]) do k = k + 1 end
           cells[c] = { text = grid.row[k] and entries.formula(grid.row[k].fit[c]) }
         end
         rows[#rows + 1] = { label = row.family.title, small = #members > 0 and "s = " .. table.concat(members, ", ") or nil, cell = cells }
       end
     end
     table_of("paper", "plain", asked.title .. ": claimed", "methods", grid.column, rows)
   end
   -- Where an order was claimed that does not hold, its value stands with what speaks against it.
   local function measured(fit)
     if not fit then return { text = "not run", mark = "-" } end
     local shown, detail = fit.shown, {}
     detail[1] = shown.mark == "inconclusive" and fit.reason_code or nil
     if shown.detail ~= "" then detail[#detail + 1] = shown.detail end
     detail = table.concat(detail, " ")
     if shown.claimed ~= "" and not marks.agrees(shown.mark) then
       detail = detail .. (detail ~= "" and "; " or "") .. "claimed " .. shown.claimed
     end
     return { text = shown.measured, detail = detail, word = shown.mark ~= "-" and shown.mark or nil, mark = shown.mark, fit = number_of[fit] }
   end
   -- "s = 3" below the title of its family, the whole name where the family has none.  Of several initial data all are named
   -- but the model's own, where they are the first.
   local function write_measured(grid, asked)
     local rows = {}
     for _, row in ipairs(grid.row) do
       local named = grid.several and (row.initial ~= grid.row[1].initial or row.initial ~= "default")
       local label = row.family.known and "s = " .. row.family.member .. (named and (" (%s)"):format(row.initial) or "") or entries.label(grid, row)
       if row.opens then rows[#rows + 1] = { section = true, label = row.family.title } end
       local cells = {}
       for c in ipairs(grid.column) do cells[c] = measured(row.fit[c]) end
       rows[#rows + 1] = { label = label, cell = cells }
     end
     table_of("measured", "marked", asked.title .. ": measured", "method", grid.column, rows)
   end
   local function write_tables()
     for _, asked in ipairs(document.tables) do
       local grid = entries.of(asked) %>
<h3><%= asked.title %></h3>
<p><%= marks.sentence(grid.tally) %></p>
<div class="beside">
<%     if grid.tally.claimed > 0 then %>
<div><h4>Claimed<%- unless_empty(asked.source) and ": " or "" %><%= asked.source %></h4>
<%       write_paper(grid, asked) %>
</div>
<%     end %>
<div><h4>Measured: <%= asked.model %>, <%= words_of(asked.measure) %>, <%= words_of(asked.precision) %></h4>
<%     write_measured(grid, asked) %>
</div></div>
<%   end
   end

   -- ---- methods x projections at a glance ----

   local function write_matrix() %>
<p>Each cell: the gravest verdict over all measures, and how many of the claims on the pair have it. Gravest is refuted, then inconclusive, then vacuous, then holds.</p>
<%   local seen = {}
     for _, fit in ipairs(document.fits) do
       local key = fit.model .. "\n" .. fit.precision
       if fit.claims[1] and not seen[key] then
         seen[key] = true
         local grid, rows = entries.of { model = fit.model, precision = fit.precision }, {} %>
<h3><%= fit.model %>, <%= words_of(fit.precision) %></h3>
<%       for r, row in ipairs(grid.row) do
           local cells = {}
           for c in ipairs(grid.column) do
             local tally = row.tally[c]
             local worst = marks.worst(tally)
             if tally.claimed == 0 then
               cells[c] = { detail = row.fit[c] and "no claim" or "not run", mark = "-" }
             else
               cells[c] = { detail = ("%d of %d"):format(tally[worst], tally.claimed), word = worst == "-" and "no order" or worst, mark = worst }
             end
           end
           rows[r] = { label = entries.label(grid, row), cell = cells }
         end
         table_of("matrix", "marked", ("The gravest verdicts: %s, %s"):format(fit.model, words_of(fit.precision)), "method", grid.column, rows)
       end
     end
   end

   -- ---- the evidence behind every fit ----

   local function finding(fit)
     local shown, look = fit.shown, marks.look[fit.shown.mark]
     local parts = { shown.word ~= "" and ('<span class="verdict %s">%s%s</span>'):format(look.class, look.symbol ~= "" and look.symbol .. " " or "", escape(shown.word)) or "", fit.shown.word ~= "" and "; " or "" }
     local without = shown.measured == "–"
     if fit.subject == "number" then
       parts[3] = "measured "
     elseif without or fit.status == "measured" and fit.subject ~= "property" then
       parts[3] = without and "no order" or "order "
     end
     parts[#parts + 1] = escape((without and "" or shown.measured) .. (shown.detail ~= "" and " " or "") .. shown.detail)
     if fit.claims[1] then parts[#parts + 1] = "; claimed: " .. escape(fit.claims[1].words) end
     return table.concat(parts)
   end
   -- What is said of many fits stands once below them, with a number that the fits name.
   local notes, number_of_note = {}, {}
   local function note(text)
     if not text then return nil end
     if not number_of_note[text] then
       notes[#notes + 1] = text
       number_of_note[text] = #notes
     end
     return number_of_note[text]
   end
   local function notes_of(fit)
     local list = {}
     list[1] = note(fit.floor_origin and "Floor: " .. fit.floor_origin .. ".")
     list[#list + 1] = note(fit.control and "Control: " .. fit.control .. ".")
     list[#list + 1] = note(fit.positive_control and "Positive control: " .. fit.positive_control .. ".")
     return #list > 0 and "<div>notes <a href='#notes'>" .. table.concat(list, ", ") .. "</a></div>" or ""
   end
   -- "5 of 7 points used, 1 without a value; floor 3e-62"
   local function points(fit)
     local used, zero, missing = 0, 0, 0
     for i = 1, fit.points do
       local error_ = fit.errors[i]
       if error_ and error_ > 0 then
         used = used + (fit.used[i] and 1 or 0)
       elseif error_ == 0 then
         zero = zero + 1
       else
         missing = missing + 1
       end
     end
     return ("%d of %d points used%s%s%s%s"):format(used, fit.points, zero > 0 and (", %d zero"):format(zero) or "",
       missing > 0 and (", %d without a value"):format(missing) or "",
       not fit.floor and "; floor unknown" or fit.floor > 0 and ("; floor %.1e"):format(fit.floor) or "; floor negligible",
       (fit.reference_error or 0) > 0 and ("; reference %.1e"):format(fit.reference_error) or "")
   end
   local function write_fit(fit) local i = number_of[fit] %>
<figure class="fit" id="fit-<%- i %>">
<%   if fit.points > 1 then %>
<%- about.charts[i] or '<p class="nothing">No error has a place on a logarithmic axis.</p>' %>
<%   end %>
<figcaption><b><%= fit.id %></b><div><%- finding(fit) %></div><div><%- points(fit) %></div><%- notes_of(fit) %><% if marks.needs_attention(fit) then %><a href='#attention-<%- i %>'>why, and what next</a><% end %></figcaption></figure>
<% end
   local function write_evidence() %>
<%- about.parts %>
<p>Errors against the step size h, both on logarithmic axes. Filled circles: points of the fit; hollow ones: not used. Shaded: below the round-off floor; dotted line: 100 floors, below which no point is used. Dashed line: the order claimed. Points that are zero or without a value are counted below the picture. Parts that are closed are not printed.</p>
<p>What is behind one of them, with its name in place of ID: <code><%= document.commands.explain .. " 'ID'" .. document.commands.asked %></code></p>
<%   if #items > 0 then %>
<details class="fits"<%- #items <= most_open and " open" or "" %>><summary>What needs attention (<%- #items %>)</summary><div>
<%     for _, fit in ipairs(document.fits) do if marks.needs_attention(fit) then write_fit(fit) end end %>
</div></details>
<%   end
     local parts, part_of = {}, {}
     for _, fit in ipairs(document.fits) do
       local key = fit.model .. "\n" .. fit.method
       if not part_of[key] then
         part_of[key] = { fits = {} }
         parts[#parts + 1] = part_of[key]
       end
       table.insert(part_of[key].fits, fit)
     end
     for _, part in ipairs(parts) do
       local tally, above = marks.tally(part.fits), {}
       for _, fit in ipairs(part.fits) do
         if marks.needs_attention(fit) then above[#above + 1] = ("<a href='#fit-%d'>%s</a>"):format(number_of[fit], escape(fit.id)) end
       end %>
<details class="fits"><summary><%= part.fits[1].model %>, <%= part.fits[1].method %> (<%- #part.fits %>)<% if tally.claimed > 0 then %> <small><%= marks.sentence(tally) %></small><% end %></summary><% if #above > 0 then %><p>Shown above: <%- table.concat(above, ", ") %>.</p><% end %><div>
<%     for _, fit in ipairs(part.fits) do if not marks.needs_attention(fit) then write_fit(fit) end end %>
</div></details>
<%   end
     if #notes > 0 then %>
<h3>Notes</h3>
<ol class="notes" id="notes">
<%     for i, text in ipairs(notes) do %>
<li><%= text %></li>
<%     end %>
</ol>
<%   end
   end

   -- ---- what the report was made from, and how to cite it ----

   local function write_provenance() %>
<dl>
<dt>study</dt><dd><%= document.study %></dd>
<%   for _, part in ipairs(provenance) do %>
<dt><%= part.label %></dt><dd><%= part.value %></dd>
<%   end %>
</dl>
<p>Numbers behind this page: data/cells.csv, fits.csv, evidence.csv, claims.csv, points.csv, report.json; tables and figures as files in the folders tables and figures.</p>
<% end
   -- The paper is cited for the claims, the report for the measurements.  A report of what a store has, or of several stores, is
   -- made again by running the study.
   local function write_citation()
     local value, command = {}, document.assay.command or ""
     for _, part in ipairs(provenance) do value[part.label] = part.value end
     local runs = command:find("^assay run ") or command:find("^assay reproduce ") or command:find("^assay demo") %>
<p>Cite the measurements as:</p>
<pre>assay <%= value.assay %>, commit <%= value.commit %>, numerics <%= value.numerics %>. Study <%= unless_empty(document.study) or "unknown" %> (<%= unless_empty(document.title) or "unknown" %>), study hash <%= value["study hash"] %>.</pre>
<%   if unless_empty(document.source) then %>
<p>Cite the claims as:</p>
<pre><%= document.source %></pre>
<%   end %>
<p>To make this report again, in a clone of assay:</p>
<pre>git checkout <%= value.commit %>
make
./<%= runs and command or document.commands.run %></pre>
<p>The same commit and study give the same numbers, and the same files but for timing.csv.</p>
<% end

   local function write_sections()
     for _, section in ipairs(document.sections) do %>
<h3><%= section.title %></h3>
<pre><%= section.text %></pre>
<%   end
   end
   local function write_models() %>
<dl>
<%   for _, model in ipairs(document.models) do %>
<dt><%= model.model %></dt><dd><%= model.reason %></dd>
<%   end %>
</dl>
<% end
   local function write_rules() %><%- include "rules" %><% end
   local function write_figures() %><%- insert("figures.html") %><% end

   local tally = marks.tally(document.fits)
   local sections = {
     { "attention", "What needs attention", true, write_attention },
     { "claims", "Claims", #document.claims > 0, write_claims },
     { "beside", "Analysis of the coefficients", #document.sections > 0, write_sections },
     { "models", "Models", #document.models > 0, write_models },
     { "tables", "Tables", #document.tables > 0, write_tables },
     { "figures", "Figures", #document.figures > 0, write_figures },
     { "matrix", "Methods and projections", tally.claimed > 0, write_matrix },
     { "evidence", "Evidence", #document.fits > 0, write_evidence },
     { "rules", "Rules", true, write_rules },
     { "provenance", "Provenance", true, write_provenance },
     { "cite", "How to cite", true, write_citation },
   }
%><!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= document.title %></title>
<style>
<%- style %>
</style></head><body>
<h1><%= document.title %></h1>
<p class="source"><%= document.source %></p>
<% if document.full then %>
<p>The full version of the study: what it says for --full.</p>
<% end
   if document.audit then %>
<%- insert("audit.html", document.audit) %>
<% end
   write_runs()
   write_counts(tally)
   write_known() %>
<nav><% for _, section in ipairs(sections) do if section[3] then %><a href='#<%- section[1] %>'><%- section[2] %></a>
<% end end %></nav>
<% for _, section in ipairs(sections) do
     if section[3] then %>
<h2 id="<%- section[1] %>"><%- section[2] %></h2>
<%     section[4]()
     end
   end %>
</body></html>
