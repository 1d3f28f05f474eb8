/* Lists of what study files hold. */
#ifndef ASSAY_LIST_STUDIES_H
#define ASSAY_LIST_STUDIES_H

#include <jansson.h>

/* Rows of `assay list studies`, of `papers` and of `claims`, appended to the list.  Every row has a name and
 * a text; a study that cannot be read has an error besides. */
void list_studies_fill(json_t *list);
void list_studies_papers(json_t *list);
/* One row for each id and study. */
void list_studies_claims(json_t *list);

#endif
