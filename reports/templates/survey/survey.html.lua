<% -- The page of a paper: a line for each claim, with what it rests on folded below it; errata, figures, tables, studies,
   -- provenance.  Lists are sorted and filtered by style sheets alone.
   local looks = {
     ["refuted"] = { "refuted", "✗", 0 }, ["inconclusive"] = { "inconclusive", "?", 1 },
     ["incomplete"] = { "inconclusive", "…", 2 }, ["holds with exceptions"] = { "excepted", "✓", 3 },
     ["erratum"] = { "erratum", "!", 4 }, ["vacuous"] = { "vacuous", "∅", 5 }, ["not applicable"] = { "idle", "–", 6 },
     ["holds to round-off"] = { "holds", "≈", 7 }, ["holds"] = { "holds", "✓", 8 }, ["not examined"] = { "idle", "–", 9 },
   }
   local function look(verdict)
     local word, reason = verdict:match("^(inconclusive)(:.*)$")
     return looks[word or verdict] or { "idle", "", 9 }, reason
   end
   local function slug(verdict) return (verdict:gsub("%W", "-")) end
   local function number_of(table_of_numbers) return #table_of_numbers.numbers + #table_of_numbers.others end
   local function plural(count, one, many) return ("%d %s"):format(count, count == 1 and one or many or one .. "s") end
   local outputs = {}
   for _, kind in ipairs { "figures", "tables" } do
     local function keep(list) for _, output in ipairs(list) do outputs[output.path] = output end end
     for _, number in ipairs(document[kind].numbers) do keep(number.shown) end
     keep(document[kind].others)
   end
   local titles = {}
   for _, study in ipairs(document.studies) do titles[study.study] = study.title end
   -- Where a picture was not drawn its script stands for it.
   local function target(output) return output.files.svg or output.files.gp or output.files.txt or output.path end
   local function name_of(claim)
     if claim.name then return claim.name end
     local words = {}
     for word in (claim.says or claim.id):gmatch("%S+") do
       words[#words + 1] = word
       if #words == 5 then break end
     end
     return table.concat(words, " ")
   end
   local verdict, entry_value, note, paths, parts, exceptions, shape, caption
   function verdict(word) local look, reason = look(word) %>
<span class="verdict <%- look[1] %>"><span class="symbol" aria-hidden="true"><%- look[2] %></span> <%= word %></span><% end
   function entry_value(value) if value then %>
claimed <%= value.of_order and "order " or "" %><%= value.claimed %>, measured <%= value.measured %><% end end
   function note(label, text) if text and text ~= "" then %>
<p><b><%- label %></b> <%= text %></p>
<% end end
   function paths(label, list, of_study)
     local first = true
     for _, path in ipairs(list) do
       local output = outputs[path]
       if of_study or output and output.shown then %>
<%- first and "<p><b>" .. label .. "</b> " or ", " %><a href="<%= of_study and path .. "/index.html#claims" or target(output) %>"><%= of_study and path or output.title %></a><% first = false
       end
     end
     if not first then %></p>
<% end end
   function exceptions(claim) if #claim.exceptions > 0 then local shown = math.min(#claim.exceptions, 12) %>
<table class="rows exceptions"><caption>What does not hold<%- shown < #claim.exceptions and (", the first %d of %d"):format(shown, #claim.exceptions) or "" %></caption>
<thead><tr><th scope="col">method</th><th scope="col">model</th><th scope="col">measure</th><th scope="col">claimed</th><th scope="col">measured</th><th scope="col">verdict</th></tr></thead>
<tbody>
<% for i = 1, shown do local row = claim.exceptions[i] %>
<tr><th scope="row"><%= row.method %><%= row.projection ~= "none" and ", " .. row.projection .. " projection" or "" %></th><td data-label="model"><%= table.concat(row.models, ", ") %></td><td data-label="measure"><%= row.measure %></td><td data-label="claimed"><%= row.of_order and "order " or "" %><%= row.claimed %></td><td data-label="measured"><%= row.measured %> <%= row.detail %></td><td><% verdict(row.verdict) %></td></tr>
<% end %>
</tbody></table>
<% end end
   function parts(claim) if #claim.parts > 0 then %>
<table class="rows parts"><caption>Parts<%- claim.rule and "" or ": all have to hold, but for assay's own" %></caption>
<thead><tr><th scope="col">part</th><th scope="col">what it says, and where</th><th scope="col">measured</th><th scope="col">verdict</th></tr></thead>
<tbody>
<% for _, part in ipairs(claim.parts) do %>
<tr><th scope="row"><%= part.id %></th><td><%= part.text %> <small><%= part.source %></small></td><td><%= part.measured %>
<% if part.value then %><small><% entry_value(part.value) %> <%= part.value.detail %></small><% end %>
<% for i, fit in ipairs(part.fits) do %><small><a href="<%= part.study %>/index.html#fit-<%- fit.number %>"><% for piece in fit.id:gmatch("[^/]+/?") do %><%= piece %><wbr><% end %></a></small><% end %>
</td><td><% verdict(part.verdict) %><% if part.own then %><small>assay's own</small><% end %></td></tr>
<% end %>
</tbody></table>
<% end end
   -- A table as the paper has it, the claimed value of each place with what was found.
   function shape(output, number) local shown = output.shape if shown then %>
<div class="scroll" tabindex="0" role="region" aria-label="<%= (number and ("Table %d: "):format(number) or "") .. output.title %>"><table class="shape"><caption><%- number and ("Table %d in the paper's shape: "):format(number) or "" %>claimed, and how many entries hold</caption>
<thead><tr><th scope="col">methods</th><% for _, column in ipairs(shown.columns) do %><th scope="col"><%= column %></th><% end %></tr></thead>
<tbody>
<% for _, row in ipairs(shown.rows) do %>
<tr><th scope="row"><%= row.label %></th><% for _, cell in ipairs(row.cells) do %><td><% if cell.of > 0 then %><%= cell.claimed %>
<small><% verdict(cell.refuted and "refuted" or cell.hold < cell.of and "inconclusive" or "holds") %> <%- cell.hold %> of <%- cell.of %></small>
<% for _, exception in ipairs(cell.exceptions) do %><small><%= exception.text %> (<%= exception.verdict %>)</small><% end else %>–<% end %></td><% end %></tr>
<% end %>
</tbody></table></div>
<% end end
   function caption(output, word, number) %>
<% if number then %><b><%- word %> <%- number %>.</b> <% end %><%= output.title %>. <%= output.model and "Model " .. output.model .. ". " or "" %>(<a href="<%= output.study %>/index.html#<%- word == "Figure" and "figures" or "tables" %>"><%= output.study %></a>)<% end
%><!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= document.title %></title>
<style>
<%- style %>
/* The page of a paper. */
.pick{display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;margin:1rem 0}
.pick fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.3rem .9rem}
.pick legend{float:left;font-weight:bold;margin-right:.6rem;padding:0}
.pick label{white-space:nowrap}
.claims{display:flex;flex-direction:column}
.claim{border-bottom:1px solid var(--line)}
.claim>summary{display:grid;grid-template-columns:3.2rem minmax(0,1fr) 12.5rem minmax(0,1.1fr);gap:0 .8rem;padding:.3rem 0;font-weight:normal;font-size:.9rem;list-style:none}
.claim>summary::-webkit-details-marker{display:none}
.claim>summary>b::before{content:"▸ "}
.claim[open]>summary>b::before{content:"▾ "}
.claim .number{font-size:.85rem}
.claim .body{padding:.2rem 0 .8rem 4rem;font-size:.9rem}
.claim p{max-width:60rem;margin:.35rem 0}
.claim blockquote{margin:.3rem 0;padding-left:.7rem;border-left:3px solid var(--line);max-width:60rem}
.rows{width:100%;margin:.6rem 0}
.shape td,.shape th{border:1px solid var(--line)}
.rows caption,.shape caption{text-align:left;font-weight:bold;padding:.2rem 0}
.rows td,.rows th,.rows small{white-space:normal}
.rows tbody th{font-weight:normal}
span.excepted{border-left:5px solid #56B4E9}
span.erratum{border-left:5px solid #CC79A7}
details.section>summary{font-size:1rem;padding:.2rem 0}
.claim:has(:target){outline:2px solid #0072B2}
body:has(#order-worst:checked) .claim{order:var(--worst)}
<% for _, count in ipairs(document.counts) do %>
body:has(#show-<%- slug(count.verdict) %>:checked) .claim:not(.is-<%- slug(count.verdict) %>){display:none}
<% end %>
@media screen and (max-width:640px){
  .claim>summary{grid-template-columns:3.2rem minmax(0,1fr);gap:0 .4rem}
  .claim>summary>*:nth-child(n+3){grid-column:2}
  .claim .body{padding-left:.6rem}
  .rows,.rows caption,.rows tbody,.rows tr,.rows td,.rows th{display:block}
  .rows thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
  .rows tr{border-bottom:1px solid var(--line);padding:.3rem 0}
  .rows td,.rows th{border-bottom:0;padding:.05rem 0}
  .rows td[data-label]::before{content:attr(data-label) " ";color:var(--faint)}
}
@media print{
  .pick,.rows.parts,.claim .links,.claim:not(.is-holds-with-exceptions) .exceptions{display:none}
  details.claim{display:block!important;break-inside:avoid}
  details.claim::details-content,details.printed::details-content{content-visibility:visible;display:block;height:auto}
  details.printed{display:block!important}
  .claim>summary{grid-template-columns:2.4rem minmax(0,1fr) 12rem minmax(0,1.1fr);padding:.15rem 0}
  .claim>summary>b::before,.claim[open]>summary>b::before{content:""}
  .claim .body{padding:0 0 .3rem 3.2rem}
  .claim p,.claim blockquote{margin:.15rem 0}
}
</style></head><body><main>
<h1><%= document.title %></h1>
<p class="source"><%= document.source %></p>
<% if document.full then %>
<p>The full version: what its studies say for --full.</p>
<% end %>
<p><%= document.sentence %>.</p>
<nav aria-label="Sections"><a href="#claims">Claims</a>
<% if #document.errata > 0 then %><a href="#errata">Errata</a><% end %>
<% if number_of(document.figures) > 0 then %><a href="#figures">Figures</a><% end %>
<% if number_of(document.tables) > 0 then %><a href="#tables">Tables</a><% end %>
<a href="#studies">Studies</a>
<a href="#provenance">Provenance</a>
</nav>

<h2 id="claims">Claims</h2>
<form class="pick">
<fieldset><legend>Show</legend><label><input type="radio" name="show" checked> all <%- #document.claims %></label>
<% for _, count in ipairs(document.counts) do %>
<label><input type="radio" name="show" id="show-<%- slug(count.verdict) %>"> <%- count.verdict %> <%- count.count %></label>
<% end %>
</fieldset>
<fieldset><legend>Order</legend><label><input type="radio" name="order" checked> of the paper</label>
<label><input type="radio" name="order" id="order-worst"> worst first</label></fieldset>
</form>
<div class="claims">
<% for _, claim in ipairs(document.claims) do local entries = claim.entries %>
<details class="claim is-<%- slug(claim.verdict) %>" style="--worst:<%- look(claim.verdict)[3] %>">
<summary><b><%= claim.id %></b> <span><%= name_of(claim) %></span> <span><% verdict(claim.verdict) %></span> <span class="number"><% entry_value(claim.value) %>
<% if entries and entries.of > 1 then %> (<%- entries.hold %> of <%- entries.of %>)<% end %></span></summary>
<div class="body" id="<%= claim.id %>">
<% if claim.says then %>
<blockquote><%= claim.says %> <small><%= claim.where or claim.source %></small></blockquote>
<% end
   note("Verdict:", claim.sentence or claim.evidence)
   note("Misprint:", claim.erratum)
   note("Condition:", claim.condition)
   note("Its parts:", claim.rule)
   exceptions(claim)
   parts(claim) %>
<div class="links">
<% paths("Figures:", claim.figures) paths("Tables:", claim.tables) paths("Studies:", claim.studies, true) %>
<% if claim.command then %>
<p><b>Again:</b> <code><%= claim.command %></code></p>
<% end if claim.next then %>
<p><b>Next:</b> <code><%= claim.next %></code></p>
<% end %>
</div></div></details>
<% end %>
</div>
<p>A claim is as good as the worst of its parts. Not examined: no study of the paper has the claim. Inconclusive: it was measured, and that does not decide it.</p>

<% if #document.errata > 0 then %>
<h2 id="errata">Errata</h2>
<details class="section printed"><summary><%- plural(#document.errata, "misprint") %>; the studies and models have the corrected form</summary>
<table class="rows"><caption>Misprints of the paper</caption>
<thead><tr><th scope="col">where</th><th scope="col">printed</th><th scope="col">corrected</th></tr></thead>
<tbody>
<% for _, erratum in ipairs(document.errata) do %>
<tr><th scope="row"><%= erratum.where %><% if erratum.claim then %> (<a href="#<%= erratum.claim %>"><%= erratum.claim %></a>)<% end %></th><td data-label="printed"><%= erratum.printed %></td><td data-label="corrected"><%= erratum.corrected %></td></tr>
<% end %>
</tbody></table></details>

<% end
   for _, kind in ipairs { { "figures", "Figures", "Figure", "figure" }, { "tables", "Tables", "Table", "table" } } do
     local all = document[kind[1]]
     if number_of(all) > 0 then
       local absent = {}
       for _, number in ipairs(all.numbers) do
         if #number.shown == 0 then absent[#absent + 1] = number.number end
       end
       local function item(output, number, first)
         local id = number and first and (' id="%s-%d"'):format(kind[4], number) or ""
         if kind[4] == "figure" then %>
<figure<%- id %>>
<% if not output.shown then %><p class="nothing">The runs have nothing that it would show.</p>
<% elseif output.files.svg then %><a href="<%= output.files.svg %>"><img loading="lazy" src="<%= output.files.svg %>" alt="<%= (number and "Figure " .. number .. " of the paper: " or "") .. output.title .. (output.model and ", on " .. output.model or "") %>"></a>
<% else %><p class="nothing">The picture was not drawn: <a href="<%= target(output) %>">gnuplot draws it</a>.</p>
<% end %><figcaption><% caption(output, kind[3], number) %></figcaption></figure>
<% else %>
<li<%- id %>><% caption(output, kind[3], number) for _, ending in ipairs { "txt", "md", "csv", "tex" } do if output.files[ending] then %>, <a href="<%= output.files[ending] %>"><%- ending %></a><% end end shape(output, number) %></li>
<% end end %>
<h2 id="<%- kind[1] %>"><%- kind[2] %></h2>
<% if #absent > 0 then %>
<p><%- kind[2] %> of the paper that its claims speak of, and no study shows: <%- table.concat(absent, ", ") %>.</p>
<% end %>
<details class="section<%- kind[4] == "table" and " printed" or "" %>"><summary><%- kind[2] %> of the studies, by the paper's numbers</summary>
<%- kind[4] == "figure" and '<div class="gallery">' or '<ul class="rules">' %>

<% for _, number in ipairs(all.numbers) do
     for i, output in ipairs(number.shown) do item(output, number.number, i == 1) end
   end
   for _, output in ipairs(all.others) do item(output) end %>
<%- kind[4] == "figure" and "</div>" or "</ul>" %>
</details>

<% end end %>
<h2 id="studies">Studies</h2>
<details class="section printed"><summary><%- plural(#document.studies, "study", "studies") %></summary>
<ul class="rules">
<% for _, study in ipairs(document.studies) do %>
<li><% if study.measured then %><a href="<%= study.study %>/index.html"><%= study.title %></a>: <%- plural(study.runs, "run") %>, <%- plural(study.curves, "curve") %>, <%- plural(study.claims, "claim") %><%- study.full and ", the full version" or "" %><% else %><%= study.title %>: no results<% end %><%- study.complete and "" or "; not complete" %>; <code><%= study.path %></code></li>
<% end %>
</ul></details>

<h2 id="provenance">Provenance</h2>
<dl>
<dt>paper</dt><dd><%= document.source %></dd>
<% for _, part in ipairs(document.provenance) do %>
<dt><%- part.label %></dt><dd><%= part.value %></dd>
<% end %>
</dl>
<p>The same as files: <a href="claims.md">claims.md</a>, <a href="claims.csv">claims.csv</a>, <a href="claims.tex">claims.tex</a>, <a href="claims.json">claims.json</a>. How to cite the measurements is said on the page of each study.</p>
</main></body></html>
