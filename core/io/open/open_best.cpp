#include "core/io/open/open_best.h"

#include "core/io/mapping/tries/left_open.h"
#include "core/models/registry.h"
#include "core/text/escape.h"

#include <algorithm>
#include <exception>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

/// Where the report is not asked for, so many are run, and until one disagrees: enough to notice a model that
/// was misunderstood, and of a large one two, on every machine.
std::size_t few_examples(const LoadReport& report, std::size_t most) {
    constexpr std::uint64_t numbers = 100'000'000; // of parameters that are gone through
    const std::uint64_t some = numbers / std::max<std::uint64_t>(report.parameters, 1);
    return std::min<std::size_t>(most, std::max<std::uint64_t>(some, 2));
}

constexpr std::size_t most_by_example = 16; // models of a folder that are looked at

/// All families that take the files: the one that they match, then the others, those that somebody mapped by
/// hand last.
std::vector<FamilyMatch> takers_of(const ModelFiles& files, const std::vector<Family>& families) {
    std::vector<FamilyMatch> takers{files.match};
    for (const Family& family : families) {
        if (&family == files.match.family || !family.refused.empty()) continue;
        FamilyMatch match = match_family(family, files.files);
        if (match.whole()) takers.push_back(std::move(match));
    }
    std::stable_sort(takers.begin() + 1, takers.end(), [](const FamilyMatch& a, const FamilyMatch& b) {
        return std::pair(a.family->guessed(), b.family->certainty()) <
               std::pair(b.family->guessed(), a.family->certainty());
    });
    return takers;
}

std::string called(const Family& family) { return "the family " + in_quotes(family.id); }

bool can_read(const FamilyMatch& match, const ModelFiles& files) {
    try {
        ModelFiles own = files;
        own.match = match;
        return glimpse_family(std::move(own)).usable;
    } catch (const Error&) {
        return false;
    }
}

bool is_users(const Family& family) { return family.folder > 0; }

/// What another known family that reads the files means for the one that is taken: where that is the user's,
/// nothing says which is right; where it is one of Heed's, only that the other is there.
struct Beside {
    std::string doubt;
    std::vector<std::string> notes;
};
Beside others_beside(const Family& taken, const std::vector<FamilyMatch>& takers, const ModelFiles& files) {
    Beside beside;
    for (const FamilyMatch& taker : takers) {
        const Family& other = *taker.family;
        if (&other == &taken || other.guessed() || taken.guessed() || (!is_users(taken) && !is_users(other)))
            continue;
        if (!can_read(taker, files)) continue;
        if (!is_users(taken)) {
            beside.notes.push_back(called(other) + " of your own (" + other.file +
                                   ") takes these tensors, too: --family " + other.id + " reads by it");
        } else if (beside.doubt.empty()) {
            beside.doubt = "It is read by " + called(taken) + " of your own, and " + in_quotes(other.id) +
                           (is_users(other) ? ", also of your own," : ", which comes with Heed,") +
                           " takes its tensors, too";
            beside.notes.push_back(called(taken) + " is " + taken.file);
            beside.notes.push_back(called(other) + " is " + other.file);
        }
    }
    return beside;
}

/// What the examples say of it; there may be none. Roughly: or in a part that verifies nothing.
enum class ByExample { Against, Nothing, Roughly, For };
ByExample by_example(const Opened& opened) {
    const std::optional<ReportCase>& own = opened.report.own_case;
    if (disagrees(opened)) return ByExample::Against;
    if (!opened.model || !own) return ByExample::Nothing;
    if (!own->only.empty()) return ByExample::Roughly;
    return own->decides ? ByExample::For : ByExample::Nothing;
}

/// The files by that family, and its examples run: all of the first form's, since the report lists them; of
/// another that only may be taken until one disagrees.
Opened read_by(const FamilyMatch& match, const ModelFiles& files, const OpenOptions& options,
               const std::string& name, const FormBefore* before = nullptr, FormRead* read = nullptr) {
    ModelFiles own = files;
    own.match = match;
    Opened opened = open_form(std::move(own), options, name, before, read);
    run_examples(opened, files.folder(), tolerance_of(opened.report), options, before != nullptr);
    return opened;
}

