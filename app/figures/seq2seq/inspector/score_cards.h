// What each score's card says: who asks, what its terms are called, and one sentence below. One table for
// all.
#pragma once

#include "app/figures/seq2seq/inspector/phases.h"
#include "core/analysis/score_terms.h"

#include <string>
#include <string_view>

namespace heed::inspector {

/// The one that asks, in words.
enum class Asker { State, Token, Place };

/// A term of a score: its symbol and what it is. `#` stands for the query, `@` for j, `%` for i, `<` for i−1.
struct Part {
    const char *symbol = "", *caption = "";
};

struct CardRow {
    std::string_view score;
    Asker asker;
    Part query, key, extra, product;
    std::string (*closing)(const Subject&, const analysis::ScoreTerms&);
};

/// nullptr for a score without a card.
const CardRow* card_row(std::string_view score);

} // namespace heed::inspector
