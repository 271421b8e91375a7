// Does the map mean anything? The weights of a run beside what reading moves, what leaving out changes and
// what other weights would have written: every row in the columns of the source.
#pragma once

#include "app/figures/base/figure.h"
#include "core/analysis/meaning/measured.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <string>

namespace heed {

struct MeaningPicture {
    const Trace& run; // with the model's own weights
    const analysis::meaning::Sentence& sentence;
    const analysis::meaning::OutputMeaning* output = nullptr; // of `row`; null: it is being measured
    int row = 0;                                              // the output that is looked at
    /// Its row of weights in the run on the screen, where that was made another: of the other weights which.
    std::optional<analysis::meaning::OtherRow::Kind> applied{};
};

/// The same, for whoever exports it.
struct MeaningBoard final : Board {
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const analysis::meaning::Sentence> sentence;
    std::shared_ptr<const analysis::meaning::OutputMeaning> output;
    int row = 0;
    std::optional<analysis::meaning::OtherRow::Kind> applied{};
    MeaningPicture picture() const { return {*run, *sentence, output.get(), row, applied}; }
};

struct MeaningSettings {
    float width = 936, height = 808; // px at scale 1; it is drawn no lower than it can be read
    float head_right = 0;            // px at the right of the title that are not the figure's
    int column = -1;                 // under the pointer, or chosen
    int other = -1;                  // the row of other weights under the pointer
    bool operator==(const MeaningSettings&) const = default;
};

/// Picks: Cell (i, j) of the map, Row (i), Column (j) down the lanes, TableRow (k, of the other weights).
Scene meaning_figure(const MeaningPicture& picture, const MeaningSettings& settings,
                     const FigureStyle& style);

/// "−.12", ".62", "1": a τ as it is printed everywhere. Less than half a hundredth has no sign.
std::string tau_number(double tau);

/// One sentence of caution, the first that holds: another map would have written the same; the gradient ranks
/// the inputs differently (its τ there below .4); or the measures agree.
std::string meaning_caution(const MeaningPicture& picture);
/// What stands below the canvas.
std::string meaning_narration(const MeaningPicture& picture);

} // namespace heed
