// The maps of runs one by one, for what shows one of them or all: files of weights hold a run a sentence,
// with layers and heads or without.
#pragma once

#include "app/figures/maps/grid.h"
#include "core/trace/trace.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heed {

struct RunMap {
    std::shared_ptr<const Trace> run;   // with all its maps
    std::shared_ptr<const Trace> alone; // the same words with this map as the only one; its model is named so
    Site site{Quantity::Weights};       // in `run`
    const MatrixXf* weights = nullptr;  // (columns, rows), of `run`; null: it has no map
    bool layered = false, headed = false;
    std::string sentence{}; // "sentence 2"; empty: the file's only one
    std::string kind{};     // "encoder self", where the run has maps of several kinds
    std::string place{};    // "layer 2, head 1", behind its kind; empty: the sentence's only map
    float entropy = 0;      // entropy_share()
    bool rows_sum_to_one = true;

    int rows() const { return weights ? static_cast<int>(weights->cols()) : 0; }
    int columns() const { return weights ? static_cast<int>(weights->rows()) : 0; }
    /// Whether a row and a column of both are the same words.
    bool same_axes(const RunMap& other) const;
};

/// In the order of the runs; of each by layer and head. A run without a map is one without values.
std::vector<RunMap> maps_of(const std::vector<std::shared_ptr<const Trace>>& runs);

/// As thumbnails: layers are rows and heads columns where there is one run that has both, and no other maps;
/// else rows of as many as make the whole nearly square, a little wider than high, each with its name. The
/// values are those of `maps`, which must outlive them.
struct Thumbnails {
    std::vector<GridMap> maps;
    std::string row_name, column_name; // empty: a map's place says nothing
    bool top_down = false;
    /// Puts the names where the figure looks for them.
    GridSettings settings() const;
};
Thumbnails thumbnails(std::span<const RunMap> maps);
/// "3 layers of 4 heads", "5 sentences", "6 maps".
std::string count_of_maps(std::span<const RunMap> maps);

/// A run whose only, or first, map is not of outputs over the source as one that is, its rows the outputs and
/// its columns the source: for what sets such maps side by side. Rows that no model wrote are labels of the
/// outputs as well. Any other run as it is.
std::shared_ptr<const Trace> laid_out(const std::shared_ptr<const Trace>& alone);

} // namespace heed
