// Families whose text SentencePiece splits: they differ in which id a piece has, and in what else has one.
#include "core/io/tokenizers/folder_families.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/language_codes.h"
#include "core/io/tokenizers/marian_sides.h"
#include "core/io/tokenizers/sentencepiece_file.h"
#include "core/io/tokenizers/sentencepiece_ids.h"
#include "core/text/subword/unicode.h"
#include "core/text/tokenizer.h"

namespace heed::io {

namespace {

using subword::AddedToken;
using subword::Language;
using subword::Pipeline;
using subword::Template;
using subword::TokenizerParts;

constexpr int text_slot = Template::text;

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
    const PieceIds source_ids = vocab_json_ids(files.path("vocab.json"));
    const auto side = [&](const char* spm, const char* vocab, const PieceIds& ids, bool shown_unknown) {
        const std::string file = shown(files.path(vocab));
        const int unknown = needed_id(ids, files.special("unk_token", "<unk>").content, file);
        end = needed_id(ids, files.special("eos_token", "</s>").content, file);
        std::vector<AddedToken> added;
        PieceIds all = ids;
        for (const auto& [token, id] : ids.tokens) {
            const bool special =
                token == "</s>" || token == "<pad>" || id == end || (id == unknown && !shown_unknown);
            if (special) all.add_special(token, id, added);
        }
        subword::SentencePieceSpec spec = read_sentencepiece(files.path(spm));
        doubt_pieces(spec, ids, spm, vocab, to);
        const std::string surface = spec.unknown_surface;
        const bool another = !parts.source || &ids != &source_ids; // than the source's, which is shared
        if (&ids == &source_ids) add_tokens_of_folder(files, all, added);
        for (const auto& [token, id] : ids.tokens) { // behind the folder's own, which are cut out anywhere
            if (!token.starts_with(">>") || !token.ends_with("<<") || token.size() <= 4) continue;
            all.add_cut({.id = id, .content = token, .special = true, .cut = false}, added);
            if (spm == std::string_view("source.spm"))
                parts.languages.all.push_back({std::string(language_code(token)), token, id});
        }
        const Vocabulary vocabulary =
            another ? pieces_vocabulary(files, all, unknown) : parts.source->vocabulary;
        auto made = pieces_pipeline(files, vocabulary, std::move(added),
                                    looked_up_pieces(std::move(spec), vocabulary, vocabulary.size()));
        made->code = marian_code;
        if (shown_unknown) show_unknown(*made, made->vocabulary.token(unknown), surface);
        return made;
    };
    parts.source = side("source.spm", "vocab.json", source_ids, false);
    const bool separate = has_own_target(files, to);
    if (separate) to.files.emplace_back("target_vocab.json");
    parts.target = separate ? side("target.spm", "target_vocab.json",
                                   vocab_json_ids(files.path("target_vocab.json")), true)
                            : side("target.spm", "vocab.json", source_ids, false);
    parts.languages.target_before_source = !parts.languages.all.empty();
    parts.target_template = text_and_end(end);
    parts.source_template =
        text_and_end(needed_id(source_ids, files.special("eos_token", "</s>").content, "vocab.json"));
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
    PieceIds ids;
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
    return pieces_pipeline(false, vocabulary, std::move(added),
                           looked_up_pieces(std::move(spec), vocabulary, vocabulary.size()));
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

namespace {

constexpr std::string_view space_sign = "\u2581";

/// T5's class where `legacy` is false: the space that stands before a text stands behind none of the tokens
/// that are cut out of it, where the text's own stays, as one.
void space_before_text_alone(subword::AlignedText& part) {
    std::vector<subword::AlignedText::Stretch> signs;
    for (std::size_t at = 0; (at = part.text.find(space_sign, at)) != part.text.npos; at = signs.back().end)
        signs.push_back({at, at + space_sign.size()});
    part.replace(signs, " ");
    if (part.text.empty()) return;
    if (part.start == 0) {
        part.prepend(space_sign);
        for (std::size_t n = 0; n < space_sign.size(); ++n)
            part.from[n].end = part.from[n].begin; // not typed
        return;
    }
    if (!part.text.starts_with(' ')) return;
    std::size_t end = 1;
    while (end < part.text.size()) {
        const CodePoint c = decode_utf8(part.text, end);
        if (!subword::is_white_space(c.value)) break;
        end += c.length;
    }
    part.replace({{0, end}}, space_sign);
}

} // namespace

TokenizerParts read_t5(const FolderFiles& files, FolderTokenizer& to) {
    const std::filesystem::path file = pieces_file(files, to);
    subword::SentencePieceSpec spec = read_sentencepiece(file);
    const bool once = files.tokenizer.value("legacy", Json()) == Json(false) && spec.add_dummy_prefix;
    if (once) spec.add_dummy_prefix = false;
    const int pieces = static_cast<int>(spec.pieces.size()), unknown = spec.unknown();
    PieceIds ids;
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
    const int end = needed_id(ids, files.special("eos_token", "</s>").content, shown(file));
    add_tokens_of_folder(files, ids, added);
    const Vocabulary vocabulary = pieces_vocabulary(files, ids, unknown);
    auto made = pieces_pipeline(files, vocabulary, std::move(added),
                                looked_up_pieces(std::move(spec), vocabulary, vocabulary.size()));
    if (once) made->normalizers = {space_before_text_alone};
    return same_sides(std::move(made), text_and_end(end));
}

TokenizerParts read_pegasus(const FolderFiles& files, FolderTokenizer& to) {
    subword::SentencePieceSpec spec = read_sentencepiece(pieces_file(files, to));
    const int offset = files.number("offset", 103, 100000);
    const int unknown = spec.unknown() + offset;
    std::vector<AddedToken> added;
    PieceIds ids;
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
    add_tokens_of_folder(files, ids, added);
    auto model = std::make_shared<const subword::SentencePiece>(std::move(spec), std::move(places));
    return same_sides(
        pieces_pipeline(files, pieces_vocabulary(files, ids, unknown), std::move(added), std::move(model)),
        text_and_end(end));
}

} // namespace heed::io