/// Inputs that the examples lack, run by one model and by others of the same files.
class Beyond {
public:
    Beyond(const Model& model, const fs::path& folder) : model_(model), folder_(folder) {}
    /// Throws heed::Error where the examples are not of that form.
    bool runs_alike(const Model& other) {
        if (!own_) {
            texts_ = mapping::input_texts(model_, mapping::examples_in(folder_));
            own_ = mapping::run_probes(model_, texts_);
        }
        return mapping::same_runs(*own_, mapping::run_probes(other, texts_));
    }

private:
    const Model& model_;
    const fs::path& folder_;
    std::vector<std::string> texts_;
    std::optional<mapping::ProbeRuns> own_;
};

/// The files as the family would have them by another of its readings. Throws heed::Error where they are not
/// read so.
Opened read_otherwise(const FamilyReading::Other& other, const FamilyMatch& match, const ModelFiles& files,
                      const OpenOptions& options, const std::string& name, const FormBefore& before,
                      FormRead* read = nullptr) {
    Family changed = *match.family;
    changed.spec["variants"].push_back(other.patch);
    FamilyMatch otherwise = match;
    otherwise.family = &changed;
    return read_by(otherwise, files, options, name, &before, read);
}

/// The readings that the family names beside the one it takes.
std::vector<FamilyReading::Other> other_readings(const FamilyMatch& match, const ModelFiles& files) {
    if (!match.family->has_rules()) return {};
    FamilyStock stock(match, files.files);
    return FamilyReading(*match.family, stock, files.folder()).others();
}

/// The examples do not settle what they agree with either way.
void ask_other_readings(Opened& opened, const FormRead& form, const FamilyMatch& match,
                        const ModelFiles& files, const OpenOptions& options) {
    const fs::path folder = files.folder();
    Beyond beyond(*opened.model, folder);
    std::vector<std::string>& undecided = opened.report.undecided;
    for (const FamilyReading::Other& other : other_readings(match, files)) {
        try {
            const Opened read = read_otherwise(other, match, files, options, opened.model->name,
                                               {form, opened.model->parameters});
            std::string sentence = other.sentence + ", and the example agrees either way";
            if (by_example(read) == ByExample::For && !beyond.runs_alike(*read.model) &&
                std::find(undecided.begin(), undecided.end(), sentence) == undecided.end())
                undecided.push_back(std::move(sentence));
        } catch (const Error&) { // the files are not read so
        }
    }
}

/// Where the examples disagree, the first of the other readings that they agree with. What was mapped by hand
/// was mapped to one model's examples.
void take_other_reading(Opened& opened, FormRead& form, const FamilyMatch& match, const ModelFiles& files,
                        const OpenOptions& options) {
    if (by_example(opened) != ByExample::Against || !opened.model || match.family->guessed()) return;
    for (const FamilyReading::Other& other : other_readings(match, files)) {
        try {
            FormRead own;
            Opened read = read_otherwise(other, match, files, options, opened.model->name,
                                         {form, opened.model->parameters}, &own);
            if (by_example(read) != ByExample::For) continue;
            read.report.notes.push_back(other.sentence + "; the example agrees with another form");
            opened = std::move(read);
            form = std::move(own);
            return;
        } catch (const Error&) { // the files are not read so
        }
    }
}

constexpr const char* of_one_output =
    "Its examples have one output each, which does not show what an output leaves to the next";

/// Whether an output may depend on the one before.
bool writes_on(const Model& model) { return !answers_at_once(model.config.architecture()->id); }

