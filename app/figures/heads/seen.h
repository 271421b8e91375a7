// The heads of one kind as they are looked at: ranks, types, which is framed, and where each stands.
#pragma once

#include "app/figures/heads/heads.h"
#include "core/analysis/heads/both_ways.h"
#include "core/analysis/heads/ranks.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::atlas {

struct Seen {
    const HeadReport& report;
    heads::Kind kind = heads::Kind::Cross;
    heads::Reading reading = heads::Reading::Predicts;
    const AtlasMeasure* measure = nullptr;
    std::vector<int> all{};           // of that kind, as numbers in the report
    std::vector<heads::Rank> ranks{}; // by the measure, of each head of the report
    int best = -1;                    // by AER over all pairs, else by the measure; -1: there is none
    std::vector<int> members{};       // of the best mean of several, but for the best
    int chosen = -1;                  // the best where none was chosen

    const HeadReport::One& one(int head) const { return report.all[static_cast<std::size_t>(head)]; }
    const heads::Sums& sums(int head) const { return sums(head, reading); }
    const heads::Sums& sums(int head, heads::Reading by) const {
        return one(head).sums[static_cast<std::size_t>(by)];
    }
    std::optional<double> value(int head) const { return value(head, *measure, reading); }
    std::optional<double> value(int head, const AtlasMeasure& of, heads::Reading by) const;
    const heads::Rank& ranked(int head) const { return ranks[static_cast<std::size_t>(head)]; }
    int rank(int head) const { return ranked(head).first; } // of equal ones the first; 0: it has none
    const heads::Type* type(int head) const;
    /// Whether they are those that links are measured of.
    bool linked() const {
        return kind == heads::Kind::Cross ||
               (!all.empty() && heads::looks_both_ways(kind, sums(all.front())));
    }
    bool aligned() const { return report.choice && linked(); }
    std::string reading_name(heads::Reading by) const {
        return std::string(heads::reading_name(kind, by, linked()));
    }
};
Seen seen(const HeadReport& report, const HeadsLook& look);

/// The kinds that there are, in the order of the switch.
std::vector<heads::Kind> kinds_of(const HeadReport& report);
/// Those that anything was measured of, of that kind.
std::vector<const AtlasMeasure*> measures_of(const HeadReport& report, heads::Kind kind);
/// Best first of those heads, for each head of the report.
std::vector<heads::Rank> ranks_of(const Seen& seen, const AtlasMeasure& measure);
/// Of equal ones the first; -1: no head has a number of that measure.
int first_by(const Seen& seen, std::string_view measure);

/// In the grid, from its upper left corner.
struct Place {
    int head, column, row;
};
struct Grid {
    std::vector<Place> places;
    int columns = 1, rows = 1;
    const Place* of(int head) const;
};
/// `columns` 0: as many as a layer has heads. With fewer a layer goes on in the row below.
Grid grid_of(const Seen& seen, AtlasOrder order, int columns = 0);
/// The head so many columns and rows away; the same where there is none.
int beside(const Grid& grid, int head, int across, int down);

/// What is done to a head; null: nothing.
const HeadEdit* edit_of(const HeadEdits& edits, const heads::Head& head);

std::string place_name(const heads::Head& head); // "5:3"
std::string long_name(const heads::Head& head);  // "layer 5, head 3"
std::string ordinal(int number);                 // "1st"
std::string ordinal(const heads::Rank& rank);    // "1st"; "1–3" of three that are equal

} // namespace heed::atlas
