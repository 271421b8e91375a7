// One item of a task, and its line in a file.
#pragma once

#include "core/base/link.h"
#include "core/text/tokenizer.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::tasks {

/// A source, its one right target, and its gold alignment. No end tokens here.
struct Sample {
    std::vector<std::string> source, target;
    std::vector<Link> sure;     // by target, then source, where a generator made them
    std::vector<Link> possible; // beside the sure ones; may be empty
    bool has_gold = false;      // false: the file had no column of links
    bool operator==(const Sample&) const = default;
};

/// The tokens of a text, without its places.
std::vector<std::string> read_tokens(std::string_view text, const Tokenizer& tokenizer);

/// source<TAB>target<TAB>sure links<TAB>possible links, each link "i-j" (source-target); tokens joined as the
/// tokenizer joins them.
std::string to_line(const Sample& sample, const Tokenizer& tokenizer);

/// Reads source<TAB>target[<TAB>links[<TAB>possible links]]. Throws heed::Error, "subject: line N: …": no or
/// too many columns, an empty source, a link that is not "i-j" or that points past a token.
Sample parse_line(std::string_view line, const Tokenizer& tokenizer, const std::string& subject, int number);

} // namespace heed::tasks
