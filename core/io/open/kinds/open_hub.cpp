#include "core/io/open/kinds/open_hub.h"

#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/joined/adapter.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/huggingface/hub_generation.h"
#include "core/io/open/kinds/hub_doubts.h"
#include "core/io/open/kinds/hub_folder.h"
#include "core/io/open/model_words.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cstdlib> // says whose library it is

#if defined(__GLIBC__)
#include <malloc.h>
#endif

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

/// The folder of configuration and words: of an adapter without its own, that of its base.
fs::path described_at(const fs::path& path) {
    return is_hub_folder(path) ? path : base_of_adapter(path).parent_path();
}

HubFolder folder_at(const fs::path& path) {
    HubConfig config = read_hub_config(described_at(path));
    const fs::path weights = weights_of(path);
    return HubFolder(std::move(config), weights, open_checkpoint(weights));
}

// ------------------------------------------------------------ words
void add_words(const HubFolder& folder, const FolderTokenizer& read, const GenerationRules& rules,
               Model& model) {
    using subword::Side;
    const auto special = [&](Side side, int rows) {
        SpecialIds ids = read.tokenizer->vocabulary(side).special();
        for (int* id : {&ids.pad, &ids.start, &ids.end, &ids.unknown})
            if (*id >= rows) *id = -1; // config.json may name what the vocabulary lacks
        ids.begins = ids.ends = false; // the tokenizer puts them there
        if (side == Side::Source) return ids;
        ids.start = rules.start;
        ids.end = rules.ends.empty() ? -1 : rules.ends.front();
        return ids;
    };
    const transformer::Config& network = folder.network;
    const int source = network.encodes() ? network.source_vocabulary : network.target_vocabulary;
    model.source =
        words_for_rows(read.tokenizer->vocabulary(Side::Source), source, special(Side::Source, source));
    if (network.decodes())
        model.target = words_for_rows(read.tokenizer->vocabulary(Side::Target), network.target_vocabulary,
                                      special(Side::Target, network.target_vocabulary));
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

/// Every file that a model is read from: its numbers, what describes it, its words, its examples.
std::vector<fs::path> hub_files_read(const fs::path& path, const fs::path& weights,
                                     const FolderTokenizer& words) {
    std::vector<fs::path> all = {weights};
    std::error_code ignored;
    const auto add = [&](const fs::path& file) {
        if (fs::is_regular_file(file, ignored) && std::find(all.begin(), all.end(), file) == all.end())
            all.push_back(file);
    };
    for (const fs::path& part : parts_of(weights)) add(part);
    const fs::path described = described_at(path);
    for (const char* name : {"config.json", "generation_config.json", "tokenizer_config.json",
                             "special_tokens_map.json", "added_tokens.json"})
        add(described / name);
    for (const std::string& name : words.files) add(described / name);
    add(path / "expected.json");
    return all;
}

/// Of the files that a tokenizer may be read from.
std::uintmax_t bytes_of_words(const fs::path& folder) {
    constexpr std::string_view kinds[] = {".json", ".txt", ".model", ".spm"};
    std::uintmax_t all = 0;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        const bool may_be =
            name != "expected.json" && !name.ends_with(".index.json") &&
            std::find(std::begin(kinds), std::end(kinds), it->path().extension().string()) != std::end(kinds);
        if (const auto bytes = may_be ? it->file_size(ignored) : 0; !ignored) all += bytes;
    }
    return all;
}

void finish_words(const fs::path& path, HubFolder& folder, Opened& opened, Model& model) {
    LoadReport& report = opened.report;
    Json said = folder.config.json;
    if (!said.contains("model_type")) said["model_type"] = folder.config.family->type; // by its class
    const FolderTokenizer read = read_folder_tokenizer(described_at(path), said);
    model.files = hub_files_read(path, folder.weights, read);
    const int words = folder.network.words();
    GenerationRules rules = read_hub_generation(folder.config, words, report.notes);
    mark_languages(read.tokenizer->languages(), *folder.config.family, rules);
    report.notes.insert(report.notes.end(), read.notes.begin(), read.notes.end());
    report.unsettled.insert(report.unsettled.end(), read.unsettled.begin(), read.unsettled.end());
    if (folder.network.embedding.types > 1)
        folder.network.embedding.separator = separator_of(*read.tokenizer);
    add_words(folder, read, rules, model);
    model.subword = read.tokenizer;
    model.generation = std::make_shared<const GenerationRules>(std::move(rules));
    const bool shared = model.target.size() > 0 && folder.network.embedding.shared;
    report.source = said_words(model.source, read.files, shared);
    if (model.target.size() > 0) report.target = said_words(model.target, read.files, shared);
    doubt_words(folder, read, *model.generation, model, report);
}

