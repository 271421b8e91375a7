#include "app/cli/print/moves.h"

#include "app/cli/print/table.h"
#include "app/cli/print/terminal.h"
#include "app/cli/print/trace/trace_words.h"
#include "app/figures/base/format.h"
#include "app/figures/moves/words.h"
#include "core/trace/head_edit.h"

#include <algorithm>
#include <cmath>

namespace heed::cli {
namespace {

constexpr std::size_t most_parts = 10; // that have a line of their own
constexpr int adds_width = 9;

std::string signed_number(double value) {
    return std::abs(value) < 0.005 ? "0.00" : formatted("%+.2f", value);
}

/// As the command line names them, from 0: "cross:1:3", "feed:1".
std::string part_words(const Trace& run, const moves::Part& part) {
    if (part.kind == moves::PartKind::Head) return to_string(part.at);
    if (part.kind == moves::PartKind::Feed) return "feed:" + std::to_string(part.at.layer);
    return part_name(run, part);
}

std::string part_lines(const Trace& run, const moves::LogitParts& parts) {
    const std::vector<int> order = moves::by_size(parts);
    const std::size_t own = order.size() > most_parts + 1 ? most_parts : order.size();
    std::string out;
    double others = 0;
    const auto line = [&](double adds, const std::string& name) {
        out += padded_left(signed_number(adds), adds_width) + "  " + name + '\n';
    };
    for (std::size_t n = 0; n < order.size(); ++n) {
        const moves::Part& part = parts.parts[static_cast<std::size_t>(order[n])];
        if (n >= own) {
            others += part.adds;
            continue;
        }
        const std::string from = moved_from(run, part);
        line(part.adds, part_words(run, part) + (from.empty() ? "" : ", most by " + printable(from)));
    }
    if (own < order.size()) line(others, counted(static_cast<int>(order.size() - own), "other"));
    line(parts.logit, "sum");
    return out;
}

/// ".958"; one near 1 keeps its distance, as everywhere.
std::string share(double log_p) { return printable(cell_probability(std::exp(log_p))); }

std::string lens_lines(const moves::Moves& m) {
    int widest = 0;
    for (const moves::LensLayer& layer : m.lens)
        if (!layer.top.empty())
            widest = std::max(widest, display_width(printable(shown(layer.top.front().text))));
    std::string out = padded_left("layer", adds_width) + "  " + padded_right("says", widest) +
                      "  p       p of " + printable(shown(m.token)) + ", its rank\n";
    for (const moves::LensLayer& layer : m.lens) {
        if (layer.top.empty()) continue;
        const Candidate& best = layer.top.front();
        out += padded_left(layer.layer < 0 ? "before" : std::to_string(layer.layer), adds_width) + "  " +
               padded_right(printable(shown(best.text)), widest) + "  " +
               padded_right(share(static_cast<double>(best.log_prob)), 9) +
               padded_right(share(layer.log_p), 9) + std::to_string(layer.rank) + '\n';
    }
    return out;
}

} // namespace

std::string moves_lines(const Trace& run, const moves::Moves& m) {
    const std::string token = printable(shown(m.token));
    std::string out = "moves  output " + std::to_string(m.output) + "  " + token;
    if (m.parts.rival >= 0)
        out += " and not " + printable(shown(m.rival)) + "  margin " + signed_number(m.parts.logit) +
               " nats  (log p " + log_probability(m.log_p) + " and " + log_probability(m.rival_log_p) + ")\n";
    else
        out += "  logit " + signed_number(m.parts.logit) + "  (log p " + log_probability(m.log_p) + ")\n";
    return out + part_lines(run, m.parts) + moves::held_words(m.parts) + '\n' + lens_lines(m);
}

} // namespace heed::cli
