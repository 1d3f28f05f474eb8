<% -- One model of a suite: its pairs in a table, then of each all that was measured, with a picture and the command.
   -- A page that is opened at one pair shows this one alone.
   local suite = include "suite.words"
   local model, block = document.model, document.block
   local colors = { "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9" }
   local WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 330, 220, 44, 322, 8, 194
   local function pair_of(field) return document.pairs[field.pair] end
   local function precision(fit) return fit.precision == "double" and "double" or fit.precision .. " bits" end
   local function is_order(fit) return fit.measure:find("error") or fit.measure:find("defect") end
   -- Of one measure from one set of initial data: the fits in all precisions, double first.
   local function rows_of(field)
     local rows, of = {}, {}
     for _, fit in ipairs(field.fits) do
       local key = fit.initial .. "\n" .. fit.measure
       if not of[key] then
         of[key] = { measure = fit.measure, initial = fit.initial, fits = {} }
         rows[#rows + 1] = of[key]
       end
       table.insert(of[key].fits, fit)
     end
     return rows
   end
   local function first_with(row, key)
     for _, fit in ipairs(row.fits) do if fit[key] then return fit[key] end end
   end
   local function exponent(value) return (("%.1e"):format(value):gsub("e([+-])0?", "e%1"):gsub("e%+", "e")) end
   -- What a fit came to: "3.99 [3.94, 4.04]", "exact", or why there is no order.
   local function found(fit)
     if fit.order then return ("%.2f [%.2f, %.2f]"):format(fit.order, fit.low, fit.high) end
     if fit.status == "exact" then return "exact: zero but for round-off" end
     local last
     for _, point in ipairs(fit.points) do if point.error then last = last or point end end
     if fit.measure:find("^growth:") and last then return ("%s at h = %s"):format(suite.exponent { exponent = last.error }, last.step) end
     if (not is_order(fit) or #fit.points == 1) and last then return ("%.3g at h = %s"):format(last.error, last.step) end
     return (fit.status:gsub("-", " "))
   end
   local function expansion(row)
     local value = first_with(row, "expansion")
     return type(value) == "number" and ("%.4g"):format(value) or value or first_with(row, "trees") and ("%g by trees"):format(first_with(row, "trees")) or ""
   end
   -- The curves of the picture: errors of the first data, each measure with its colour, double full and MPFR open; what is
   -- zero but for round-off if there is nothing else.
   local function curves_of(field, exact)
     local curves, names, initial = {}, {}, nil
     for _, fit in ipairs(field.fits) do
       initial = initial or fit.initial
       if is_order(fit) and fit.initial == initial and not fit.aside and (exact or fit.status ~= "exact") and
           (#names < #colors or names[fit.measure]) then
         local points = {}
         for _, point in ipairs(fit.points) do
           if point.error and point.error > 0 then points[#points + 1] = { math.log(point.h, 10), math.log(point.error, 10), point.used } end
         end
         if #points > 0 then
           if not names[fit.measure] then
             names[#names + 1] = fit.measure
             names[fit.measure] = #names
           end
           curves[#curves + 1] = { points = points, color = names[fit.measure], double = fit.precision == "double", fit = fit }
         end
       end
     end
     return curves, names
   end
   -- Fields by verdict, those whose energy drifts, and methods with several projections: { method, best order, fields by
   -- projection }.
   local hold = { ["holds"] = "hold", ["holds to round-off"] = "hold to round-off", ["no claim"] = "without a claim" }
   local verdicts, drifting, grown, projections, projected, known = {}, {}, 0, {}, {}, {}
   for _, field in ipairs(document.fields) do
     local pair, order = pair_of(field), suite.best_order(field)
     verdicts[field.verdict] = (verdicts[field.verdict] or 0) + 1
     if field.growth then grown = grown + 1 end
     if suite.drifts(field) then drifting[#drifting + 1] = field end
     if not known[pair.projection] then known[pair.projection], projections[#projections + 1] = true, pair.projection end
     local row = projected[#projected]
     if not row or row.method ~= pair.method then
       row = { method = pair.method }
       projected[#projected + 1] = row
     end
     row[pair.projection], row.count = field, (row.count or 0) + 1
     if order then row.best = math.max(row.best or order, order) end
   end
   for k = #projected, 1, -1 do if projected[k].count < 2 then table.remove(projected, k) end end
   local chart, marker, field_section, verdict
   function verdict(word) if word then local class, sign = suite.look(word) %>
<span class="verdict <%- class %>"><span class="symbol" aria-hidden="true"><%- sign %></span> <%- word %></span><% end end
   function marker(x, y, color, full) %><circle cx="<%- ("%.1f"):format(x) %>" cy="<%- ("%.1f"):format(y) %>" r="2.6" stroke="<%- color %>" style="fill:<%- full and color or "var(--page)" %>"/><% end
   function chart(field)
     local curves, names = curves_of(field, false)
     if #curves == 0 then curves, names = curves_of(field, true) end
     if #curves == 0 then return end
     local x0, x1, y0, y1 = math.huge, -math.huge, math.huge, -math.huge
     for _, curve in ipairs(curves) do
       for _, point in ipairs(curve.points) do
         x0, x1 = math.min(x0, point[1]), math.max(x1, point[1])
         y0, y1 = math.min(y0, point[2]), math.max(y1, point[2])
       end
     end
     x0, x1, y0, y1 = x0 - 0.1, x1 + 0.1, math.floor(y0), math.ceil(y1 + 0.01)
     local function across(x) return LEFT + (RIGHT - LEFT) * (x - x0) / (x1 - x0) end
     local function down(y) return TOP + (BOTTOM - TOP) * (y1 - y) / (y1 - y0) end
     local stride = math.max(1, math.ceil((y1 - y0) / 6)) %>
<figure class="fit"><svg class="chart" viewBox="0 0 <%- WIDTH %> <%- HEIGHT %>" role="img" aria-label="errors against steps, both logarithmic">
<% for y = math.ceil(y0 / stride) * stride, y1, stride do %>
<path class="grid" d="M<%- LEFT %> <%- ("%.1f"):format(down(y)) %>H<%- RIGHT %>"/><text x="<%- LEFT - 3 %>" y="<%- ("%.1f"):format(down(y) + 3) %>" text-anchor="end">1e<%- ("%.0f"):format(y) %></text>
<% end %>
<path class="axis" d="M<%- LEFT %> <%- TOP %>V<%- BOTTOM %>H<%- RIGHT %>"/>
<% local longest = curves[1].fit
     for _, curve in ipairs(curves) do if #curve.fit.points > #longest.points then longest = curve.fit end end
     for k, point in ipairs(longest.points) do local x = across(math.log(point.h, 10)) if x >= LEFT and x <= RIGHT then %>
<path class="axis" d="M<%- ("%.1f"):format(x) %> <%- BOTTOM %>v4"/><% if k == 1 or k == #longest.points then %><text x="<%- ("%.1f"):format(x) %>" y="<%- BOTTOM + 14 %>" text-anchor="<%- k == 1 and "end" or "start" %>"><%= #point.step <= 12 and point.step or ("%.3g"):format(point.h) %></text><% end end end %>
<text x="<%- (LEFT + RIGHT) // 2 %>" y="<%- HEIGHT - 6 %>" text-anchor="middle">h</text>
<% for _, curve in ipairs(curves) do local d = {}
     for k, point in ipairs(curve.points) do d[k] = ("%s%.1f %.1f"):format(k == 1 and "M" or "L", across(point[1]), down(point[2])) end %>
<path d="<%- table.concat(d) %>" stroke="<%- colors[curve.color] %>"<%- curve.double and "" or ' stroke-dasharray="3 2"' %>/><% for _, point in ipairs(curve.points) do marker(across(point[1]), down(point[2]), colors[curve.color], curve.double) end %>

<% end %>
</svg><figcaption><% for k, name in ipairs(names) do %><span style="color:<%- colors[k] %>" aria-hidden="true">●</span> <%= name %> <% end %>(full: double, open: MPFR)</figcaption></figure>
<% end
   function field_section(field) local pair = pair_of(field) local marks, words = suite.marked(field) %>
<section class="field" id="<%- pair.slug %>">
<h2><%= suite.pair(pair) %> <small>on <%= model.name %></small></h2>
<p><% verdict(field.verdict) %><%- field.reason and ": " .. field.reason or "" %>; order in double: <%- suite.order_word(field.orders.double) %>, in MPFR: <%- suite.order_word(field.orders.mpfr) %><%- words ~= "" and "; " .. words or "" %><% if field.growth then %>; the energy error is <%- field.growth.kind == "bounded" and "bounded" or field.growth.kind == "secular" and "secular: it drifts" or field.growth.kind %> (exponent <%- suite.exponent(field.growth) %>)<% end %>.</p>
<% for _, conflict in ipairs(field.conflicts) do %>
<p class="said"><b>! Disagreement:</b> <%= suite.conflict(conflict) %>.</p>
<% end
   local several = {}
   local rows = rows_of(field)
   for _, row in ipairs(rows) do several[row.initial] = true end
   local data = next(several, (next(several))) ~= nil %>
<div class="beside"><div class="scroll" tabindex="0" role="region" aria-label="<%= suite.pair(pair) %>: measures"><table class="rows">
<thead><tr><th scope="col">measure</th><% if data then %><th scope="col">initial data</th><% end %><th scope="col">double</th><th scope="col">MPFR</th><th scope="col">as h → 0</th><th scope="col">claimed</th><th scope="col">verdict</th></tr></thead><tbody>
<% for _, row in ipairs(rows) do local cells = { {}, {} }
     for _, fit in ipairs(row.fits) do table.insert(cells[fit.precision == "double" and 1 or 2], fit) end %>
<tr><th scope="row"><%= row.measure %></th><% if data then %><td><%= row.initial %></td><% end
     for half = 1, 2 do %><td><% for _, fit in ipairs(cells[half]) do %><%= found(fit) %><% if half == 2 then %><small><%= precision(fit) %></small><% end end %></td><% end %><td><%= expansion(row) %></td><td><%= first_with(row, "claimed") %></td><td><% for _, fit in ipairs(row.fits) do if fit.verdict then verdict(fit.verdict) %><br><% end end
     if not first_with(row, "claimed") then %><small>no claim</small><% end %></td></tr>
<% end %>
</tbody></table></div><div><% chart(field) %></div></div>
<% for _, fit in ipairs(field.fits) do if fit.verdict and fit.verdict ~= "holds" and fit.reason then %>
<p class="said"><b><%= fit.measure %>, <%- precision(fit) %>, <%- fit.verdict %>:</b> <%= fit.reason %>. <small><%= fit.source %></small></p>
<% end end %>
<p><b>Again:</b> <code><%= field.command %></code></p>
<p class="back"><a href="#pairs">All pairs on <%= model.name %></a></p>
</section>
<% end
%><!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= model.name %>: <%= document.title %></title>
<style>
<%- style %>
/* The page of one model of a suite. */
.rows td,.rows th,.rows small{white-space:normal}
.rows tbody th,.overview tbody th{font-weight:normal}
.field:target{outline:0}
body:has(.field:target) :is(.top,.field:not(:target)){display:none}
body:not(:has(.field:target)) .back{display:none}
.field .beside>div:first-child{flex:1 1 auto}
.field .beside>div:last-child:not(:empty){flex:0 0 20rem}
.field svg.chart{min-width:0;width:100%;max-width:20rem;height:auto}
.field .chart text{font-size:9px;fill:var(--chart)}
.field .chart path,.field .chart circle{stroke-width:1}
.field .chart .grid{stroke:var(--grid)}
.field .chart .axis{stroke:var(--chart)}
.said{font-size:.85rem;max-width:60rem}
.overview thead th{white-space:normal}
.overview tbody th{max-width:11rem;white-space:normal;overflow-wrap:anywhere}
.overview td,.overview th{padding-left:.35rem;padding-right:.35rem}
.by-projection td.lower a{color:var(--faint)}
.by-projection td:not(.lower) a{font-weight:bold}
.top p{max-width:64rem}
</style></head><body><main>
<div class="top">
<p><a href="../index.html#<%- suite.slug(block) %>" target="_top"><%= document.title %></a></p>
<h1><%= model.title or model.name %></h1>
<p class="source"><%= model.source %></p>
<p><code><%= model.name %></code>: <%- suite.plural(#document.fields, "pair") %><% for _, verdict in ipairs(suite.verdicts) do if verdicts[verdict] then %>, <%- verdicts[verdict] %> <%- hold[verdict] or verdict %><% end end %>.
<% if grown > 0 then %>
The energy error grows in proportion to time with <% if #drifting == 0 then %>none of them.<% else %><%- #drifting %> of <%- grown %>: <% for k, field in ipairs(drifting) do %><%- k == 1 and "" or k == #drifting and " and " or "; " %><a href="#<%- pair_of(field).slug %>"><%= suite.pair(pair_of(field)) %></a><% end %>.<% end end %></p>
<% if #projections > 1 then %>
<h2>Orders by projection</h2>
<p>Order of the solution in double | in MPFR; one that is lower than with another projection is faint.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Orders by projection"><table class="by-projection">
<thead><tr><th scope="col">method</th><% for _, name in ipairs(projections) do %><th scope="col"><%= name %></th><% end %></tr></thead><tbody>
<% for _, row in ipairs(projected) do %>
<tr><th scope="row"><%= row.method %></th><% for _, name in ipairs(projections) do local field = row[name] local order = field and suite.best_order(field)
     if field then %><td<%- (not order or order < row.best - 0.5) and ' class="lower"' or "" %>><a href="#<%- pair_of(field).slug %>"><%- suite.orders(field) %></a></td><% else %><td></td><% end end %></tr>
<% end %>
</tbody></table></div>
<h2>All pairs</h2>
<% end %>
<div class="scroll" id="pairs" tabindex="0" role="region" aria-label="All pairs"><table class="overview">
<% local columns = suite.columns(document.fields) %>
<thead><tr><th scope="col">method</th><th scope="col">projection</th><th scope="col">order, double</th><th scope="col">order, MPFR</th><th scope="col">verdict</th><% for _, column in ipairs(columns) do %><th scope="col"><%- column.title %></th><% end %></tr></thead><tbody>
<% local family
   for _, field in ipairs(document.fields) do local pair = pair_of(field)
     if pair.family ~= family then family = pair.family %>
<tr class="family"><th colspan="<%- 5 + #columns %>" scope="rowgroup"><%= suite.family(family) %></th></tr>
<% end local class = suite.look(field.verdict) %>
<tr><th scope="row"><a href="#<%- pair.slug %>"><%= pair.method %></a></th><td><%= pair.projection %></td><td><%- suite.order_word(field.orders.double) %></td><td><%- suite.order_word(field.orders.mpfr) %></td><td class="<%- class %>"><% verdict(field.verdict) %><%- #field.conflicts > 0 and " !" or "" %></td><% for _, column in ipairs(columns) do %><td><%- column.of(field) or "–" %></td><% end %></tr>
<% end %>
</tbody></table></div>
<p><b>All of it again:</b> <code><%= document.command %></code></p>
</div>
<% for _, field in ipairs(document.fields) do field_section(field) end %>
</main></body></html>
