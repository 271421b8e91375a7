#include "core/analysis/survey/measures.h"

#include <algorithm>
#include <iterator>

namespace heed::survey {
namespace {

using Value = std::optional<double>;

const ModelMeasures* measured(const LineRecord& line, int model) {
    const ModelMeasures& m = line.of[model];
    return m.state == ModelMeasures::State::Measured ? &m : nullptr;
}

Value ratio(double sum, double count) { return count > 0 ? Value(sum / count) : std::nullopt; }

Value words(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    return m ? Value(m->source) : std::nullopt;
}

Value log_prob(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    return m ? ratio(static_cast<double>(m->log_prob), m->tokens) : std::nullopt;
}

/// Of the same tokens; what each wrote by itself is not comparable.
Value log_prob_change(const LineRecord& line, int) {
    const ModelMeasures *a = measured(line, 0), *b = measured(line, 1);
    if (!a || !b || !a->answered || !b->answered) return std::nullopt;
    const Value first = log_prob(line, 0), second = log_prob(line, 1);
    return first && second ? Value(*second - *first) : std::nullopt;
}

Value entropy(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    return m && m->attends ? ratio(static_cast<double>(m->entropy), m->rows) : std::nullopt;
}

Value unread(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    return m && m->attends ? ratio(m->unread, m->source) : std::nullopt;
}

// AER = 1 - (|A n S| + |A n P|) / (|A| + |S|)
Value error_rate(double in_sure, double in_possible, double links, double sure) {
    return links + sure > 0 ? Value(1 - (in_sure + in_possible) / (links + sure)) : std::nullopt;
}

Value alignment_error(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    if (!m || !m->attends || !m->gold) return std::nullopt;
    return error_rate(m->in_sure, m->in_possible, m->links, m->sure);
}

Value parting(const LineRecord& line, int) {
    return line.parting >= 0 ? Value(line.parting + 1) : std::nullopt;
}

Value wrong(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    return m && m->answered ? Value(m->wrong ? 1 : 0) : std::nullopt;
}

Value agreement(const LineRecord& line, int model) {
    const ModelMeasures* m = measured(line, model);
    return m ? m->agreement() : std::nullopt;
}

constexpr std::string_view with_target = "lines with a target", with_attention = "models with attention";

constexpr Measure rows[] = {
    {"words", "words", "tokens", "every line", "Source tokens, end tokens left out.", Worse::High, false,
     true, true, false, words},
    {"dlogp", "Δ log p per token", "nats a token", "two models, lines with a target",
     "Log p a token of the target under the second model less that under the first.", Worse::Low, true, false,
     false, false, log_prob_change},
    {"logp", "log p", "nats a token", "every line",
     "Log p a token, end token included: of the target, which the model is fed; where the line has none, of "
     "what the model writes by itself.",
     Worse::Low, false, false, false, false, log_prob},
    {"entropy", "entropy", "nats", with_attention,
     "Mean entropy of the rows of its map, that of the end token left out.", Worse::High, false, false, false,
     false, entropy},
    {"tau", "τ", "", with_attention,
     "Agreement of weights and gradients: Kendall’s τ of each row with gradient × input, the mean of the "
     "outputs. "
     "It takes longer than the rest: measured of the lines in sight, and of all once they are sorted by it.",
     Worse::Low, false, false, false, false, agreement},
    {"unread", "unread", "", with_attention,
     "Share of source tokens on which the weights of all outputs sum to less than .1.", Worse::High, false,
     false, false, true, unread},
    {"aer", "AER", "", "lines with gold links, models with attention",
     "Alignment error: strongest links against gold, of the outputs that gold says something about.",
     Worse::High, false, false, false, true, alignment_error},
    {"parting", "first parting", "output", "two models that write different outputs",
     "The first output at which the two models write different tokens by themselves.", Worse::Low, true,
     false, true, false, parting},
    {"wrong", "wrong", "", with_target, "What the model writes by itself is not the target.", Worse::High,
     false, false, true, false, wrong},
};

} // namespace

std::span<const Measure> measures() { return rows; }

int find_measure(std::string_view id) {
    const auto found =
        std::find_if(std::begin(rows), std::end(rows), [&](const Measure& m) { return m.id == id; });
    return found == std::end(rows) ? -1 : static_cast<int>(found - std::begin(rows));
}

void Pooled::add(const LineRecord& line) {
    ++lines;
    compared += line.parting != LineRecord::not_compared;
    parted += line.parting >= 0;
    for (int k = 0; k < most_models; ++k) {
        OfModel& sum = of[k];
        const ModelMeasures& m = line.of[k];
        sum.bad += m.state == ModelMeasures::State::Bad;
        if (m.state != ModelMeasures::State::Measured) continue;
        ++sum.lines;
        sum.answered += m.answered;
        sum.wrong += m.wrong;
        sum.tokens += m.tokens;
        sum.log_prob += static_cast<double>(m.log_prob);
        if (!m.attends) continue;
        sum.source += m.source;
        sum.unread += m.unread;
        sum.rows += m.rows;
        sum.entropy += static_cast<double>(m.entropy);
        sum.links += m.links;
        sum.sure += m.sure;
        sum.in_sure += m.in_sure;
        sum.in_possible += m.in_possible;
    }
}

Value Pooled::OfModel::log_prob_a_token() const { return ratio(log_prob, double(tokens)); }
Value Pooled::OfModel::mean_entropy() const { return ratio(entropy, double(rows)); }
Value Pooled::OfModel::unread_share() const { return ratio(double(unread), double(source)); }
Value Pooled::OfModel::wrong_share() const { return ratio(double(wrong), double(answered)); }
Value Pooled::OfModel::error_rate() const {
    return survey::error_rate(double(in_sure), double(in_possible), double(links), double(sure));
}

} // namespace heed::survey
