// What the places of an input are called.
#pragma once

#include "core/trace/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// "number" or "point" of what is pointed at, "sentence" of a story, "row" of a table, "moment" or "word" of
/// what is read at once, "token" of what is read in turn.
std::string_view place_noun(const Trace& trace);

/// One token and several: "letter", "letters".
struct Unit {
    std::string_view one = "word", many = "words";
    bool operator==(const Unit&) const = default;
};

/// Of characters "letter" where the vocabulary holds nothing but letters, else "character"; else "piece"
/// where the vocabulary or one of the tokens is marked as pieces are (core/trace/words/words.h), else "word".
Unit token_unit(bool characters, const std::vector<std::string>* vocabulary,
                std::span<const TraceToken> tokens = {});
/// What the run's source is made of: its places' noun where they are no tokens of a text. The one place that
/// captions ask.
Unit unit_of(const Trace& run);

/// "{one}", "{many}", "{One}" and "{Many}" in a sentence replaced.
std::string with_unit(std::string_view sentence, Unit unit);

} // namespace heed
