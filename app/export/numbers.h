// The numbers behind a figure, in files for numbers.
#pragma once

#include "app/export/export.h"
#include "app/figures/figures.h"

#include <nlohmann/json_fwd.hpp>

namespace heed {

constexpr bool is_picture(FileKind file) { return file != FileKind::Csv && file != FileKind::Json; }
/// What the figure's row says that a .csv or .json of it holds; None: neither.
FigureNumbers numbers_in(const FigureKind& figure, FileKind file);
/// Whether such a file can be made of it at all.
bool can_be(const FigureKind& figure, FileKind file);
/// What can be said of it there.
FigureOptions options_in(const FigureKind& figure, FileKind file);

/// The file's bytes. Of weights the rows and columns that the settings name. Throws heed::Error where there
/// is nothing to write.
std::string figure_numbers(FigureNumbers what, FileKind file, const FigureSource& source,
                           const PaperSettings& parts = {});

/// A line a node: its number, that of the one before it, output, token, p, log p, log P of all up to it, what
/// became of it, and the rank of the sentence that ends there. Counted from 0 but for the rank.
std::string tree_csv(const TreePlan& plan);

/// {"format": "heed.compare", "version": 1, "input", "models": [traces; of an encoder alone "places":
///               [{"token", "id", "weights", "entropy"}] of the source, and no step],
///  "metrics": [{"name", "log_prob", "entropy", "sharpness", "normalised_entropy", "monotonicity", "ceiling",
///               "aer": {"shift0", "shift1", "soft"}|null of the right answer, forced,
///               "aer_of_map": number|null}], "divergence": [[bits|null]]}.
nlohmann::ordered_json panels_json(std::span<const ComparePanel> panels, const CompareNumbers& numbers,
                                   const std::string& input);
/// model,i,output,j,source,weight: a line for every weight, positions from 0.
std::string panels_csv(std::span<const ComparePanel> panels);
/// The same of every map that the run has, by its name ("decoder.layers.1.cross.heads.3"), without the one
/// that stands for the run, which is one of them or their mean. Throws heed::Error where there is none.
std::string maps_csv(const Trace& run);

} // namespace heed
