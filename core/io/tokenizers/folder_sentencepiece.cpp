// Families whose text SentencePiece splits: they differ in which id a piece has, and in what else has one.
#include "core/io/tokenizers/folder_families.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/language_codes.h"
#include "core/io/tokenizers/marian_sides.h"
#include "core/io/tokenizers/sentencepiece_file.h"
#include "core/io/tokenizers/vocabulary_files.h"
#include "core/text/escape.h"
#include "core/text/subword/decoders.h"
#include "core/text/subword/models/sentencepiece.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace heed::io {

namespace {

using subword::AddedToken;
using subword::Language;
using subword::Pipeline;
using subword::Template;
using subword::TokenizerParts;

constexpr int text_slot = Template::text;
constexpr int end_of_fairseq = 2;

/// A family's ids: entries are added in order, and a token that is there keeps the id it has.
class Ids {
public:
    void add(const std::string& token, int id) {
        if (ids_.emplace(token, id).second) tokens.emplace_back(token, id);
    }
    int find(const std::string& token) const {
        const auto it = ids_.find(token);
        return it == ids_.end() ? -1 : it->second;
    }
    /// A token that is looked for in the text; spaces at its ends go with it.
    void add_special(const std::string& token, int id, std::vector<AddedToken>& added) {
        if (token.empty() || id < 0) return;
        add(token, id);
        const bool there =
            std::any_of(added.begin(), added.end(), [&](const auto& a) { return a.content == token; });
        if (!there) added.push_back({find(token), token, false, true, true, false, true});
    }
    TokenIds tokens;

private:
    std::unordered_map<std::string, int> ids_;
};

Vocabulary vocabulary_with(const FolderFiles& files, const Ids& ids, int unknown) {
    SpecialIds special = files.special_ids();
    special.unknown = unknown;
    return vocabulary_of(ids.tokens, special);
}

/// The pieces' spaces are signs, and what is decoded has none at its ends.
std::shared_ptr<Pipeline> pipeline_of(bool tidy, Vocabulary vocabulary, std::vector<AddedToken> added,
                                      std::shared_ptr<const subword::Model> model) {
    auto made = std::make_shared<Pipeline>();
    made->vocabulary = std::move(vocabulary);
    made->added = subword::AddedTokens(std::move(added), {});
    made->model = std::move(model);
    made->decoders = {subword::byte_fallback_decoder(), subword::fuse_decoder(),
                      subword::replace_decoder(subword::literal_pattern("\u2581"), " ")};
    made->trim_decoded = true;
    made->tidy_decoded = tidy;
    return made;
}
std::shared_ptr<Pipeline> pipeline_of(const FolderFiles& files, Vocabulary vocabulary,
                                      std::vector<AddedToken> added,
                                      std::shared_ptr<const subword::Model> model) {
    return pipeline_of(files.flag("clean_up_tokenization_spaces", true), std::move(vocabulary),
                       std::move(added), std::move(model));
}

/// X </s>
Template text_and_end(int end) { return {{{text_slot}, {end}}, {{text_slot}, {text_slot, 1}, {end}}}; }

TokenizerParts both_sides(std::shared_ptr<const Pipeline> pipeline, const Template& around) {
    TokenizerParts parts;
    parts.source = parts.target = std::move(pipeline);
    parts.source_template = parts.target_template = around;
    return parts;
}

std::filesystem::path model_file(const FolderFiles& files, FolderTokenizer& to) {
    for (const char* const name : {"spiece.model", "sentencepiece.bpe.model", "sentencepiece.model"})
        if (files.has(name)) {
            to.files.emplace_back(name);
            return files.path(name);
        }
    throw Error(shown(files.folder), "tokenizer", "tokenizer.json, spiece.model or sentencepiece.bpe.model",
                "none of them");
}

/// Pieces that stand for themselves through another file's ids; those it lacks are unknown.
std::shared_ptr<const subword::SentencePiece> looked_up(subword::SentencePieceSpec spec,
                                                        const Vocabulary& vocabulary, int entries) {
    const int unknown = vocabulary.special().unknown;
    const auto find = [vocabulary, entries](std::string_view text) {
        const int id = vocabulary.find(text).value_or(-1);
        return id < entries ? id : -1;
    };
    std::vector<int> places;
    for (const auto& piece : spec.pieces) {
        const int id = piece.kind == subword::PieceKind::Unknown ? unknown : find(piece.text);
        places.push_back(id >= 0 ? id : unknown);
    }
    return std::make_shared<const subword::SentencePiece>(std::move(spec), std::move(places), find);
}

Ids vocab_ids(const std::filesystem::path& file) {
    Ids ids;
    for (const auto& [token, id] : read_vocab_json(file)) ids.add(token, id);
    return ids;
}

int needed(const Ids& ids, const std::string& token, const std::string& file) {
    const int id = ids.find(token);
    if (id < 0) throw Error(file, in_quotes(token, 40), "a token of the vocabulary", "none");
    return id;
}

/// What that library makes of ids that have a vocabulary of their own: unknown ones are shown as
/// SentencePiece shows them, and of the spaces at the ends only the first piece's is dropped.
void show_unknown(Pipeline& pipeline, const std::string& unknown, const std::string& surface) {
    pipeline.trim_decoded = false;
    pipeline.decoders.insert(pipeline.decoders.begin(), [=](std::vector<std::string>& tokens) {
        for (std::string& token : tokens)
            if (token == unknown) token = surface;
    });
    pipeline.decoders.emplace_back([](std::vector<std::string>& tokens) {
        if (!tokens.empty() && tokens.front().starts_with(' ')) tokens.front().erase(0, 1);
    });
}

/// Whether the target has ids of its own, in target_vocab.json.
bool has_own_target(const FolderFiles& files, FolderTokenizer& to) {
    constexpr const char* list = "target_vocab.json";
    const Json said = files.tokenizer.value("separate_vocabs", Json());
    if (!said.is_null()) {
        const bool own = files.flag("separate_vocabs", false);
        if (own && !files.has(list))
            throw Error(shown(files.path(list)), "separate_vocabs", "it in the folder, where that is true",
                        "none");
        return own;
    }
    const bool apart = files.config.is_object() &&
                       files.config.value("share_encoder_decoder_embeddings", Json()) == Json(false);
    if (!apart || !files.has(list)) return false;
    to.unsettled.emplace_back(
        "tokenizer_config.json does not say whether target_vocab.json counts (separate_vocabs): it was used, "
        "as config.json keeps the sides' tables apart, and transformers would not use it");
    return true;
}

} // namespace

