#include "core/io/open/kinds/open_marian.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/marian/marian_options.h"
#include "core/io/model/model_config.h"
#include "core/io/open/kinds/hub_folder.h"
#include "core/io/open/model_words.h"
#include "core/io/tokenizers/marian_sides.h"
#include "core/models/generation.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <map>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

/// What opening reads, in the order in which it is found out.
struct MarianModel {
    ModelFiles files;
    FamilyStock stock;
    FamilyReading reading; // options beside the file, and where its words may be
    MarianOptions options;
    HubFolder folder;

    explicit MarianModel(ModelFiles found)
        : files(std::move(found)), stock(files.match, files.files),
          reading(*files.match.family, stock, files.folder()),
          options(read_marian_options(*files.files.front().checkpoint)),
          folder(options.config, files.files.front().path, *files.files.front().checkpoint) {
        folder.network.embedding.first_zeros = true;
        if (options.alignment_layer > folder.network.decoder.layers)
            throw Error(folder.config.file, "transformer-guided-alignment-layer",
                        "a layer of the decoder, at most " + std::to_string(folder.network.decoder.layers),
                        std::to_string(options.alignment_layer));
        folder.network.attention.layer = options.alignment_layer;
        folder.network.attention.head = options.alignment_layer > 0 ? 1 : 0;
    }

    int source_rows() const { return folder.network.source_vocabulary; }
    int target_rows() const { return folder.network.target_vocabulary; }
};

bool is_pieces(const fs::path& file) { return file.extension() == ".spm" || file.extension() == ".model"; }

/// What the files beside it say of one side: SentencePiece's model in the place of a list of words.
struct PieceFiles {
    fs::path source, target;
    bool both() const { return !source.empty() && !target.empty(); }
};

/// Models in the place of lists: given, or named where the others are.
PieceFiles piece_vocabularies(const MarianModel& model, const OpenOptions& options) {
    const auto [source, target] = named_vocabularies(model.reading);
    const auto of = [&](const fs::path& given, const std::string& named) {
        const fs::path file = !given.empty()  ? given
                              : named.empty() ? fs::path()
                                              : model.files.folder() / named;
        return is_pieces(file) ? file : fs::path();
    };
    PieceFiles files{of(options.source_vocabulary, source), of(options.target_vocabulary, target)};
    if (files.target.empty() && !options.source_vocabulary.empty() && options.target_vocabulary.empty())
        files.target = files.source; // one that is given serves both
    return files;
}

/// Models beside lists of words: source.spm and target.spm, or one for both.
PieceFiles pieces_beside(const fs::path& folder) {
    std::error_code ignored;
    PieceFiles files{folder / "source.spm", folder / "target.spm"};
    if (fs::is_regular_file(files.source, ignored) && fs::is_regular_file(files.target, ignored))
        return files;
    std::vector<fs::path> all;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error))
        if (it->is_regular_file(ignored) && is_pieces(it->path())) all.push_back(it->path());
    return all.size() == 1 ? PieceFiles{all.front(), all.front()} : PieceFiles{};
}