/// What the examples leave open. Of a family that the assistant wrote, what its file says is of the model
/// that it was written for.
void ask_examples(Opened& opened, const FormRead& form, const FamilyMatch& match, const ModelFiles& files,
                  const OpenOptions& options) {
    std::optional<ReportCase>& own = opened.report.own_case;
    const bool by_top = own && own->by_top && !disagrees(opened) && match.family->guessed();
    if (by_example(opened) != ByExample::For && !by_top) return;
    if (!match.family->guessed()) {
        ask_other_readings(opened, form, match, files, options);
        if (own->outputs == 1 && opened.model->facts.score != "none" && writes_on(*opened.model)) {
            own->decides = false;
            own->only = of_one_output;
        }
        return;
    }
    if (auto open = mapping::left_open(match.family->spec, {files.files}, *opened.model, options)) {
        opened.report.undecided = std::move(*open);
        own->settles = by_top;
    } else {
        opened.report.undecided.emplace_back("What its example leaves open cannot be told: its answers do "
                                             "not lead to this family, as where it "
                                             "was changed by hand");
    }
    if (own->outputs == 1) // no program of its own says how outputs go on
        opened.report.undecided.emplace_back(of_one_output);
}

Opened opened_by(const FamilyMatch& match, const ModelFiles& files, const OpenOptions& options,
                 const std::string& name) {
    FormRead form;
    Opened opened = read_by(match, files, options, name, nullptr, &form);
    take_other_reading(opened, form, match, files, options);
    ask_examples(opened, form, match, files, options);
    return opened;
}

/// Whether another family is to be taken in the place of `best`.
bool settles(const Opened& other, const std::optional<Opened>& best) {
    if (!best || !best->model) return other.model.has_value() && !disagrees(other);
    return by_example(other) >= ByExample::Roughly && by_example(other) > by_example(*best);
}

/// Empty: nothing is wrong with it, or nothing that another family would mend.
std::string what_is_wrong(const Opened& opened) {
    if (disagrees(opened)) return "the model's own example says otherwise";
    if (by_example(opened) == ByExample::Roughly && opened.report.own_case->decides)
        return "the model's own example agrees roughly";
    const auto& groups = opened.report.groups;
    const bool lacks = !opened.model && !groups.empty() && groups.front().title == "Missing";
    return lacks ? opened.problem : std::string();
}

/// Families that the examples agree with as well, and that run otherwise on other inputs: nothing says which
/// is right. Those that were mapped by hand were written to agree with examples.
void ask_other_families(Opened& best, const Family* taken, const std::vector<FamilyMatch>& takers,
                        const ModelFiles& files, const OpenOptions& options) {
    if (by_example(best) != ByExample::For) return;
    const fs::path folder = files.folder();
    Beyond beyond(*best.model, folder);
    for (const FamilyMatch& taker : takers) {
        if (taker.family == taken || taker.family->guessed()) continue;
        try {
            const Opened other = read_by(taker, files, options, best.model->name);
            if (by_example(other) == ByExample::For && !beyond.runs_alike(*other.model))
                best.report.undecided.push_back("Its example agrees with " + called(*taker.family) +
                                                ", too, which computes otherwise");
        } catch (const Error&) { // it cannot read them
        }
    }
}

} // namespace

bool disagrees(const Opened& opened) { return opened.report.own_case && opened.report.own_case->disagrees(); }

void run_examples(Opened& opened, const fs::path& folder, CaseTolerance tolerance, const OpenOptions& options,
                  bool to_disagreement) {
    if (opened.model) {
        ExampleReach reach{.most = options.examples, .to_disagreement = to_disagreement};
        if (!options.run_case) reach = {few_examples(opened.report, options.examples), true};
        const auto& own = opened.report.own_case = own_case(*opened.model, folder, tolerance, reach);
        if (own && !options.run_case && own->run < std::min(own->all, options.examples) && !own->disagrees())
            opened.report.notes.push_back("only " + std::to_string(own->run) + " of its " +
                                          std::to_string(own->all) +
                                          " examples were run, and agree: heed check runs them all");
    }
    if (opened.model && !opened.report.own_case && has_example(folder))
        opened.report.notes.push_back(
            "expected.json lies beside it, but no example was found in it: nothing was compared");
}

