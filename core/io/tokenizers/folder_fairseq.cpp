// mBART, NLLB, XLM-R and M2M-100: what fairseq trained, whose ids are not those of its pieces.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/folder_families.h"
#include "core/io/tokenizers/language_codes.h"
#include "core/io/tokenizers/sentencepiece_file.h"
#include "core/io/tokenizers/sentencepiece_ids.h"
#include "core/text/escape.h"

#include <algorithm>
#include <span>

namespace heed::io {

using subword::AddedToken;
using subword::Template;
using subword::TokenizerParts;

namespace {

constexpr int end_of_fairseq = 2;

/// mBART, NLLB, XLM-R: four specials first, then the pieces from the fourth on, languages, the mask.
TokenizerParts from_fourth(const FolderFiles& files, FolderTokenizer& to,
                           const std::vector<std::string>& codes) {
    subword::SentencePieceSpec spec = read_sentencepiece(pieces_file(files, to));
    const int pieces = static_cast<int>(spec.pieces.size());
    constexpr int unknown = 3;
    std::vector<AddedToken> added;
    PieceIds ids;
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
    ids.add_cut(mask, added);
    if (added.back().content == mask.content) added.back().id = mask.id; // also where a piece is called so
    add_tokens_of_folder(files, ids, added);
    auto model = std::make_shared<const subword::SentencePiece>(std::move(spec), std::move(places));
    parts.source = parts.target =
        pieces_pipeline(files, pieces_vocabulary(files, ids, unknown), std::move(added), std::move(model));
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
    parts.source_template =
        parts.target_template = {{{start}, {Template::text}, {end}},
                                 {{start}, {Template::text}, {end}, {end}, {Template::text, 1}, {end}}};
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

/// Pieces have their ids in vocab.json; the languages follow. Of NLLB they are the pieces' own: a folder that
/// names M2M-100's tokenizer is never read so, for without vocab.json every id would be another piece's.
TokenizerParts read_m2m100(const FolderFiles& files, FolderTokenizer& to) {
    const std::string kind = files.tokenizer_class();
    const bool names_m2m100 = kind == "M2M100Tokenizer";
    if (kind == "NllbTokenizer" || (!files.has("vocab.json") && !names_m2m100)) return read_mbart(files, to);
    to.files.emplace_back("vocab.json");
    PieceIds ids = vocab_json_ids(files.path("vocab.json"));
    const std::string file = shown(files.path("vocab.json"));
    const int unknown = needed_id(ids, files.special("unk_token", "<unk>").content, file);
    const int end = needed_id(ids, files.special("eos_token", "</s>").content, file);
    const int entries = static_cast<int>(ids.tokens.size());
    const std::filesystem::path pieces = pieces_file(files, to);
    subword::SentencePieceSpec spec = read_sentencepiece(pieces);
    doubt_pieces(spec, ids, pieces.filename().string(), "vocab.json", to);
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
    add_tokens_of_folder(files, ids, added);
    const Vocabulary vocabulary = pieces_vocabulary(files, ids, unknown);
    parts.source = parts.target = pieces_pipeline(files, vocabulary, std::move(added),
                                                  looked_up_pieces(std::move(spec), vocabulary, entries));
    surround_by_languages(files, end, parts);
    return parts;
}

} // namespace heed::io
