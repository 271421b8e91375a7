// What the figures of Compare share with one another.
#pragma once

#include "app/figures/base/marks.h"
#include "app/figures/compare/compare.h"
#include "app/figures/maps/plan.h"

namespace heed::compare {

/// The cell the user looks at: the hovered one, else the pinned one.
CompareCell looked_at(const CompareOptions& options);

/// Those the options bring, or else made now.
CompareNumbers numbers_for(std::span<const ComparePanel> panels, const CompareOptions& options);

/// Which panels wrote what the others did not.
struct Agreement {
    int reference = -1;      // the panel whose output most wrote (of equal many, the first); -1: nobody wrote
    std::vector<bool> other; // by panel: read the same, wrote something else
    std::vector<std::vector<bool>> differs; // by panel and output: not in the reference's output
};
Agreement agreement_of(std::span<const ComparePanel> panels);

/// ".97", ".997", "<.001": two digits, three where two would print all or nothing.
std::string weight_number(double weight);
/// Bits: ".890", "<.001", "0".
std::string bits_number(double value);

/// Lines at 45 degrees, 5 px apart: what is not there.
void add_hatching(Scene& scene, Box box, Color color);
/// A frame of dashes below words that can be clicked.
void add_dashed_underline(Scene& scene, Point left, float width, Color color);
/// A letter in a small box, as of A and B; 18 square about the point.
void add_badge(Scene& scene, const FigureStyle& style, Point centre, const std::string& letter);
/// Of a run that a hand changed: "changed" in a frame whose left edge is there, which says how where it is
/// pointed at. Returns how wide it is; 0: it is the model's own run, or the mark would pass `until`.
float add_changed_mark(Scene& scene, const FigureStyle& style, Point left, float until, const Trace* run,
                       double temperature);
/// How wide that would be.
float changed_mark_width(const FigureStyle& style, const Trace* run, double temperature);
/// "as you changed them", "underlined: changed by hand" where some are as the model made them; empty: all
/// are. Of the temperature that all of them have it is said in other words.
std::string changed_runs_words(std::span<const ComparePanel> panels, double temperature);
/// "should have “à” after “signé”", of a run that is not the right answer; empty where it is, or none is
/// known.
std::string what_is_wrong(const ComparePanel& panel);

/// Whether some row has less weight than 1 in all: local-p's, and what looks at more than the source.
bool has_short_rows(const Trace& trace);
/// Outputs of a run that are to be seen.
int revealed_outputs(const Trace& trace, const CompareOptions& options);
/// What was written until then, as text: "1987-0".
std::string revealed_text(const Trace& trace, const CompareOptions& options);
/// Whether every token was given: the answer, or another model's run that is only scored here.
bool was_given(const Trace& trace);

/// Where the reference alignment says to look for each output: runs of neighbouring source positions, sure
/// ones where there are any. Only for outputs whose strongest weight lies on no link of the reference.
struct MissedLink {
    int row, first, last; // source positions, both included
};
std::vector<MissedLink> missed_links(const ComparePanel& panel);

/// The surface of a card, and its heading at the left with a note at the right.
void add_card(Scene& scene, Box box, const Palette& colors);
void add_heading(Scene& scene, const FigureStyle& style, Box card, const std::string& title,
                 const std::string& note);

/// Between two colours, channel by channel: 0 is a.
Color mixed(Color a, Color b, float t);

} // namespace heed::compare
