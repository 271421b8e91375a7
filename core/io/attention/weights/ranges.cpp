#include "core/io/attention/weights/ranges.h"

#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace heed::io {

namespace {

constexpr std::string_view percentages_found =
    ", and rows that sum to 100: percentages, to be divided by 100";
constexpr float rounding_below = 1e-4f; // what is left of 0 where 1 was taken off a sum

/// How far above 1 a weight may be: half precision, on its way through a softmax; or the numbers that
/// bfloat16 has there, 2^-7 apart.
bool is_rounded_one(float weight, float most) {
    constexpr float half = 0.002f, step = 0x1p-7f;
    const float above = weight / most - 1;
    return above <= half || (above <= 2 * step && above / step == std::round(above / step));
}

/// Every row of every map sums to 100, as far as rounded numbers do; or is 0, as those of padding may be, but
/// not all of them.
bool are_percentages(const std::vector<GivenMap>& maps) {
    bool any = false;
    return std::all_of(maps.begin(), maps.end(),
                       [&](const GivenMap& map) {
                           const Eigen::ArrayXf sums = map.weights.rowwise().sum();
                           const auto whole = (sums - 100).abs() <= 1.5f;
                           any = any || whole.any();
                           return (whole || sums == 0).all() &&
                                  (map.weights.array() >= -100 * rounding_below).all();
                       }) &&
           any;
}

std::string place_of(Eigen::Index row, Eigen::Index column) {
    return "weight " + std::to_string(column + 1) + " of row " + std::to_string(row + 1);
}

/// Rows need not sum to 1, and are drawn as they are; a number that is no share is not.
void check_weights(const MatrixXf& m, const std::string& what, float most, bool percentages) {
    for (Eigen::Index row = 0; row < m.rows(); ++row) {
        for (Eigen::Index column = 0; column < m.cols(); ++column) {
            const float weight = m(row, column);
            if (weight >= -rounding_below * most && is_rounded_one(weight, most) && !percentages) continue;
            std::string found = written(weight);
            if (percentages)
                found += percentages_found;
            else if (std::isnan(weight))
                found += of_masked_row;
            else
                found += of_scores;
            throw Error(what, place_of(row, column), "a number from 0 to " + written(most), found);
        }
    }
}

/// What rounding left beside 0 and 1 is drawn as they are.
void take_rounding_off(std::vector<GivenMap>& maps, std::vector<std::string>& notes) {
    constexpr float of_floats = 1e-6f; // nobody sees it
    std::size_t count = 0;
    float farthest = 0, its_weight = 0;
    for (GivenMap& map : maps) {
        for (const float weight : map.weights.reshaped()) {
            if (weight >= 0 && weight <= 1 + of_floats) continue;
            ++count;
            const float off = std::max(-weight, weight - 1);
            if (off <= farthest) continue;
            farthest = off;
            its_weight = weight;
        }
        map.weights = map.weights.cwiseMax(0.0f).cwiseMin(1.0f).eval();
    }
    if (count == 0) return;
    notes.push_back(plural(count, "weight is", "weights are") +
                    " outside 0 to 1 by no more than rounding, drawn as 0 or 1" +
                    (count == 1 ? ": " : "; farthest: ") + written(its_weight));
}

} // namespace

void check_ranges(std::vector<GivenMap>& maps, GivenSentence& s, const GivenAs& as) {
    const std::string& what = s.what;
    const bool percent = as.percent || s.percent;
    const bool percentages = !percent && are_percentages(maps);
    float largest = 0;
    for (const GivenMap& map : maps) {
        check_weights(map.weights, place_in(what, maps, map), percent ? 100 : 1, percentages);
        largest = std::max(largest, map.weights.maxCoeff());
    }
    if (s.weights.hard) s.notes.emplace_back("whole numbers, each 0 or 1: hard attention");
    if (!percent) return take_rounding_off(maps, s.notes);
    if (largest <= 1 && !s.percent)
        throw Error(what, "percentages", "a number above 1", "at most " + written(largest) + ": weights");
    for (GivenMap& map : maps) map.weights /= 100;
    s.notes.emplace_back("percentages, divided by 100");
    s.assumed.emplace_back("Percentages, divided by 100");
    take_rounding_off(maps, s.notes);
}

