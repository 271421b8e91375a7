#include "core/io/mapping/parts/hints.h"
#include "core/io/mapping/parts/names.h"

#include <algorithm>

namespace heed::io::mapping {

std::string columns_ground(Part part, const Unit& unit, const Sizes& s) {
    const auto sum = [&](std::int64_t a, std::int64_t b) {
        return number(a + b) + " columns = " + number(a) + " + " + number(b);
    };
    const auto reads_both = [&](std::int64_t n) {
        const std::vector<std::int64_t> all = s.annotations();
        return std::find(all.begin(), all.end(), n - s.D) != all.end();
    };
    switch (part) {
    case Part::Score:
    case Part::Combine:
        if (reads_both(unit.columns)) return sum(s.D, unit.columns - s.D);
        if (reads_both(unit.columns - s.T))
            return number(unit.columns) + " columns = " + number(s.T) + " + " + number(s.D) + " + " +
                   number(unit.columns - s.T - s.D);
        return sum(s.T, unit.columns - s.T);
    case Part::CellInput:
        return sum(s.T, unit.columns - s.T);
    case Part::ScoreV:
    case Part::ScoreBias:
        return "length " + number(unit.rows * unit.columns) + ", as the score has units";
    case Part::StartBias:
    case Part::MemoryBias:
    case Part::GateBias:
    case Part::InputBias:
    case Part::CombineBias:
    case Part::ProjectBias:
    case Part::OutputBias:
        return "length " + number(unit.rows * unit.columns) + ", as that layer alone has rows";
    case Part::ScoreQuery:
        return number(unit.columns) + " columns, as the state";
    case Part::ScoreKey:
        return number(unit.columns) + " columns, as an annotation";
    case Part::ScoreW:
    case Part::Start:
    case Part::StartMemory:
        return number(unit.rows) + " × " + number(unit.columns) + ": between state and encoder";
    case Part::Gate:
        return number(unit.rows) + (unit.rows == 1 ? " row: of all the context" : " rows, as an annotation");
    case Part::Project:
        return number(unit.rows) + " rows, which the logits read";
    default:
        return {};
    }
}

} // namespace heed::io::mapping
