#include "core/io/mapping/tries/stepwise.h"

#include "core/base/error.h"
#include "core/io/mapping/tries/example_runs.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace heed::io::mapping {

using Json = nlohmann::json;

namespace {

constexpr std::size_t most_nearest_settled = 8;

/// What an example shows, in the order in which a run makes it.
enum class Step { Source, FirstRow, SecondRow, Rest };

/// Where an answer first shows: `order` is that of the decoder. Whatever shows earlier than is said here only
/// costs runs; nothing may show earlier.
Step shows_in(std::string_view question, std::string_view order, bool places) {
    if (is_of_source(question)) return Step::Source;
    if (question == "last") return Step::Rest;
    if (question == "gate") return Step::SecondRow; // it is over what the first row found
    const bool readout = question == "reads" || question == "readout";
    if (readout) return order == "fed-readout" ? Step::SecondRow : Step::Rest;
    const bool before = order.starts_with("before") && !places; // the first row is made of the start alone
    if (question == "input" || question == "first") return before ? Step::SecondRow : Step::FirstRow;
    return Step::FirstRow;
}

/// The one that tells most: of several rows, and of those the one with the most words.
const Json& telling(const std::vector<Json>& examples) {
    const auto tells = [](const Json& example) {
        const Json rows = example.is_object() ? example.value("attention", Json::array()) : Json::array();
        const std::size_t words = rows.is_array() && !rows.empty() ? rows[0].size() : 0;
        return std::pair(std::min<std::size_t>(rows.size(), 2), words);
    };
    return *std::max_element(examples.begin(), examples.end(),
                             [&](const Json& a, const Json& b) { return tells(a) < tells(b); });
}

class Settling {
public:
    Settling(const Reading& reading, const OpenOptions& options, const Json& example, std::size_t most_left,
             Cancelled cancelled, const std::function<void(std::size_t)>& progress, std::size_t most_runs)
        : reading_(reading), options_(options), example_(example), most_left_(most_left),
          most_runs_(most_runs), cancelled_(cancelled), progress_(progress), sets_(reading),
          stands_(sets_.draft_of({})) {}

    Settled settled() && {
        bool rare = false;
        for (const Question* question : stands_.open()) rare = rare || question->rare;
        bool whole = by_steps(false);
        if (whole && done_.left.empty() && rare) whole = by_steps(true);
        done_.whole = whole;
        const Answers base = answers_of(stands_);
        for (AnswerSet& set : done_.left) set.changed = differing(base, set.answers);
        nearest();
        return std::move(done_);
    }

private:
    struct Failed {
        Step step;
        double difference;
        AnswerSet set;
    };

    static Answers answers_of(const Draft& draft) {
        Answers answers;
        for (const Question* question : draft.open()) answers[question->id] = question->answer;
        return answers;
    }

    Step step_of(const std::string& question, const Answers& answers) const {
        const auto it = answers.find("order");
        return shows_in(question, it != answers.end() ? it->second : stands_.answer("order"),
                        stands_.answer("score") == "location");
    }

    bool stopped() const { return (cancelled_ != nullptr && cancelled_->load()) || done_.runs >= most_runs_; }

    /// Returns whether all were looked at.
    bool by_steps(bool rare) {
        const std::size_t rows = rows_in(example_);
        std::vector<AnswerSet> left{{}};
        int settled = -1; // the last step whose answers are
        for (const Step step : {Step::Source, Step::FirstRow, Step::SecondRow, Step::Rest}) {
            const bool shown =
                step == Step::Source || step == Step::Rest || rows >= static_cast<std::size_t>(step);
            if (!shown) continue;
            std::vector<AnswerSet> next;
            for (const AnswerSet& set : left) {
                const std::size_t most = most_runs_ - std::min(most_runs_, next.size()) + 1;
                for (AnswerSet& one : more(set, settled, step, rare, most)) next.push_back(std::move(one));
                if (stopped() || next.size() > (step == Step::Rest ? most_left_ : most_runs_)) return false;
            }
            if (step != Step::Rest && !look_at(next, step)) return false;
            left = std::move(next);
            settled = static_cast<int>(step);
        }
        done_.left = std::move(left);
        return true;
    }

    /// The set with every answer that shows up to that step, those that are settled as they are.
    std::vector<AnswerSet> more(const AnswerSet& set, int settled, Step step, bool rare,
                                std::size_t most) const {
        Answers fixed;
        for (const auto& [question, answer] : set.answers)
            if (static_cast<int>(step_of(question, set.answers)) <= settled) fixed[question] = answer;
        const auto may_vary = [&](const Draft& now, const Question& question) {
            const int shows = static_cast<int>(step_of(question.id, {{"order", now.answer("order")}}));
            return shows > settled && shows <= static_cast<int>(step) && (rare || !question.rare);
        };
        return sets_.varied(fixed, may_vary, most);
    }

    /// Keeps those that agree. Returns whether all were looked at.
    bool look_at(std::vector<AnswerSet>& sets, Step step) {
        std::vector<AnswerSet> agree;
        for (AnswerSet& set : sets) {
            if (stopped()) return false;
            const std::optional<double> off = difference(set, step);
            ++done_.runs;
            if (progress_) progress_(done_.runs);
            if (!off)
                agree.push_back(std::move(set));
            else
                failed_.push_back({step, *off, std::move(set)});
        }
        sets = std::move(agree);
        return true;
    }

    /// None: it agrees.
    std::optional<double> difference(const AnswerSet& set, Step step) const {
        try {
            Answers all = reading_.said.answers;
            for (const auto& [question, option] : set.answers) all[question] = option;
            const Drafted drafted = opened_draft(reading_, reading_.drafted(all), options_);
            if (step == Step::Source)
                return reads_the_same(drafted.model, example_) ? std::nullopt : std::optional(1.0);
            const double off = forced_difference(drafted.model, example_, static_cast<std::size_t>(step));
            return off > std::max(verified_to, drafted.allowed.weights) ? std::optional(off) : std::nullopt;
        } catch (const Error&) {
            return 2; // it cannot be run
        }
    }

    /// Of the sets that got furthest those with the smallest difference.
    void nearest() {
        if (!done_.left.empty()) return;
        std::stable_sort(failed_.begin(), failed_.end(), [](const Failed& a, const Failed& b) {
            return std::tuple(b.step, a.difference) < std::tuple(a.step, b.difference);
        });
        for (Failed& one : failed_) {
            if (done_.nearest.size() == most_nearest_settled) break;
            one.set.changed = 1;
            done_.nearest.push_back(std::move(one.set));
        }
    }

    const Reading& reading_;
    const OpenOptions& options_;
    const Json& example_;
    std::size_t most_left_, most_runs_;
    Cancelled cancelled_;
    const std::function<void(std::size_t)>& progress_;
    AnswerSets sets_;
    Draft stands_;
    std::vector<Failed> failed_;
    Settled done_;
};

} // namespace

bool is_of_source(std::string_view question) {
    constexpr std::array questions = {"source", "padding", "text", "case", "reading"};
    return std::find(questions.begin(), questions.end(), question) != questions.end();
}

Settled settle(const Reading& reading, const OpenOptions& options, const std::vector<Json>& examples,
               std::size_t most_left, Cancelled cancelled,
               const std::function<void(std::size_t runs)>& progress, std::size_t most_runs) {
    return Settling(reading, options, telling(examples), most_left, cancelled, progress, most_runs).settled();
}

} // namespace heed::io::mapping
