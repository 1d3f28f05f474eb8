<% -- The figures of a study on its page: their pictures, with captions that say what is drawn, of which runs, and what to see.
   local picture, shell = include "picture", include "shell"
   local fit_of = function (number) return document.fits[number + 1] or document.beside[number + 1 - #document.fits] end
   local function words_of(name) return document.words[name] or name end
   local function letter_of(panel) return string.char(("a"):byte() + panel.letter) end
   local function file_of(figure, panel) return figure.name .. (figure.alone and "" or letter_of(panel)) end
   local function projection_of(name) return (name == "none" and "no" or name) .. " projection" end
   local function shows(panel)
     if panel.fits then return #panel.fits > 0 end
     for _, curve in ipairs(panel.curves) do if curve.kept then return true end end
     return false
   end
   local function any_shows(panels)
     for _, panel in ipairs(panels) do if shows(panel) then return true end end
     return false
   end
   local function write_picture(name, title) local drawn = picture(name, title) %>
<figure><div class="scroll" tabindex="0" role="region" aria-label="<%= title %>">
<%   if drawn then %>
<%- drawn %>
<%   else %>
<p>The picture was not drawn: run <code>gnuplot <%= name %>.gp</code> in the folder figures.</p>
<%   end
   end

   -- ---- errors ----

   -- The panels of each letter.
   local function by_letter(figure)
     local letters = {}
     for _, panel in ipairs(figure.panels) do
       local last = letters[#letters]
       if not last or last[1].letter ~= panel.letter then letters[#letters + 1] = { panel } else last[#last + 1] = panel end
     end
     return letters
   end
   -- "gauss-1 to gauss-6 and srk-3 (24 methods)" would be long: how many methods, and how the runs of a panel were made.
   local function runs_of(panels)
     local methods, count, steps, model = {}, 0, {}, nil
     local precision, initial
     for _, panel in ipairs(panels) do
       for _, number in ipairs(panel.fits) do
         local fit = fit_of(number)
         if not methods[fit.method] then methods[fit.method], count = true, count + 1 end
         for i, value in ipairs(fit.step_values) do steps[#steps + 1] = { value, fit.step_sizes[i], fit.steps[i] } end
         model, precision, initial = fit.model, fit.precision, fit.initial
       end
     end
     if #steps == 0 then return "" end
     table.sort(steps, function (a, b) return a[1] > b[1] end)
     local length = ""
     for _, step in ipairs(steps) do
       if step[3] then
         length = (", to T = %g"):format(step[1] * step[3])
         break
       end
     end
     return (" %d method%s on %s from the data %s, %s, h = %s to %s%s."):format(count, count == 1 and "" or "s", model, initial,
       words_of(precision), steps[1][2], steps[#steps][2], length)
   end
   local function measures_of(panels)
     local words = {}
     for i, panel in ipairs(panels) do words[i] = words_of(panel.measure) end
     return table.concat(words, ", ")
   end
   local function write_errors(figure)
     if not any_shows(figure.panels) then %>
<p>These runs have nothing that it would show.</p>
<%   elseif figure.initial then %>
<p>Drawn are the initial data <%= figure.initial %>; the others are in the tables and below.</p>
<%   end
     for _, panels in ipairs(by_letter(figure)) do
       if any_shows(panels) then
         local name, projection = file_of(figure, panels[1]), projection_of(panels[1].projection)
         write_picture(name, (figure.title or name) .. ", " .. projection) %>
</div><figcaption><% if not figure.alone then %>Panel (<%- letter_of(panels[1]) %>), <% end %><%= projection %>: <%= measures_of(panels) %> against <%- figure.kind == "work" and "evaluations of the right-hand side, which are those of all stages in all iterations; of a program, all that it asks for (data/work_precision.csv)" or "step size" %>.<%= runs_of(panels) %> <%- figure.kind == "work" and "The lower curve does more with the same work." or "The slope of a curve is the order; grey lines have the slopes printed at the right." %> Script and data: figures/<%- name %>.gp, <%- name %>.dat.</figcaption></figure>
<%     end
     end
   end

   -- ---- histories ----

   local looks = {
     magnitude = ", largest magnitude in each interval of the run",
     signed = ", from the least to the largest of each interval, with its mean",
     means = ", mean of each interval of the run",
     maxima = ", largest magnitude in each tenth of the run less that in the first",
     points = " at the end of each interval of the run",
     lines = " at the end of each interval of the run, joined by lines",
     loop = " at some times of the run",
     ["loop-of-start"] = " at some times of the first tenth of the run",
     surface = ", its edges and a mesh, at some times of the run",
     ["surface-of-start"] = ", its edges and a mesh, at some times of the first tenth of the run",
   }
   -- The first curve with a history: it has the model, data and step of all.
   local function first_of(panel)
     for _, curve in ipairs(panel.curves) do if curve.kept then return curve end end
     return panel.curves[#panel.curves]
   end
   local function data_of(panel)
     local curve = first_of(panel)
     return (": the %s%s; %s from the data %s, h = %s, %d steps, %s. Data: "):format(panel.words, looks[panel.look], curve.model,
       curve.initial, curve.step, curve.steps, panel.precision:find("*", 1, true) and "several precisions" or words_of(curve.precision))
   end
   -- Whether one sentence says what is in both panels.
   local function is_alike(a, b)
     if not shows(a) or not shows(b) then return shows(a) == shows(b) end
     local x, y = first_of(a), first_of(b)
     return a.look == b.look and a.channel == b.channel and a.precision == b.precision and x.run:match("^[^/]*/[^/]*") ==
       y.run:match("^[^/]*/[^/]*") and x.step == y.step and x.steps == y.steps
   end
   -- A line for the panels, which are alike.
   local function write_line(figure, panels)
     local titles, files = {}, {}
     for i, panel in ipairs(panels) do
       local mark = figure.alone and "" or ("(%s)%s"):format(letter_of(panel), (panel.title or "") ~= "" and " " or "")
       titles[i] = mark .. escape(panel.title or "")
       if i == 1 or panel.letter ~= panels[i - 1].letter then files[#files + 1] = file_of(figure, panel) .. ".dat" end
     end
     local data = shows(panels[1]) and data_of(panels[1]) %>
<%- table.concat(titles, ", ") %><% if data then %><%= data %>figures/<%- table.concat(files, ", ") %>.<% else %>: no run has kept what it would show.<% end %><br>
<% end
   -- The command that makes the figure again: studies/PAPER/NAME.lua is a study of a paper.
   local function again(figure)
     local path = document.path or document.study
     local paper = path:match("studies/([^/]*)/[^/]*$") or nil
     if not paper then return document.commands.run end
     return "assay reproduce " .. shell.word(paper .. ":" .. figure.name) .. (document.full and " --full" or "") .. document.commands.store
   end
   local function write_histories(figure)
     local any = any_shows(figure.panels)
     if any then
       write_picture(figure.name, figure.title or figure.name)
     else %>
<figure><div><p>No run has kept what it would show.</p>
<%   end %>
</div><figcaption><% if any then
       local alike = {}
       for _, panel in ipairs(figure.panels) do
         if #alike > 0 and not is_alike(alike[1], panel) then
           write_line(figure, alike)
           alike = {}
         end
         alike[#alike + 1] = panel
       end
       write_line(figure, alike) %>A cross ends a run that broke down. Script: figures/<%- figure.name %>.gp. <% end %>Again: <code><%= again(figure) %></code></figcaption></figure>
<% end

   for _, figure in ipairs(document.figures) do %>
<h3><%= figure.title %></h3>
<p class="source"><%= figure.source %></p>
<%   if figure.kind == "histories" then write_histories(figure) else write_errors(figure) end
   end %>
