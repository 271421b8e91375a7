#include "core/io/mapping/tries/all_answers.h"

#include "core/base/error.h"
#include "core/io/mapping/tries/example_runs.h"
#include "core/io/mapping/tries/stepwise.h"
#include "core/io/open/own_case/own_case.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace heed::io::mapping {

using Json = nlohmann::json;

namespace {

constexpr std::size_t most_listed = 20'000; // combinations that are looked at before the nearest are taken
constexpr std::size_t most_checked = 12;    // examples
constexpr std::size_t most_nearest = 320;   // of those that are tried
constexpr std::size_t most_rare = 16;       // of answers that hardly any model has, with each that agrees
constexpr std::size_t most_twins = 4;       // of those that agree, read the other way
constexpr std::size_t most_turned = 128;    // with sources read back to front, where no other answers agree
// Where those do not agree either, units are tried as other parts: by steps, where so many runs of each may
constexpr std::size_t least_steps = 64,
                      most_steps_of = 1024; // be made, else so many sets of answers at first
constexpr std::size_t least_first = 4, most_first = 40;
constexpr int few_changed = 2;
// By steps, over all readings of the files: so many runs, and of large files as many as read so many bytes. A
// count, and no time: what is found is the same on every machine.
constexpr std::size_t most_settling = 32'768;
constexpr std::uint64_t settling_reads_at_most = std::uint64_t{32} << 30;
constexpr std::size_t most_followed = 3, most_followed_of = 320; // and of those that came nearest so many
constexpr std::size_t unknown = 0;                               // how many there will be, by steps
constexpr std::size_t most_frames = 16; // of sources, that are looked at for one that an example has
constexpr std::uint64_t parts_read_at_most = std::uint64_t{4} << 30; // bytes of tensors, over all of these

bool stopped(Cancelled cancelled) { return cancelled != nullptr && cancelled->load(); }

std::vector<AnswerSet>::iterator nearest(std::vector<AnswerSet>& sets, const Answers& to) {
    return std::min_element(sets.begin(), sets.end(), [&](const AnswerSet& a, const AnswerSet& b) {
        return differing(a.answers, to) < differing(b.answers, to);
    });
}

Combination combined(const Reading& reading, const OpenOptions& options, const std::vector<Json>& examples,
                     bool probed, AnswerSet set) {
    Combination one;
    one.answers = std::move(set.answers);
    one.drafts = set.changed == 0;
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
        one.difference = std::max(one.difference, std::min(1.0, verdict.weights.largest()));
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
    Searching(const Unknown& files, const OpenOptions& options, const std::vector<Json>& examples,
              const Reach& reach, Cancelled cancelled,
              const std::function<void(std::size_t, std::size_t)>& progress)
        : runs_left_(static_cast<std::size_t>(
              std::min<std::uint64_t>(most_settling, settling_reads_at_most / bytes_of(files)))),
          options_(options), examples_(examples), reach_(reach), cancelled_(cancelled), progress_(progress) {}

    /// All by steps where that tells them apart, else the nearest. Returns the place of the first that is
    /// new.
    std::size_t all_answers_of(const Reading& reading, std::size_t at_most,
                               std::size_t nearest_first = most_nearest) {
        const std::vector<AnswerSet> sets = AnswerSets(reading).nearest(reach_.changed, most_listed);
        if (sets.size() <= at_most || !reach_.further) return tried_of(reading, sets, at_most, nearest_first);
        const std::size_t first = search_.tried.size();
        Settled found = settled(reading, most_steps, [&](std::size_t runs) { tell(first + runs, unknown); });
        if (!found.whole) return tried_of(reading, sets, at_most, nearest_first);
        add_settled(reading, found);
        search_.all += std::max(sets.size(), search_.tried.size() - first);
        search_.told_off += sets.size() - std::min(sets.size(), search_.tried.size() - first);
        return first;
    }

    /// Those nearest to the answers of the reading. Returns the place of the first that is new.
    std::size_t answers_of(const Reading& reading, std::size_t at_most, int changed,
                           std::size_t nearest_first) {
        return tried_of(reading, AnswerSets(reading).nearest(changed, most_listed), at_most, nearest_first);
    }

    void turned(const Reading& reading) {
        Reading back = reading;
        back.said.answers["reading"] = "reversed";
        for (std::size_t n = all_answers_of(back, most_turned); n < search_.tried.size(); ++n) {
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

    /// Units as other parts. Where all that their answers make was looked at by steps, that is all there is;
    /// of the others a few answers are tried, and more of those that came nearest. All are followed: that one
    /// agrees does not say that no other does.
    void parts(const Reading& reading) {
        const Reading from = as_sources_are_read(reading);
        std::vector<Parts> others = other_parts(from, cancelled_);
        const std::uint64_t fits = parts_read_at_most / bytes_of(reading.unknown); // readings of the files
        others.resize(std::min<std::size_t>(others.size(), static_cast<std::size_t>(fits / least_first)));
        if (others.empty()) return;
        const auto each = static_cast<std::size_t>(fits / others.size());
        const std::size_t first = std::min(most_first, each), steps = std::min(most_steps_of, each);
        std::vector<std::pair<double, Parts>> all; // how near each came
        for (Parts& parts : others) {
            if (stopped(cancelled_)) return;
            if (steps >= least_steps && settled_as(from, parts, steps)) continue;
            const double least = parts_as(from, parts, first, false);
            all.emplace_back(least, std::move(parts));
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t n = 0; n < std::min(most_followed, all.size()); ++n)
            again(from, all[n].second, first * most_followed_of / most_first);
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
    void tell(std::size_t done, std::size_t all) const {
        if (progress_) progress_(done, all);
    }

    void add(const Reading& reading, AnswerSet set) {
        if (stopped(cancelled_)) return;
        search_.tried.push_back(combined(reading, options_, examples_, reach_.probed, std::move(set)));
        tell(search_.tried.size(), unknown);
    }

    std::size_t tried_of(const Reading& reading, std::vector<AnswerSet> sets, std::size_t at_most,
                         std::size_t nearest_first) {
        search_.all += sets.size();
        const std::size_t first = search_.tried.size(), most = first + std::min(sets.size(), at_most);
        std::size_t best = first;
        while (search_.tried.size() < most && !stopped(cancelled_)) {
            // The nearest to the user's answers, then to the best that was found so far.
            const bool climbing = search_.tried.size() >= first + nearest_first;
            const auto next = climbing ? nearest(sets, search_.tried[best].answers) : sets.begin();
            search_.tried.push_back(combined(reading, options_, examples_, reach_.probed, std::move(*next)));
            sets.erase(next);
            if (search_.tried.back().difference < search_.tried[best].difference)
                best = search_.tried.size() - 1;
            tell(search_.tried.size(), std::max(most, search_.tried.size()));
        }
        return first;
    }

    /// Of those that agree, from the `first` on: the rare answers, which the steps leave alone.
    void rare_of(const Reading& reading, std::size_t first) {
        const AnswerSets sets(reading);
        const std::size_t count = search_.tried.size();
        for (std::size_t n = first, looked = 0; n < count && looked < most_twins; ++n) {
            if (!search_.tried[n].agrees) continue;
            ++looked;
            const Answers own = search_.tried[n].answers;
            Answers fixed = own;
            const Draft draft = sets.draft_of(own); // its questions are asked while it lives
            for (const Question* question : draft.open())
                if (question->rare) fixed.erase(question->id);
            const auto rare = [](const Draft&, const Question& question) { return question.rare; };
            for (AnswerSet& set : sets.varied(fixed, rare, most_rare)) {
                const bool there = std::any_of(
                    search_.tried.begin() + static_cast<std::ptrdiff_t>(first), search_.tried.end(),
                    [&](const Combination& one) { return one.answers == set.answers; });
                set.changed = 1;
                if (!there) add(reading, std::move(set));
            }
        }
    }

    /// What steps left, its rare answers, and where nothing is left what came nearest.
    void add_settled(const Reading& reading, Settled& found) {
        const std::size_t first = search_.tried.size();
        for (AnswerSet& set : found.left) add(reading, std::move(set));
        rare_of(reading, first);
        for (AnswerSet& set : found.nearest) add(reading, std::move(set));
    }

    /// The reading with its sources read as in an example, so far as something that was tried reads them so:
    /// what units are changes nothing of that.
    Reading as_sources_are_read(const Reading& reading) {
        std::vector<const Combination*> near; // the usual way to read first
        for (const Combination& one : search_.tried)
            if (one.difference < 1) near.push_back(&one);
        const auto rank = [](const Combination* one) {
            return std::pair(one->answers.count("reading"), one->difference);
        };
        std::stable_sort(near.begin(), near.end(),
                         [&](const Combination* a, const Combination* b) { return rank(a) < rank(b); });
        std::set<Answers> seen;
        for (const Combination* one : near) {
            Answers frame;
            for (const auto& answer : one->answers)
                if (is_of_source(answer.first)) frame.insert(answer);
            if (stopped(cancelled_) || seen.size() == most_frames) break;
            if (!seen.insert(frame).second || !reads_source(reading, one->answers)) continue;
            Reading from = reading;
            for (const auto& [question, option] : frame) from.said.answers[question] = option;
            if (frame.count("reading") != 0) turned_ = frame["reading"];
            return from;
        }
        return reading;
    }

    bool reads_source(const Reading& reading, const Answers& answers) const {
        try {
            Answers all = reading.said.answers;
            for (const auto& [question, option] : answers) all[question] = option;
            return reads_the_same(drafted_model(reading, reading.drafted(all), options_), examples_.front());
        } catch (const Error&) {
            return false;
        }
    }

    /// What was tried from the `first` on is of these parts. Returns how near it came.
    double give_parts(std::size_t first, const Parts& parts) {
        double least = 1;
        for (std::size_t n = first; n < search_.tried.size(); ++n) {
            Combination& one = search_.tried[n];
            one.parts = parts;
            one.drafts = false;
            if (!turned_.empty()) one.answers.emplace("reading", turned_);
            least = std::min(least, one.difference);
        }
        return least;
    }

    double parts_as(const Reading& reading, const Parts& parts, std::size_t at_most, bool all) {
        const Reading other = with_parts(reading, parts, options_);
        const std::size_t nearest_first = at_most * 5 / 8;
        return give_parts(all ? all_answers_of(other, at_most, nearest_first)
                              : answers_of(other, at_most, few_changed, nearest_first),
                          parts);
    }

    /// By steps, as many as are left of all that may be made so.
    Settled settled(const Reading& reading, std::size_t most_runs,
                    const std::function<void(std::size_t)>& progress) {
        Settled found = settle(reading, options_, examples_, most_combinations, cancelled_, progress,
                               std::min(most_runs, runs_left_));
        runs_left_ -= std::min(runs_left_, found.runs);
        return found;
    }

    /// All answers by steps. Returns false where that is too much.
    bool settled_as(const Reading& reading, const Parts& parts, std::size_t most_runs) {
        const std::size_t first = search_.tried.size();
        const Reading other = with_parts(reading, parts, options_);
        Settled found = settled(other, most_runs, [&](std::size_t runs) { tell(first + runs, unknown); });
        if (!found.whole) return false;
        add_settled(other, found);
        give_parts(first, parts);
        const std::size_t looked_at = std::max(found.runs, search_.tried.size() - first);
        search_.all += looked_at;
        search_.told_off += looked_at - (search_.tried.size() - first);
        return true;
    }

    /// More of what was tried before, in place of that.
    void again(const Reading& reading, const Parts& parts, std::size_t at_most) {
        if (stopped(cancelled_)) return;
        const auto gone =
            std::erase_if(search_.tried, [&](const Combination& one) { return one.parts == parts; });
        search_.all -= std::min(search_.all, gone); // at least these are counted once more
        parts_as(reading, parts, at_most, true);
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

    std::size_t runs_left_; // by steps
    std::string turned_;    // how sources are read where that is not what was said
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
    Searching searching(reading.unknown, options, examples, reach, cancelled, progress);
    searching.all_answers_of(reading, reach.at_most);
    if (reach.further && !searching.near()) {
        if (searching.any() && reading.said.answers.count("reading") == 0) searching.turned(reading);
        if (!searching.near()) searching.parts(reading);
    }
    searching.both_ways(reading);
    return std::move(searching).sorted();
}

} // namespace heed::io::mapping
