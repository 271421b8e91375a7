// What a user changes in a run. Everything after an edit follows from it; everything before stays as it was.
#pragma once

#include "core/trace/head_edit.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// What is done to the weights that the model makes for an output, before they are used. All but Given work
/// on the row that the model has just made, which earlier edits may have changed, and keep what it gave to
/// the source as a whole.
struct RowEdit {
    enum class Kind {
        Given,    // `weights` in its place, used as they are
        Held,     // the source positions of `held` have these weights; the others share the rest as they did
        Uniform,  // every source position the same
        HardMax,  // the strongest alone
        Previous, // the row of the output before, as it was used; at the first output its own
        Without,  // the source positions of `without` get nothing; the others share the rest as they did
        Shuffled, // the same weights in other places, drawn from `seed`
    };
    Kind kind = Kind::Given;
    std::vector<float> weights; // (T)
    std::map<int, float> held;  // source position -> weight, 0 … 1
    std::vector<int> without;   // source positions, ascending
    std::uint64_t seed = 0;
    bool operator==(const RowEdit&) const = default;
};

/// Its name in files and on the command line: "held".
std::string_view to_string(RowEdit::Kind kind);
std::optional<RowEdit::Kind> find_row_edit(std::string_view name);

/// Positions are outputs, from 0.
struct Edits {
    std::map<int, std::string> forced; // the token that is written there
    std::map<int, RowEdit> rows;
    std::optional<RowEdit> every_row; // where `rows` says nothing
    HeadEdits heads;                  // of a Transformer, what is done to single heads
    double temperature = 1;           // energies are divided by it, at every output
    std::set<int> muted;              // places of the input that a model of one answer does not hear
    std::optional<bool> masking;      // whether a model that points chooses each place once; else as it says
    bool operator==(const Edits&) const = default;

    bool any() const { return *this != Edits{}; }
    bool touches_rows() const { return !rows.empty() || every_row || temperature != 1; }
    /// What is done to the row of output i, or null.
    const RowEdit* row(int i) const;
    /// The first output that they change; -1: none.
    int first() const;
};

} // namespace heed
