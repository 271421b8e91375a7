#include "app/state/jobs/list_models.h"

#include "app/state/data_paths.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/io/model/model_config.h"
#include "core/io/open/open_model.h"

#include <algorithm>
#include <tuple>

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_parameters = 5'000'000; // of one that is run beside the work

ModelAbout about_of(const io::ModelSummary& summary, const std::string& name) {
    const Architecture& architecture = *summary.config.architecture();
    const ModelBrief brief = architecture.brief(summary.config);
    ModelAbout about;
    about.task = summary.task;
    about.function = brief.function;
    // Of several with one function the name says what is different: "lstm".
    const std::string last = name.substr(name.rfind('/') + 1);
    if (const std::string& cell = brief.cell; last == cell || last == "keras" || last == "plain" ||
                                              last == "heads" || last == "unguided" ||
                                              last == "pointer-generator")
        about.function = last;
    about.made_of = architecture.made_of(summary.config);
    about.kind = "model";
    about.about = summary.about;
    about.words = summary.words;
    about.card = summary.card;
    about.runs = summary.parameters <= most_parameters;
    return about;
}

ModelChoice choice_of(const io::ModelSummary& summary) {
    const Architecture& architecture = *summary.config.architecture();
    const ModelBrief brief = architecture.brief(summary.config);
    return {summary.name,
            model_title(summary.task, summary.name),
            architecture.made_of(summary.config),
            summary.task,
            brief.score,
            false,
            brief.alignment,
            architecture.run != nullptr,
            about_of(summary, summary.name)};
}

/// What one's own file or folder is; of a folder in Heed's own format all that a bundled one has.
ModelChoice own_choice(const std::string& file, const io::OpenOptions& options) {
    ModelChoice choice{
        file, fs::path(file).filename().string(), fs::path(file).parent_path().string(), "", "", true, ""};
    try {
        if (io::is_model_folder(file)) {
            const io::ModelSummary summary = io::summarize_model(file, choice.title);
            const ModelBrief brief = summary.config.architecture()->brief(summary.config);
            choice.score = brief.score;
            choice.alignment = brief.alignment;
            choice.at_once = summary.config.architecture()->run != nullptr;
            choice.about = about_of(summary, choice.title);
            return choice;
        }
    } catch (const Error&) { // opening it says what is wrong
    }
    const io::Glimpse glimpse = io::glimpse(file, options);
    choice.about.kind = glimpse.kind;
    choice.about.made_of = glimpse.title;
    choice.understanding = glimpse.understanding;
    return choice;
}

/// In the order of the table of scores, local alignments last, then what differs in another thing than its
/// score: as menus and chips show a family. Families that answer a whole input at once come after those that
/// write.
int rank_of(const ModelChoice& choice) {
    const auto table = score_table();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const ScoreInfo& info) { return info.id == choice.score; });
    const int alignment = choice.alignment == "local-m" ? 1 : choice.alignment == "local-p" ? 2 : 0;
    const bool variant =
        !choice.at_once && choice.alignment == "global" && choice.about.function != choice.score;
    return (variant ? 3000 : alignment * 1000) + static_cast<int>(found - table.begin());
}

} // namespace

std::string model_title(const std::string& task, const std::string& name) {
    if (const TaskWords words = task_words(task, true); !words.title.empty()) return std::string(words.title);
    return name;
}

std::optional<io::ModelPlace> bundled_place(const std::string& name) {
    const io::ModelLibrary library(data_directories());
    std::error_code ignored;
    try {
        io::ModelPlace place = library.resolve(name);
        if (!place.name.empty()) return place;
    } catch (const Error&) {
        if (!fs::exists(name, ignored)) throw;
    }
    for (io::ModelPlace& place : library.bundled())
        if (fs::equivalent(place.folder, name, ignored)) return std::move(place);
    return std::nullopt;
}

std::vector<ModelChoice> list_models(const std::vector<std::string>& recent) {
    std::vector<ModelChoice> models;
    for (const io::ModelPlace& place : io::ModelLibrary(data_directories()).bundled()) {
        try {
            models.push_back(choice_of(io::summarize_model(place.folder, place.name)));
        } catch (const Error&) {
            // A broken one is not offered; opening it by name says what is wrong.
        }
    }
    std::stable_sort(models.begin(), models.end(), [](const ModelChoice& a, const ModelChoice& b) {
        return std::tuple(a.at_once, a.family, rank_of(a)) < std::tuple(b.at_once, b.family, rank_of(b));
    });
    const io::OpenOptions options = io::ModelLibrary(data_directories()).options();
    for (const std::string& file : recent) {
        std::error_code ignored;
        if (!fs::exists(file, ignored) || bundled_place(file)) continue; // a bundled one stands there already
        models.push_back(own_choice(file, options));
    }
    return models;
}

} // namespace heed
