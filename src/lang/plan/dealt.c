// SPDX-License-Identifier: MIT
//
// Cards that chance deals: where the weight of an outcome is how many things of that kind lie on some cells, one run of
// the code serves all outcomes, and drawing one of the cells draws a kind.
#include "lang/plan/plan.h"
#include "lang/plan/ways.h"

int plan_counted_in(const program *p, int node) {
    const ir_node *n = &p->node[node];
    for (const insn *x = &p->code[n->reach];; x++) {
        const char *format = ir_op_format[x->op];
        if (x->op == OP_COUNTKIND) {
            return x[1].op == OP_RET && x->a == p->at.state_nums && x->c == n->reg ? x->b : -1;
        }
        for (int k = 0; format[k]; k++) {
            if ((format[k] == 'I' || format[k] == 'E') && insn_value(x, k) == n->reg) {
                return -1;
            }
        }
        if (!op_is_pure(x->op)) {
            return -1;
        }
    }
}

// Whatever lies there has a kind that is an outcome.
int plan_draws_card(const program *p, int node) {
    const ir_node *n = &p->node[node];
    return n->reach && n->code == 0 && (int)n->apply + 1 >= p->types &&
           plan_counted_in(p, node) >= 0;
}
