-- Three figures: of panels that override, of pairs of axes, and one that is its own panel.
return study {
  title = 't', models = { 'lotka-volterra', 'point-vortices' }, initial = { 'default' },
  methods = { 'gauss-1', 'gauss-2', 'srk-3' }, projections = { 'none', 'symmetric' },
  steps = { '0.2', '0.1' }, untiltime = '10', precisions = { 'double', 113 },
  measures = { 'energy_error' },
  figures = {
    { name = 'fig9', title = 'F', source = 'S', kind = 'history', channel = 'energy',
      model = 'lotka-volterra', precision = 'double', step = '0.1',
      panels = {
        { title = 'one', methods = 'gauss-*', projection = 'symmetric' },
        { title = 'two', methods = { 'srk-3', 'gauss-1' }, model = 'point-vortices', step = '0.2',
          channel = 'angular-momentum', draw = 'signed', precision = 113, initial = 'default' },
        { title = 'three', kind = 'maxima' },
      } },
    { name = 'fig11', title = 'G', kind = 'orbit', model = 'point-vortices', precision = 'double',
      aspect = 'free', axes = { { 'x1', 'y1' }, { 'x2', 'y2' } } },
    { name = 'fig23', title = 'H', kind = 'history', channel = 'poincare_1:noncanonical',
      model = 'lotka-volterra', precision = '*' },
  },
}
