#include "core/io/model/model_folder.h"

#include "core/base/error.h"
#include "core/io/base/doubt.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/model/model_config.h"
#include "core/models/seq2seq/network.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <cmath>
#include <set>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* config_file = "config.json";
constexpr const char* numbers_file = "model.safetensors";
constexpr const char* case_file = "case.json";
constexpr const char* card_file = "card.md";
constexpr std::uint64_t largest_case = 64u << 20;
constexpr std::uint64_t largest_card = 1u << 20;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// The folder's own name, also for "." and "models/mine/".
std::string own_name(const fs::path& folder) {
    std::error_code ignored;
    const fs::path whole = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
    return escaped(whole.filename().empty() ? whole.parent_path().filename().native()
                                            : whole.filename().native());
}

void check_is_model(const fs::path& folder) {
    std::error_code ignored;
    if (!is_there(folder)) throw Error(shown(folder), "not a model", "a folder", "nothing of that name");
    if (!fs::is_directory(folder, ignored)) throw Error(shown(folder), "not a model", "a folder", "a file");
    if (!is_there(folder / config_file))
        throw Error(shown(folder), "not a model", "config.json in it", "none");
}

const TensorEntry& require(const SafetensorsFile& file, const std::string& name) {
    const TensorEntry* entry = file.find(name);
    if (entry == nullptr) throw Error(file.name(), "tensor \"" + name + "\"", "it in the file", "none");
    return *entry;
}

void require_shape(const SafetensorsFile& file, const TensorEntry& entry,
                   const std::vector<std::int64_t>& shape) {
    if (entry.shape != shape) {
        throw Error(file.name(), "tensor \"" + entry.name + "\"", "shape " + shape_text(shape),
                    shape_text(entry.shape));
    }
}

/// What attention's own parameters would hold is no more than the file holds.
void check_attention_sizes(const SafetensorsFile& file, const Seq2SeqConfig::Attention& attention, int d) {
    std::uint64_t numbers = 0;
    for (const TensorEntry& entry : file.tensors()) numbers += entry.numbers();
    const ScoreInfo& score = *find_score(attention.score);
    const bool sized = score.sized || attention.alignment == attention::AlignmentKind::LocalP;
    const auto check = [&](const char* key, std::uint64_t size, std::uint64_t each) {
        if (size * each > numbers)
            throw Error(file.name(), std::string("attention.") + key + " of config.json",
                        "at most what the " + std::to_string(numbers) + " numbers of the file allow",
                        std::to_string(size));
    };
    const auto positive = [](int size) { return static_cast<std::uint64_t>(size); }; // checked when read
    if (sized) check("size", positive(attention.size), positive(d));
    check("values", positive(attention.values), positive(d));
    check("projection", positive(attention.projection), 1);
    if (score.id == "location") check("positions", positive(attention.positions), 1);
    if (score.id == "location-aware")
        check("filters", positive(attention.filters), positive(attention.width));
}

/// The tensors whose shapes hold the other sizes of the configuration. Checked before a model of these sizes
/// is declared, so that a configuration cannot ask for more memory than the file has numbers.
void check_sizes(const SafetensorsFile& file, const Seq2SeqConfig& config, const Vocabulary& source,
                 const Vocabulary& target) {
    const auto vocabulary = [&](const char* tensor, const Vocabulary& words, const char* which) {
        const TensorEntry& entry = require(file, tensor);
        if (entry.shape.size() == 2 && entry.shape[0] != words.size()) {
            throw Error(file.name(), "tensor \"" + entry.name + "\"",
                        "a row for each of the " + std::to_string(words.size()) + " tokens of " + which,
                        std::to_string(entry.shape[0]) + " rows");
        }
    };
    vocabulary("encoder.embedding.weight", source, "source.vocab.json");
    vocabulary("decoder.embedding.weight", target, "target.vocab.json");
    vocabulary("readout.output.weight", target, "target.vocab.json");

    const std::int64_t H = config.encoder.hidden, D = config.decoder.hidden;
    const std::int64_t encoder_gates = nn::gate_count(config.encoder.cell);
    const std::int64_t decoder_gates = nn::gate_count(config.decoder.cell);
    const std::int64_t beside = config.decoder.context == ContextPlace::Recurrent ? config.context() : 0;
    const std::pair<const char*, std::vector<std::int64_t>> sizes[] = {
        {"encoder.embedding.weight", {source.size(), config.encoder.embedding}},
        {"decoder.embedding.weight", {target.size(), config.decoder.embedding}},
        {"encoder.forward.weight_hh", {encoder_gates * H, H}},
        {"decoder.cell.weight_hh", {decoder_gates * D, D + beside}},
    };
    for (const auto& [name, shape] : sizes) require_shape(file, require(file, name), shape);
    const std::int64_t read = config.joined(), t = config.readout(), projected = config.decoder.projection;
    const std::int64_t pieces = config.decoder.readout == Readout::Maxout ? 2 : 1;
    if (config.decoder.readout != Readout::None)
        require_shape(file, require(file, "readout.combine.weight"), {pieces * t, read});
    if (projected > 0) require_shape(file, require(file, "readout.project.weight"), {projected, t});
    check_attention_sizes(file, config.attention, config.annotation());
}

