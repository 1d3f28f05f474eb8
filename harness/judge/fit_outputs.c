/* The tables and figures that a study asks for: see fit_outputs.h. */
#include "harness/judge/fit_outputs.h"

#include "harness/judge/fits.h"

static void fill_tables(struct results *results, const struct study *study)
{
    struct results_table *tables = fits_take(results, study->tables, sizeof *tables);

    for (size_t i = 0; i < study->tables; i++) {
        const struct study_table *from = study->table + i;

        tables[i] = (struct results_table){from->name,  from->title,   from->source ? from->source : "",
                                           from->model, from->measure, from->precision};
    }
    results->tables = study->tables;
    results->table = tables;
}

static const struct results_panel *take_panels(struct results *results, const struct study_figure *figure)
{
    struct results_panel *panels = fits_take(results, figure->panels, sizeof *panels);

    for (size_t i = 0; i < figure->panels; i++) {
        const struct study_panel *from = figure->panel + i;

        panels[i] = (struct results_panel){
            .title = from->title ? from->title : "",
            .kind = from->kind,
            .channel = from->channel,
            .draw = from->draw,
            .model = from->model,
            .initial = from->initial,
            .step = from->step,
            .projection = from->projection,
            .precision = from->precision,
            .methods = from->methods.count,
            .method = (const char *const *)from->methods.text,
            .axes = from->axes.count,
            .axis = (const char *const *)from->axes.text,
            .equal = !from->free,
        };
    }
    return panels;
}

static void fill_figures(struct results *results, const struct study *study)
{
    struct results_figure *figures = fits_take(results, study->figures, sizeof *figures);

    for (size_t i = 0; i < study->figures; i++) {
        const struct study_figure *from = study->figure + i;

        figures[i] = (struct results_figure){.name = from->name,
                                             .title = from->title,
                                             .source = from->source ? from->source : "",
                                             .model = from->model,
                                             .measures = from->measures.count,
                                             .measure = (const char *const *)from->measures.text,
                                             .precision = from->precision,
                                             .panels = from->panels,
                                             .panel = take_panels(results, from)};
    }
    results->figures = study->figures;
    results->figure = figures;
}

void fit_outputs_fill(struct results *results, const struct study *study)
{
    fill_tables(results, study);
    fill_figures(results, study);
}
