-- A table of the records of a document, as its `request` says: {rows, columns, value: lists of columns, where: pairs of a column
-- and a pattern}.  Gives {title, caption, kind, rows, lines, column, row}: column[c] is {label, value}, the labels of one head of
-- `lines` lines and the name of what stands there; row[r].label are those of a row.  Its functions give what stands in a place.
local records = include "records"

return function (document)
  local request = document.request
  local names = {}
  for _, list in ipairs { request.rows, request.columns, request.value } do
    for _, name in ipairs(list) do names[#names + 1] = name end
  end
  for _, condition in ipairs(request.where) do names[#names + 1] = condition[1] end
  local kind, list = records.find(document, names)
  list = records.where(list, request.where, kind)

  local grid = { title = document.title, kind = kind.name, rows = request.rows, column = {}, row = {} }
  local head = {}
  local function labels(entry, columns)
    local texts = {}
    for i, column in ipairs(columns) do texts[i] = records.label(entry[column]) end
    return texts
  end
  -- Rows and columns stand together where their first labels are the same; else in the order in which they come in the document.
  local rank = {}
  for _, name in ipairs(names) do
    rank[name] = {}
    for i, value in ipairs(records.values(list, name)) do rank[name][value] = i end
  end
  local function order(columns)
    return function (a, b)
      for i, name in ipairs(columns) do
        if a.label[i] ~= b.label[i] then return rank[name][a.label[i]] < rank[name][b.label[i]] end
      end
      return false
    end
  end
  local row_of, places, both = {}, {}, {}
  for _, name in ipairs(request.rows) do both[#both + 1] = name end
  for _, name in ipairs(request.columns) do both[#both + 1] = name end
  local head_of = {}
  for _, entry in ipairs(list) do
    local row, column = records.key(entry, request.rows), records.key(entry, request.columns)
    if not row_of[row] then
      row_of[row] = { label = labels(entry, request.rows), place = {} }
      table.insert(grid.row, row_of[row])
    end
    if not head_of[column] then
      head_of[column] = { label = labels(entry, request.columns), key = column }
      table.insert(head, head_of[column])
    end
    local place = row_of[row].place
    if not place[column] then
      place[column] = {}
      places[#places + 1] = place[column]
    end
    table.insert(place[column], entry)
  end
  table.sort(grid.row, order(request.rows))
  table.sort(head, order(request.columns))
  for _, place in ipairs(places) do
    if #place > 1 then records.refuse_several(records.place(place[1], both), place, kind) end
  end
  for _, row in ipairs(grid.row) do
    for c, place in pairs(row.place) do row.place[c] = place[1] end
  end
  local conditions = {}
  for _, condition in ipairs(request.where) do conditions[#conditions + 1] = condition[1] .. " = " .. condition[2] end
  grid.caption = table.concat(request.value, ", ") .. " of each " .. kind.name .. (#conditions > 0 and " with " or "") .. table.concat(conditions, ", ")

  -- A column for each value of each head; its name is a line of the head where there are several, or nothing else.
  local named = #request.value > 1 or #request.columns == 0
  grid.lines = #request.columns + (named and 1 or 0)
  for _, one in ipairs(head) do
    for _, value in ipairs(request.value) do
      local column = { label = {}, value = value, of = one.key }
      for i, text in ipairs(one.label) do column.label[i] = text end
      column.label[#one.label + 1] = named and value or nil
      grid.column[#grid.column + 1] = column
    end
  end
  -- The value of the place, nil where there is none; the same for a reader.
  function grid.value(row, c)
    local entry = row.place[grid.column[c].of]
    return entry and entry[grid.column[c].value]
  end
  function grid.shown(row, c)
    local entry = row.place[grid.column[c].of]
    return entry and records.shown(entry, grid.column[c].value) or ""
  end
  -- The label, empty where the row before it has the same, and the same before it.
  function grid.label(r, i)
    local before = grid.row[r - 1]
    local again = before ~= nil and #grid.rows > 1
    for k = 1, i do again = again and before.label[k] == grid.row[r].label[k] end
    return again and i < #grid.rows and "" or grid.row[r].label[i]
  end
  -- Whether the column has numbers alone.
  function grid.is_number(c)
    for _, row in ipairs(grid.row) do
      local text = grid.shown(row, c)
      if text ~= "" and text ~= "–" and not tonumber(text) then return false end
    end
    return true
  end
  return grid
end