std::vector<std::int64_t> disk_shape(const nn::Parameter<float>& p) {
    if (p.rank == 0) return {};
    if (p.rank == 1) return {p.rows * p.cols};
    return {p.rows, p.cols};
}

void require_finite(const SafetensorsFile& file, const std::string& name, const Eigen::MatrixXf& value) {
    if (value.allFinite()) return;
    for (Eigen::Index row = 0; row < value.rows(); ++row) {
        for (Eigen::Index col = 0; col < value.cols(); ++col) {
            if (std::isfinite(value(row, col))) continue;
            throw Error(file.name(), "tensor \"" + name + "\"", "finite numbers",
                        std::string(std::isnan(value(row, col)) ? "NaN" : "infinity") + " at [" +
                            std::to_string(row) + ", " + std::to_string(col) + "]");
        }
    }
}

nn::ParameterSet<float> read_parameters(const SafetensorsFile& file, const Configuration& config,
                                        std::vector<std::string>* notes) {
    nn::ParameterSet<float> set = config.architecture()->declare(config, nn::Fill::Nothing);
    for (int n = 0; n < set.size(); ++n) {
        const TensorEntry& entry = require(file, set[n].name);
        require_shape(file, entry, disk_shape(set[n]));
    }
    for (int n = 0; n < set.size(); ++n) {
        set[n].value = file.matrix(*file.find(set[n].name));
        require_finite(file, set[n].name, set[n].value);
    }
    for (const TensorEntry& entry : file.tensors())
        if (notes != nullptr && set.find(entry.name) < 0)
            notes->push_back(file.name() + ": tensor \"" + escaped(entry.name) + "\" is not used");
    return set;
}

/// What the tensors that no part of the model is made of leave to be said; empty: there are none.
std::string doubt_about(const SafetensorsFile& file, const nn::ParameterSet<float>& set) {
    std::size_t tensors = 0;
    std::uint64_t bytes = 0;
    for (const TensorEntry& entry : file.tensors()) {
        if (set.find(entry.name) >= 0) continue;
        ++tensors;
        bytes += entry.numbers() * byte_count(entry.type);
    }
    return tensors == 0 ? std::string() : unread_doubt(tensors, bytes);
}

/// The first sentence of a card: the first line that is neither empty nor a heading, up to its full stop.
std::string first_sentence(std::string_view card) {
    for (std::string_view line; next_line(card, line);) {
        if (line.empty() || line[0] == '#') continue;
        line = line.substr(0, line.find(". "));
        if (line.ends_with('.')) line.remove_suffix(1);
        return escaped(line, 300);
    }
    return {};
}

} // namespace

bool is_model_folder(const fs::path& folder) { return is_there(folder / config_file); }

Model load_model(const fs::path& folder, std::string name, std::vector<std::string>* notes,
                 std::optional<SafetensorsFile>* stored) {
    check_is_model(folder);
    Model model;
    model.name = std::move(name);
    model.folder = folder;
    const fs::path config = folder / config_file;
    model.files = {folder / numbers_file, config};
    read_config(config, model);
    if (model.name.empty()) model.name = own_name(folder);
    const auto needed = model.config.architecture()->vocabularies(model.config);
    const auto read_words = [&](Vocabulary& words, bool must, const char* side) {
        const fs::path file = folder / (std::string(side) + ".vocab.json");
        if (!must && !is_there(file)) return;
        words = read_vocabulary(file, model, side, shown(config));
        model.files.push_back(file);
    };
    read_words(model.source, needed.source, "source");
    read_words(model.target, needed.target, "target");

    SafetensorsFile numbers(folder / numbers_file);
    if (const auto* own = model.config.find<Seq2SeqConfig>())
        check_sizes(numbers, *own, model.source, model.target);
    model.config.architecture()->set_vocabularies(model.config, model.source.size(), model.target.size());
    model.parameters = read_parameters(numbers, model.config, notes);

    if (is_there(folder / case_file)) {
        model.case_json = read_json(folder / case_file, largest_case);
        if (!model.case_json.is_object()) {
            throw Error(shown(folder / case_file), "the case", "an object", shown(model.case_json));
        }
        model.files.push_back(folder / case_file);
    }
    if (is_there(folder / card_file)) {
        model.card = read_regular_file(folder / card_file, largest_card);
        model.files.push_back(folder / card_file);
    }
    complete(model);
    if (std::string doubt = doubt_about(numbers, model.parameters); !doubt.empty())
        model.facts.doubt = std::move(doubt);
    if (stored) stored->emplace(std::move(numbers));
    return model;
}

ModelSummary summarize_model(const fs::path& folder, std::string name) {
    check_is_model(folder);
    Model model;
    model.name = std::move(name);
    read_config(folder / config_file, model);
    ModelSummary summary{model.name.empty() ? own_name(folder) : model.name, model.task, model.config, {}, 0};
    const SafetensorsFile numbers(folder / numbers_file);
    for (const TensorEntry& entry : numbers.tensors()) summary.parameters += entry.numbers();
    summary.card = card_of(model.config_json);
    if (is_there(folder / card_file)) summary.words = read_regular_file(folder / card_file, largest_card);
    summary.about = first_sentence(summary.words);
    return summary;
}

} // namespace heed::io
