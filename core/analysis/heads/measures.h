// What is measured of a map of attention, and what kind of head it is by that.
//
// A map is in words (core/trace/words/words.h): C columns that are looked at, R rows that look, one a word
// that does not frame the text; w_r is row r divided by its sum. Place j of W words stands at j / (W - 1);
// the column of row r is the word nearest to it, of halves the later one. Sums run over all maps of one head
// that are added.
#pragma once

#include "core/analysis/gold/alignment_error.h"
#include "core/trace/words/words.h"

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace heed::heads {

/// A map in words with what measuring needs beside it.
struct WordMap {
    Eigen::MatrixXd weights;    // (C, R), a column a row of the map
    Eigen::VectorXd stops;      // (R): what lies on pieces that are a full stop and no more
    std::vector<bool> unread{}; // (R): of a word without tokens, whose row says nothing; empty: none is
};

struct Sums {
    double rows = 0;
    double entropy = 0;                         // -Σ w ln w
    double evenness = 0;                        // the same / ln of the places with weight; of one place 0
    double end = 0;                             // weight on what stands after the last word
    double first = 0;                           // on the first column
    double stop = 0;                            // on full stops
    double agreement = 0;                       // 1 - ½ Σ |w - m|, m the row of the mean of all heads
    double diagonal = 0, before = 0, after = 0; // on the row's own column, the word before it, the one after
    double columns = 0, read = 0;               // words that are looked at; Σ_j min(1, Σ_r w_rj) of them
    double steps = 0, onward = 0;    // rows that follow each other, strongest on words; not further back
    analysis::AlignmentError gold{}; // its shift0 and soft
    double hits = 0;                 // of gold.rows those whose strongest word is a gold one

    Sums& operator+=(const Sums& other);
};

/// Adds the rows of a map that has `rows` words in all, of which it may lack the last; `mean` has the same
/// shape, or none.
void add_rows(const WordMap& map, std::span<const Word> columns, int rows, const Eigen::MatrixXd& mean,
              Sums& sums);

/// The column of row r (words alone), of R rows and so many words.
int own_column(int row, int rows, int words);
/// Columns that are words, by number.
std::vector<int> word_columns(std::span<const Word> columns);

enum class Better { Low, High, Neither };

struct Measure {
    std::string_view id, title;
    std::string_view computed; // a sentence
    Better better;
    /// None where nothing was measured: no gold links, no two rows.
    std::optional<double> (*value)(const Sums& sums);
};
std::span<const Measure> measures();
/// Null where there is none of that name.
const Measure* find_measure(std::string_view id);

/// A kind of head, as its measures say.
struct Type {
    std::string_view id, title;
    std::string_view told; // by what, a sentence
    double least;          // of what is measured, for the head to be of that type
    std::optional<double> (*value)(const Sums& sums);
};
/// "aligns" comes first and wins; of the others the one with the largest value; "spread" only where none is.
std::span<const Type> types();
/// Null: none of them. `diagonal`: the error rate of the diagonal on the same rows, where there are gold
/// links.
const Type* type_of(const Sums& sums, std::optional<double> diagonal);

} // namespace heed::heads