/// Counts what the words leave open, as opening will say it, unless they are too long to be read in passing.
void look_at_words(const fs::path& path, HubFolder& folder, Understanding& understanding) {
    understanding.words_unseen = true;
    if (bytes_of_words(described_at(path)) > read_in_passing) return;
    try {
        Opened words;
        Model model;
        finish_words(path, folder, words, model);
        understanding.unsettled += words.report.unsettled.size();
        understanding.words_unseen = false;
    } catch (const Error&) { // opening says why
    }
}

/// Reading words takes several times the memory in which they are kept. Beside large numbers, which need
/// other pieces of memory, the system gets it back.
void give_back_memory(const Checkpoint& numbers) {
#if defined(__GLIBC__)
    if (numbers.size() >= std::uint64_t{16} << 20) malloc_trim(0);
#else
    static_cast<void>(numbers);
#endif
}

constexpr std::string_view snapshots = "snapshots", cached = "models--";

/// Of a download as it lies in that library's cache, models--a--b: the folder of its files that refs/main
/// names, else the only one; empty where there is none.
fs::path snapshot_in(const fs::path& download) {
    std::error_code ignored;
    const fs::path all = download / snapshots, main = download / "refs" / "main";
    if (!fs::is_directory(all, ignored)) return {};
    if (fs::is_regular_file(main, ignored) && fs::file_size(main, ignored) < 200) {
        const fs::path named = trimmed(read_regular_file(main, 200));
        if (named.has_filename() && named == named.filename() && named != ".." &&
            fs::is_directory(all / named, ignored))
            return all / named;
    }
    fs::path only;
    for (fs::directory_iterator it(all, ignored), end; !ignored && it != end; it.increment(ignored)) {
        std::error_code unreadable;
        if (!fs::is_directory(it->path(), unreadable)) continue;
        if (!only.empty()) return {};
        only = it->path();
    }
    return only;
}

} // namespace

std::string cached_name(const fs::path& folder) {
    const std::string download = folder.parent_path().parent_path().filename().native();
    if (folder.parent_path().filename() != snapshots || !download.starts_with(cached)) return {};
    return download.substr(download.rfind("--") + 2);
}

fs::path hub_folder(const fs::path& path) {
    std::error_code ignored;
    const auto is_one = [](const fs::path& folder) {
        const fs::path base = base_of_adapter(folder);
        return is_hub_folder(folder) || (!base.empty() && is_hub_folder(base.parent_path()));
    };
    if (fs::is_directory(path, ignored)) {
        if (is_one(path)) return path;
        const fs::path within = snapshot_in(path);
        return !within.empty() && is_one(within) ? within : fs::path();
    }
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    if (is_adapter(path)) return is_one(folder) ? folder : fs::path();
    if (!is_hub_folder(folder)) return {};
    const std::string name = path.filename().string();
    return name == "config.json" || path == weights_in(folder) ? folder : fs::path();
}

Opened open_hub(const fs::path& path, const OpenOptions& options, const std::string& name) {
    HubFolder folder = folder_at(path);
    Opened opened;
    opened.report = begin_report(folder, std::string(folder.config.family->title) + " of Hugging Face");
    if (!folder.reading.missing.empty()) {
        say_missing(folder, opened);
        return opened;
    }
    Model model;
    model.name = name;
    model.folder = path;
    model.tokenizer.level = TokenLevel::Given;
    finish_words(path, folder, opened, model);
    const Json config = {{"format", "heed.model"},
                         {"version", 1},
                         {"name", name},
                         {"title", name},
                         {"family", folder.config.family->type}};
    give_back_memory(folder.stock.checkpoint());
    read_numbers(folder, config, options, model, opened.report);
    summarise(model, opened.report);
    opened.model = std::move(model);
    return opened;
}

Glimpse glimpse_hub(const fs::path& path) {
    HubFolder folder = folder_at(path);
    const std::string name = cached_name(path);
    Glimpse glimpse =
        glimpse_folder(folder, escaped(name.empty() ? path.filename().string() : name),
                       "A " + std::string(folder.config.family->title) + " model of Hugging Face.");
    glimpse.family = folder.config.family->title;
    if (glimpse.usable) look_at_words(path, folder, glimpse.understanding);
    return glimpse;
}

} // namespace heed::io
