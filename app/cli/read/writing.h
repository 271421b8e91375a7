// Words that say how a model writes: languages, a task, and the search of models that bring rules of their
// own.
#pragma once

#include "core/models/model.h"
#include "core/trace/request.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace heed::cli {

struct WritingWords {
    std::string source_language, target_language, prefix, stopping;
    std::optional<double> length_penalty;

    bool of_search() const { return length_penalty.has_value() || !stopping.empty(); }
    bool any() const {
        return of_search() || !source_language.empty() || !target_language.empty() || !prefix.empty();
    }
};

/// Adds --source-language, --target-language and --prefix.
void add_languages(CLI::App& command, WritingWords& words);
/// The same, and --length-penalty and --early-stopping.
void add_writing(CLI::App& command, WritingWords& words);

/// Puts them into a request for that model. Throws WrongWords where it has no use for them.
void apply_writing(const WritingWords& words, const Model& model, Request& request);

} // namespace heed::cli
