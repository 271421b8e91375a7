#include "app/state/jobs/load_runs.h"

#include "core/base/error.h"
#include "core/io/run/run_file.h"

#include <algorithm>
#include <map>
#include <optional>

namespace heed {
namespace {

namespace fs = std::filesystem;
using LoadModel = std::function<LoadedModel(const std::string& name)>;

/// The model that a run names: bundled, or by its path, also from where the run lies. Without one: it is not
/// here.
LoadedModel model_of(const Trace& run, const fs::path& file, const LoadModel& load_model) {
    const fs::path name = run.model.name, beside = file.parent_path();
    for (const fs::path& place : {name, beside / name, beside / name.filename()}) try {
            if (LoadedModel loaded = load_model(place.string()); loaded.model) return loaded;
        } catch (const Error&) { // not there, or no model
        }
    return {};
}

bool is_blind(const std::shared_ptr<const Trace>& run) { return !run->has_weights() && run->maps().empty(); }

} // namespace

LoadedModel load_runs(const std::string& file, const LoadModel& load_model) {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (Trace& run : io::read_runs(file)) runs.push_back(std::make_shared<const Trace>(std::move(run)));
    std::map<std::string, LoadedModel> models; // of the runs, by name
    std::optional<RunCheck> check;             // the first that does not agree speaks for all
    for (const auto& run : runs) {
        const auto [known, first] = models.try_emplace(run->model.name);
        if (first) known->second = model_of(*run, file, load_model);
        const LoadedModel& made_by = known->second;
        check = made_by.model ? check_run(*run, *made_by.model) : unchecked_run(*run);
        if (check->verdict != RunCheck::Verdict::Agrees) break;
        if (!made_by.opened_from.empty()) check->request.model = made_by.opened_from;
        if (runs.size() > 1 || check->another) continue;
        LoadedModel shown = made_by;
        shown.checked = std::make_shared<const RunCheck>(*std::move(check));
        return shown;
    }
    if (check->verdict == RunCheck::Verdict::Agrees && runs.size() > 1)
        check->words = "Each of the " + std::to_string(runs.size()) + " runs agrees with its model.";
    if (std::any_of(runs.begin(), runs.end(), is_blind))
        throw Error(file, "a run without attention weights; " + check->words);
    LoadedModel loaded;
    loaded.maps = std::move(runs);
    loaded.checked = std::make_shared<const RunCheck>(*std::move(check));
    return loaded;
}

FilePreview preview_of_runs(const fs::path& file) {
    FilePreview preview;
    preview.path = file;
    preview.title = file.filename().string();
    preview.subtitle = "Run";
    const std::vector<Trace> runs = io::read_runs(file);
    preview.text = runs.front().source_text;
    preview.facts = {{"model", runs.front().model.name}, {"output", runs.front().target_text}};
    if (runs.size() > 1) preview.facts.emplace_back("runs", std::to_string(runs.size()));
    return preview;
}

} // namespace heed
