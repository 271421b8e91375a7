// Window: where a local alignment that predicts its place looks (Luong, Pham and Manning 2015, equation 9).
#include "app/figures/base/digits.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "core/analysis/score_terms.h"
#include "core/models/seq2seq/facts.h"

#include <cmath>

namespace heed::inspector {
namespace {

using analysis::WindowTerms;

void window_card(Column& c, const Subject& s, const WindowTerms& t) {
    const Palette& p = c.colors();
    const std::string last = std::to_string(s.trace.source_length() - 1);
    Card card(c);
    card.symbols("{a:p}_i = 1 + (T − 1) σ(v_p^T tanh(W_p " + s.query_symbol() + "))");
    card.gap(4);
    card.plugged(mono("sum over " + counted(static_cast<int>(t.units()), "unit")), fixed(t.sum, 3), p.t1);
    card.numbers({.words = [&](int d) { return "σ(" + fixed(t.sum, d) + ")"; },
                  .value = [&](int d) { return 1 / (1 + std::exp(-as_fixed(t.sum, d))); },
                  .result = t.share,
                  .color = p.t1});
    card.gap(2);
    const double steps = s.trace.source_length() - 1;
    card.numbers({.symbol = "{a:p}_{" + std::to_string(s.i + 1) + "}",
                  .words = [&](int d) { return "1 + " + last + " × " + fixed(t.share, d); },
                  .value = [&](int d) { return 1 + steps * as_fixed(t.share, d); },
                  .result = t.position + 1.0,
                  .decimals = 2,
                  .color = p.attention});
    card.finish();
}

} // namespace

void build_window(Column& c, const Subject& s) {
    if (!std::isfinite(s.trace.at(Quantity::Position)(0, s.i))) {
        meaning(c, "The weights of this output were given by hand: no window is placed for it.");
        return;
    }
    meaning(c, "Where should output " + std::to_string(s.i + 1) +
                   " look? The state points at a place in the source; only what stands near it will count.");
    const WindowTerms terms = analysis::window_terms(s.trace, s.i);
    if (terms.units() == 0) return;
    const int unit = s.unit_or(analysis::largest_units(terms.product, 1).front(), terms.units());
    window_card(c, s, terms);
    section(c, "Inside the window",
            "unit " + std::to_string(unit + 1) + " of " + std::to_string(terms.units()));
    value_rows(
        c,
        {{"tanh",
          "of W s",
          {.values = terms.tanh, .color = c.colors().decoder, .maximum = 1},
          terms.tanh(unit)},
         {"v_p", "learned", {.values = terms.v, .color = c.colors().t2}, terms.v(unit)},
         {"v_p ∘ tanh", "", {.values = terms.product, .color = c.colors().attention}, terms.product(unit)}},
        unit, {.pitch = 24, .caption = 56});
    largest_rows(c, "Largest terms", "v tanh", terms.product, terms.sum, unit);
    const Window window = window_of(s.trace, s.i);
    if (window.holds(0) && window.holds(s.trace.source_length() - 1)) return;
    note(c,
         "The window reaches " + std::to_string(seq2seq_facts(s.trace).window) +
             " to either side of p: from place " + std::to_string(window.first + 1) + ", " +
             quoted_source(s.trace, window.first) + ", to place " + std::to_string(window.last + 1) + ", " +
             quoted_source(s.trace, window.last) + ".",
         c.colors().t2);
}

std::vector<Tensor> window_tensors(const Subject& s, const Palette& p) {
    return joined({vector_tensor(s, Quantity::Query, s.i, s.query_numbered(), p.decoder),
                   parameter_tensor(s, "W_p", {"attention.Wp"}, "reads the state"),
                   parameter_tensor(s, "v_p", {"attention.vp"}, "")});
}

} // namespace heed::inspector
