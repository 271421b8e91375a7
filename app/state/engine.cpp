#include "app/state/engine.h"

#include "app/state/compare_engine.h"
#include "app/state/data_paths.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/file_kind.h"
#include "core/io/model_library.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <cctype>

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string title_of(const std::string& task, const std::string& name) {
    if (const TaskWords words = task_words(task, true); !words.title.empty()) return std::string(words.title);
    return name;
}

std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), "\u2009");
    return digits;
}

std::string cell_and_size(CellKind cell, int hidden) { return upper(to_string(cell)) + " " + std::to_string(hidden); }

ModelChoice choice_of(const io::ModelSummary& summary) {
    const Seq2SeqConfig& config = summary.config;
    const std::string function = function_name(config.attention);
    const std::string score = function == "none" ? "no attention" : function;
    return {summary.name, title_of(summary.task, summary.name), cell_and_size(config.encoder.cell, config.encoder.hidden) + ", " + score,
            summary.task, config.attention.score, false, std::string(info(config.attention.alignment).id)};
}

/// In the order of the table of scores, local alignments last: as menus and chips show a family.
int rank_of(const ModelChoice& choice) {
    const auto table = score_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const ScoreInfo& info) { return info.id == choice.score; });
    const int alignment = choice.alignment == "local-m" ? 1 : choice.alignment == "local-p" ? 2 : 0;
    return alignment * 1000 + static_cast<int>(found - table.begin());
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
        return a.family != b.family ? a.family < b.family : rank_of(a) < rank_of(b);
    });
    for (const std::string& file : recent) {
        std::error_code ignored;
        if (!fs::exists(file, ignored)) continue;
        models.push_back({file, fs::path(file).filename().string(), fs::path(file).parent_path().string(), "", "", true, ""});
    }
    return models;
}

/// A file of a model's folder stands for the folder.
fs::path folder_of(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored) && io::is_model_folder(path.parent_path())) return path.parent_path();
    return path;
}

LoadedModel load(const std::string& name, const OpenAnswers&) {
    const io::ModelPlace place = io::ModelLibrary(data_directories()).resolve(folder_of(name).string());
    const auto model = std::make_shared<Model>(io::load_model(place.folder, place.name));
    LoadedModel loaded{model, model->facts, model->longest_input, "", shared_functions_of(*model),
                       std::shared_ptr<const Vocabulary>(model, &model->source)};
    if (place.name.empty()) loaded.opened_from = fs::absolute(place.folder).lexically_normal().string();
    if (loaded.facts.title.empty()) loaded.facts.title = title_of(loaded.facts.task, loaded.facts.name);
    return loaded;
}

Engine::Fit fit(const Model& model, const std::string& text) {
    const std::vector<TraceToken> tokens = decode::tokenize_source(model, text);
    Engine::Fit fit;
    fit.tokens = static_cast<int>(std::count_if(tokens.begin(), tokens.end(), [](const TraceToken& t) { return !t.framing(); }));
    fit.bytes = text.size();
    fit.too_long = static_cast<int>(tokens.size()) > model.longest_input;
    if (fit.too_long && model.longest_input >= 2) fit.bytes = tokens[static_cast<std::size_t>(model.longest_input) - 2].end;
    return fit;
}

std::shared_ptr<const Trace> run(const Model& model, const Request& request, const std::atomic<bool>& cancelled) {
    try {
        return std::make_shared<const Trace>(decode::run(model, request, &cancelled));
    } catch (const decode::Cancelled&) {
        return nullptr;
    }
}

std::pair<std::string, bool> kind_of(const fs::path& path) {
    if (fs::is_directory(path)) return io::is_model_folder(path) ? std::pair{std::string("model"), true} : std::pair{std::string("folder"), true};
    if (io::is_model_folder(path.parent_path()) && (path.filename() == "model.safetensors" || path.filename() == "config.json"))
        return {"part of this model", true};
    std::string kind(io::describe(io::content_kind(path)));
    for (const std::string_view article : {"a ", "an "})
        if (kind.starts_with(article)) kind.erase(0, article.size());
    return {kind, false};
}

FilePreview inspect(const fs::path& path) {
    FilePreview preview;
    preview.path = path;
    preview.title = path.filename().string();
    const fs::path folder = folder_of(path);
    if (!io::is_model_folder(folder)) {
        preview.subtitle = kind_of(path).first;
        if (!fs::is_directory(path)) preview.text = "Heed opens folders that hold config.json and model.safetensors.";
        return preview;
    }
    const io::ModelSummary summary = io::summarize_model(folder);
    const Seq2SeqConfig& config = summary.config;
    preview.subtitle = "Heed model";
    preview.text = summary.about;
    preview.facts = {
        {"encoder", cell_and_size(config.encoder.cell, config.encoder.hidden) + (config.encoder.bidirectional ? ", both ways" : ", one way")},
        {"score", config.attention.score == "none" ? "none" : config.attention.score + ", " + std::to_string(config.attention.size)},
        {"decoder", cell_and_size(config.decoder.cell, config.decoder.hidden)},
        {"parameters", grouped(summary.parameters)}};
    if (!summary.task.empty()) preview.facts.insert(preview.facts.begin(), {"task", summary.task});
    return preview;
}

std::vector<std::string> nearest_words(const Model& model, const std::string& word) {
    return model.tokenizer.level == TokenLevel::Word ? nearest(model.source, word, 3) : std::vector<std::string>{};
}

std::shared_ptr<const io::LoadReport> report_of(const std::string& name, const OpenAnswers& answers) { return load(name, answers).report; }

void save(const Model& model, const fs::path& folder) { io::save_model(model, folder); }

} // namespace

Engine heed_engine() { return {list_models, load, report_of, save, fit, run, compare_run, kind_of, inspect, nearest_words}; }

} // namespace heed
