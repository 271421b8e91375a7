#include "core/io/mapping/all_answers.h"

#include "core/base/error.h"
#include "core/io/open/own_case.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace heed::io::mapping {

using Json = nlohmann::json;

namespace {

constexpr std::size_t most_listed = 20'000; // combinations that are looked at before the nearest are taken
constexpr std::size_t most_checked = 12;    // examples
constexpr std::size_t most_nearest = 320;   // of those that are tried
constexpr std::size_t most_turned = 128;    // with sources read back to front, where no other answers agree

bool stopped(Cancelled cancelled) { return cancelled != nullptr && cancelled->load(); }

struct Leaf {
    Answers answers;
    int changed = 0; // answers that are not those of the draft
};

/// Every set of answers, question by question: what is asked may depend on what was answered before.
class Listing {
public:
    Listing(const Reading& reading, int changed)
        : reading_(reading), most_changed_(changed), mapping_(reading.mapped()) {}

    std::vector<Leaf> leaves() && {
        descend({}, 0);
        std::stable_sort(leaves_.begin(), leaves_.end(),
                         [](const Leaf& a, const Leaf& b) { return a.changed < b.changed; });
        return std::move(leaves_);
    }

private:
    /// `alone`: a rare answer was taken, and nothing else is changed.
    void descend(const Answers& so_far, int changed, bool alone = false) {
        if (leaves_.size() >= most_listed) return;
        Answers all = reading_.said.answers; // what the user said, and these in its place
        for (const auto& [question, option] : so_far) all[question] = option;
        const Draft now = draft(mapping_, reading_.words, all);
        if (!now.ready()) return;
        for (const Question* question : now.open()) {
            if (so_far.count(question->id) != 0) continue;
            for (const Option& option : question->options) {
                const bool other = option.id != question->answer;
                if (other && (alone || changed >= most_changed_ || (question->rare && changed > 0))) continue;
                Answers next = so_far;
                next[question->id] = option.id;
                descend(next, changed + other, alone || (other && question->rare));
            }
            return;
        }
        leaves_.push_back({so_far, changed});
    }

    const Reading& reading_;
    int most_changed_;
    Mapping mapping_;
    std::vector<Leaf> leaves_;
};

std::vector<std::string> texts(const Json& example, const char* key) {
    std::vector<std::string> all;
    const Json list = example.value(key, Json::array());
    for (const Json& word : list)
        if (word.is_string()) all.push_back(word.get<std::string>());
    return all;
}

/// As the model's own list writes them: "EOS" where its program printed "<EOS>".
std::vector<std::string> outputs(const Model& model, const Json& example) {
    std::vector<std::string> all;
    const Json list = example.value("output_ids", Json::array());
    for (const Json& id : list)
        if (id.is_number_integer() && id >= 0 && id < model.target.size())
            all.push_back(model.target.token(id.get<int>()));
    return all.size() == list.size() ? all : texts(example, "output_tokens");
}

/// The largest difference of weights with the example's own outputs; 1: its tokens are others.
double forced_difference(const Model& model, const Json& example) {
    const std::string input = example_input(model, example);
    if (input.empty()) return 1;
    const Trace trace = run_words(model, input, outputs(model, example));
    const Json rows = example.value("attention", Json::array());
    const std::size_t length = trace.source.size();
    if (texts(example, "source_tokens").size() != length || rows.empty() || !trace.has_weights()) return 1;
    double most = 0;
    for (std::size_t i = 0; i < std::min(rows.size(), trace.steps.size()); ++i)
        for (std::size_t j = 0; j < length; ++j) {
            const bool there = rows[i].is_array() && j < rows[i].size() && rows[i][j].is_number();
            const double theirs = there ? rows[i][j].get<double>() : 1;
            const double ours = static_cast<double>(trace.weight(static_cast<int>(i), static_cast<int>(j)));
            most = std::max(most, std::abs(theirs - ours));
        }
    return std::min(most, 1.0);
}

int differing(const Answers& a, const Answers& b) {
    int count = 0;
    for (const auto& [question, answer] : a) {
        const auto it = b.find(question);
        count += it == b.end() || it->second != answer ? 1 : 0;
    }
    return count;
}

std::vector<Leaf>::iterator nearest(std::vector<Leaf>& leaves, const Answers& to) {
    return std::min_element(leaves.begin(), leaves.end(), [&](const Leaf& a, const Leaf& b) {
        return differing(a.answers, to) < differing(b.answers, to);
    });
}

Combination combined(const Reading& reading, const OpenOptions& options, const std::vector<Json>& examples,
                     bool probed, Leaf leaf) {
    Combination one;
    one.answers = std::move(leaf.answers);
    one.drafts = leaf.changed == 0;
    try {
        Answers all = reading.said.answers;
        for (const auto& [question, option] : one.answers) all[question] = option;
        const Draft draft = reading.drafted(all);
        if (!draft.ready()) throw Error(draft.problems.front());
        const Drafted drafted = opened_draft(reading, draft, options);
        const Model& model = drafted.model;
        one.difference = forced_difference(model, examples.front());
        // Nearer than that outputs and probabilities are looked at, too.
        if (one.difference > std::max(verified_to, drafted.allowed.weights)) return one;
        const ExampleVerdict verdict = compare_with(model, examples, most_checked, drafted.allowed);
        one.agrees = verdict.agrees();
        one.roughly = verdict.roughly();
        one.difference = std::max(one.difference, std::min(1.0, verdict.weights));
        if (one.agrees && probed)
            one.runs = std::make_shared<const ProbeRuns>(run_probes(model, input_texts(model, examples)));
    } catch (const Error& error) {
        one.problem = error.what();
    }
    return one;
}

} // namespace