TokenizerParts read_marian(const FolderFiles& files, FolderTokenizer& to) {
    to.files = {"source.spm", "target.spm", "vocab.json"};
    TokenizerParts parts;
    int end = 0;
    const Ids source_ids = vocab_ids(files.path("vocab.json"));
    const auto side = [&](const char* spm, const char* vocab, const Ids& ids, bool shown_unknown) {
        const std::string file = shown(files.path(vocab));
        const int unknown = needed(ids, files.special("unk_token", "<unk>").content, file);
        end = needed(ids, files.special("eos_token", "</s>").content, file);
        std::vector<AddedToken> added;
        Ids all = ids;
        for (const auto& [token, id] : ids.tokens) {
            const bool special =
                token == "</s>" || token == "<pad>" || id == end || (id == unknown && !shown_unknown);
            const bool language = token.starts_with(">>") && token.ends_with("<<");
            if (special || language) all.add_special(token, id, added);
            if (language && spm == std::string_view("source.spm"))
                parts.languages.all.push_back({std::string(language_code(token)), token, id});
        }
        subword::SentencePieceSpec spec = read_sentencepiece(files.path(spm));
        const std::string surface = spec.unknown_surface;
        const bool another = !parts.source || &ids != &source_ids; // than the source's, which is shared
        const Vocabulary vocabulary =
            another ? vocabulary_with(files, all, unknown) : parts.source->vocabulary;
        auto made = pipeline_of(files, vocabulary, std::move(added),
                                looked_up(std::move(spec), vocabulary, vocabulary.size()));
        if (shown_unknown) show_unknown(*made, made->vocabulary.token(unknown), surface);
        return made;
    };
    parts.source = side("source.spm", "vocab.json", source_ids, false);
    const bool separate = has_own_target(files, to);
    if (separate) to.files.emplace_back("target_vocab.json");
    parts.target =
        separate ? side("target.spm", "target_vocab.json", vocab_ids(files.path("target_vocab.json")), true)
                 : side("target.spm", "vocab.json", source_ids, false);
    parts.languages.target_before_source = !parts.languages.all.empty();
    parts.target_template = text_and_end(end);
    parts.source_template =
        text_and_end(needed(source_ids, files.special("eos_token", "</s>").content, "vocab.json"));
    return parts;
}

