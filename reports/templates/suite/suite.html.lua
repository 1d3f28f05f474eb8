<% -- The suite in one picture: a matrix for each kind of models, models down and pairs across.  Lists are sorted and filtered
   -- by style sheets alone; the script opens a field in a window of the page, and without it the field is a page.
   local suite = include "suite.words"
   local survey = suite.survey(document)
   local COLUMNS = 30 -- side by side in one part of a matrix
   local SHOWN = 12   -- entries of a list before the rest is folded
   local families, number_of = {}, {}
   for _, block in ipairs(document.blocks) do
     for _, pair in ipairs(block.pairs) do
       if not number_of[pair.family] then
         families[#families + 1] = pair.family
         number_of[pair.family] = #families
       end
     end
   end
   local rank = {}
   for k, verdict in ipairs(suite.verdicts) do rank[verdict] = k end
   local function worst(model)
     local most = #suite.verdicts
     for _, field in ipairs(model.fields) do
       if field then most = math.min(most, #field.conflicts > 0 and 0 or rank[field.verdict] or most) end
     end
     return most
   end
   local function count(list) return list or 0 end
   local function link(entry) return "models/" .. entry.model.slug .. ".html#" .. entry.pair.slug end
   local function percent(part, whole)
     return whole > 0 and (part * 100 < whole and part > 0 and "less than 1 %" or ("%.0f %%"):format(100 * part / whole)) or "none"
   end
   local claims, held = 0, count(survey.claims["holds"]) + count(survey.claims["holds to round-off"])
   for _, number in pairs(survey.claims) do claims = claims + number end
   local filters = {
     { "refuted", "refuted", count(survey.verdicts["refuted"]) },
     { "inconclusive", "inconclusive", #survey.open },
     { "vacuous", "vacuous", count(survey.verdicts["vacuous"]) },
     { "holds", "hold", count(survey.verdicts["holds"]) + count(survey.verdicts["holds to round-off"]) },
     { "quiet", "no claim", count(survey.verdicts["no claim"]) },
     { "conflict", "disagree", #survey.conflicts },
     { "drift", "drift", #survey.drifting },
   }
   local refuted = suite.by_pair(survey.refuted, survey)
   local everywhere, somewhere = {}, {}
   for _, group in ipairs(refuted) do table.insert(#group == group.total and #group > 1 and everywhere or somewhere, group) end
   table.sort(everywhere, function (a, b) return #a > #b or #a == #b and a.number < b.number end)
   table.sort(somewhere, function (a, b) return #a > #b or #a == #b and a.number < b.number end)
   local function models(count) return suite.plural(count, "model") end
   local named, entries, group_entry
   -- "gauss-2, standard on 7 of 8 models; srk-3 on 5 of 8, and 3 more pairs"
   function named(list, most)
     local shown = math.min(#list, most)
     for k = 1, shown do local group = list[k]
       local before = k == 1 and "" or k == shown and #list <= most and " and " or ", " %>
<%- before %><a href="pairs/<%- group.pair.slug %>.html"><%= suite.pair(group.pair) %></a> (<%- #group == group.total and "" or #group .. " of " %><%- models(group.total) %>)<% end
     if #list > most then %> and <a href="#refuted"><%- suite.plural(#list - most, "more pair") %></a><% end end
   function group_entry(group, text) local entry = group[1] local class, sign = suite.look(entry.field.verdict) %>
<li><span class="verdict <%- class %>"><span class="symbol" aria-hidden="true"><%- sign %></span> <%- entry.field.verdict %></span> <% if #group == 1 then %>
<a href="<%- link(entry) %>"><%= suite.pair(entry.pair) %> on <%= entry.model.name %></a>: <%= text(entry) %></li>
<% else %>
<a href="pairs/<%- group.pair.slug %>.html"><%= suite.pair(group.pair) %></a> on <%- #group == group.total and "all" or #group .. " of" %> <%- models(group.total) %>: <% for k, other in ipairs(group) do %><%- k > 1 and ", " or "" %><a href="<%- link(other) %>"><%= other.model.name %></a><% end %>. On <%= entry.model.name %>: <%= text(entry) %></li>
<% end end
   function entries(id, title, list, sentence, text) if #list > 0 then local groups = suite.by_pair(list, survey) %>
<h2 id="<%- id %>"><%- title %></h2>
<p><%- sentence %></p>
<% for half = 1, #groups > SHOWN and 2 or 1 do local first, last = half == 1 and 1 or SHOWN + 1, half == 1 and math.min(SHOWN, #groups) or #groups
     if half == 2 then %>
<details><summary><%- suite.plural(#groups - SHOWN, "more pair") %></summary>
<% end %>
<ul class="entries">
<% for k = first, last do group_entry(groups[k], text) end %>
</ul>
<% if half == 2 then %>
</details>
<% end end end end
%><!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= document.title %></title>
<style>
<%- style %>
/* The page of a suite. */
@page{size:A3 landscape;margin:10mm}
body{max-width:none}
main{max-width:84rem;margin:0 auto}
.summary{max-width:64rem}
.pick{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;margin:.8rem 0;font-size:.85rem}
.pick fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.1rem .8rem;min-width:0}
.pick legend{float:left;font-weight:bold;margin-right:.6rem;padding:0}
.pick label{white-space:nowrap;padding:.2rem 0}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.78rem;list-style:none;margin:.5rem 0;padding:0}
.entries{font-size:.88rem;padding-left:1.2rem;max-width:70rem}
.entries li{margin:.2rem 0}
.part{margin:.5rem 0 1rem}
.m{table-layout:fixed;width:auto;font-size:.72rem;line-height:1.15}
.m th,.m td{padding:0;border:1px solid var(--line);text-align:center;overflow:hidden}
.m .name{min-width:10.4rem;text-align:left;padding:.1rem .3rem;white-space:nowrap;text-overflow:ellipsis}
.m tbody .name{font-weight:normal}
.m .c{min-width:2.3rem;width:2.3rem}
.m b.l{font-size:.58rem;line-height:1.4}
.m thead th{border-bottom:1px solid var(--line);vertical-align:bottom;font-weight:normal;white-space:normal}
.m thead .family{font-weight:bold;background:var(--family);padding:.15rem .2rem}
.m .up a,.m .up span{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap;padding:.25rem .1rem;display:inline-block}
.m td a{display:block;padding:.14rem 0;border:0;min-height:1.85rem;box-sizing:border-box}
.m td b{display:block;font-weight:normal}
.m td.refuted b,.m td.conflict b{font-weight:bold}
.m td a:hover,.m td a:focus{outline:2px solid #0072B2;outline-offset:-2px}
.m td.holds,.m td.refuted,.m td.inconclusive,.m td.vacuous{border-left:1px solid var(--line)}
.m td.holds{background:var(--holds)}
.m td.refuted{background:var(--refuted);box-shadow:inset 0 0 0 2px #D55E00}
.m td.inconclusive{background:var(--inconclusive);box-shadow:inset 0 0 0 1px #E69F00}
.m td.vacuous{background:var(--vacuous)}
.m td.conflict{box-shadow:inset 0 0 0 3px #0072B2}
.m td.none{background:none}
dialog{width:min(66rem,94vw);height:min(48rem,90vh);padding:0;border:1px solid var(--rule);background:var(--page);color:var(--text)}
dialog::backdrop{background:#0008}
dialog[open]{display:flex;flex-direction:column}
dialog form{text-align:right;padding:.2rem .4rem;border-bottom:1px solid var(--line)}
dialog iframe{flex:1;border:0;width:100%;background:var(--page)}
<% for _, block in ipairs(document.blocks) do %>
body:has(#kind-<%- suite.slug(block) %>:checked) .block:not(#<%- suite.slug(block) %>){display:none}
<% end for k in ipairs(families) do %>
body:has(#family-<%- k %>:checked) :is(.f,.part):not(.f<%- k %>){display:none}
<% end for _, filter in ipairs(filters) do if filter[3] > 0 then %>
body:has(#show-<%- filter[1] %>:checked) :is(.part:not(:has(td.<%- filter[1] %>)),tbody tr:not(:has(td.<%- filter[1] %>))){display:none}
body:has(#show-<%- filter[1] %>:checked) td.f:not(.<%- filter[1] %>)>*{visibility:hidden}
<% end end %>
body:has(#order-worst:checked) .m,body:has(#order-worst:checked) .m tbody{display:flex;flex-direction:column}
body:has(#order-worst:checked) .m tr{order:var(--worst)}
@media screen and (max-width:640px){
  .m .name{position:sticky;left:0;background:var(--page);z-index:1}
}
@media print{
  .pick,dialog,.entries+details{display:none}
  html{font-size:15px}
  p,.summary{max-width:none}
  .entries{columns:2;max-width:none}
  main{max-width:none}
  .m{font-size:.75rem}
  .m th,.m td{padding:0}
  .m .name{padding:.1rem .3rem}
  .m td a{min-height:0;padding:.05rem 0}
  .m td{print-color-adjust:exact;-webkit-print-color-adjust:exact}
  .block{break-inside:auto}
  .part{break-inside:avoid}
}
</style></head><body><main>
<h1><%= document.title %></h1>
<% if document.source and document.source ~= "" then %>
<p class="source"><%= document.source %></p>
<% end %>
<p class="summary"><%- suite.plural(survey.pairs, "pair") %> of a method and a projection <%- survey.pairs == 1 and "runs" or "run" %> on <%- models(survey.models) %>, in double and in MPFR: <%- suite.plural(survey.fields, "field") %><%- survey.run < survey.fields and (", of which %d have been run so far"):format(survey.run) or "" %>.
<%- suite.plural(claims, "order or property", "orders and properties") %> <%- claims == 1 and "is" or "are" %> claimed of them: <%- held %> hold, <%- count(survey.claims["refuted"]) %> are refuted, <%- count(survey.claims["inconclusive"]) + count(survey.claims["none"]) %> are inconclusive, and <%- count(survey.claims["vacuous"]) %> are vacuous: a method of which the claim is false passes on that model, too.</p>
<% if #refuted > 0 then %>
<p class="summary"><b>Refuted:</b>
<% if #everywhere > 0 then %>
on every model <% named(everywhere, 3) %><%- #somewhere > 0 and ";" or "." %>
<% end if #somewhere > 0 then %>
<%- #everywhere > 0 and "on some" or "on some models" %> <% named(somewhere, 6) %>.
<% end %>
</p>
<% end %>
<p class="summary"><% if #survey.conflicts > 0 then local groups = suite.by_pair(survey.conflicts, survey) %>
<b>Disagreement:</b> in <a href="#disagree"><%- suite.plural(#survey.conflicts, "field") %> of <%- suite.plural(#groups, "pair") %></a> two ways to the same answer disagree<% if #groups > 1 and #groups[#groups] > 1 then %>, most of them of <%= suite.pair(groups[#groups].pair) %> (<%- #groups[#groups] %>)<% end %>.
<% else %>
Measured order, expansion and algebra agree in every field.
<% end if #survey.unusual > 0 then %>
<b>Surprising:</b> in <a href="#unusual"><%- suite.plural(#survey.unusual, "field") %></a> a pair has another order than on most models of the kind.
<% end if #survey.drifting > 0 then %>
<b>Drift:</b> in <%- suite.plural(#survey.drifting, "field") %> the energy error grows in proportion to time.
<% end if #survey.open > 0 then local reasons = {}
     for reason, number in pairs(survey.reasons) do reasons[#reasons + 1] = { reason, number } end
     table.sort(reasons, function (a, b) return a[2] > b[2] or a[2] == b[2] and a[1] < b[1] end)
     for k, entry in ipairs(reasons) do reasons[k] = ("in %d %s"):format(entry[2], suite.why(entry[1])) end %>
<b>Open:</b> <a href="#open"><%- suite.plural(#survey.open, "field") %></a> (<%- percent(#survey.open, survey.fields) %>): <%= suite.list(reasons) %>.
<% else %>
No field is open.
<% end if count(survey.verdicts["no claim"]) > 0 then %>
In <%- suite.plural(survey.verdicts["no claim"], "field") %> nothing is claimed: numbers are shown, and nothing can be refuted.
<% end %></p>
<nav aria-label="Sections"><a href="#matrix">Matrix</a>
<% for _, block in ipairs(document.blocks) do %>
<a href="#<%- suite.slug(block) %>"><%- suite.kind(block) %></a>
<% end %>
<a href="#files">Figures and tables</a>
<a href="#provenance">Provenance</a>
</nav>
<% entries("disagree", "Where ways to the same answer disagree", survey.conflicts, "The order of the runs, the order as the step goes to zero, the order of the coefficients, and double against MPFR.", function (entry)
     local texts = {}
     for k, conflict in ipairs(entry.field.conflicts) do texts[k] = suite.conflict(conflict) end
     return table.concat(texts, "; ", 1, math.min(#texts, 2)) .. (#texts > 2 and ("; and %d more"):format(#texts - 2) or "")
   end) %>

<h2 id="matrix">Matrix</h2>
<form class="pick">
<fieldset><legend>Kind</legend><label><input type="radio" name="kind" checked> all</label>
<% for _, block in ipairs(document.blocks) do %>
<label><input type="radio" name="kind" id="kind-<%- suite.slug(block) %>"> <%- suite.kind(block) %></label>
<% end %>
</fieldset>
<fieldset><legend>Family</legend><label><input type="radio" name="family" checked> all</label>
<% for k, family in ipairs(families) do %>
<label><input type="radio" name="family" id="family-<%- k %>"> <%= suite.family(family) %></label>
<% end %>
</fieldset>
<fieldset><legend>Fields</legend><label><input type="radio" name="show" checked> all <%- survey.fields %></label>
<% for _, filter in ipairs(filters) do if filter[3] > 0 then %>
<label><input type="radio" name="show" id="show-<%- filter[1] %>"> <%- filter[2] %> <%- filter[3] %></label>
<% end end %>
</fieldset>
<fieldset><legend>Models</legend><label><input type="radio" name="order" checked> as listed</label>
<label><input type="radio" name="order" id="order-worst"> worst first</label></fieldset>
</form>
<p>A field has the order of the solution in double | in MPFR, and below it the verdict on all that is claimed of the pair there, with marks. A field opens what was measured; the name of a model or a pair opens its row or its column.</p>
<ul class="legend" aria-label="Signs">
<% for _, verdict in ipairs { "holds", "holds to round-off", "refuted", "inconclusive", "vacuous" } do local class, sign = suite.look(verdict) %>
<li><span class="verdict <%- class %>"><%- sign %> <%- verdict %></span></li>
<% end %>
<li>without a sign: no claim</li>
<% for _, mark in ipairs(suite.marks) do %>
<li><b><%- mark[1] %></b> <%- mark[2] %></li>
<% end for _, sign in ipairs(suite.signs) do %>
<li><b><%- sign[1] %></b> <%- sign[2] %></li>
<% end %>
</ul>
<% for _, block in ipairs(document.blocks) do %>
<section class="block" id="<%- suite.slug(block) %>">
<h3><%- suite.kind(block) %> <small><%- suite.plural(#block.models, "model") %>, <%- suite.plural(#block.pairs, "pair") %>, <%- suite.plural(block.fields, "field") %></small></h3>
<% for _, part in ipairs(suite.parts(block, COLUMNS)) do
     local classes, names, projections = {}, {}, false
     local heads, methods = suite.spans(block, part, "family"), suite.spans(block, part, "method")
     for k, span in ipairs(heads) do classes[k], names[k] = "f" .. number_of[span.family], suite.family(span.family) end
     for _, k in ipairs(part) do projections = projections or block.pairs[k].projection ~= "none" end %>
<div class="part scroll <%- table.concat(classes, " ") %>" tabindex="0" role="region" aria-label="<%- suite.kind(block) %>: <%= suite.list(names) %>"><table class="m">
<thead><tr><th class="name" scope="col" rowspan="<%- projections and 3 or 2 %>">model</th><% for _, span in ipairs(heads) do local up = span.count == 1 and #suite.family(span.value) > 9 %><th class="f f<%- number_of[span.family] %> family<%- up and " up" or "" %>" scope="colgroup" colspan="<%- span.count %>"><span><%= suite.family(span.value) %></span></th><% end %></tr>
<tr><% for _, span in ipairs(methods) do
     local name = suite.short(span.pair)
     local up = #name > 5 * span.count
     local alone = span.count == 1 and span.pair.projection == "none" %><th class="f f<%- number_of[span.family] %><%- span.count == 1 and " c" or "" %><%- up and " up" or "" %>" scope="<%- span.count > 1 and "colgroup" or "col" %>"<%- span.count > 1 and (' colspan="%d"'):format(span.count) or "" %><%- alone and projections and ' rowspan="2"' or "" %>><% if alone then %><a href="pairs/<%- span.pair.slug %>.html" title="<%= suite.pair(span.pair) %> on all models"><%= name %></a><% else %><span><%= name %></span><% end %></th><% end %></tr>
<% if projections then %>
<tr><% for _, span in ipairs(methods) do if span.count > 1 or span.pair.projection ~= "none" then for _, k in ipairs(part) do local pair = block.pairs[k] if pair.method == span.value then %><th class="c up f f<%- number_of[pair.family] %>" scope="col"><a href="pairs/<%- pair.slug %>.html" title="<%= suite.pair(pair) %> on all models"><%= pair.projection %></a></th><% end end end end %></tr>
<% end %>
</thead><tbody>
<% for _, model in ipairs(block.models) do %>
<tr style="--worst:<%- worst(model) %>"><th class="name" scope="row"><a href="models/<%- model.slug %>.html" title="<%= model.title or model.name %>"><%= model.name %></a></th><% for _, k in ipairs(part) do
     local field, pair = model.fields[k], block.pairs[k]
     if not field then %><td class="c f f<%- number_of[pair.family] %> none"></td><% else
     local class, sign = suite.look(field.verdict)
     local marks, words = suite.marked(field) %><td class="c f f<%- number_of[pair.family] %> <%- class %><%- #field.conflicts > 0 and " conflict" or "" %><%- suite.drifts(field) and " drift" or "" %>"><a href="models/<%- model.slug %>.html#<%- pair.slug %>" title="<%- field.verdict %><%- field.reason and ": " .. field.reason or "" %><%- words ~= "" and "; " .. words or "" %>"><b<%- #suite.orders(field) > 5 and ' class="l"' or "" %>><%- suite.orders(field) %></b><%- sign %><%- marks %></a></td><% end end %></tr>
<% end %>
</tbody></table></div>
<% end if #block.refusals > 0 then local fields = 0
   for _, refusal in ipairs(block.refusals) do fields = fields + refusal.fields end %>
<details><summary><%- suite.plural(fields, "combination") %> that do not apply, by reason</summary>
<ul class="rules">
<% for _, refusal in ipairs(block.refusals) do %>
<li><%- suite.plural(refusal.pairs, "pair") %> on <%- suite.plural(refusal.models, "model") %>, such as <%= suite.pair(refusal.pair) %>: <%= refusal.reason %></li>
<% end %>
</ul></details>
<% end %>
</section>
<% end
   if #document.refused > 0 then local total = 0
     for _, refused in ipairs(document.refused) do total = total + refused.pairs end %>
<h2 id="refused">What does not apply</h2>
<details><summary><%- suite.plural(total, "combination") %> of a model and a pair, by reason</summary>
<ul class="rules">
<% for _, refused in ipairs(document.refused) do %>
<li><%- refused.pairs %>: <%= refused.reason %> <small>(such as <%= refused.example %>)</small></li>
<% end %>
</ul></details>
<% end
   entries("unusual", "Another order than on most models of the kind", survey.unusual, "At least two thirds of three or more models agree, and this one does not.", function (entry) return entry.text end)
   entries("refuted", "Refuted", survey.refuted, "Claims of the family of a method, of its projection or of its file that are false on a model.", function (entry) return suite.decided(entry.field.decided) end)
   entries("open", "Open", survey.open, "What was measured decides nothing; the page of the field has the command to run next.", function (entry) return suite.decided(entry.field.decided) end) %>
<h2 id="files">Figures and tables</h2>
<p>The matrix on a sheet of A3: <a href="figures/suite-a3.svg">SVG</a>, <a href="figures/suite-a3.pdf">PDF</a>; for the width of two columns: <a href="figures/suite-columns.svg">SVG</a>, <a href="figures/suite-columns.pdf">PDF</a>; the scripts of gnuplot: <a href="figures/suite-a3.gp">suite-a3.gp</a>, <a href="figures/suite-columns.gp">suite-columns.gp</a>.</p>
<p>The same as tables: <a href="tables/suite.csv">suite.csv</a>, <a href="tables/suite.md">suite.md</a>, <a href="tables/suite.tex">suite.tex</a>.</p>
<p>The numbers of all fits: <a href="data/fits.csv">fits.csv</a>, <a href="data/points.csv">points.csv</a>, <a href="data/report.json">report.json</a>.</p>
<h2 id="provenance">Provenance</h2>
<dl>
<dt>study</dt><dd><%= document.study %></dd>
<% for _, part in ipairs(document.provenance) do %>
<dt><%- part.label %></dt><dd><%= part.value %></dd>
<% end %>
</dl>
</main>
<dialog id="field" aria-label="Field"><form method="dialog"><button type="submit">Close</button></form><iframe title="What was measured"></iframe></dialog>
<script>
document.addEventListener("click", function (event) {
  var link = event.target.closest(".m td a"), box = document.getElementById("field");
  if (!link || !box.showModal || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  box.querySelector("iframe").src = link.href;
  box.showModal();
});
</script>
</body></html>