std::size_t Search::agreeing() const {
    return static_cast<std::size_t>(
        std::count_if(tried.begin(), tried.end(), [](const Combination& one) { return one.agrees; }));
}

std::vector<Undecided> Search::undecided(const Answers& taken) const {
    std::vector<Agreeing> all;
    for (const Combination& one : tried)
        if (one.agrees) all.push_back({one.answers, one.runs});
    const auto own =
        std::find_if(all.begin(), all.end(), [&](const Agreeing& one) { return one.answers == taken; });
    return own == all.end() ? std::vector<Undecided>() : mapping::undecided(*own, all);
}

Search try_all(const Reading& reading, const OpenOptions& options, Cancelled cancelled,
               const std::function<void(std::size_t, std::size_t)>& progress, const Reach& reach) {
    Search search;
    const std::vector<Json> examples = examples_in(reading.unknown.folder());
    if (examples.empty()) return search;
    const auto try_leaves = [&](const Reading& by, std::size_t at_most) {
        std::vector<Leaf> leaves = Listing(by, reach.changed).leaves();
        search.all += leaves.size();
        const std::size_t first = search.tried.size(), most = first + std::min(leaves.size(), at_most);
        std::size_t best = first;
        while (search.tried.size() < most && !stopped(cancelled)) {
            // The nearest to the user's answers, then to the best that was found so far.
            const bool climbing = search.tried.size() >= first + most_nearest;
            const auto next = climbing ? nearest(leaves, search.tried[best].answers) : leaves.begin();
            search.tried.push_back(combined(by, options, examples, reach.probed, std::move(*next)));
            leaves.erase(next);
            if (search.tried.back().difference < search.tried[best].difference)
                best = search.tried.size() - 1;
            if (progress) progress(search.tried.size(), most);
        }
        return first;
    };
    try_leaves(reading, reach.at_most);
    const bool near = std::any_of(search.tried.begin(), search.tried.end(),
                                  [](const Combination& one) { return one.agrees || one.roughly; });
    if (!near && reach.turned && !search.tried.empty() && reading.said.answers.count("reading") == 0) {
        Reading turned = reading;
        turned.said.answers["reading"] = "reversed";
        for (std::size_t n = try_leaves(turned, most_turned); n < search.tried.size(); ++n) {
            search.tried[n].answers["reading"] = "reversed";
            search.tried[n].drafts = false;
        }
    }
    std::stable_sort(
        search.tried.begin(), search.tried.end(), [](const Combination& a, const Combination& b) {
            const auto rank = [](const Combination& one) {
                return std::tuple(!one.agrees, !one.roughly, !(one.agrees && one.drafts), one.difference);
            };
            return rank(a) < rank(b);
        });
    return search;
}

} // namespace heed::io::mapping
