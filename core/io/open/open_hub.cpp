#include "core/io/open/open_hub.h"

#include "core/io/base/file_kind.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/huggingface/hub_facts.h"
#include "core/io/huggingface/hub_generation.h"
#include "core/io/huggingface/hub_network.h"
#include "core/io/model/model_config.h"
#include "core/io/open/own_format.h"
#include "core/io/report/load_rows.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "core/models/transformer/architecture.h"
#include "core/models/transformer/parameters.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <set>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

/// The file of numbers in a folder. Throws saying what is there in its place.
fs::path weights_of(const fs::path& folder) {
    const fs::path found = weights_in(folder);
    if (!found.empty()) return found;
    for (const char* other : {"tf_model.h5", "flax_model.msgpack", "rust_model.ot", "model.onnx"}) {
        std::error_code ignored;
        if (fs::exists(folder / other, ignored))
            throw Error(shown(folder), "no weights",
                        "model.safetensors or pytorch_model.bin, whole or in shards",
                        std::string(other) + ", which another framework wrote");
    }
    throw Error(shown(folder), "no weights", "model.safetensors or pytorch_model.bin, whole or in shards",
                "none");
}

/// What opening reads, in the order in which it is found out.
struct HubFolder {
    HubConfig config;
    fs::path weights;
    HubStock stock;
    HubTokens tokens;
    std::vector<std::string> unsettled;
    transformer::Config network;
    nn::ParameterSet<float> parameters;
    HubReading reading;

    explicit HubFolder(const fs::path& folder)
        : config(read_hub_config(folder)), weights(weights_of(folder)),
          stock(open_checkpoint(weights), *config.family), tokens(hub_tokens(config, stock)),
          network(hub_network(config, stock, tokens, unsettled)),
          parameters(transformer::declare<float>(network, nn::Fill::Nothing)),
          reading(hub_reading(config, stock, tokens, parameters)) {}

    /// What of ours is read from a tensor of theirs.
    std::vector<const HubPart*> parts_of(const StoredTensor& tensor) const {
        std::vector<const HubPart*> found;
        for (const HubPart& part : reading.parts)
            if (part.tensor == &tensor) found.push_back(&part);
        return found;
    }
};

/// The numbers, and a histogram of each.
std::vector<Histogram> read_numbers(HubFolder& folder, const Executor& executor) {
    read_hub_parts(folder.stock, folder.reading, folder.parameters, executor);
    std::vector<Histogram> histograms;
    for (const nn::Parameter<float>& p : folder.parameters)
        histograms.push_back(p.stored ? histogram_of(p.stored) : histogram_of(p.value));
    return histograms;
}

// ------------------------------------------------------------ the report
ReportRow row_of(const StoredTensor& tensor, std::string role, PartRole part) {
    ReportRow row;
    row.names = escaped(tensor.name);
    row.role = std::move(role);
    row.part = part;
    row.shape = tensor.shape;
    row.type = plain_name(tensor.type);
    row.bytes = tensor.bytes();
    return row;
}

std::string third(HubForm form) {
    constexpr const char* words[] = {"", "", ", the first third", ", the second third", ", the last third"};
    return words[static_cast<std::size_t>(form)];
}

void add_groups(const HubFolder& folder, const Model& model, const std::vector<Histogram>& histograms,
                LoadReport& report) {
    for (const std::string& title : groups_of(model)) {
        ReportGroup group{title, {}};
        for (std::size_t n = 0; n < folder.reading.parts.size(); ++n) {
            const HubPart& part = folder.reading.parts[n];
            const PartWords words = own_words(model, part.ours);
            if (words.group != title) continue;
            group.rows.push_back(row_of(*part.tensor, words.text + third(part.form), words.part));
            group.rows.back().histogram = histograms[n];
        }
        if (!group.rows.empty()) report.groups.push_back(std::move(group));
    }
}

