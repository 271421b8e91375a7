#include "core/io/mapping/all_answers.h"

#include "core/base/error.h"
#include "core/io/mapping/word_questions.h"
#include "core/io/open/own_case/own_case.h"
#include "core/models/tokens.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace heed::io::mapping {

using Json = nlohmann::json;

namespace {

constexpr std::size_t most_listed = 20'000; // combinations that are looked at before the nearest are taken
constexpr std::size_t most_checked = 12;    // examples
constexpr std::size_t most_nearest = 320;   // of those that are tried
constexpr std::size_t most_twins = 4;       // of those that agree, read the other way
constexpr std::size_t most_turned = 128;    // with sources read back to front, where no other answers agree
// Where those do not agree either, units are tried as other parts: so many sets of answers of each at first,
constexpr std::size_t least_first = 4, most_first = 40;
constexpr std::size_t most_followed = 3, most_followed_of = 320;     // and of those that came nearest so many
constexpr std::uint64_t parts_read_at_most = std::uint64_t{4} << 30; // bytes of tensors, over all of these

bool stopped(Cancelled cancelled) { return cancelled != nullptr && cancelled->load(); }

struct Leaf {
    Answers answers;
    int changed = 0; // answers that are not those of the draft
};

/// Every set of answers, question by question: what is asked may depend on what was answered before.
class Listing {
public:
    Listing(const Reading& reading, int changed)
        : reading_(reading), most_changed_(changed), mapping_(reading.mapped()),
          of_words_(word_questions(mapping_.sizes, reading.words)) {}

    /// Those with the fewest changes first, as far as they are listed.
    std::vector<Leaf> leaves() && {
        for (int changed = 0; changed <= most_changed_ && leaves_.size() < most_listed; ++changed) {
            const std::size_t before = leaves_.size();
            exactly_ = changed;
            descend({}, 0);
            if (leaves_.size() == before && changed > 0) break;
        }
        return std::move(leaves_);
    }

private:
    /// `alone`: a rare answer was taken, and nothing else is changed.
    void descend(const Answers& so_far, int changed, bool alone = false) {
        if (leaves_.size() >= most_listed) return;
        Answers all = reading_.said.answers; // what the user said, and these in its place
        for (const auto& [question, option] : so_far) all[question] = option;
        const Draft now = draft_without_words(mapping_, of_words_, all);
        if (!now.ready()) return;
        for (const Question* question : now.open()) {
            if (so_far.count(question->id) != 0) continue;
            for (const Option& option : question->options) {
                const bool other = option.id != question->answer;
                if (other && (alone || changed >= exactly_ || (question->rare && changed > 0))) continue;
                Answers next = so_far;
                next[question->id] = option.id;
                descend(next, changed + other, alone || (other && question->rare));
            }
            return;
        }
        if (changed == exactly_) leaves_.push_back({so_far, changed});
    }