namespace {

/// "3, 4 and 5", or so many of them: rows counted from 1.
std::string rows_listed(const std::vector<Eigen::Index>& rows) {
    constexpr std::size_t most = 4;
    std::vector<std::string> places;
    for (std::size_t n = 0; n < std::min(rows.size(), most); ++n)
        places.push_back(std::to_string(rows[n] + 1));
    if (rows.size() > most) places.push_back(std::to_string(rows.size() - most) + " more");
    return listed(places, " and ");
}

/// Rows without any weight, as those of padding are: drawn empty, as they are given.
void say_empty_rows(const std::vector<GivenMap>& maps, std::vector<std::string>& notes) {
    for (const GivenMap& map : maps) {
        std::vector<Eigen::Index> empty;
        for (Eigen::Index row = 0; row < map.weights.rows(); ++row)
            if (map.weights.row(row).isZero(0)) empty.push_back(row);
        if (empty.empty()) continue;
        const bool one = empty.size() == 1;
        std::string words = place_in((one ? "row " : "rows ") + rows_listed(empty), maps, map);
        notes.push_back(words + (one ? " is 0 throughout, as a row of padding is: it is drawn empty"
                                     : " are 0 throughout, as rows of padding are: they are drawn empty"));
        return; // of the first map that has any
    }
}

/// The row whose sum is farthest from 1, said with its sum.
/// `links`: a row without any is none of padding.
void look_at_rows(const std::vector<GivenMap>& maps, bool links, std::vector<std::string>& notes) {
    constexpr float rounding = 0.005f;
    if (!links) say_empty_rows(maps, notes);
    Eigen::Index odd = 0, rows = 0;
    float worst = 0, its_sum = 1;
    std::string where;
    for (const GivenMap& map : maps) {
        const Eigen::VectorXf sums = map.weights.rowwise().sum();
        rows += sums.size();
        Eigen::ArrayXf off_one = (sums.array() - 1).abs();
        if (!links) off_one = (sums.array() == 0).select(0.0f, off_one).eval();
        odd += (off_one > rounding).count();
        Eigen::Index row = 0;
        if (const float off = off_one.maxCoeff(&row); off > std::max(worst, rounding)) {
            worst = off;
            its_sum = sums(row);
            where = place_in("row " + std::to_string(row + 1), maps, map);
        }
    }
    if (odd == 0) return;
    const std::string farthest = where + " sums to " + written(std::round(its_sum * 1000) / 1000);
    notes.push_back((rows == 1 ? farthest
                               : std::to_string(odd) + " of " +
                                     plural(static_cast<std::size_t>(rows), "row", "rows") +
                                     (odd == 1 ? " does" : " do") + " not sum to 1, farthest: " + farthest) +
                    "; drawn as given");
}

/// What an output looks at sums to 1, not what looks at a source token: then the lengths, or whoever named
/// the two, may be wrong. Links, ones and zeros, tell nothing.
void look_at_columns(const std::vector<GivenMap>& maps, GivenSentence& s) {
    constexpr float rounding = 0.02f;
    bool exchanged = true, shares = false;
    for (const GivenMap& map : maps) {
        const Eigen::ArrayXf columns = map.weights.colwise().sum(), rows = map.weights.rowwise().sum();
        exchanged = exchanged && ((columns - 1).abs() <= rounding).all() &&
                    !((rows - 1).abs() <= rounding || rows == 0).all();
        shares = shares || (map.weights.array() > 0 && map.weights.array() < 1).any();
    }
    if (!exchanged || !shares) return;
    s.assumed.emplace_back("Columns sum to 1 and rows do not: sources and outputs may be exchanged");
    s.notes.push_back(s.assumed.back());
}

} // namespace

void look_at_sums(const std::vector<GivenMap>& maps, GivenSentence& s, bool axes_said) {
    if (!axes_said) look_at_columns(maps, s);
    look_at_rows(maps, s.sparse, s.notes);
}

bool are_percentages(std::string_view problem) { return problem.find(percentages_found) != problem.npos; }

std::string written(float number) {
    if (std::isnan(number)) return "NaN";
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::string(text.data(), end) : std::to_string(number);
}

std::string place_in(const std::string& what, const std::vector<GivenMap>& maps, const GivenMap& map) {
    std::string place = what;
    if (maps.back().layer > 0) place += ", layer " + std::to_string(map.layer + 1);
    if (maps.back().head > 0) place += ", head " + std::to_string(map.head + 1);
    return place;
}

} // namespace heed::io
