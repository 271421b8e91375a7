#include "app/figures/seq2seq/inspector/score_cards.h"
#include "app/figures/tokens.h"
#include "core/analysis/sharpness.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <array>

namespace heed::inspector {
namespace {

using analysis::ScoreTerms;

// -------------------------------------------------------------------------------------------- the sentences

std::string asking_token(const Subject& s) {
    if (s.i > 0) return quoted_output(s.trace, s.i - 1);
    return is_tag(s.trace, 0) ? first_input(s.trace) : "The start token";
}

std::string say_saturated(const Subject&, const ScoreTerms& t) {
    return "tanh is saturated (over .95) in " + std::to_string(analysis::saturated_units(t)) + " of " +
           counted(static_cast<int>(t.units()), "unit") + ".";
}
std::string say_silent(const Subject&, const ScoreTerms& t) {
    const auto silent = static_cast<int>((t.tanh.array() == 0).count());
    return std::to_string(silent) + " of " + counted(static_cast<int>(t.units()), "unit") +
           " are below zero here and add nothing; the others have no ceiling.";
}
std::string say_linear(const Subject&, const ScoreTerms& t) {
    return "There is no bend: what the state adds, " + fixed(t.v.dot(t.query), 3) +
           ", is the same for every token and cancels in the softmax. All rows are equal.";
}
std::string say_bent(const Subject&, const ScoreTerms& t) {
    const auto low = static_cast<int>((t.tanh.array() < 0).count());
    return std::to_string(low) + " of " + counted(static_cast<int>(t.units()), "unit") +
           " are a little below zero; the others have no ceiling.";
}
std::string say_halves(const Subject& s, const ScoreTerms& t) {
    return "W_q and W_h are the two halves of one matrix W. " + say_saturated(s, t);
}
std::string say_looked_last(const Subject& s, const ScoreTerms& t) {
    const std::string before = s.i == 0 ? "Before the first output the weights count as even. "
                                        : "f: the weights of output " + std::to_string(s.i) +
                                              " around this token, through filters. ";
    return before + say_saturated(s, t);
}
std::string say_coverage(const Subject& s, const ScoreTerms& t) {
    return quoted_source(s.trace, s.j) + " has been given " +
           fixed(s.trace.at(Quantity::Coverage)(s.j, s.i), 2) + " in all so far. " + say_saturated(s, t);
}
std::string say_own_past(const Subject& s, const ScoreTerms& t) {
    const std::string past = s.i == 0 ? "At the first output there are no own states yet. "
                                      : "The decoder’s own " + counted(s.i, "state") +
                                            " so far are scored in the same way, and share the softmax. ";
    return past + say_saturated(s, t);
}
std::string say_token(const Subject& s, const ScoreTerms& t) {
    return asking_token(s) +
           " asks, not the state: wherever the previous token is the same, the row is the same. " +
           say_saturated(s, t);
}
std::string ceiling_words(const Subject& s) {
    const auto ceiling = analysis::saturation_ceiling(s.trace);
    const auto bound = analysis::energy_bound(s.trace);
    if (!ceiling || !bound || *ceiling >= 0.995) return {}; // a ceiling that nothing reaches says nothing
    return "Scores lie within ±" + (*bound == 1 ? "1" : compact(*bound)) + ", so no weight of " +
           std::to_string(s.trace.source_length()) + " can pass " + fixed(*ceiling, 2) + ".";
}
std::string say_token_plain(const Subject& s, const ScoreTerms&) {
    return asking_token(s) + " asks, not the state: equal previous tokens give equal rows. " +
           ceiling_words(s);
}
std::string say_token_context(const Subject& s, const ScoreTerms& t) {
    return asking_token(s) + " asks; the last context tells equal tokens apart. " + say_saturated(s, t);
}
std::string say_token_language(const Subject& s, const ScoreTerms& t) {
    return asking_token(s) + " asks, with the token that named the language: equal ones give equal rows. " +
           say_saturated(s, t);
}
/// The lengths of query and annotation: what a product depends on beside their direction.
std::string lengths(const Subject& s) {
    return "The state is " + compact(s.trace.at(Quantity::Query).col(s.i).norm()) + " long, the annotation " +
           compact(s.trace.at(Quantity::Annotation).col(s.j).norm());
}
std::string say_dot(const Subject& s, const ScoreTerms&) {
    return lengths(s) + ". Nothing is learned for the score itself.";
}
std::string say_scaled(const Subject&, const ScoreTerms& t) {
    return "The sum of the products, " + fixed(t.product.sum(), 3) + ", is divided by √" +
           std::to_string(t.units()) + " = " + fixed(1 / t.factor, 2) + ".";
}
std::string say_general(const Subject&, const ScoreTerms&) {
    return "W is learned: it turns the state into what it looks for among the annotations.";
}
std::string say_projected(const Subject&, const ScoreTerms& t) {
    return "W_q and W_h are learned: they bring state and annotation to " +
           counted(static_cast<int>(t.units()), "unit") + " in which they meet. The biases are in both.";
}
std::string say_general_tanh(const Subject& s, const ScoreTerms&) {
    return "tanh bounds the product: no weight is more than e² = 7.39 times another. " + ceiling_words(s);
}
std::string say_cosine(const Subject& s, const ScoreTerms&) {
    return lengths(s) + "; both are divided out. " + ceiling_words(s);
}
std::string say_slot(const Subject& s, const ScoreTerms& t) {
    const int slots = static_cast<int>(s.trace.parameters->at("attention.W").rows());
    return "Slot " + std::to_string(s.j + 1) + " of " + std::to_string(slots) +
           ", with b = " + fixed(t.offset, 3) +
           ". The source is not read: any other token in this place would get the same score.";
}

// -------------------------------------------------------------------------------------------- the table

constexpr Part state_part{"W_q|#", "query"}, key_part{"W_h|h_{@}", "key"}, token_part{"W_y|E y_{<}", "token"};
constexpr Part network_terms{"v ∘ tanh", ""}, state_alone{"#", "query"}, annotation{"h_{@}", "key"};
constexpr Part unit_state{"#", "÷ length"}, unit_annotation{"h_{@}", "÷ length"};

constexpr std::array card_rows{
    CardRow{"additive", Asker::State, state_part, key_part, {}, network_terms, say_saturated},
    CardRow{"additive-relu", Asker::State, state_part, key_part, {}, {"v ∘ relu", ""}, say_silent},
    CardRow{"additive-linear", Asker::State, state_part, key_part, {}, {"v ∘ sum", ""}, say_linear},
    CardRow{"additive-gelu", Asker::State, state_part, key_part, {}, {"v ∘ gelu", ""}, say_bent},
    CardRow{"concat", Asker::State, state_part, key_part, {}, network_terms, say_halves},
    CardRow{"location-aware",
            Asker::State,
            state_part,
            key_part,
            {"U f_{%,@}", "last look"},
            network_terms,
            say_looked_last},
    CardRow{"coverage",
            Asker::State,
            state_part,
            key_part,
            {"w_c|c_{%,@}", "so far"},
            network_terms,
            say_coverage},
    CardRow{"own-past", Asker::State, state_part, key_part, {}, network_terms, say_own_past},
    CardRow{"token", Asker::Token, token_part, key_part, {}, network_terms, say_token},
    CardRow{"token-plain", Asker::Token, token_part, key_part, {}, {"tanh", ""}, say_token_plain},
    CardRow{"token-context",
            Asker::Token,
            token_part,
            key_part,
            {"W_c|c_{<}", "context"},
            network_terms,
            say_token_context},
    CardRow{"token-language",
            Asker::Token,
            token_part,
            key_part,
            {"W_l|E y_0", "tag"},
            network_terms,
            say_token_language},
    CardRow{"dot", Asker::State, state_alone, annotation, {}, {"# ∘ h_{@}", ""}, say_dot},
    CardRow{"scaled", Asker::State, state_alone, annotation, {}, {"# ∘ h_{@}", ""}, say_scaled},
    CardRow{"general", Asker::State, {"W #", "query"}, annotation, {}, {"W # ∘ h_{@}", ""}, say_general},
    CardRow{"projected", Asker::State, state_part, key_part, {}, {"product", ""}, say_projected},
    CardRow{"projected-scaled", Asker::State, state_part, key_part, {}, {"product", ""}, say_scaled},
    CardRow{"general-tanh",
            Asker::State,
            {"W #", "query"},
            annotation,
            {},
            {"W # ∘ h_{@}", ""},
            say_general_tanh},
    CardRow{"cosine", Asker::State, unit_state, unit_annotation, {}, {"product", ""}, say_cosine},
    CardRow{"cosine-beta", Asker::State, unit_state, unit_annotation, {}, {"product", ""}, say_cosine},
    CardRow{"location", Asker::Place, state_alone, {"W_{@}", "its row"}, {}, {"W_{@} ∘ #", ""}, say_slot},
};

} // namespace

const CardRow* card_row(std::string_view score) {
    const auto it =
        std::find_if(card_rows.begin(), card_rows.end(), [&](const CardRow& r) { return r.score == score; });
    return it == card_rows.end() ? nullptr : &*it;
}

} // namespace heed::inspector
