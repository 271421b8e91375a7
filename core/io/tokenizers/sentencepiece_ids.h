// Ids of families whose text SentencePiece splits, and the pipelines that such pieces are read with.
#pragma once

#include "core/io/tokenizers/folder_families.h"
#include "core/io/tokenizers/vocabulary_files.h"
#include "core/text/subword/models/sentencepiece.h"

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heed::io {

/// A family's ids: entries are added in order, and a token that is there keeps the id it has.
class PieceIds {
public:
    void add(const std::string& token, int id) {
        if (ids_.emplace(token, id).second) tokens.emplace_back(token, id);
    }
    int find(const std::string& token) const {
        const auto it = ids_.find(token);
        return it == ids_.end() ? -1 : it->second;
    }
    /// A token that is looked for in the text; spaces at its ends go with it.
    void add_special(const std::string& token, int id, std::vector<subword::AddedToken>& added) {
        add_cut({id, token, false, true, true, false, true}, added);
    }
    /// The same as it says itself, unless there is one of that content.
    void add_cut(subword::AddedToken token, std::vector<subword::AddedToken>& added) {
        if (token.content.empty() || token.id < 0 || !cut_.insert(token.content).second) return;
        add(token.content, token.id);
        token.id = find(token.content);
        added.push_back(std::move(token));
    }
    TokenIds tokens;

private:
    std::unordered_map<std::string, int> ids_;
    std::unordered_set<std::string> cut_; // those that are looked for in the text
};

/// What the folder adds to a family's own tokens (added_tokens.json, added_tokens_decoder). Last of all: what
/// is there keeps its id.
void add_tokens_of_folder(const FolderFiles& files, PieceIds& ids, std::vector<subword::AddedToken>& added);

Vocabulary pieces_vocabulary(const FolderFiles& files, const PieceIds& ids, int unknown);

/// The pieces' spaces are signs, and what is decoded has none at its ends. `tidy`: else as the folder says.
std::shared_ptr<subword::Pipeline> pieces_pipeline(bool tidy, Vocabulary vocabulary,
                                                   std::vector<subword::AddedToken> added,
                                                   std::shared_ptr<const subword::Model> model);
std::shared_ptr<subword::Pipeline> pieces_pipeline(const FolderFiles& files, Vocabulary vocabulary,
                                                   std::vector<subword::AddedToken> added,
                                                   std::shared_ptr<const subword::Model> model);

/// X </s>
subword::Template text_and_end(int end);
subword::TokenizerParts same_sides(std::shared_ptr<const subword::Pipeline> pipeline,
                                   const subword::Template& around);

/// The folder's one model of pieces. Throws where it has none.
std::filesystem::path pieces_file(const FolderFiles& files, FolderTokenizer& to);
/// Pieces that stand for themselves through another file's ids; those it lacks are unknown.
std::shared_ptr<const subword::SentencePiece> looked_up_pieces(subword::SentencePieceSpec spec,
                                                               const Vocabulary& vocabulary, int entries);
/// Says where many of the pieces have no entry in a list of words: the two are of different models.
void doubt_pieces(const subword::SentencePieceSpec& spec, const PieceIds& ids, const std::string& pieces_file,
                  const std::string& words_file, FolderTokenizer& to);
PieceIds vocab_json_ids(const std::filesystem::path& file);
/// Throws naming `file` where there is no such token.
int needed_id(const PieceIds& ids, const std::string& token, const std::string& file);

} // namespace heed::io
