#include "core/io/tokenizers/sentencepiece_ids.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/subword/decoders.h"

#include <algorithm>

namespace heed::io {

using subword::AddedToken;
using subword::Pipeline;
using subword::Template;
using subword::TokenizerParts;

namespace {
constexpr int own_text = Template::text;

/// A word of the text that has an id of its own stands between spaces, as that library writes it.
subword::Decoder spaced_words(const std::vector<AddedToken>& added) {
    std::unordered_set<std::string> words;
    for (const AddedToken& token : added)
        if (!token.special) words.insert(token.content);
    return [words = std::move(words)](std::vector<std::string>& tokens) {
        constexpr std::string_view space = "\u2581";
        bool behind = false; // such a word
        for (std::string& token : tokens) {
            const bool word = words.contains(token);
            if ((word || behind) && !token.starts_with(space)) token.insert(0, space);
            behind = word;
        }
    };
}
} // namespace

void add_tokens_of_folder(const FolderFiles& files, PieceIds& ids, std::vector<AddedToken>& added) {
    for (AddedToken& token : files.added_tokens(ids.tokens.size())) ids.add_cut(std::move(token), added);
}

Vocabulary pieces_vocabulary(const FolderFiles& files, const PieceIds& ids, int unknown) {
    SpecialIds special = files.special_ids();
    special.unknown = unknown;
    return vocabulary_of(ids.tokens, special);
}

std::shared_ptr<Pipeline> pieces_pipeline(bool tidy, Vocabulary vocabulary, std::vector<AddedToken> added,
                                          std::shared_ptr<const subword::Model> model) {
    auto made = std::make_shared<Pipeline>();
    made->vocabulary = std::move(vocabulary);
    const bool adds_words =
        std::any_of(added.begin(), added.end(), [](const AddedToken& token) { return !token.special; });
    if (adds_words) made->decoders.push_back(spaced_words(added));
    made->added = subword::AddedTokens(std::move(added), {});
    made->model = std::move(model);
    made->decoders.push_back(subword::byte_fallback_decoder());
    made->decoders.push_back(subword::fuse_decoder());
    made->decoders.push_back(subword::replace_decoder(subword::literal_pattern("\u2581"), " "));
    made->trim_decoded = true;
    made->tidy_decoded = tidy;
    return made;
}
std::shared_ptr<Pipeline> pieces_pipeline(const FolderFiles& files, Vocabulary vocabulary,
                                          std::vector<AddedToken> added,
                                          std::shared_ptr<const subword::Model> model) {
    return pieces_pipeline(files.flag("clean_up_tokenization_spaces", true), std::move(vocabulary),
                           std::move(added), std::move(model));
}

Template text_and_end(int end) { return {{{own_text}, {end}}, {{own_text}, {own_text, 1}, {end}}}; }

TokenizerParts same_sides(std::shared_ptr<const Pipeline> pipeline, const Template& around) {
    TokenizerParts parts;
    parts.source = parts.target = std::move(pipeline);
    parts.source_template = parts.target_template = around;
    return parts;
}

std::filesystem::path pieces_file(const FolderFiles& files, FolderTokenizer& to) {
    for (const char* const name : {"spiece.model", "sentencepiece.bpe.model", "sentencepiece.model"})
        if (files.has(name)) {
            to.files.emplace_back(name);
            return files.path(name);
        }
    throw Error(shown(files.folder), "tokenizer", "tokenizer.json, spiece.model or sentencepiece.bpe.model",
                "none of them");
}

std::shared_ptr<const subword::SentencePiece> looked_up_pieces(subword::SentencePieceSpec spec,
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

void doubt_pieces(const subword::SentencePieceSpec& spec, const PieceIds& ids, const std::string& pieces_file,
                  const std::string& words_file, FolderTokenizer& to) {
    std::uint64_t all = 0, lacking = 0;
    for (const auto& piece : spec.pieces) {
        if (piece.kind != subword::PieceKind::Normal) continue;
        ++all;
        lacking += ids.find(piece.text) < 0;
    }
    if (10 * lacking <= all) return; // a list has what its texts had, which may be a little less
    to.unsettled.push_back(grouped(lacking) + " of the " + grouped(all) + " pieces of " + pieces_file +
                           " are not in " + words_file + ": one of the two may be another model's");
}

PieceIds vocab_json_ids(const std::filesystem::path& file) {
    PieceIds ids;
    for (const auto& [token, id] : read_vocab_json(file)) ids.add(token, id);
    return ids;
}

int needed_id(const PieceIds& ids, const std::string& token, const std::string& file) {
    const int id = ids.find(token);
    if (id < 0) throw Error(file, in_quotes(token, 40), "a token of the vocabulary", "none");
    return id;
}

} // namespace heed::io
