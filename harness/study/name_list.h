/* Names for a sentence: separated by commas, each once, cut where there are too many. */
#ifndef ASSAY_NAME_LIST_H
#define ASSAY_NAME_LIST_H

/* Empty: all zero. */
struct name_list {
    char text[1200];
};

void name_list_add(struct name_list *list, const char *name);

#endif
