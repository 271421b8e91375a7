#include "app/figures/heads/seen.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

namespace heed {
namespace {

using heads::Kind;
using heads::Reading;

constexpr AtlasMeasure atlas_rows[] = {
    {"aer", "AER", "AER"},
    {"in_gold", "strongest in the links", "in the links"},
    {"evenness", "entropy, 0…1", "entropy of 0…1"},
    {"end", "share on end", "share on end"},
    {"first", "share on first token", "share on first token"},
    {"monotonic", "moves forward", "moves forward"},
    {"diagonal", "on the diagonal", "on the diagonal"},
    {"previous", "on the word before", "on the word before"},
    {"agreement", "like the mean of heads", "like the mean"},
};

const AtlasMeasure* find_atlas_row(std::string_view id) {
    const auto* row =
        std::find_if(std::begin(atlas_rows), std::end(atlas_rows), [&](const auto& m) { return m.id == id; });
    return row == std::end(atlas_rows) ? nullptr : row;
}

} // namespace

std::span<const AtlasMeasure> atlas_measures() { return atlas_rows; }
const AtlasMeasure& atlas_measure(std::string_view id) { return *find_atlas_row(id); }
bool is_atlas_measure(std::string_view id) { return find_atlas_row(id) != nullptr; }

std::string_view atlas_title(Kind kind) {
    return kind == Kind::Cross ? "Cross" : kind == Kind::Encoder ? "Encoder" : "Decoder";
}

namespace atlas {
namespace {

/// Over all pairs, as ranks and numbers are: what was chosen on half of them is told beside the other half.
/// Of the heads that links are measured of the one so numbered is the report's of the same number: they come
/// first.
void find_aligning(Seen& s) {
    s.best = first_by(s, "aer");
    for (const int h : s.report.choice->mean.heads)
        if (h != s.best) s.members.push_back(h);
}

void find_best(Seen& s) {
    if (s.aligned()) return find_aligning(s);
    if (heads::find_measure(s.measure->id)->better == heads::Better::Neither) return;
    const auto first = std::find_if(s.all.begin(), s.all.end(), [&](int h) { return s.rank(h) == 1; });
    if (first != s.all.end()) s.best = *first; // of equal ones
}

int chosen_of(const Seen& s, const HeadsLook& look) {
    for (const int h : s.all)
        if (const Site& site = s.one(h).head.site; site.layer == look.layer && site.head == look.head)
            return h;
    if (s.best >= 0) return s.best;
    return s.all.empty() ? -1 : s.all.front();
}

/// Where its type stands among all of them.
int type_number(const Seen& s, int head) {
    const heads::Type* type = s.type(head);
    return type ? static_cast<int>(type - heads::types().data()) : static_cast<int>(heads::types().size());
}

std::vector<int> in_order(const Seen& s, AtlasOrder order) {
    std::vector<int> all = s.all;
    const auto key = [&](int h) {
        const int rank = s.rank(h) > 0 ? s.rank(h) : static_cast<int>(s.report.all.size()) + 1;
        return std::pair(order == AtlasOrder::Type ? type_number(s, h) : 0, rank);
    };
    std::stable_sort(all.begin(), all.end(), [&](int a, int b) { return key(a) < key(b); });
    return all;
}

} // namespace

std::optional<double> Seen::value(int head, const AtlasMeasure& of, Reading by) const {
    return heads::find_measure(of.id)->value(sums(head, by));
}

const HeadEdit* edit_of(const HeadEdits& edits, const heads::Head& head) {
    const auto found = edits.find({head.kind, head.site.layer, head.site.head});
    return found == edits.end() ? nullptr : &found->second;
}

const heads::Type* Seen::type(int head) const { return heads::type_of(sums(head), report.diagonal); }

std::vector<Kind> kinds_of(const HeadReport& report) {
    std::vector<Kind> found;
    for (const Kind kind : atlas_kinds)
        if (std::any_of(report.all.begin(), report.all.end(),
                        [&](const auto& one) { return one.head.kind == kind; }))
            found.push_back(kind);
    return found;
}

std::vector<const AtlasMeasure*> measures_of(const HeadReport& report, Kind kind) {
    std::vector<const AtlasMeasure*> found;
    for (const AtlasMeasure& measure : atlas_measures()) {
        const auto value = heads::find_measure(measure.id)->value;
        if (std::any_of(report.all.begin(), report.all.end(), [&](const auto& one) {
                return one.head.kind == kind && value(one.sums[0]).has_value();
            }))
            found.push_back(&measure);
    }
    return found;
}

std::vector<heads::Rank> ranks_of(const Seen& s, const AtlasMeasure& measure) {
    const bool low = heads::find_measure(measure.id)->better == heads::Better::Low;
    std::vector<std::optional<double>> keys(s.report.all.size());
    for (const int h : s.all)
        if (const auto value = s.value(h, measure, s.reading))
            keys[static_cast<std::size_t>(h)] = low ? *value : -*value;
    return heads::ranks_of(keys);
}

int first_by(const Seen& s, std::string_view measure) {
    const std::vector<heads::Rank> ranks = ranks_of(s, atlas_measure(measure));
    const auto found = std::find_if(ranks.begin(), ranks.end(), [](const auto& r) { return r.first == 1; });
    return found == ranks.end() ? -1 : static_cast<int>(found - ranks.begin());
}

namespace {

/// That in which a head has the lowest AER over all pairs; over a file it is one for every kind.
Reading lowest_reading(const Seen& s) {
    const AtlasMeasure& error = atlas_measure("aer");
    std::vector<int> all = s.all;
    if (s.report.choice) {
        all.resize(s.report.all.size());
        std::iota(all.begin(), all.end(), 0);
    }
    Reading best = Reading::Predicts;
    std::optional<double> least;
    for (const Reading reading : heads::readings)
        for (const int h : all)
            if (const auto value = s.value(h, error, reading); value && (!least || *value < *least)) {
                least = value;
                best = reading;
            }
    return best;
}

} // namespace

Seen seen(const HeadReport& report, const HeadsLook& look) {
    Seen s{.report = report};
    const std::vector<Kind> kinds = kinds_of(report);
    s.kind = look.kind;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), look.kind) == kinds.end())
        s.kind = kinds.back();
    for (std::size_t h = 0; h < report.all.size(); ++h)
        if (report.all[h].head.kind == s.kind) s.all.push_back(static_cast<int>(h));
    s.reading = look.reading ? *look.reading : lowest_reading(s);
    s.measure = find_atlas_row(report.judged > 0 && s.linked() ? "aer" : "evenness");
    for (const AtlasMeasure* m : measures_of(report, s.kind))
        if (m->id == look.measure) s.measure = m;
    s.ranks = ranks_of(s, *s.measure);
    find_best(s);
    s.chosen = chosen_of(s, look);
    return s;
}