namespace {

/// The model's own places, and the ids that it says are its end and what it does not know.
MarianSide with_own_ids(MarianSide side, const subword::SentencePieceSpec& spec) {
    const std::string file = shown(side.pieces);
    for (const subword::SentencePieceSpec::Entry& piece : spec.pieces) {
        if (piece.text == "</s>") side.end = static_cast<int>(side.words.size());
        side.words.push_back(piece.text);
    }
    side.unknown = spec.unknown();
    if (side.end < 0) throw Error(file, "\"</s>\"", "a piece", "none");
    return side;
}

std::shared_ptr<Pipeline> marian_pipeline(const MarianSide& given, subword::Languages* languages) {
    subword::SentencePieceSpec spec = read_sentencepiece(given.pieces);
    const MarianSide side = given.words.empty() ? with_own_ids(given, spec) : given;
    std::vector<AddedToken> added;
    Ids ids;
    for (std::size_t n = 0; n < side.words.size(); ++n) {
        const std::string& token = side.words[n];
        const int id = static_cast<int>(n);
        ids.add(token, id);
        const bool language = token.starts_with(">>") && token.ends_with("<<") && token.size() > 4;
        if (id == side.end || id == side.unknown || language) ids.add_special(token, id, added);
        if (language && languages != nullptr)
            languages->all.push_back({std::string(language_code(token)), token, id});
    }
    SpecialIds special;
    special.pad = special.start = -1;
    special.end = side.end;
    special.unknown = side.unknown;
    const Vocabulary vocabulary = vocabulary_of(ids.tokens, special);
    return pipeline_of(false, vocabulary, std::move(added),
                       looked_up(std::move(spec), vocabulary, vocabulary.size()));
}

} // namespace

std::shared_ptr<const subword::SubwordTokenizer> read_marian_sides(const MarianSide& source,
                                                                   const MarianSide& target) {
    TokenizerParts parts;
    parts.source = marian_pipeline(source, &parts.languages);
    parts.target = marian_pipeline(target, nullptr);
    parts.languages.target_before_source = !parts.languages.all.empty();
    parts.source_template = text_and_end(parts.source->vocabulary.special().end);
    parts.target_template = text_and_end(parts.target->vocabulary.special().end);
    return std::make_shared<const subword::SubwordTokenizer>(std::move(parts));
}