    const Reading& reading_;
    int most_changed_;
    int exactly_ = 0; // so many changes are listed now
    Mapping mapping_;
    std::vector<Question> of_words_;
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

/// The largest difference of a probability that an example without weights says; 1: it says none.
double top_difference(const Model& model, const Trace& trace, const Json& example) {
    const Json steps = example.value("top5", Json::array());
    if (!steps.is_array() || steps.empty() || trace.steps.empty()) return 1;
    const OutputWords written = output_words(model, trace.source);
    const Eigen::MatrixXf& log_probs = trace.at(Quantity::LogProbs); // (V, N)
    double most = 0;
    for (std::size_t i = 0; i < std::min(steps.size(), trace.steps.size()); ++i)
        for (const Json& pair : steps[i]) {
            const bool fits =
                pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_number();
            const auto id = fits ? written.find(pair[0].get_ref<const std::string&>()) : std::nullopt;
            if (!id) return 1;
            const auto ours = static_cast<double>(log_probs(*id, static_cast<Eigen::Index>(i)));
            most = std::max(most, std::abs(std::exp(ours) - std::exp(pair[1].get<double>())));
        }
    return most;
}

/// The largest difference of weights with the example's own outputs, or of probabilities where it has no
/// weights; 1: its tokens are others.
double forced_difference(const Model& model, const Json& example) {
    const std::string input = example_input(model, example);
    if (input.empty()) return 1;
    const Trace trace = run_words(model, input, outputs(model, example));
    const Json rows = example.value("attention", Json::array());
    const std::size_t length = trace.source.size();
    if (texts(example, "source_tokens").size() != length) return 1;
    if (rows.empty()) return top_difference(model, trace, example);
    if (!trace.has_weights()) return 1;
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

/// One search: what was tried of each reading, in its order.
class Searching {
public:
    Searching(const OpenOptions& options, const std::vector<Json>& examples, const Reach& reach,
              Cancelled cancelled, const std::function<void(std::size_t, std::size_t)>& progress)
        : options_(options), examples_(examples), reach_(reach), cancelled_(cancelled), progress_(progress) {}

    /// Returns the place of the first that is new.
    std::size_t answers_of(const Reading& reading, std::size_t at_most, int changed,
                           std::size_t nearest_first = most_nearest) {
        std::vector<Leaf> leaves = Listing(reading, changed).leaves();
        search_.all += leaves.size();
        const std::size_t first = search_.tried.size(), most = first + std::min(leaves.size(), at_most);
        std::size_t best = first;
        while (search_.tried.size() < most && !stopped(cancelled_)) {
            // The nearest to the user's answers, then to the best that was found so far.
            const bool climbing = search_.tried.size() >= first + nearest_first;
            const auto next = climbing ? nearest(leaves, search_.tried[best].answers) : leaves.begin();
            search_.tried.push_back(combined(reading, options_, examples_, reach_.probed, std::move(*next)));
            leaves.erase(next);
            if (search_.tried.back().difference < search_.tried[best].difference)
                best = search_.tried.size() - 1;
            if (progress_) progress_(search_.tried.size(), std::max(most, search_.tried.size()));
        }
        return first;
    }

    void turned(const Reading& reading) {
        Reading back = reading;
        back.said.answers["reading"] = "reversed";
        for (std::size_t n = answers_of(back, most_turned, reach_.changed); n < search_.tried.size(); ++n) {
            search_.tried[n].answers["reading"] = "reversed";
            search_.tried[n].drafts = false;
        }
    }

    /// Where examples read alike both ways (one word, the same words from both ends) they do not tell which
    /// it is: the other way is tried of what agrees, too.
    void both_ways(const Reading& reading) {
        const std::string said = reading.drafted().answer("reading");
        if (said.empty()) return;
        const std::size_t count = search_.tried.size();
        for (std::size_t n = 0, twins = 0; n < count && twins < most_twins; ++n) {
            if (!search_.tried[n].agrees || search_.tried[n].answers.count("reading") != 0) continue;
            ++twins;
            Reading back = search_.tried[n].parts.empty()
                               ? reading
                               : with_parts(reading, search_.tried[n].parts, options_);
            back.said.answers["reading"] = said == "reversed" ? "along" : "reversed";
            Combination twin =
                combined(back, options_, examples_, reach_.probed, {search_.tried[n].answers, 1});
            if (!twin.agrees) continue;
            search_.tried[n].answers["reading"] = said;
            twin.answers["reading"] = back.said.answers["reading"];
            twin.parts = search_.tried[n].parts;
            search_.tried.push_back(std::move(twin));
        }
    }

    /// Units as other parts: a few answers of each, and more of those that came nearest. All are followed:
    /// that one agrees does not say that no other does.
    void parts(const Reading& reading) {
        std::vector<Parts> others = other_parts(reading, cancelled_);
        const std::uint64_t fits = parts_read_at_most / bytes_of(reading.unknown); // readings of the files
        others.resize(std::min<std::size_t>(others.size(), static_cast<std::size_t>(fits / least_first)));
        if (others.empty()) return;
        const auto first = std::min<std::size_t>(most_first, static_cast<std::size_t>(fits / others.size()));
        std::vector<std::pair<double, Parts>> all; // how near each came
        for (Parts& parts : others) {
            if (stopped(cancelled_)) return;
            const double least = parts_as(reading, parts, first, 2);
            all.emplace_back(least, std::move(parts));
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t n = 0; n < std::min(most_followed, all.size()); ++n)
            again(reading, all[n].second, first * most_followed_of / most_first);
        search_.parts_open = !told_apart();
        if (search_.parts_open) // it does not say which
            std::erase_if(search_.tried, [](const Combination& one) { return one.agrees; });
    }

    bool near() const {
        return std::any_of(search_.tried.begin(), search_.tried.end(),
                           [](const Combination& one) { return one.agrees || one.roughly; });
    }
    bool any() const { return !search_.tried.empty(); }

    Search sorted() && {
        std::stable_sort(
            search_.tried.begin(), search_.tried.end(), [](const Combination& a, const Combination& b) {
                const auto rank = [](const Combination& one) {
                    return std::tuple(!one.agrees, !one.roughly, !(one.agrees && one.drafts), one.difference);
                };
                return rank(a) < rank(b);
            });
        return std::move(search_);
    }

private:
    double parts_as(const Reading& reading, const Parts& parts, std::size_t at_most, int changed) {
        double least = 1;
        const Reading other = with_parts(reading, parts, options_);
        for (std::size_t n = answers_of(other, at_most, changed, at_most * 5 / 8); n < search_.tried.size();
             ++n) {
            search_.tried[n].parts = parts;
            search_.tried[n].drafts = false;
            least = std::min(least, search_.tried[n].difference);
        }
        return least;
    }

    /// More of what was tried before, in place of that.
    void again(const Reading& reading, const Parts& parts, std::size_t at_most) {
        if (stopped(cancelled_)) return;
        const auto gone =
            std::erase_if(search_.tried, [&](const Combination& one) { return one.parts == parts; });
        search_.all -= std::min(search_.all, gone); // at least these are counted once more
        parts_as(reading, parts, at_most, reach_.changed);
    }

    /// Whether all that agree with other parts do the same beyond the examples.
    bool told_apart() const {
        const Combination* first = nullptr;
        for (const Combination& one : search_.tried) {
            if (!one.agrees || !one.runs) continue;
            if (first == nullptr) first = &one;
            if (one.parts != first->parts && !same_runs(*one.runs, *first->runs)) return false;
        }
        return true;
    }

    const OpenOptions& options_;
    const std::vector<Json>& examples_;
    const Reach& reach_;
    Cancelled cancelled_;
    const std::function<void(std::size_t, std::size_t)>& progress_;
    Search search_;
};

} // namespace

std::size_t Search::agreeing() const {
    return static_cast<std::size_t>(
        std::count_if(tried.begin(), tried.end(), [](const Combination& one) { return one.agrees; }));
}

const Combination* Search::agreeing_with(const Answers& taken) const {
    const Combination* found = nullptr;
    for (const Combination& one : tried) {
        if (!one.agrees) continue;
        if (one.answers == taken) return &one;
        Answers without = one.answers; // which is answered by words, where examples do not leave it open
        without.erase("reading");
        if (found == nullptr && without == taken) found = &one;
    }
    return found;
}

std::vector<Undecided> Search::undecided(const Answers& taken) const {
    const Combination* own = agreeing_with(taken);
    if (own == nullptr) return {};
    std::vector<Agreeing> all;
    for (const Combination& one : tried)
        if (one.agrees) all.push_back({one.answers, one.runs});
    return mapping::undecided({own->answers, own->runs}, all);
}

Search try_all(const Reading& reading, const OpenOptions& options, Cancelled cancelled,
               const std::function<void(std::size_t, std::size_t)>& progress, const Reach& reach) {
    const std::vector<Json> examples = examples_in(reading.unknown.folder());
    if (examples.empty()) return {};
    Searching searching(options, examples, reach, cancelled, progress);
    searching.answers_of(reading, reach.at_most, reach.changed);
    if (reach.further && !searching.near()) {
        if (searching.any() && reading.said.answers.count("reading") == 0) searching.turned(reading);
        if (!searching.near()) searching.parts(reading);
    }
    searching.both_ways(reading);
    return std::move(searching).sorted();
}

} // namespace heed::io::mapping