// ------------------------------------------------------------ how it writes
/// The number of a setting of decoder.yml, if it is there and can be one.
std::optional<double> decoder_number(const MarianModel& model, const char* key, double least, double most) {
    const Json* value = model.stock.value(std::string("decoder.") + key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (!value->is_number() || !(value->get<double>() >= least) || !(value->get<double>() <= most))
        throw Error("decoder.yml", key, "a number from " + six_digits(least) + " to " + six_digits(most),
                    shown(*value));
    return value->get<double>();
}

GenerationRules rules_of(const MarianModel& model, int end, int unknown, std::vector<std::string>& notes) {
    GenerationRules rules;
    rules.ends = {end};
    if (model.options.own && unknown >= 0) rules.suppressed = {unknown}; // it never writes what it lacks
    if (const auto beams = decoder_number(model, "beam-size", 1, 100)) rules.beams = static_cast<int>(*beams);
    if (const auto exponent = decoder_number(model, "normalize", -100, 100)) rules.exponent = *exponent;
    if (const auto penalty = decoder_number(model, "word-penalty", -100, 100); penalty && *penalty != 0)
        notes.push_back("decoder.yml asks for a penalty for each word (word-penalty " + six_digits(*penalty) +
                        "), which is not done here");
    return rules;
}

void say_how(const MarianModel& model, LoadReport& report) {
    if (model.options.own)
        report.facts.emplace_back("computed as",
                                  "Marian does: positions' sines to 10000^(-1), norms with 1e-6, the unknown "
                                  "token never written");
    else
        report.notes.push_back("special:model.yml does not name the Marian that wrote it: computed as the "
                               "MarianMT folder of Hugging Face that it comes from");
}

// ------------------------------------------------------------ words
SpecialIds plain_special(const Vocabulary& words, bool written) {
    SpecialIds ids = words.special();
    ids.begins = ids.ends = false; // the tokenizer puts them there
    if (written) ids.start = -1;
    return ids;
}

/// Text is split into pieces.
void take_pieces(MarianModel& from, const MarianSide& source, const MarianSide& target, Model& model,
                 LoadReport& report, const std::vector<std::string>& names) {
    using subword::Side;
    model.subword = read_marian_sides(source, target);
    model.tokenizer.level = TokenLevel::Given;
    const auto words = [&](Side side, int rows, const fs::path& file) {
        const Vocabulary& known = model.subword->vocabulary(side);
        if (known.size() > rows)
            throw Error(shown(file), "pieces",
                        "at most " + std::to_string(rows) + ", the rows of the model's table",
                        std::to_string(known.size()));
        return words_for_rows(known, rows, plain_special(known, side == Side::Target));
    };
    model.source = words(Side::Source, from.source_rows(), source.pieces);
    model.target = words(Side::Target, from.target_rows(), target.pieces);
    const bool shared = *model.source.tokens() == *model.target.tokens();
    report.source = said_words(model.source, {names[0]}, shared);
    report.target = said_words(model.target, {names[1]}, shared);
}

std::string marian_words_problem(const ModelWords& words, const std::string& file) {
    for (const ReportVocabulary* side : {&words.source_report, &words.target_report})
        if (!side->problem.empty())
            return side->problem.starts_with(file) ? side->problem : file + ": " + side->problem;
    return file +
           ": which words the numbers stand for is not known: expected vocabularies beside it, or given "
           "(heed import --source-vocab F --target-vocab F), found none";
}

MarianSide side_of_words(const ModelWords& words, const Json& config, const char* side,
                         const fs::path& pieces) {
    const Json& special = config["special"][side];
    const auto id = [&](const char* name) { return special[name].is_null() ? -1 : special[name].get<int>(); };
    return {pieces, side == std::string_view("source") ? words.source : words.target, id("end"),
            id("unknown")};
}

/// Lists of words, with the models beside them that split a text into such words; or the text as it stands.
bool take_lists(MarianModel& from, const OpenOptions& options, Json& config, Model& model, Opened& opened) {
    LoadReport& report = opened.report;
    ModelWords words = find_words(from.reading, from.source_rows(), from.target_rows(), options);
    report.source = words.source_report;
    report.target = words.target_report;
    report.notes.insert(report.notes.end(), words.notes.begin(), words.notes.end());
    if (!words.found()) {
        opened.problem = marian_words_problem(words, from.stock.file_name());
        return false;
    }
    config.update(token_config(from.reading, words, report.unsettled));
    if (const PieceFiles beside = pieces_beside(from.files.folder()); beside.both()) {
        const auto name = [](const std::string& list, const fs::path& file) {
            return list + ", " + file.filename().string();
        };
        const std::string source = words.source_report.file, target = words.target_report.file;
        take_pieces(from, side_of_words(words, config, "source", beside.source),
                    side_of_words(words, config, "target", beside.target), model, report,
                    {name(source, beside.source), name(target, beside.target)});
        config.erase("special");
        return true;
    }
    transformer::to_json(config, from.folder.network);
    model.config_json = config;
    apply_config(model, from.stock.file_name());
    finish_model(model, std::move(words.source), std::move(words.target), from.stock.file_name());
    return true;
}

bool take_words(MarianModel& from, const OpenOptions& options, Json& config, Model& model, Opened& opened) {
    const PieceFiles pieces = piece_vocabularies(from, options);
    if (!pieces.both()) return take_lists(from, options, config, model, opened);
    take_pieces(from, {pieces.source, {}, -1, -1}, {pieces.target, {}, -1, -1}, model, opened.report,
                {pieces.source.filename().string(), pieces.target.filename().string()});
    return true;
}

} // namespace

Opened open_marian(ModelFiles files, const OpenOptions& options, const std::string& name) {
    MarianModel from(std::move(files));
    HubFolder& folder = from.folder;
    Opened opened;
    opened.report = begin_report(folder, from.files.match.family->title);
    opened.report.notes.insert(opened.report.notes.begin(), from.files.notes.begin(), from.files.notes.end());
    if (!folder.reading.missing.empty()) {
        say_missing(folder, opened);
        return opened;
    }
    Model model;
    model.name = name;
    model.folder = from.files.folder();
    Json config = {{"format", "heed.model"},
                   {"version", 1},
                   {"name", name},
                   {"title", name},
                   {"family", from.files.match.family->id}};
    const bool words = take_words(from, options, config, model, opened);
    if (!words) return opened;
    const int end = model.target.special().end, unknown = model.target.special().unknown;
    model.generation =
        std::make_shared<const GenerationRules>(rules_of(from, end, unknown, opened.report.notes));
    read_numbers(folder, std::move(config), options, model, opened.report);
    summarise(model, opened.report);
    say_how(from, opened.report);
    opened.model = std::move(model);
    return opened;
}

Glimpse glimpse_marian(ModelFiles files, const OpenOptions* words) {
    const std::string title = escaped(files.files.front().path.filename().string());
    const std::string about = files.match.family->about;
    MarianModel from(std::move(files));
    Glimpse glimpse = glimpse_folder(from.folder, title, about);
    const auto [source, target] = named_vocabularies(from.reading);
    glimpse.needs_vocabularies = glimpse.usable;
    glimpse.source_vocabulary = source;
    glimpse.target_vocabulary = target;
    if (words != nullptr && glimpse.usable && !piece_vocabularies(from, *words).both()) // those leave nothing
        look_at_words(from.reading, from.source_rows(), from.target_rows(), *words, glimpse.understanding);
    return glimpse;
}

} // namespace heed::io
