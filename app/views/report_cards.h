// The cards on the right of the load report.
#pragma once

#include "app/views/base/widgets.h"
#include "app/views/views.h"

namespace heed {

inline constexpr float report_edge = 20;

/// A card of the right column, drawn from the top down; what lies outside the window is clipped.
struct ReportCard {
    Ui& ui;
    Box box; // its height is what it had in the frame before
    float y;
    float x() const { return box.x + report_edge; }
    float w() const { return box.w - 2 * report_edge; }
};

/// `strong`: it asks for something.
ReportCard begin_card(Ui& ui, const std::string& id, float x, float y, float w, bool strong,
                      const std::string& title, const std::string& note = {});
/// Remembers how high the card became; returns where the next one begins.
float end_card(ReportCard& card, const std::string& id);

// Each returns where the next card begins.
float report_what_it_is(Ui& ui, const io::LoadReport& report, float x, float y, float w);
/// What is understood only in part: the families that come near, by the tensors they take.
float report_in_doubt(Ui& ui, const io::LoadReport& report, float x, float y, float w);
float report_own_case(Ui& ui, const io::LoadReport& report, float x, float y, float w);
/// What every picture of a model in doubt says.
float report_samples(Ui& ui, const io::LoadReport& report, float x, float y, float w);
float report_notes(Ui& ui, const io::LoadReport& report, float x, float y, float w);

} // namespace heed