TokenizerParts read_t5(const FolderFiles& files, FolderTokenizer& to) {
    const std::filesystem::path file = model_file(files, to);
    subword::SentencePieceSpec spec = read_sentencepiece(file);
    const int pieces = static_cast<int>(spec.pieces.size()), unknown = spec.unknown();
    Ids ids;
    for (int n = 0; n < pieces; ++n) ids.add(spec.pieces[static_cast<std::size_t>(n)].text, n);
    std::vector<AddedToken> added;
    for (const auto& [role, name] :
         {std::pair{"eos_token", "</s>"}, {"unk_token", "<unk>"}, {"pad_token", "<pad>"}}) {
        const std::string token = files.special(role, name).content;
        ids.add_special(token, ids.find(token), added);
    }
    // <extra_id_0> is the last: the sentinels' ids go down.
    const int sentinels = files.number("extra_ids", 100, 10000);
    for (int n = 0; n < sentinels; ++n)
        ids.add_special("<extra_id_" + std::to_string(n) + ">", pieces + sentinels - 1 - n, added);
    const int end = needed(ids, files.special("eos_token", "</s>").content, shown(file));
    const Vocabulary vocabulary = vocabulary_with(files, ids, unknown);
    return both_sides(pipeline_of(files, vocabulary, std::move(added),
                                  looked_up(std::move(spec), vocabulary, vocabulary.size())),
                      text_and_end(end));
}

TokenizerParts read_pegasus(const FolderFiles& files, FolderTokenizer& to) {
    subword::SentencePieceSpec spec = read_sentencepiece(model_file(files, to));
    const int offset = files.number("offset", 103, 100000);
    const int unknown = spec.unknown() + offset;
    std::vector<AddedToken> added;
    Ids ids;
    ids.add_special(files.special("pad_token", "<pad>").content, 0, added);
    ids.add_special(files.special("eos_token", "</s>").content, 1, added);
    if (offset > 0) {
        ids.add_special(files.text("mask_token_sent", "<mask_1>"), 2, added);
        ids.add_special(files.special("mask_token", "<mask_2>").content, 3, added);
    }
    for (int n = 2; n < offset; ++n) // up to <unk_102>, whose id is 104
        if (n + 2 <= offset + 1) ids.add_special("<unk_" + std::to_string(n) + ">", n + 2, added);
    std::vector<int> places;
    for (std::size_t n = 0; n < spec.pieces.size(); ++n) {
        const int there = ids.find(spec.pieces[n].text);
        places.push_back(there >= 0 ? there : static_cast<int>(n) + offset);
        ids.add(spec.pieces[n].text, places.back());
    }
    ids.add_special(spec.pieces[static_cast<std::size_t>(spec.unknown())].text, unknown, added);
    const int end = ids.find(files.special("eos_token", "</s>").content);
    auto model = std::make_shared<const subword::SentencePiece>(std::move(spec), std::move(places));
    return both_sides(
        pipeline_of(files, vocabulary_with(files, ids, unknown), std::move(added), std::move(model)),
        text_and_end(end));
}

namespace {

/// mBART, NLLB, XLM-R: four specials first, then the pieces from the fourth on, languages, the mask.
TokenizerParts from_fourth(const FolderFiles& files, FolderTokenizer& to,
                           const std::vector<std::string>& codes) {
    subword::SentencePieceSpec spec = read_sentencepiece(model_file(files, to));
    const int pieces = static_cast<int>(spec.pieces.size());
    constexpr int unknown = 3;
    std::vector<AddedToken> added;
    Ids ids;
    ids.add_special("<s>", 0, added);
    ids.add_special("<pad>", 1, added);
    ids.add_special("</s>", end_of_fairseq, added);
    ids.add_special("<unk>", unknown, added);
    std::vector<int> places;
    for (int n = 0; n < pieces; ++n) {
        const subword::SentencePieceSpec::Entry& piece = spec.pieces[static_cast<std::size_t>(n)];
        const int there = piece.kind == subword::PieceKind::Unknown ? unknown : ids.find(piece.text);
        places.push_back(there >= 0 ? there : n + 1);
        ids.add(piece.text, places.back());
    }
    TokenizerParts parts;
    for (const std::string& code : codes) {
        const int id = pieces + 1 + static_cast<int>(parts.languages.all.size());
        ids.add_special(code, id, added);
        parts.languages.all.push_back({std::string(language_code(code)), code, id});
    }
    AddedToken mask = files.special("mask_token", "<mask>", true);
    mask.id = pieces + 1 + static_cast<int>(codes.size());
    ids.add(mask.content, mask.id);
    added.push_back(mask);
    auto model = std::make_shared<const subword::SentencePiece>(std::move(spec), std::move(places));
    parts.source = parts.target =
        pipeline_of(files, vocabulary_with(files, ids, unknown), std::move(added), std::move(model));
    return parts;
}

/// The languages by the order of their ids: of mBART its class tells it, whatever order a list of names has.
std::vector<std::string> fairseq_languages(const FolderFiles& files) {
    std::vector<std::string> named;
    for (const std::string& name : files.additional_specials())
        if (!language_code(name).empty()) named.push_back(name);
    if (files.model_type() != "mbart") {
        if (named.empty())
            throw Error(shown(files.folder), "languages",
                        "tokenizer.json, or additional_special_tokens in tokenizer_config.json", "neither");
        return named;
    }
    const auto known = files.tokenizer_class() == "MBart50Tokenizer" ? mbart50_codes() : mbart_codes();
    for (const std::string& name : named)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Error(shown(files.folder), "additional_special_tokens",
                        "languages of its tokenizer_class, whose ids are known", in_quotes(name, 40));
    return {known.begin(), known.end()};
}

} // namespace