void give_verdict(Opened& opened) {
    LoadReport& report = opened.report;
    const std::string doubt = report.doubt();
    if (const std::string counts = report.counts(); !counts.empty()) report.summary = counts;
    if (opened.model && !doubt.empty())
        opened.model->config_json["doubt"] = opened.model->facts.doubt = doubt;
}

Opened open_best(ModelFiles files, const std::vector<Family>& families, const OpenOptions& options,
                 const std::string& name) {
    const std::vector<FamilyMatch> takers = takers_of(files, families);
    const Family* taken = files.match.family;
    std::optional<Opened> best;
    std::exception_ptr failure;
    std::string wrong;
    try {
        best = opened_by(files.match, files, options, name);
        wrong = what_is_wrong(*best);
    } catch (const Error& error) {
        if (takers.size() == 1) throw;
        failure = std::current_exception();
        wrong = error.what();
    }
    for (std::size_t n = 1; n < takers.size() && !wrong.empty(); ++n) {
        try {
            Opened other = opened_by(takers[n], files, options, name);
            if (!settles(other, best)) continue;
            other.report.notes.push_back(called(*taken) + " (" + taken->file +
                                         ") takes these tensors, too, but is passed over: " + wrong);
            best = std::move(other);
            taken = takers[n].family;
            wrong = what_is_wrong(*best);
        } catch (const Error&) { // what the first says counts
        }
    }
    if (!best) std::rethrow_exception(failure);
    for (const FamilyMatch& taker : takers)
        if (taker.family != taken && taker.family->guessed())
            best->report.notes.push_back(called(*taker.family) +
                                         " that was mapped by hand reads it, too: --family names it");
    if (options.family.empty()) {
        ask_other_families(*best, taken, takers, files, options);
        Beside beside = others_beside(*taken, takers, files);
        if (!beside.doubt.empty())
            best->report.unsettled.insert(best->report.unsettled.begin(), std::move(beside.doubt));
        for (std::string& note : beside.notes) best->report.notes.push_back(std::move(note));
    }
    give_verdict(*best);
    return std::move(*best);
}

Opened open_by_example(std::vector<ModelFiles>& models, const std::vector<Family>& families,
                       const OpenOptions& options, const std::string& name) {
    Opened first = open_best(models.front(), families, options, name);
    if (options.newest || !disagrees(first)) return first;
    for (std::size_t n = 1; n < std::min(models.size(), most_by_example); ++n) {
        if (!models[n].match.whole()) continue;
        try {
            Opened other = open_best(models[n], families, options, name);
            const bool in_part = by_example(other) == ByExample::Roughly && !other.report.own_case->decides;
            if (by_example(other) != ByExample::For && !in_part) continue;
            std::rotate(models.begin(), models.begin() + static_cast<std::ptrdiff_t>(n),
                        models.begin() + static_cast<std::ptrdiff_t>(n) + 1);
            other.report.notes.push_back(
                "of the models in the folder it is the one that expected.json agrees with");
            return other;
        } catch (const Error&) { // the first is there
        }
    }
    return first;
}

Glimpse glimpse_best(const ModelFiles& files, const std::vector<Family>& families,
                     const OpenOptions& options) {
    const std::vector<FamilyMatch> takers = takers_of(files, families);
    const auto looked = [&](const FamilyMatch& match) {
        ModelFiles own = files;
        own.match = match;
        Glimpse glimpse = glimpse_family(std::move(own), &options);
        if (!others_beside(*match.family, takers, files).doubt.empty()) ++glimpse.understanding.unsettled;
        return glimpse;
    };
    for (const FamilyMatch& match : takers) {
        try {
            Glimpse glimpse = looked(match);
            if (glimpse.usable) return glimpse;
        } catch (const Error&) { // what the first says counts
        }
    }
    return looked(files.match);
}

} // namespace heed::io
