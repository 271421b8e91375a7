// Which part of a series is shown.
#pragma once

namespace heed {

/// The rows of the series that the chart shows, the next one included; no rows: all of them.
struct SeriesView {
    int first = 0, rows = 0;
    bool operator==(const SeriesView&) const = default;
};

} // namespace heed
