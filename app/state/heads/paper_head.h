// Of a run of several heads, which of them a figure of one map on paper is of.
#pragma once

#include "app/state/app_state.h"
#include "core/analysis/heads/run_heads.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

inline constexpr std::array paper_head_names = {"mean", "front", "best"}; // as in PaperHead

/// The one that is framed where Step shows every head; else the one in front of its network. None: it is not
/// known yet, or the picture is of several.
std::optional<heads::Head> head_looked_at(const AppState& state);
/// The framed one, where Step shows every head.
std::optional<heads::Head> head_framed(const AppState& state);
/// The one that aligns best over the pairs that were measured; none: none were.
std::optional<heads::Head> best_head_measured(const AppState& state);

struct PaperHeadChoice {
    PaperHead which;
    std::string name; // "Mean of heads", "Mean, layer 2", "Model’s, 2:2", "Head 2:4", "Best, 2:1"
};
/// What there is to choose from in Step; empty for a figure that is not of one map, or a run of one head.
std::vector<PaperHeadChoice> paper_heads(const AppState& state, std::string_view figure);
/// The choice of the dialog; where it has none, or one that is not there: the head that was chosen or
/// brought to the front, else the map that stands for the model.
PaperHead paper_head(const AppState& state, const ExportDialog& dialog);
/// The run with that map as its weights; in words where these are shown. Null: there is nothing to choose.
std::shared_ptr<const Trace> run_on_paper(const AppState& state, const Trace& run,
                                          const ExportDialog& dialog);

} // namespace heed
