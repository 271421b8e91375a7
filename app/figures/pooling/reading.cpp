#include "app/figures/pooling/reading.h"

#include "app/figures/base/format.h"
#include "core/models/pooling/values.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {

using namespace pools;

int PoolingBoard::find(pooling::Kind kind, pooling::Energy energy) const {
    for (std::size_t k = 0; k < members.size(); ++k) {
        const pooling::Config& config = config_of(members[k]);
        if (config.kind == kind && (kind != pooling::Kind::Attention || config.attention.energy == energy))
            return static_cast<int>(k);
    }
    return -1;
}

namespace pools {
namespace {

/// The numbers of a moment as it was typed: ".31", "-.2*", "1,0,.5". Empty where it is none.
std::vector<float> numbers_in(std::string_view text, Eigen::Index features) {
    const bool star = text.ends_with('*');
    if (star) text.remove_suffix(1);
    std::vector<float> numbers;
    for (const std::string_view part : split(text, ",")) {
        const auto value = number_in<double>(part);
        if (!value) return {};
        numbers.push_back(static_cast<float>(*value));
    }
    if (features == 2 && numbers.size() == 1) numbers.push_back(star ? 1.0f : 0.0f);
    return numbers;
}

const Trace* first_run(const PoolingRuns& runs) {
    for (const SharedTrace& run : runs.runs)
        if (run) return run.get();
    return nullptr;
}

} // namespace

Input input_of(const PoolingRuns& runs) {
    Input input;
    const Trace* trace = first_run(runs);
    if (!trace) return input;
    const pooling::Config& config = pooling_facts(*trace).config;
    input.words = config.tokens();
    const auto T = static_cast<std::size_t>(trace->source_length());
    input.marked.assign(T, false);
    for (const TraceToken& token : trace->source) input.texts.push_back(token.text);
    if (!input.words) {
        input.features = MatrixXf::Zero(config.input.size, trace->source_length());
        for (std::size_t t = 0; t < T; ++t) {
            const std::vector<float> numbers = numbers_in(input.texts[t], input.features.rows());
            for (std::size_t k = 0; k < numbers.size() && std::ssize(numbers) == input.features.rows(); ++k)
                input.features(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(t)) = numbers[k];
            input.marked[t] =
                input.features.rows() == 2 && input.features(1, static_cast<Eigen::Index>(t)) != 0;
        }
    }
    for (const int t : runs.gold)
        if (t >= 0 && t < trace->source_length()) input.marked[static_cast<std::size_t>(t)] = true;
    input.marks = static_cast<std::size_t>(std::count(input.marked.begin(), input.marked.end(), true));
    return input;
}

int length_of(const PoolingRuns& runs) {
    const Trace* trace = first_run(runs);
    return trace ? trace->source_length() : 0;
}

// -------------------------------------------------------------------------------------------- members

const pooling::Config& config_of(const PoolingMember& member) { return pooling_facts(member.facts).config; }

bool has_weights(const PoolingMember& member) { return config_of(member).kind != pooling::Kind::Dense; }

bool is_attention(const PoolingMember& member) {
    return has_weights(member) && config_of(member).kind != pooling::Kind::Mean;
}

bool is_bounded(const PoolingMember& member) {
    return is_attention(member) && config_of(member).attention.energy == pooling::Energy::Tanh;
}

std::string energy_name(const PoolingMember& member) {
    switch (config_of(member).kind) {
    case pooling::Kind::Attention:
        return is_bounded(member) ? "tanh" : "linear";
    case pooling::Kind::Keras:
        return "Keras";
    case pooling::Kind::Mean:
        return "mean";
    case pooling::Kind::Dense:
        break;
    }
    return "Dense";
}

int map_member(const PoolingBoard& board) {
    const auto with = [&](std::size_t k) {
        return k < board.members.size() && has_weights(board.members[k]);
    };
    if (board.chosen >= 0 && with(static_cast<std::size_t>(board.chosen))) return board.chosen;
    for (std::size_t k = 0; k < board.members.size(); ++k)
        if (with(k)) return static_cast<int>(k);
    return -1;
}

int dense_member(const PoolingBoard& board) { return board.find(pooling::Kind::Dense); }

const Trace* run_of(const PoolingRuns& runs, int member) {
    const auto k = static_cast<std::size_t>(member);
    return member >= 0 && k < runs.runs.size() ? runs.runs[k].get() : nullptr;
}

std::string problem_of(const PoolingRuns& runs, int member) {
    const auto k = static_cast<std::size_t>(member);
    return member >= 0 && k < runs.problems.size() ? runs.problems[k] : std::string();
}

// -------------------------------------------------------------------------------------------- weights

Eigen::VectorXf weights_of(const Trace& trace) {
    return trace.has(pooling::quantity::Weights)
               ? Eigen::VectorXf(trace.at(pooling::quantity::Weights).col(0))
               : Eigen::VectorXf();
}

bool is_muted(const Trace& trace, int t) { return trace.request.edits.muted.contains(t); }

std::optional<WeightRatio> ratio_of(const Trace& trace, const Input& input) {
    const Eigen::VectorXf weights = weights_of(trace);
    double marked = 0, others = 0, largest = 0, smallest = 2;
    int marks = 0, rest = 0;
    for (int t = 0; t < static_cast<int>(weights.size()) && t < input.count(); ++t) {
        if (is_muted(trace, t)) continue;
        const auto weight = static_cast<double>(weights(t));
        (input.is_marked(t) ? marked : others) += weight;
        ++(input.is_marked(t) ? marks : rest);
        largest = std::max(largest, weight);
        smallest = std::min(smallest, weight);
    }
    if (input.marks > 0) {
        if (marks == 0 || rest == 0 || !(others > 0)) return std::nullopt;
        return WeightRatio{marked / marks / (others / rest), true};
    }
    if (marks + rest < 2 || !(smallest > 0)) return std::nullopt;
    return WeightRatio{largest / smallest, false};
}

std::string ratio_name(const Input& input) {
    return input.marks == 0 ? "largest : smallest" : input.words ? "deciding : other" : "marked : unmarked";
}

std::string ratio_text(double ratio) {
    if (ratio >= 1e6) return compact(ratio);
    return ratio >= 1000 ? thousands(std::llround(ratio), " ") : fixed(ratio, ratio >= 99.95 ? 0 : 1);
}

// -------------------------------------------------------------------------------------------- answers

std::string short_number(double value, int decimals) {
    std::string text = fixed(value, decimals);
    const std::size_t sign = text.starts_with(minus_sign) ? minus_sign.size() : 0;
    if (text.compare(sign, 2, "0.") == 0) text.erase(sign, 1);
    return text;
}

std::optional<double> number_answer(const Trace& trace) {
    if (pooling_facts(trace).config.classes() || !trace.has(pooling::quantity::Output)) return std::nullopt;
    const MatrixXf& output = trace.at(pooling::quantity::Output);
    return output.size() == 1 ? std::optional(static_cast<double>(output(0, 0))) : std::nullopt;
}

std::optional<double> right_number(const PoolingRuns& runs) {
    return number_in<double>(trimmed(runs.answer));
}

std::optional<double> error_of(const PoolingRuns& runs, const Trace& trace) {
    const auto said = number_answer(trace), right = right_number(runs);
    return said && right ? std::optional(std::abs(*said - *right)) : std::nullopt;
}

std::optional<double> probability_of(const Trace& trace, const std::string& name) {
    const std::vector<std::string>& classes = pooling_facts(trace).classes;
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end() || !trace.has(pooling::quantity::LogProbs)) return std::nullopt;
    const Eigen::Index k = found - classes.begin();
    return std::exp(static_cast<double>(trace.at(pooling::quantity::LogProbs)(k, 0)));
}