void add_tensors(const HubFolder& folder, const Model& model, LoadReport& report) {
    ReportGroup unread{"Not understood", {}}, unused{"Not used", {}};
    for (const StoredTensor& tensor : folder.stock.checkpoint().tensors()) {
        ReportTensor one{
            tensor.name, tensor.shape, std::string(plain_name(tensor.type)), tensor.bytes(), {}, {}, {}};
        for (const HubPart* part : folder.parts_of(tensor))
            one.part +=
                (one.part.empty() ? "" : "; ") + own_words(model, part->ours).text + third(part->form);
        if (one.part.empty()) {
            one.ignored = why_hub_ignored(folder.config, folder.stock, folder.reading, tensor);
            ReportGroup& group = one.ignored.empty() ? unread : unused;
            group.rows.push_back(
                row_of(tensor, one.ignored.empty() ? "nothing is known of it" : one.ignored, PartRole::None));
        }
        report.tensors.push_back(std::move(one));
    }
    if (!unread.rows.empty()) report.groups.insert(report.groups.begin(), std::move(unread));
    if (!unused.rows.empty()) report.groups.push_back(std::move(unused));
}

void say_missing(const HubFolder& folder, Opened& opened) {
    const std::vector<std::string>& names = folder.reading.missing;
    ReportGroup missing{"Missing", {}};
    for (const std::string& name : names)
        missing.rows.push_back({escaped(name), "the model needs it", PartRole::None, {}, {}, 0, {}});
    opened.report.groups.push_back(std::move(missing));
    opened.problem = folder.stock.checkpoint().name() + ": " + std::string(folder.config.family->title) +
                     ": tensor \"" + escaped(names.front()) + "\": expected it in the file, found none";
    if (names.size() > 1) opened.problem += " (and " + std::to_string(names.size() - 1) + " more)";
    opened.report.summary = plural(names.size(), "tensor is", "tensors are") + " missing.";
}

LoadReport begin_report(const HubFolder& folder) {
    const Checkpoint& checkpoint = folder.stock.checkpoint();
    LoadReport report;
    report.file = escaped(folder.weights.filename().string());
    report.container = checkpoint.container();
    report.bytes = checkpoint.size();
    report.family = std::string(folder.config.family->title) + " of Hugging Face";
    report.notes = checkpoint.notes();
    report.unsettled = folder.unsettled;
    if (std::string keys = unknown_keys(folder.config); !keys.empty())
        report.notes.push_back(std::move(keys));
    return report;
}

// ------------------------------------------------------------ words
/// As many words as the table of tokens has rows.
Vocabulary words_of(const Vocabulary& known, int rows, const SpecialIds& special) {
    if (rows == known.size()) return known.with(special);
    std::vector<std::string> words;
    words.reserve(static_cast<std::size_t>(rows));
    for (int id = 0; id < rows; ++id)
        words.push_back(id < known.size() ? known.token(id) : subword::nameless(id));
    return Vocabulary(std::move(words), special);
}

void add_words(const HubFolder& folder, const FolderTokenizer& read, const GenerationRules& rules,
               Model& model) {
    using subword::Side;
    const auto special = [&](Side side) {
        SpecialIds ids = read.tokenizer->vocabulary(side).special();
        ids.begins = ids.ends = false; // the tokenizer puts them there
        if (side == Side::Source) return ids;
        ids.start = rules.start;
        ids.end = rules.ends.empty() ? -1 : rules.ends.front();
        return ids;
    };
    const transformer::Config& network = folder.network;
    const int source = network.encodes() ? network.source_vocabulary : network.target_vocabulary;
    model.source = words_of(read.tokenizer->vocabulary(Side::Source), source, special(Side::Source));
    if (network.decodes())
        model.target = words_of(read.tokenizer->vocabulary(Side::Target), network.target_vocabulary,
                                special(Side::Target));
}

/// The special token between two texts: BERT's segments change behind it.
int separator_of(const subword::SubwordTokenizer& tokenizer) {
    subword::EncodeOptions options;
    options.pair = "a";
    const std::vector<subword::Piece> pieces = tokenizer.encode("a", options);
    for (std::size_t n = 0; n + 1 < pieces.size(); ++n)
        if (pieces[n + 1].type == 1 && pieces[n].special) return pieces[n].id;
    return -1;
}

