-- The panels of a figure of the document, with the points of their curves, and how these look.
--
-- panels.of(NUMBER) gives {figure, letters, errors, work, panel, method, family}.  A panel has what the document says of it, and
-- `curve`, each of them {label, point = {{x, y, used, low, high}}, style, block, fit or run}; `block` is its place in the data
-- of the letter, nil where nothing is drawn.  `method` has the first curve of each method, `family` their families.
--
-- Families of methods are told apart by colour and marker, numbers of stages by dashes; runs by colour, marker and dashes
-- together.  The colours are those of Okabe and Ito ("Color universal design", 2008), with their yellow, which is too faint for
-- a line on white, replaced by a grey.
local panels = {}

local NAN = 0 / 0

-- A number of the document, which has false in the place of what is none.
local function number(value)
  return value or NAN
end

function panels.is_finite(value)
  return value == value and value - value == 0
end

-- ---- looks of panels ----

local plane = { points = true, lines = true, loop = true, ["loop-of-start"] = true, surface = true, ["surface-of-start"] = true }
local timed = { loop = true, ["loop-of-start"] = true, surface = true, ["surface-of-start"] = true }

-- Whether two coordinates are drawn: of orbits, loops and surfaces.
function panels.in_plane(panel) return plane[panel.look] or false end
-- Whether that is a loop or a surface, of which a panel has a curve for each time.
function panels.at_times(panel) return timed[panel.look] or false end
function panels.broke_down(curve) return curve.run ~= nil and curve.run.status == "broke-down" end

-- Whether it has something to show: a fit, or a run with a history.
function panels.shows(panel)
  for _, curve in ipairs(panel.curve) do
    if curve.fit or curve.run.kept then return true end
  end
  return false
end

-- "(a) " where there can be a second letter; the name of the files of a letter, or of all with `letters`.
function panels.mark(made, letter)
  return made.figure.alone and "" or ("(%c) "):format(97 + letter)
end
function panels.file(made, letter)
  return made.figure.name .. ((made.figure.alone or letter == made.letters) and "" or string.char(97 + letter))
end

-- ---- points ----

-- A fit is drawn where some error is positive, and the errors are not all round-off.
local function curve_of_fit(fit, work)
  local curve, any = { label = fit.method, fit = fit, point = {} }, false
  for i, error in ipairs(fit.errors) do
    local drawn = error and error > 0
    any = any or drawn
    curve.point[i] = { x = work and number(fit.evaluations and fit.evaluations[i]) or not work and fit.step_values[i] or NAN,
                       y = drawn and error or NAN, used = fit.used[i] }
  end
  if not any or fit.status == "exact" or fit.status == "not-applicable" then curve.point = {} end
  return curve
end

local function curve_of_run(run)
  local curve = { label = run.label, run = run, point = {} }
  for i, point in ipairs(run.points) do
    curve.point[i] = { x = number(point[1]), y = number(point[2]), low = number(point[3]), high = number(point[4]), used = true }
  end
  return curve
end

-- ---- styles ----

local function stage_of(family)
  local stage = tonumber(family.member:match("^%d+"))
  return stage and stage > 0 and stage < 100 and stage or 1
end

-- Later families are drawn on top of earlier ones with smaller markers, so that both show where they coincide.
local families = {
  { "#0072B2", 7, 6, 0.62 }, { "#000000", 3, 3, 0.75 }, { "#D55E00", 5, 4, 0.56 }, { "#E69F00", 9, 8, 0.56 },
  { "#009E73", 11, 10, 0.52 }, { "#CC79A7", 13, 12, 0.48 }, { "#56B4E9", 15, 14, 0.38 }, { "#6F6F6F", 2, 2, 0.6 },
}
local stages = { "(2,3)", "1", "(9,4)", "(14,3,3,3)", "(5,3)", "(14,3,3,3,3,3)" }

local function style_of_method(place, stage)
  local look = families[(place - 1) % #families + 1]
  return { color = look[1], dashes = stages[(stage - 1) % #stages + 1], full = look[2], open = look[3], size = look[4] }
end

-- Neighbours differ in colour and in marker; crosses are left to runs that broke down.
local colors = { "#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#E69F00", "#56B4E9", "#6F6F6F" }
local markers = { 7, 4, 9, 12, 5, 10, 13, 6, 11, 8, 15 }
local dashes = { "1", "(9,4)", "(4,3)", "(12,3,3,3)" }

local function style_of_run(n)
  local marker = markers[n % #markers + 1]
  return { color = colors[n % #colors + 1], dashes = dashes[n // #colors % #dashes + 1], full = marker, open = marker, size = 0.45 }
end

-- Adds a method where its first curve comes, below its family.
local function add_method(made, curve)
  local own, place = document.families[curve.label], 1
  while made.family[place] and made.family[place].prefix ~= own.prefix do place = place + 1 end
  made.family[place] = made.family[place] or { prefix = own.prefix, title = own.title, method = {} }
  local members = made.family[place].method
  members[#members + 1] = { curve = curve, name = own.member, stage = stage_of(own) }
  return style_of_method(place, stage_of(own))
end

-- Curves of one name look the same in all panels; times are those of one panel alone.
local function give_styles(made)
  local styles, blocks, named = 0, 0, {}
  for p, panel in ipairs(made.panel) do
    local times = panels.at_times(panel)
    if p > 1 and panel.letter ~= made.panel[p - 1].letter then blocks = 0 end
    for c, curve in ipairs(panel.curve) do
      if #curve.point > 0 then curve.block, blocks = blocks, blocks + 1 end
      if times then
        curve.style = style_of_run(c - 1)
      elseif named[curve.label] then
        curve.style = named[curve.label]
      elseif curve.fit then
        curve.style = add_method(made, curve)
      else
        curve.style, styles = style_of_run(styles), styles + 1
      end
      if not times then named[curve.label] = curve.style end
    end
  end
end

-- ---- all ----

function panels.of(place)
  local figure = document.figures[place]
  local made = { figure = figure, letters = 0, errors = figure.kind ~= "histories", work = figure.kind == "work", panel = {}, family = {} }
  for p, shown in ipairs(figure.panels) do
    local panel = setmetatable({ curve = {}, look = shown.look or "errors" }, { __index = shown })
    for i, number_of_fit in ipairs(shown.fits or {}) do
      panel.curve[i] = curve_of_fit(document.fits[number_of_fit + 1] or document.beside[number_of_fit + 1 - #document.fits], made.work)
    end
    for i, run in ipairs(shown.curves or {}) do panel.curve[i] = curve_of_run(run) end
    made.panel[p], made.letters = panel, shown.letter + 1
  end
  give_styles(made)
  return made
end

-- Whether any panel of the letter, or of all with `letters`, has something to show.
function panels.has_data(made, letter)
  for _, panel in ipairs(made.panel) do
    if (panel.letter == letter or letter == made.letters) and panels.shows(panel) then return true end
  end
  return false
end

return panels
