#include "core/analysis/survey/order.h"

#include "core/text/fold.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace heed::survey {
namespace {

bool all_hold(const std::vector<Condition>& conditions, const LineRecord& line) {
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const Condition& c) { return c.holds(line); });
}

/// The ranges first, then how often; nothing is kept of a line.
class Histograms {
public:
    void see(double value, std::size_t m) {
        Histogram& h = all[m];
        h.low = seen_[m] ? std::min(h.low, value) : value;
        h.high = seen_[m] ? std::max(h.high, value) : value;
        seen_[m] = true;
    }
    void count(double value, std::size_t m) {
        Histogram& h = all[m];
        const double width = h.high - h.low;
        const int bin = width > 0 ? static_cast<int>((value - h.low) / width * Histogram::bins) : 0;
        auto& in = h.counts[static_cast<std::size_t>(std::clamp(bin, 0, Histogram::bins - 1))];
        h.most = std::max(h.most, ++in);
    }
    std::vector<Histogram> all = std::vector<Histogram>(measures().size());

private:
    std::vector<bool> seen_ = std::vector<bool>(measures().size(), false);
};

/// Worst first; what has no value is last. Equal ones stay in the file's order.
void sort_lines(const LineTable& table, const Sorting& sorting, std::vector<std::uint32_t>& lines) {
    if (sorting.measure < 0) {
        if (sorting.turned) std::reverse(lines.begin(), lines.end());
        return;
    }
    const Measure& measure = measures()[static_cast<std::size_t>(sorting.measure)];
    const bool falling = (measure.worse == Worse::High) != sorting.turned;
    std::vector<std::pair<double, std::uint32_t>> keys;
    keys.reserve(lines.size());
    for (const std::uint32_t n : lines) {
        const auto value = measure.value(table.at(n), sorting.model);
        keys.emplace_back(!value ? std::numeric_limits<double>::infinity() : falling ? -*value : *value, n);
    }
    std::sort(keys.begin(), keys.end());
    std::transform(keys.begin(), keys.end(), lines.begin(), [](const auto& key) { return key.second; });
}

} // namespace

std::vector<std::uint8_t> find_words(const SentenceFile& file, const LineTable& lines, std::string_view words,
                                     const std::atomic<bool>* cancelled) {
    std::vector<std::string> wanted;
    for (const std::string_view word : split(words, " "))
        if (!word.empty()) wanted.push_back(folded(word));
    std::vector<std::uint8_t> found(lines.size(), 0);
    for (std::size_t n = 0; n < lines.size(); ++n) {
        if (n % 1024 == 0 && cancelled && *cancelled) break;
        const std::string text = file.text(lines.at(n)), source = folded(source_of(text));
        found[n] = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
            return source.find(word) != std::string::npos;
        });
    }
    return found;
}

Order make_order(const LineTable& lines, const Wanted& wanted, const std::vector<std::uint8_t>& found,
                 int shown_model) {
    Order order;
    order.read = lines.size();
    Histograms histograms;
    for (const bool ranges : {true, false})
        for (std::size_t n = 0; n < lines.size(); ++n) {
            if (!found.empty() && (n >= found.size() || !found[n])) continue;
            const LineRecord& line = lines.at(n);
            for (std::size_t m = 0; m < measures().size(); ++m)
                if (const auto value = measures()[m].value(line, shown_model))
                    ranges ? histograms.see(*value, m) : histograms.count(*value, m);
            if (ranges || !all_hold(wanted.conditions, line)) continue;
            order.lines.push_back(static_cast<std::uint32_t>(n));
            order.pooled.add(line);
        }
    order.histograms = std::move(histograms.all);
    sort_lines(lines, wanted.sorting, order.lines);
    return order;
}

} // namespace heed::survey
