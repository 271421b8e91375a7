// What a model that knows several languages, or several tasks, is told beside its text.
#pragma once

#include "core/trace/request.h"

#include <string>

namespace heed {

/// Codes as the model's folder has them; empty: its own choice.
struct LanguageChoice {
    std::string source, target;
    std::string prefix; // words that name the task, put before the text
    bool operator==(const LanguageChoice&) const = default;

    void tell(Request& request) const {
        request.source_language = source;
        request.target_language = target;
        request.prefix = prefix;
    }
};
inline LanguageChoice languages_of(const Request& request) {
    return {request.source_language, request.target_language, request.prefix};
}

} // namespace heed
