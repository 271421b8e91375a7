#include "app/state/jobs/check_run.h"

#include "app/figures/base/format.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/model.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace heed {
namespace {

constexpr double weights_agree = 1e-6, log_probs_agree = 1e-5;

bool same_outputs(const Trace& given, const Trace& made) {
    if (made.outputs() < given.outputs()) return false;
    if (given.finished && made.outputs() != given.outputs()) return false;
    for (std::size_t i = 0; i < given.steps.size(); ++i)
        if (given.steps[i].token.text != made.steps[i].token.text) return false;
    return true;
}

/// Made to write what the file says, and then only where the model would write something else.
Trace forced_run(const Trace& given, const Model& model, RunCheck& check) {
    Request request = check.request;
    for (int i = 0; i < given.outputs(); ++i)
        request.edits.forced[i] = given.steps[static_cast<std::size_t>(i)].token.text;
    Trace all = decode::run(model, request);
    for (int i = 0; i < given.outputs(); ++i) {
        const TraceStep& step = all.steps[static_cast<std::size_t>(i)];
        const bool by_itself = !step.top.empty() && step.top.front().id == step.token.id;
        if (by_itself && !check.request.edits.forced.contains(i)) request.edits.forced.erase(i);
    }
    check.forced =
        static_cast<int>(request.edits.forced.size()) - static_cast<int>(check.request.edits.forced.size());
    check.request = request;
    return decode::run(model, request);
}

std::string number(double value) { return value == 0 ? "0" : probability(value); }

/// Where a number is not what it should be.
struct Difference {
    std::string place;
    double given = 0, made = 0;
};

/// Of two maps of the same size; NaN stands for what was not written.
std::optional<Difference> differing(const AttentionMap& given, const AttentionMap& made, RunCheck& check) {
    for (Eigen::Index i = 0; i < given.weights->cols(); ++i)
        for (Eigen::Index j = 0; j < given.weights->rows(); ++j) {
            const auto a = static_cast<double>((*given.weights)(j, i)),
                       b = static_cast<double>((*made.weights)(j, i));
            if (std::isnan(a) && std::isnan(b)) continue;
            const double far = std::abs(a - b);
            ++check.compared;
            if (far <= weights_agree) {
                check.largest = std::max(check.largest, far);
                continue;
            }
            const auto label = [](const std::vector<std::string>& labels, Eigen::Index n) {
                const auto k = static_cast<std::size_t>(n);
                return std::to_string(n + 1) + (k < labels.size() ? " " + quoted(shown(labels[k])) : "");
            };
            return Difference{std::string(to_string(given.rows)) + " " + label(given.row_labels, i) + ", " +
                                  std::string(to_string(given.columns)) + " " + label(given.column_labels, j),
                              a, b};
        }
    return std::nullopt;
}

std::optional<Difference> differing_log_probs(const Trace& given, const Trace& made, RunCheck& check) {
    for (std::size_t i = 0; i < given.steps.size(); ++i) {
        const auto a = static_cast<double>(given.steps[i].log_prob),
                   b = static_cast<double>(made.steps[i].log_prob);
        const double far = std::abs(a - b);
        ++check.compared;
        if (far > log_probs_agree)
            return Difference{"log P of output " + std::to_string(i + 1) + " " +
                                  quoted(shown(given.steps[i].token.text)),
                              a, b};
        check.largest = std::max(check.largest, far);
    }
    return std::nullopt;
}

std::string differs(const RunCheck& check, const std::string& where) {
    return "Differs from " + check.model + " first at " + where + ".";
}

/// Nothing where all of it agrees.
std::string first_difference(const Trace& given, const Trace& made, RunCheck& check) {
    const auto said = [&](const Difference& d) {
        int decimals = 4; // so many that they are seen to differ
        while (decimals < 9 && fixed(d.given, decimals) == fixed(d.made, decimals)) ++decimals;
        return differs(check, d.place + ": " + fixed(d.given, decimals) + " in the file, " +
                                  fixed(d.made, decimals) + " when it is run here");
    };
    for (std::size_t j = 0; j < std::max(given.source.size(), made.source.size()); ++j)
        if (j >= given.source.size() || j >= made.source.size() ||
            given.source[j].text != made.source[j].text)
            return differs(check, "source " + std::to_string(j + 1) + ": the input is read in other pieces");
    const std::vector<AttentionMap> theirs = given.maps(), ours = made.maps();
    for (const AttentionMap& map : theirs) {
        const auto same =
            std::find_if(ours.begin(), ours.end(), [&](const AttentionMap& m) { return m.site == map.site; });
        const std::string name = map.place().empty() ? map.name : map.place();
        const bool fits = same != ours.end() && same->weights->rows() == map.weights->rows() &&
                          same->weights->cols() >= map.weights->cols();
        if (!fits) return differs(check, name + ": the model has no such map");
        if (const auto found = differing(map, *same, check)) return said(*found);
    }
    if (theirs.empty())
        if (const auto found = differing_log_probs(given, made, check)) return said(*found);
    return {};
}

std::string agreement(const RunCheck& check, const Trace& given) {
    const bool weights = !given.maps().empty();
    std::string words = "Agrees with " + check.model + ": " + thousands(check.compared) +
                        (weights ? " weights" : " log-probabilities") + ", largest difference " +
                        number(check.largest) + ".";
    if (check.forced > 0)
        words += " " + counted(check.forced, "output") +
                 " had to be forced, as the run came of a search or of a given target.";
    if (check.another) words += " It was scored by " + given.model.score + ".";
    return words;
}

} // namespace

namespace {

void make_again(const Trace& given, const Model& model, RunCheck& check) {
    Trace made = decode::run(model, check.request);
    if (!same_outputs(given, made) && !given.steps.empty()) made = forced_run(given, model, check);
    check.words = same_outputs(given, made)
                      ? first_difference(given, made, check)
                      : differs(check, "the output: it writes " + heed::quoted(made.target_text) + " here");
    check.verdict = check.words.empty() ? RunCheck::Verdict::Agrees : RunCheck::Verdict::Differs;
    if (check.words.empty()) check.words = agreement(check, given);
}

} // namespace

RunCheck check_run(const Trace& given, const Model& model) {
    RunCheck check;
    check.model = given.model.name;
    check.request.model = given.model.name;
    check.request.text = given.source_text;
    check.request.edits = given.request.edits;
    const std::string& score = given.model.score;
    check.another = !score.empty() && score != model.facts.score && given.model.architecture == "seq2seq";
    if (check.another) check.request.score = score;
    try {
        make_again(given, model, check);
    } catch (const Error& error) { // no such word, no such score
        check.verdict = RunCheck::Verdict::Differs;
        check.words = check.model + " cannot make this run again: " + error.what() + ".";
    }
    return check;
}

RunCheck unchecked_run(const Trace& given) {
    RunCheck check;
    check.model = given.model.name;
    check.words = "A run of " + given.model.name + ", which is not at hand: nothing was verified.";
    return check;
}

} // namespace heed