bool answers_with_classes(const PoolingBoard& board) {
    return !board.members.empty() && config_of(board.members.front()).classes();
}

std::optional<bool> right_by(const PoolingBoard& board, const PoolingRuns& runs, const Trace& trace) {
    constexpr double adding_tolerance = 0.04; // as the task measures
    if (pooling_facts(trace).config.classes())
        return runs.answer.empty() ? std::nullopt : std::optional(trace.target_text == runs.answer);
    const auto error = error_of(runs, trace);
    if (!error || board.task != "adding") return std::nullopt;
    return *error < adding_tolerance;
}

// -------------------------------------------------------------------------------------------- Dense

Learned learned_numbers(const Trace& trace) {
    Learned learned;
    const pooling::Config& config = pooling_facts(trace).config;
    const auto found =
        trace.parameters ? trace.parameters->find("output.weight") : TensorMap::const_iterator{};
    if (config.kind != pooling::Kind::Dense || !trace.parameters || found == trace.parameters->end())
        return learned;
    const auto& all = found->second; // (C, numbers·steps), moment after moment
    const int steps = config.dense.steps;
    const Eigen::Index each = all.cols() / std::max(1, steps);
    learned.numbers = static_cast<int>(each * all.rows());
    learned.lengths =
        config.tokens() || config.classes() || all.rows() > 1 || config.dense.over == pooling::Over::Features;
    for (int t = 0; t < steps; ++t) {
        const auto block = all.middleCols(t * each, each);
        learned.values.push_back(learned.lengths ? block.norm() : block(0, 0));
        learned.largest = std::max(learned.largest, std::abs(learned.values.back()));
    }
    return learned;
}

Eigen::VectorXf features_of(const Trace& trace, const Input& input, int t) {
    if (!input.words) return input.features.col(t);
    const Quantity embedded = pooling::quantity_of("embedded");
    return trace.has(embedded) ? Eigen::VectorXf(trace.at(embedded).col(t)) : Eigen::VectorXf();
}

// -------------------------------------------------------------------------------------------- words, scales

std::string count_word(int count) {
    constexpr std::array<const char*, 13> words{"no",    "one",   "two",  "three", "four",   "five",  "six",
                                                "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return count >= 0 && count < std::ssize(words) ? words[static_cast<std::size_t>(count)]
                                                   : std::to_string(count);
}

} // namespace pools

std::string answer_text(const Trace& trace) {
    if (pooling_facts(trace).config.classes()) return trace.target_text;
    if (const auto number = number_answer(trace)) return short_number(*number);
    if (!trace.has(pooling::quantity::Output)) return trace.target_text;
    const MatrixXf& output = trace.at(pooling::quantity::Output);
    std::string text;
    for (Eigen::Index n = 0; n < std::min<Eigen::Index>(output.size(), 3); ++n)
        text += (n == 0 ? "" : "  ") + short_number(static_cast<double>(output.data()[n]), 2);
    return output.size() > 3 ? text + " " + std::string(ellipsis) : text;
}

std::optional<bool> is_right(const PoolingBoard& board, const Trace& trace) {
    for (const PoolingRuns& runs : board.samples)
        for (const SharedTrace& run : runs.runs)
            if (run.get() == &trace) return right_by(board, runs, trace);
    return right_by(board, board.now, trace);
}

} // namespace heed
