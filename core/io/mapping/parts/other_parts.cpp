#include "core/io/mapping/parts/other_parts.h"

#include <algorithm>
#include <set>

namespace heed::io::mapping {

namespace {

std::vector<Part> parts_of(const Mapping& mapping) {
    std::vector<Part> parts;
    for (const Mapped& row : mapping.as) parts.push_back(row.part);
    return parts;
}

bool could_be_another(const Mapped& row) { return !row.given && row.part != Part::Ignored; }

/// Whether the score is a small network, whose units a vector weighs.
bool has_network(const Mapping& mapping) {
    return mapping.count(Part::Score) + mapping.count(Part::ScoreQuery) + mapping.count(Part::ScoreKey) > 0;
}

} // namespace

Reading with_parts(const Reading& reading, const Parts& parts, const OpenOptions& options) {
    Said said = reading.said;
    for (const auto& [unit, part] : parts) said.parts[unit] = part;
    Reading other = read_unknown(reading.unknown, std::move(said), options);
    other.nearest = reading.nearest;
    return other;
}

std::vector<Parts> other_parts(const Reading& reading, Cancelled cancelled) {
    const Mapping now = reading.mapped();
    std::set<std::vector<Part>> seen = {parts_of(now)};
    std::vector<Parts> found;
    for (std::size_t n = 0; n < now.units.size(); ++n) {
        if (cancelled != nullptr && cancelled->load()) break;
        if (!could_be_another(now.as[n])) continue;
        for (const PartInfo& row : part_table()) {
            const bool same = row.part == now.as[n].part || row.part == Part::None;
            // A matrix of the score may be there and not used: the score is a product without it.
            const bool left_out = row.part == Part::Ignored && now.as[n].part != Part::ScoreW;
            const bool idle = row.part == Part::ScoreV && !has_network(now); // nothing would read it
            if (same || left_out || idle || !takes(row.part, now.units[n])) continue;
            const Parts parts = {{now.units[n].name, row.part}};
            Reading other = reading;
            other.said.parts[now.units[n].name] = row.part;
            const Draft draft = other.drafted();
            const bool whole = draft.mapping.count(Part::None) <= now.count(Part::None);
            if (draft.ready() && whole && seen.insert(parts_of(draft.mapping)).second) found.push_back(parts);
        }
    }
    // First what needs no part that then would do nothing.
    std::stable_partition(found.begin(), found.end(),
                          [](const Parts& parts) { return parts.begin()->second == Part::Ignored; });
    return found;
}

} // namespace heed::io::mapping
