#include "core/io/mapping/parts/fewest_left.h"

#include "core/io/mapping/parts/hints.h"
#include "core/io/mapping/parts/names.h"
#include "core/io/mapping/parts/written_tensors.h"
#include "core/io/mapping/questions.h"

#include <tuple>

namespace heed::io::mapping {

namespace {

constexpr int most_placed = 4;        // one after another
constexpr std::size_t most_left = 24; // of more it is another kind of model

/// Units that no part reads; not those of an embedding, which may be there once more.
std::vector<std::size_t> unread_of(const Mapping& m) {
    std::vector<std::size_t> unread;
    for (std::size_t n = 0; n < m.units.size(); ++n) {
        const Unit& unit = m.units[n];
        const bool part = unit.kind == Unit::Kind::Layer || unit.kind == Unit::Kind::Vector;
        if (part && m.as[n].part == Part::None && !m.as[n].given && !has_word(unit.name, "emb lookup =lut"))
            unread.push_back(n);
    }
    return unread;
}

/// What was guessed of the units, and how good that is.
struct Rated {
    Mapping mapping;
    Wanted wanted;
    std::size_t left = 0; // units that no part reads, or of a part that nothing reads
    bool runs = false;    // some answers make all shapes fit
    int likely = 0;

    bool better_than(const Rated& other) const {
        return std::tuple(other.left, runs, likely) > std::tuple(left, other.runs, other.likely);
    }
};

Rated rated(const Mapping& before, const Wanted& wanted) {
    Rated one{before, wanted};
    one.likely = guess_rest(one.mapping, wanted);
    const Draft asked = draft(one.mapping, {});
    one.runs = asked.ready();
    one.left = unread_of(one.mapping).size() + read_by_nothing(asked).size();
    return one;
}

/// The best reading in which one of the units that are left over is something; as it is: none is better.
Rated with_one_more(const Mapping& before, const Rated& now) {
    Rated best = now;
    for (const std::size_t n : unread_of(now.mapping))
        for (const Part part : possible_parts(now.mapping, n)) {
            Wanted wanted = now.wanted;
            if (!wanted.emplace(part, n).second) continue;
            Rated other = rated(before, wanted);
            if (other.left < now.left && (other.runs || !now.runs) && other.better_than(best))
                best = std::move(other);
        }
    return best;
}

} // namespace

void guess_fewest_left(Mapping& mapping) {
    const Mapping before = mapping;
    guess_rest(mapping);
    const bool halves = mapping.count(Part::Forward) > 0 && mapping.count(Part::Cell) > 0;
    if (!halves || unread_of(mapping).empty() || unread_of(mapping).size() > most_left) return;
    Rated now = rated(before, {});
    for (int placed = 0; placed < most_placed; ++placed) {
        Rated other = with_one_more(before, now);
        if (other.left >= now.left) break;
        now = std::move(other);
        if (now.left == 0) break;
    }
    mapping = std::move(now.mapping);
}

} // namespace heed::io::mapping
