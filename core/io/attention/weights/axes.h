// Which axis of an array of weights is which: told by their lengths against the tokens.
#pragma once

#include "core/io/attention/parts.h"
#include "core/io/attention/weights/given_array.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

// order_words() of core/io/attention/file.h says an order in words.

inline constexpr std::size_t fewest_axes = 2, most_axes = 6;
inline constexpr std::string_view expected_axes =
    "2 to 6 axes: outputs × sources, with heads, layers and a batch before them, or one step after the other";

/// How many there are of each; 0: not known, any number may be.
struct AxisLengths {
    std::int64_t outputs = 0, sources = 0;
    std::int64_t sentences = 0; // of a batch
    bool batch = false;         // there is one, if any order fits
    int more = 1;               // so many more than words there may be: for an end, or a start as well
    bool output_start = false, source_start = false; // their first word may have neither row nor column
    bool layers_told = false, heads_told = false;    // by the file's own keys: no batch
    bool layers_first = false;  // by its key: a batch stands behind them, if there is one
    bool sources_first = false; // by its key: source tokens × outputs, with layers and heads behind them
};

/// The order of an array's axes, a letter each: L layers, H heads, B a batch, T outputs, S sources, O the
/// only output of a step.
struct AxesFound {
    std::string order;
    bool turned = false;               // sources before outputs
    bool by_sums = false;              // and only its sums say so
    std::string assumed{};             // a sentence without its full stop: what no length tells
    std::string noted{};               // the same of what is usual, and need not be doubted
    std::vector<std::string> others{}; // orders that it may as well have
};

/// The order that fits, or that was `said`; of several, the first whose rows sum to 1, or the usual one: then
/// `assumed` says so. Weights whose form says it are outputs × sources. Throws naming `what` and the axis
/// that fits nothing, or that may be layers as well as sentences of a batch (axes_asked()).
AxesFound axes_of(const GivenArray& array, const AxisLengths& lengths, const std::string& what,
                  const std::string& said = {});

/// Whether every row sums to that, whichever of its axes are rows: to what rounding leaves of it.
bool rows_sum_to(const GivenArray& array, float total);

/// Whether the columns of two axes sum to 1, or to 100, and the rows do not: of a table whose rows are, it
/// seems, the source tokens. Ones and zeros alone are links, which tell nothing.
bool only_columns_sum(const GivenArray& array);

/// Sentences of its batch; 1 where it has no such axis.
std::int64_t batch_length(const GivenArray& array, std::string_view order);

/// The maps of sentence `n` of the batch, in that order.
std::vector<GivenMap> maps_of(const GivenArray& array, std::string_view order, std::int64_t n = 0);

} // namespace heed::io
