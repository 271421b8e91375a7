// The phases of an entity network in words and equations, with the numbers of one cell.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/entity/explained.h"
#include "app/figures/inspector/fraction.h"
#include "app/figures/inspector/sums.h"

#include <array>
#include <cmath>

namespace heed::slots {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;

std::string with_index(const std::string& letter, const std::string& index) {
    return letter + "_{" + index + "}";
}

/// A row of a matrix of the model times a vector; 0 where the run has no such matrix.
double row_times(const Subject& s, const char* tensor, const Eigen::Ref<const Eigen::VectorXf>& vector) {
    const auto& all = s.reading.run.parameters;
    if (!all || !all->contains(tensor)) return 0;
    const auto& matrix = all->at(tensor);
    if (s.unit >= matrix.rows() || matrix.cols() != vector.size()) return 0;
    return static_cast<double>(matrix.row(s.unit).dot(vector.transpose()));
}
double number_of(const Subject& s, const char* tensor, int row) {
    const auto& all = s.reading.run.parameters;
    return all && all->contains(tensor) && row < all->at(tensor).rows()
               ? static_cast<double>(all->at(tensor)(row, 0))
               : 0;
}

/// The slot's name as an index, where it is short.
std::string index_of(const Subject& s) {
    return s.reading.config.tied() ? s.name() : std::to_string(s.slot + 1);
}

// -------------------------------------------------------------------------------------------- gate

void gate_card(Column& c, const Subject& s) {
    const auto& memory = s.reading.config.memory;
    const int t = s.sentence;
    const auto sentence = s.reading.value("story.vectors").col(t);
    const auto held = static_cast<double>(sentence.dot(s.reading.before(t, s.slot)));
    const auto keyed = static_cast<double>(sentence.dot(s.reading.value("memory.keys").col(s.slot)));
    const double bias = number_of(s, "gate.bias", s.slot);
    Card card(c);
    card.symbols(memory.gate_bias ? "{a:g}_j = σ(s·{f:h}_j + s·{f:w}_j + b_j)"
                                  : "{a:g}_j = σ(s·{f:h}_j + s·{f:w}_j)");
    card.gap(2);
    card.numbers(
        {.symbol = with_index("{a:g}", index_of(s)),
         .words =
             [=](int d) {
                 return "σ(" +
                        (memory.gate_bias ? sum_of({held, keyed, bias}, d) : sum_of({held, keyed}, d)) + ")";
             },
         .value =
             [=](int d) {
                 const double z =
                     as_fixed(held, d) + as_fixed(keyed, d) + (memory.gate_bias ? as_fixed(bias, d) : 0.0);
                 return 1 / (1 + std::exp(-z));
             },
         .result = static_cast<double>(s.reading.gate(t, s.slot)),
         .color = c.colors().attention});
    if (s.reading.muted(t)) card.note("muted: no gate opens, nothing is written");
    card.finish();
}

// -------------------------------------------------------------------------------------------- candidate

void candidate_card(Column& c, const Subject& s) {
    const int t = s.sentence;
    const double held = row_times(s, "update.U", s.reading.before(t, s.slot)),
                 key = row_times(s, "update.V", s.reading.value("memory.keys").col(s.slot)),
                 told = row_times(s, "update.W", s.reading.value("story.vectors").col(t)),
                 bias = number_of(s, "update.bias", s.unit), slope = number_of(s, "update.slope", s.unit);
    const bool biased = s.reading.config.memory.update_bias;
    const double sum = held + key + told + bias;
    const std::string k = std::to_string(s.unit + 1);
    Card card(c);
    card.symbols(biased ? "{f:h̃}_j = φ(U {f:h}_j + V {f:w}_j + W s + b)"
                        : "{f:h̃}_j = φ(U {f:h}_j + V {f:w}_j + W s)");
    card.gap(2);
    card.numbers({.symbol = "z_{" + k + "}",
                  .words =
                      [=](int d) {
                          return biased ? sum_of({held, key, told, bias}, d) : sum_of({held, key, told}, d);
                      },
                  .value =
                      [=](int d) {
                          return as_fixed(held, d) + as_fixed(key, d) + as_fixed(told, d) +
                                 (biased ? as_fixed(bias, d) : 0.0);
                      },
                  .result = sum,
                  .color = c.colors().t1});
    card.numbers(
        {.symbol = with_index("{f:h̃}", k),
         .words = [=](int d) { return sum > 0 ? fixed(sum, d) : fixed(slope, d) + " × " + fixed(sum, d); },
         .value = [=](int d) { return as_fixed(sum, d) * (sum > 0 ? 1.0 : as_fixed(slope, d)); },
         .result = s.own("memory.candidates", t),
         .color = c.colors().forward});
    card.note("φ lets through what is above 0, and of the rest as much as was learned");
    card.finish();
}

// -------------------------------------------------------------------------------------------- update

void update_card(Column& c, const Subject& s) {
    const int t = s.sentence;
    const double before = s.own("memory.states", t), gate = static_cast<double>(s.reading.gate(t, s.slot)),
                 candidate = s.own("memory.candidates", t);
    const bool normalise = s.reading.config.memory.normalise && !s.reading.muted(t);
    const double length =
        normalise ? static_cast<double>(s.reading.value("memory.sums", s.slot).col(t).norm()) : 1.0;
    const std::string k = std::to_string(s.unit + 1);
    Card card(c);
    card.symbols(s.reading.config.memory.normalise ? "{f:h}_j ← ({f:h}_j + {a:g}_j {f:h̃}_j) / length"
                                                   : "{f:h}_j ← {f:h}_j + {a:g}_j {f:h̃}_j");
    card.gap(2);
    card.numbers({.symbol = with_index("{f:h}", k),
                  .words =
                      [=](int d) {
                          const std::string sum =
                              fixed(before, d) + " + " + fixed(gate, d) + " × " + fixed(candidate, d);
                          return normalise ? "(" + sum + ") / " + fixed(length, d) : sum;
                      },
                  .value =
                      [=](int d) {
                          return (as_fixed(before, d) + as_fixed(gate, d) * as_fixed(candidate, d)) /
                                 (normalise ? as_fixed(length, d) : 1.0);
                      },
                  .result = s.own("memory.states", t + 1),
                  .color = c.colors().forward});
    inspector::note(c,
                    normalise ? "    Dividing by the length is how a slot forgets."
                              : "    Nothing is divided: what was written stays.",
                    c.colors().t3);
    card.finish();
}

// -------------------------------------------------------------------------------------------- question

void match_card(Column& c, const Subject& s) {
    const MatrixXf& energies = s.reading.value("answer.energies");
    std::vector<double> all;
    for (int j = 0; j < s.reading.slots; ++j) all.push_back(static_cast<double>(energies(j, 0)));
    Card card(c);
    inspector::fraction(c, {.symbol = "{a:p}_j", .above = "exp(q·{f:h}_j)", .below = "Σ_k| exp(q·{f:h}_k)"});
    inspector::softmax_share(c, {.symbol = with_index("{a:p}", index_of(s)),
                                 .energy = static_cast<double>(energies(s.slot, 0)),
                                 .energies = all,
                                 .share = static_cast<double>(s.reading.weight(s.slot)),
                                 .color = c.colors().attention});
    card.finish();
}

void context_card(Column& c, const Subject& s) {
    const int last = s.reading.sentences;
    const auto weight = static_cast<double>(s.reading.weight(s.slot));
    const double held = s.own("memory.states", last), term = weight * held, all = s.at("answer.context", 0);
    const std::string k = std::to_string(s.unit + 1);
    Card card(c);
    card.symbols("{a:u} = Σ_j| {a:p}_j {f:h}_j");
    card.gap(2);
    card.numbers({.symbol = "",
                  .words = [=](int d) { return fixed(weight, d) + " × " + fixed(held, d); },
                  .value = [=](int d) { return as_fixed(weight, d) * as_fixed(held, d); },
                  .result = term,
                  .color = c.colors().forward,
                  .lead = mono(s.name()),
                  .listed = true});
    card.numbers({.symbol = with_index("{a:u}", k),
                  .words =
                      [=](int d) {
                          return sum_of({term, all - term}, d);
                      },
                  .value = [=](int d) { return as_fixed(term, d) + as_fixed(all - term, d); },
                  .result = all,
                  .color = c.colors().attention});
    card.finish();
}

void answer_card(Column& c, const Subject& s) {
    const double log = s.reading.run.log_prob;
    Card card(c);
    card.symbols("{o:y} = R φ(q + H {a:u})");
    card.gap(2);
    card.plugged(with_index("p", shown(s.reading.run.target_text)) +
                     mono(" = exp(" + log_prob_number(log) + ")"),
                 probability(std::exp(log)), c.colors().output);
    card.finish();
}

// -------------------------------------------------------------------------------------------- meanings

std::string say_gate(const Subject& s) {
    return s.reading.config.tied()
               ? "How far each memory slot opens for this sentence: furthest for the names that it is tied "
                 "to, and somewhat for what is being carried. What nobody has touched may do as it likes."
               : "How far each memory slot opens for this sentence. What each one listens for was learned: "
                 "nobody named the slots.";
}
std::string say_candidate(const Subject&) {
    return "What each slot would write: made of what it holds, of its key and of the sentence, in the same "
           "way for all of them.";
}
std::string say_update(const Subject& s) {
    return std::string("Each slot adds what it would write, times its gate") +
           (s.reading.config.memory.normalise
                ? ", and is brought back to length 1. A slot that is shut stays as it was."
                : ". A slot that is shut stays as it was.");
}
std::string say_match(const Subject&) {
    return "The question is compared with what every slot holds. These weights do sum to 1.";
}
std::string say_context(const Subject&) { return "All slots added up, each times its weight: one vector."; }
std::string say_answer(const Subject&) {
    return "The answer is read from the question and that vector, as a score for every word.";
}

struct PhaseRow {
    std::string (*meaning)(const Subject&);
    void (*card)(Column&, const Subject&);
};
constexpr std::array<PhaseRow, 6> phase_rows{{{say_gate, gate_card}, // as in Doing
                                              {say_candidate, candidate_card},
                                              {say_update, update_card},
                                              {say_match, match_card},
                                              {say_context, context_card},
                                              {say_answer, answer_card}}};

} // namespace

std::string meaning_of(const Subject& s) { return phase_rows[static_cast<std::size_t>(s.doing)].meaning(s); }
void equation_card(Column& c, const Subject& s) { phase_rows[static_cast<std::size_t>(s.doing)].card(c, s); }

} // namespace heed::slots
