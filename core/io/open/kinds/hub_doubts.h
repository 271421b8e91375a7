// Signs that the tokenizer beside a model's numbers is another model's.
#pragma once

#include "core/io/open/kinds/hub_folder.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "core/models/generation.h"

namespace heed::io {

/// Adds to the report, a sentence each: tokens that no row of the table is there for (a doubt), rows without
/// a token (a note where there are many, a doubt where they are most), and an end of texts that is a piece of
/// words; of a model that writes none, a padding token.
void doubt_words(const HubFolder& folder, const FolderTokenizer& read, const GenerationRules& rules,
                 const Model& model, LoadReport& report);

} // namespace heed::io