TokenizerParts read_mbart(const FolderFiles& files, FolderTokenizer& to) {
    TokenizerParts parts = from_fourth(files, to, fairseq_languages(files));
    surround_by_languages(files, end_of_fairseq, parts);
    return parts;
}

/// <s> A </s>, and </s></s> between two
TokenizerParts read_xlm_roberta(const FolderFiles& files, FolderTokenizer& to) {
    TokenizerParts parts = from_fourth(files, to, {});
    constexpr int start = 0, end = end_of_fairseq;
    parts.source_template = parts.target_template = {
        {{start}, {text_slot}, {end}}, {{start}, {text_slot}, {end}, {end}, {text_slot, 1}, {end}}};
    return parts;
}

namespace {

std::span<const std::string_view> codes_of_m2m100(const FolderFiles& files) {
    const std::string named = files.text("language_codes", "m2m100");
    if (named == "m2m100") return m2m100_codes();
    if (named == "wmt21") return wmt21_codes();
    throw Error(shown(files.path("tokenizer_config.json")), "language_codes", "m2m100 or wmt21",
                in_quotes(named, 40));
}

} // namespace

/// Pieces have their ids in vocab.json; the languages follow.
TokenizerParts read_m2m100(const FolderFiles& files, FolderTokenizer& to) {
    if (!files.has("vocab.json") || files.tokenizer_class() == "NllbTokenizer") return read_mbart(files, to);
    to.files.emplace_back("vocab.json");
    Ids ids = vocab_ids(files.path("vocab.json"));
    const std::string file = shown(files.path("vocab.json"));
    const int unknown = needed(ids, files.special("unk_token", "<unk>").content, file);
    const int end = needed(ids, files.special("eos_token", "</s>").content, file);
    const int entries = static_cast<int>(ids.tokens.size());
    std::vector<AddedToken> added;
    for (const char* const token : {"<s>", "<pad>", "</s>", "<unk>"})
        ids.add_special(token, ids.find(token), added);
    TokenizerParts parts;
    for (const std::string_view code : codes_of_m2m100(files)) {
        const std::string token = "__" + std::string(code) + "__";
        const int id = entries + static_cast<int>(parts.languages.all.size());
        ids.add_special(token, id, added);
        parts.languages.all.push_back({std::string(code), token, id});
    }
    const int more = files.number("num_madeup_words", 8, 100000);
    for (int n = 0; n < more; ++n) // rows that no text leads to
        ids.add("madeupword" + std::to_string(n), entries + static_cast<int>(parts.languages.all.size()) + n);
    const Vocabulary vocabulary = vocabulary_with(files, ids, unknown);
    parts.source = parts.target =
        pipeline_of(files, vocabulary, std::move(added),
                    looked_up(read_sentencepiece(model_file(files, to)), vocabulary, entries));
    surround_by_languages(files, end, parts);
    return parts;
}

} // namespace heed::io
