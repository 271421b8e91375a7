// What the settings beside a tokenizer (tokenizer_config.json, special_tokens_map.json, added_tokens.json)
// say of how a text is split that is not what was read: a doubt each, naming file, key and value.
#pragma once

#include "core/io/tokenizers/folder_files.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "core/io/tokenizers/json/tokenizer_json.h"

namespace heed::io {

/// Which files a tokenizer was read from.
enum class SplitBy { Json = 1, Pieces = 2, Bytes = 4, Words = 8 };

/// Adds to `to.unsettled`, and to `to.notes` a sentence for keys that are not known.
void doubt_settings(const FolderFiles& files, SplitBy by, const subword::TokenizerParts& read,
                    FolderTokenizer& to);

/// Stages of tokenizer.json that the classes of BERT and of GPT-2 replace by what tokenizer_config.json says.
void doubt_replaced_stages(const FolderFiles& files, const JsonTokenizer& json, FolderTokenizer& to);

} // namespace heed::io
