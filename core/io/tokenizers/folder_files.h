// What a Hugging Face folder says about its tokenizer besides the vocabulary: names of special tokens,
// languages, switches. Each is looked up in the file that has it.
#pragma once

#include "core/io/base/json_text.h"
#include "core/text/subword/subword_tokenizer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

struct FolderFiles {
    std::filesystem::path folder;
    Json config;    // config.json
    Json tokenizer; // tokenizer_config.json
    Json specials;  // special_tokens_map.json
    Json added;     // added_tokens.json: {"<mask>": 250001}

    /// Reads what is there; an empty object stands for a file that is not.
    FolderFiles(const std::filesystem::path& folder, const Json& config);

    bool has(const char* file) const;
    std::filesystem::path path(const char* file) const { return folder / file; }
    std::string model_type() const;
    std::string tokenizer_class() const; // of tokenizer_config.json, else of config.json; without "Fast"
    /// Of tokenizer_config.json.
    bool flag(const char* key, bool otherwise) const;
    std::string text(const char* key, const std::string& otherwise) const;
    int number(const char* key, int otherwise, int largest) const; // from 0
    /// The special token of a role ("unk_token"): where it is an object, with what that says, or what
    /// added_tokens_decoder says of it. `takes_space_before`: what holds where none of them says.
    subword::AddedToken special(const char* role, const std::string& otherwise,
                                bool takes_space_before = false) const;
    std::vector<std::string> additional_specials() const;
    /// The tokens of added_tokens.json and added_tokens_decoder, each once, with what these say of them.
    /// `others`: how many tokens the vocabulary has. Throws naming the file and the token: an id that is
    /// none.
    std::vector<subword::AddedToken> added_tokens(std::size_t others) const;
    /// What either file names in a role that every model has a token for: its end, its padding …
    std::vector<std::string> named() const;
    /// An id of config.json (the first of a list); -1 where there is none.
    int id(const char* key) const;
    /// pad, start of the decoder, end.
    SpecialIds special_ids() const;
};

} // namespace heed::io