const Place* Grid::of(int head) const {
    const auto found =
        std::find_if(places.begin(), places.end(), [&](const Place& p) { return p.head == head; });
    return found == places.end() ? nullptr : &*found;
}

Grid grid_of(const Seen& s, AtlasOrder order, int columns) {
    Grid grid;
    std::set<int, std::greater<>> layers; // the highest above
    int most = 1;                         // heads of a layer
    for (const int h : s.all) {
        layers.insert(s.one(h).head.site.layer);
        most = std::max(most, s.one(h).head.site.head + 1);
    }
    grid.columns = columns > 0 ? columns : most;
    const auto rows_for = [&](int count) { return (count + grid.columns - 1) / grid.columns; };
    if (order == AtlasOrder::Layer) {
        const int rows = rows_for(most); // of a layer
        grid.rows = std::max(1, rows * static_cast<int>(layers.size()));
        for (const int h : s.all) {
            const Site& site = s.one(h).head.site;
            const auto above = static_cast<int>(std::distance(layers.begin(), layers.find(site.layer)));
            grid.places.push_back({h, site.head % grid.columns, above * rows + site.head / grid.columns});
        }
        return grid;
    }
    for (const int h : in_order(s, order)) {
        const int n = static_cast<int>(grid.places.size());
        grid.places.push_back({h, n % grid.columns, n / grid.columns});
    }
    grid.rows = std::max(1, rows_for(static_cast<int>(grid.places.size())));
    return grid;
}

int beside(const Grid& grid, int head, int across, int down) {
    const Place* from = grid.of(head);
    if (!from) return head;
    for (const Place& to : grid.places)
        if (to.column == from->column + across && to.row == from->row + down) return to.head;
    return head;
}

std::string place_name(const heads::Head& head) {
    return std::to_string(head.site.layer + 1) + ":" + std::to_string(head.site.head + 1);
}

std::string long_name(const heads::Head& head) {
    return "layer " + std::to_string(head.site.layer + 1) + ", head " + std::to_string(head.site.head + 1);
}

std::string ordinal(int number) {
    constexpr const char* endings[] = {"th", "st", "nd", "rd"};
    const int last = number % 10, two = number % 100;
    return std::to_string(number) + endings[last <= 3 && (two < 11 || two > 13) ? last : 0];
}

std::string ordinal(const heads::Rank& rank) {
    return rank.shared() ? std::to_string(rank.first) + "–" + std::to_string(rank.last) : ordinal(rank.first);
}

} // namespace atlas

std::map<HeadPlace, std::string> head_types(const HeadReport& report, const HeadsLook& look) {
    std::map<HeadPlace, std::string> types;
    for (const Kind kind : atlas::kinds_of(report)) {
        HeadsLook of = look;
        of.kind = kind;
        const atlas::Seen seen = atlas::seen(report, of);
        for (const int h : seen.all)
            if (const heads::Type* type = seen.type(h))
                types[{kind, seen.one(h).head.site.layer, seen.one(h).head.site.head}] = type->title;
    }
    return types;
}

} // namespace heed
