/* The functions of expressions, which every arithmetic has beside + - * /. */
#ifndef ASSAY_ARITHMETIC_FUNCTIONS_H
#define ASSAY_ARITHMETIC_FUNCTIONS_H

#define EACH_FUNCTION(F)                                                                                     \
    F(SQRT, sqrt)                                                                                            \
    F(EXP, exp)                                                                                              \
    F(LOG, log)                                                                                              \
    F(SIN, sin)                                                                                              \
    F(COS, cos)                                                                                              \
    F(TAN, tan)                                                                                              \
    F(ASIN, asin)                                                                                            \
    F(ACOS, acos)                                                                                            \
    F(ATAN, atan)                                                                                            \
    F(SINH, sinh)                                                                                            \
    F(COSH, cosh)                                                                                            \
    F(TANH, tanh)                                                                                            \
    F(ASINH, asinh)

#endif
