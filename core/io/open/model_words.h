// The words of a model of another toolkit: inside its checkpoint, beside it, or given.
#pragma once

#include "core/io/family/family_reading.h"
#include "core/io/family/vocabulary_file.h"
#include "core/io/open/open_model.h"
#include "core/io/report/load_report.h"
#include "core/io/report/understanding.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed::io {

struct ModelWords {
    WordLists::Words source, target; // one for each row of the embedding; empty: not found
    ReportVocabulary source_report, target_report;
    std::vector<std::string> notes;

    bool found() const { return !source.empty() && !target.empty(); }
};

/// `rows` are those of the embeddings. What is wrong with a list stands in the reports, in one sentence.
ModelWords find_words(const FamilyReading& family, int source_rows, int target_rows,
                      const OpenOptions& options);

/// How many words the lists have that were given or lie beside the model, for source and target, before it is
/// known how many rows there are. What is no list is passed over.
std::pair<std::set<std::int64_t>, std::set<std::int64_t>> lengths_of_lists(const FamilyReading& family,
                                                                           const OpenOptions& options);

/// What config.json says of the tokens: "special" (null where the vocabulary has no such token), and
/// "tokenizer". `unsettled` receives which words are taken for tokens that none is spelled as. Throws
/// heed::Error where the model needs a token that its vocabulary does not have.
nlohmann::json token_config(const FamilyReading& family, const ModelWords& words,
                            std::vector<std::string>& unsettled);

/// Counts what its words leave open, as opening will say it. Where they are not found, or too long to be read
/// in passing, it says that they were not looked at.
void look_at_words(const FamilyReading& family, int source_rows, int target_rows, const OpenOptions& options,
                   Understanding& understanding);

/// Lists of words that together have at most so many bytes are read in passing.
inline constexpr std::uintmax_t read_in_passing = std::uintmax_t{8} << 20;

/// Names of files beside the model that were its vocabularies by their names, without reading them: for the
/// Open dialog.
std::pair<std::string, std::string> named_vocabularies(const FamilyReading& family);

} // namespace heed::io
