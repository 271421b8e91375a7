#include "app/state/jobs/engine.h"

#include "app/figures/report/load_report.h"
#include "app/state/compare/compare_engine.h"
#include "app/state/data_paths.h"
#include "app/state/jobs/list_models.h"
#include "app/state/jobs/load_runs.h"
#include "app/state/jobs/table_preview.h"
#include "app/state/navigator/navigator.h"
#include "app/state/session/session.h"
#include "core/analysis/fragility.h"
#include "core/analysis/least_change.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/decode/states.h"
#include "core/io/attention/file.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/io/container/checkpoint.h"
#include "core/io/mapping/files.h"
#include "core/io/model/fingerprint.h"
#include "core/io/model/model_config.h"
#include "core/io/open/model_library.h"
#include "core/io/open/no_such_family.h"
#include "core/io/open/open_model.h"
#include "core/io/run/run_file.h"
#include "core/models/transformer/facts.h"
#include "core/text/escape.h"
#include "core/text/suggest.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

namespace heed {
namespace {

namespace fs = std::filesystem;

/// A vocabulary that was named without its folder lies beside the model.
fs::path beside(const fs::path& model, const std::string& file) {
    if (file.empty() || fs::path(file).is_absolute()) return file;
    std::error_code ignored;
    const fs::path folder = fs::is_directory(model, ignored) ? model : model.parent_path();
    return fs::exists(folder / file, ignored) ? folder / file : fs::path(file);
}

io::OpenOptions options_for(const std::string& name, const OpenAnswers& answers) {
    io::OpenOptions options = io::ModelLibrary(data_directories()).options();
    options.source_vocabulary = beside(name, answers.source_words);
    options.target_vocabulary = beside(name, answers.target_words);
    options.numbers = answers.numbers;
    options.family = answers.family;
    options.newest = answers.newest;
    return options;
}

/// A family whose file was deleted since it was chosen is forgotten, and the sentence says so; empty: it is
/// there.
std::string forget_lost_family(io::OpenOptions& options) {
    try {
        io::check_family(options);
        return {};
    } catch (const io::NoSuchFamily&) {
        return "the family " + escaped(std::exchange(options.family, ""), 200) +
               " is not there any more: another was found by the tensors";
    }
}

std::vector<fs::path> paths_of(const std::string& name, const OpenAnswers& answers) {
    std::vector<fs::path> paths{name};
    paths.insert(paths.end(), answers.beside.begin(), answers.beside.end());
    return paths;
}

LoadedModel whole(std::shared_ptr<Model> model) {
    LoadedModel loaded{model,
                       model->facts,
                       model->longest_input,
                       "",
                       shared_functions_of(*model),
                       std::shared_ptr<const Vocabulary>(model, &model->source)};
    loaded.pieces = piece_mark(model->source.tokens().get(), {}) != PieceMark::None;
    loaded.hash = io::fingerprint(*model);
    loaded.form = io::form_fingerprint(*model);
    loaded.id =
        loaded.hash + '-' + std::to_string(std::hash<std::string>{}(io::config_to_json(*model).dump()));
    loaded.card = io::card_of(model->config_json);
    if (loaded.facts.title.empty()) loaded.facts.title = model_title(loaded.facts.task, loaded.facts.name);
    return loaded;
}

LoadedModel load_weights(const std::string& name, const OpenAnswers& answers) {
    LoadedModel loaded;
    for (Trace& trace : io::read_attention(name, {.start = answers.start,
                                                 .percent = answers.percent,
                                                 .numbered = answers.numbers,
                                                 .axes = answers.axes}))
        loaded.maps.push_back(std::make_shared<const Trace>(std::move(trace)));
    if (loaded.maps.empty()) throw Error(name, "there are no weights in it");
    return loaded;
}

/// Files of another toolkit, or a folder in Heed's own format that is not bundled.
/// `called`: what the model is called, whatever it was called when it was made; empty: as it says.
LoadedModel load_files(const std::string& name, const OpenAnswers& answers, const std::string& called = {}) {
    io::OpenOptions options = options_for(name, answers);
    options.name = called;
    const std::string lost = forget_lost_family(options);
    io::Opened opened = io::open_model(paths_of(name, answers), options);
    if (!lost.empty()) opened.report.notes.insert(opened.report.notes.begin(), lost);
    LoadedModel loaded;
    if (opened.model) loaded = whole(std::make_shared<Model>(std::move(*opened.model)));
    loaded.problem = opened.problem;
    loaded.report = std::make_shared<const io::LoadReport>(std::move(opened.report));
    return loaded;
}

LoadedModel load_by_name(const std::string& name);

LoadedModel load(const std::string& name, const OpenAnswers& answers) {
    if (const auto place = bundled_place(name))
        return whole(std::make_shared<Model>(io::load_model(place->folder, place->name)));
    std::error_code ignored;
    const std::string own_name =
        io::is_model_folder(name) ? fs::absolute(name).lexically_normal().filename().string() : "";
    const bool regular = fs::is_regular_file(name, ignored);
    LoadedModel loaded = regular && io::is_run_file(name)         ? load_runs(name, load_by_name)
                         : regular && io::is_attention_file(name) ? load_weights(name, answers)
                                                                  : load_files(name, answers, own_name);
    loaded.opened_from = fs::absolute(name).lexically_normal().string();
    return loaded;
}

LoadedModel load_by_name(const std::string& name) { return load(name, {}); }

/// Of a model that answers at once, which says itself what it cannot read.
Engine::Fit fit_moments(const Model& model, const std::string& text) {
    Engine::Fit fit;
    fit.bytes = text.size();
    const Tokenizer words{model.source.size() > 0 ? model.tokenizer.level : TokenLevel::Given};
    fit.tokens = static_cast<int>(words.split(text).size());
    return fit;
}

Engine::Fit fit_of(const Model& model, const std::string& text) {
    if (model.config.architecture()->run && !is_transformer(model.facts)) return fit_moments(model, text);
    const std::vector<TraceToken> tokens = decode::tokenize_source(model, text);
    Engine::Fit fit;
    fit.tokens = static_cast<int>(
        std::count_if(tokens.begin(), tokens.end(), [](const TraceToken& t) { return !t.framing(); }));
    fit.bytes = text.size();
    fit.too_long = static_cast<int>(tokens.size()) > model.longest_input;
    if (fit.too_long && model.longest_input >= 2)
        fit.bytes = tokens[static_cast<std::size_t>(model.longest_input) - 2].end;
    return fit;
}

std::shared_ptr<const Trace> run_telling(const Model& model, const Request& request,
                                         const std::atomic<bool>& cancelled, const decode::Telling& telling) {
    try {
        return std::make_shared<const Trace>(decode::run_telling(model, request, &cancelled, telling));
    } catch (const decode::Cancelled&) {
        return nullptr;
    }
}

std::shared_ptr<const Trace> run(const Model& model, const Request& request,
                                 const std::atomic<bool>& cancelled) {
    return run_telling(model, request, cancelled, {});
}

/// A file that is read as one of tensors, and an archive that is read as a folder, may hold none.
bool has_tensors(const fs::path& path) {
    try {
        if (const auto packed = io::PackedFolder::of(path))
            return !io::mapping::files_to_map({packed->folder()}).files.empty();
        return !io::Checkpoint(path).tensors().empty();
    } catch (const Error&) {
        return false;
    }
}

bool holds_sentences(const io::Glimpse& glimpse, const fs::path& path) {
    return !glimpse.usable && glimpse.kind == "text" && takes_sentences(path.string());
}

std::pair<std::string, bool> kind_of(const fs::path& path) {
    if (is_session_file(path)) return {"session", true};
    if (io::is_run_file(path)) return {"run", true};
    const io::Glimpse glimpse = io::glimpse(path, options_for(path.string(), {}));
    if (!glimpse.usable && is_table_name(path)) return {"table", true};
    if (holds_sentences(glimpse, path)) return {"sentences", true};
    if (glimpse.kind == "no known family") return {has_tensors(path) ? glimpse.kind : "no tensors", false};
    const bool named = glimpse.usable && glimpse.kind == "checkpoint" && !glimpse.family.empty();
    return {named ? glimpse.family : glimpse.kind, glimpse.usable};
}

/// A session says what it holds without its model.
FilePreview inspect_session(const fs::path& path) {
    FilePreview preview;
    preview.path = path;
    preview.title = path.filename().string();
    preview.subtitle = "Session";
    const Session session = read_session(path);
    const Edits& edits = session.version.edits;
    preview.text = session.version.input;
    preview.facts = {
        {"model", session.version.model},
        {"changes", std::to_string(edits.forced.size() + edits.rows.size() + (edits.every_row ? 1 : 0))},
        {"steps", std::to_string(session.history.steps.size())}};
    return preview;
}

FilePreview inspect(const fs::path& path, const std::string& family) {
    if (is_session_file(path)) return inspect_session(path);
    if (io::is_run_file(path)) return preview_of_runs(path);
    io::OpenOptions options = options_for(path.string(), {});
    options.family = family;
    forget_lost_family(options);
    const io::Glimpse glimpse = io::glimpse(path, options);
    if (!glimpse.usable && is_table_name(path)) return preview_of_table(path);
    FilePreview preview;
    preview.path = path;
    std::error_code ignored;
    preview.folder = fs::is_directory(path, ignored);
    preview.title = glimpse.title.empty() ? path.filename().string() : glimpse.title;
    const bool unknown = glimpse.kind == "no known family" && has_tensors(path),
               sentences = holds_sentences(glimpse, path);
    preview.subtitle = unknown                    ? "checkpoint, " + glimpse.kind
                       : sentences                ? "sentences"
                       : glimpse.subtitle.empty() ? glimpse.kind
                                                  : glimpse.subtitle;
    if (const auto bytes = fs::file_size(path, ignored); !ignored)
        preview.subtitle += ", " + file_size(bytes);
    preview.text = sentences ? "A sentence a line; of pairs a tab between both, and links behind another."
                             : glimpse.text;
    preview.facts = glimpse.facts;
    preview.families = glimpse.families;
    preview.understanding = glimpse.understanding;
    preview.foreign = glimpse.usable && glimpse.kind == "checkpoint";
    preview.mappable =
        (unknown || (!glimpse.usable && glimpse.kind == "checkpoint")) && io::mapping::can_be_mapped({path});
    if (unknown)
        preview.text = std::string("No family of models reads these tensors") +
                       (preview.mappable ? "."
                                         : ", and none is called as those of recurrent cells are: "
                                           "weight_ih_l0, weight_hh_l0.");
    preview.source_words = glimpse.source_vocabulary;
    preview.target_words = glimpse.target_vocabulary;
    preview.asks_words = preview.foreign && glimpse.needs_vocabularies &&
                         (preview.source_words.empty() || preview.target_words.empty());
    return preview;
}

std::vector<std::string> nearest_words(const Model& model, const std::string& word) {
    return model.tokenizer.level == TokenLevel::Word ? nearest(model.source, word, 3)
                                                     : std::vector<std::string>{};
}

std::shared_ptr<const io::LoadReport> report_of(const std::string& name, const OpenAnswers& answers) {
    const auto place = bundled_place(name);
    return load_files(place ? place->folder.string() : name, answers).report;
}

void save(const Model& model, const fs::path& folder) { io::save_model(model, folder); }

std::vector<KeptStates> states_of(const Model& model, const std::vector<StateInput>& inputs,
                                  const std::atomic<bool>& cancelled) {
    std::vector<KeptStates> all(inputs.size());
    std::vector<decode::Prepared> good;
    std::vector<std::size_t> places;
    for (std::size_t n = 0; n < inputs.size(); ++n) {
        Request request;
        request.text = inputs[n].text;
        request.target = inputs[n].target;
        try {
            good.push_back({request.text, decode::begin_run(model, request)});
            places.push_back(n);
        } catch (const Error& error) {
            all[n].problem = error.what();
        }
    }
    try {
        std::vector<SentenceStates> states = decode::states_of(model, good, &cancelled);
        for (std::size_t k = 0; k < states.size(); ++k)
            all[places[k]].states = std::make_shared<const SentenceStates>(std::move(states[k]));
    } catch (const decode::Cancelled&) {
        return {};
    }
    return all;
}

FlipState flip_output(const Model& model, const Trace& run, int output, const std::atomic<bool>& cancelled) {
    FlipState flip;
    flip.output = output;
    if (output >= run.outputs()) return flip;
    std::optional<analysis::LeastChange> change;
    try {
        change = analysis::least_change(model, run, output, &cancelled);
    } catch (const decode::Cancelled&) {
        return flip;
    }
    if (!change) return flip;
    flip.found = flip.shown = true;
    flip.weights.assign(change->row.data(), change->row.data() + change->row.size());
    flip.moved = change->moved;
    flip.before = change->before;
    flip.token = change->after;
    return flip;
}

FragileRow fragility_of(const Model& model, const Trace& run, int output,
                        const std::atomic<bool>& cancelled) {
    FragileRow row;
    std::optional<analysis::Fragility> found;
    try {
        found = analysis::fragility(model, run, output, &cancelled);
    } catch (const decode::Cancelled&) {
        return row;
    }
    row.mark.state = found ? FragilityMark::State::Found : FragilityMark::State::None;
    if (!found) return row;
    row.mark.moved = found->moved;
    row.mark.to = found->to;
    row.mark.token = found->after;
    row.before = found->before;
    row.weights.assign(found->row.data(), found->row.data() + found->row.size());
    return row;
}

} // namespace

Engine heed_engine() {
    const auto judge_run = [answers = std::make_shared<Answers>()](auto&&... of) {
        return judge(*answers, of...);
    };
    return {list_models, load,    report_of,     save,      fit_of,      run,          judge_run,
            kind_of,     inspect, nearest_words, states_of, flip_output, fragility_of, meaning_of_panel,
            run_telling};
}

} // namespace heed