/// Languages that the folder's rules name stand for the one that is asked for.
void mark_languages(const subword::Languages& languages, const HubFamily& family, GenerationRules& rules) {
    const auto is_language = [&](int id) {
        return std::any_of(languages.all.begin(), languages.all.end(),
                           [&](const subword::Language& language) { return language.id == id; });
    };
    if (languages.target_before_source || languages.all.empty()) return;
    rules.start_is_language = is_language(rules.start);
    rules.first_is_language = rules.forced_first ? is_language(*rules.forced_first)
                                                 : !rules.start_is_language && family.parts == HubParts::Both;
}

ReportVocabulary said_words(const Vocabulary& words, const std::vector<std::string>& files, bool shared) {
    ReportVocabulary report;
    report.expected = report.tokens = words.size();
    report.file = escaped(listed(files));
    report.shared = shared;
    return report;
}

void finish_words(const fs::path& path, HubFolder& folder, Opened& opened, Model& model) {
    LoadReport& report = opened.report;
    const FolderTokenizer read = read_folder_tokenizer(path, folder.config.json);
    const int words = folder.network.words();
    GenerationRules rules = read_hub_generation(folder.config, words, report.notes);
    mark_languages(read.tokenizer->languages(), *folder.config.family, rules);
    report.notes.insert(report.notes.end(), read.notes.begin(), read.notes.end());
    if (folder.network.embedding.types > 1)
        folder.network.embedding.separator = separator_of(*read.tokenizer);
    add_words(folder, read, rules, model);
    model.subword = read.tokenizer;
    model.generation = std::make_shared<const GenerationRules>(std::move(rules));
    const bool shared = model.target.size() > 0 && folder.network.embedding.shared;
    report.source = said_words(model.source, read.files, shared);
    if (model.target.size() > 0) report.target = said_words(model.target, read.files, shared);
}

Json whole_config(const HubFolder& folder, const std::string& name) {
    Json config = {{"format", "heed.model"},
                   {"version", 1},
                   {"name", name},
                   {"title", name},
                   {"family", folder.config.family->type}};
    transformer::to_json(config, folder.network);
    return config;
}

} // namespace

fs::path hub_folder(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return is_hub_folder(path) ? path : fs::path();
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    if (!is_hub_folder(folder)) return {};
    const std::string name = path.filename().string();
    return name == "config.json" || path == weights_in(folder) ? folder : fs::path();
}

Opened open_hub(const fs::path& path, const OpenOptions& options, const std::string& name) {
    HubFolder folder(path);
    Opened opened;
    opened.report = begin_report(folder);
    if (!folder.reading.missing.empty()) {
        say_missing(folder, opened);
        return opened;
    }
    Model model;
    model.name = name;
    model.folder = path;
    model.tokenizer.level = TokenLevel::Given;
    finish_words(path, folder, opened, model);
    const std::vector<Histogram> histograms = read_numbers(folder, options.executor);
    model.config_json = whole_config(folder, name);
    model.config = folder.network;
    model.parameters = std::move(folder.parameters);
    complete(model);
    LoadReport& report = opened.report;
    add_groups(folder, model, histograms, report);
    add_tensors(folder, model, report);
    report.parameters = static_cast<std::uint64_t>(model.parameters.count());
    report.summary =
        grouped(report.parameters) + " parameters used. Nothing missing, no NaN, no shape that does not fit.";
    report.facts = model.config.architecture()->described(model.config);
    report.facts.insert(report.facts.begin(), {"family", report.family});
    for (auto& fact : hub_facts(model)) report.facts.push_back(std::move(fact));
    opened.model = std::move(model);
    return opened;
}

Glimpse glimpse_hub(const fs::path& path) {
    const HubFolder folder(path);
    Glimpse glimpse;
    glimpse.kind = "checkpoint";
    glimpse.usable = folder.reading.missing.empty();
    glimpse.title = escaped(path.filename().string());
    glimpse.subtitle = std::string(folder.stock.checkpoint().container());
    glimpse.text = "A " + std::string(folder.config.family->title) + " model of Hugging Face.";
    if (!glimpse.usable) {
        glimpse.text += " The tensor \"" + escaped(folder.reading.missing.front()) + "\" is missing.";
        return glimpse;
    }
    const Configuration configuration(folder.network);
    glimpse.facts = configuration.architecture()->described(configuration);
    return glimpse;
}

} // namespace heed::io
