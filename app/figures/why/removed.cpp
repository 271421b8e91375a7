#include "app/figures/why/removed.h"

#include "app/figures/inspector/eye.h"
#include "app/figures/tokens.h"
#include "app/figures/why/why.h"
#include "core/trace/places.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using namespace inspector;
using analysis::Contrast;

constexpr float row_pitch = 22, margin_room = 46;
constexpr double little = 0.1; // weight that a reader of the map would pass over

struct Removed {
    std::string name, tail;
    double margin = 0;
    bool quiet = false;
};

double without(const Contrast& c, int j) { return *c.gone[static_cast<std::size_t>(j)].removed; }

/// The words that can be taken away, those that add most first.
std::vector<int> removable(const Trace& run, const Contrast& c) {
    std::vector<int> words;
    if (c.gone.empty()) return words;
    for (const int j : analysis::by_size(run, c))
        if (c.gone[static_cast<std::size_t>(j)].removed) words.push_back(j);
    return words;
}

std::vector<Removed> rows_of(const Trace& run, const Contrast& c) {
    const std::vector<int> words = removable(run, c);
    std::vector<Removed> rows;
    double others = 0;
    for (std::size_t n = 0; n < words.size(); ++n) {
        const double margin = without(c, words[n]);
        if (n < 2)
            rows.push_back({shown_source(run, words[n]),
                            margin < 0 && c.margin >= 0 ? shown(c.rival) + " wins" : "", margin});
        else
            others += margin;
    }
    if (const std::size_t left = words.size() - rows.size(); left > 0)
        rows.push_back({with_unit("any other {one}", unit_of(run)),
                        left > 1 ? "mean of " + std::to_string(left) : "", others / static_cast<double>(left),
                        true});
    return rows;
}

/// The word that speaks most for the written token, and the one whose removal takes most of the margin.
struct Deciding {
    int named = -1, felt = -1;
};
Deciding deciding(const Trace& run, const Contrast& c) {
    Deciding found;
    const std::vector<int> order = analysis::by_support(run, c);
    if (!order.empty()) found.named = order.front();
    for (const int j : removable(run, c))
        if (found.felt < 0 || without(c, j) < without(c, found.felt)) found.felt = j;
    return found;
}

} // namespace

std::string nats(double value) {
    const std::string number = fixed(value, 2);
    const bool zero = number == fixed(0, 2);
    return zero || value < 0 ? number : "+" + number;
}

void signed_bar(Column& c, float zero, float unit, double value, float y) {
    const float length = static_cast<float>(std::abs(value)) * unit;
    if (length < 0.4f) return;
    const Box bar{c.left + (value < 0 ? zero - length : zero), y - 5, std::max(1.0f, length), 10};
    add_fill(c.scene, bar, value < 0 ? c.colors().t2 : c.colors().output, std::min(2.0f, length / 2));
}

void removed_rows(Column& c, const Trace& run, const Contrast& contrast) {
    const std::vector<Removed> rows = rows_of(run, contrast);
    if (rows.empty()) return;
    const Palette& p = c.colors();
    section(c, "Checked by removing", "margin then");
    double high = std::max(contrast.margin, 0.0), low = std::min(contrast.margin, 0.0);
    for (const Removed& row : rows) {
        high = std::max(high, row.margin);
        low = std::min(low, row.margin);
    }
    const float left = 172, room = c.width - margin_room - left;
    const float unit = room / static_cast<float>(std::max(high - low, 1e-9));
    const float zero = left + static_cast<float>(-low) * unit;
    add_fill(c.scene, {c.left + zero - 0.5f, c.y, 1, row_pitch * static_cast<float>(rows.size())}, p.line2);
    for (const Removed& row : rows) {
        const float y = c.y + row_pitch / 2;
        const Face face = row.quiet ? Face::Regular : Face::Mono;
        const float size = row.quiet ? 12 : 13;
        const float tail = row.tail.empty() ? 0 : std::min(72.0f, c.measure(row.tail, Face::Regular, 11));
        const float room_of_name = left - 12 - tail;
        const bool short_name = row.quiet && c.measure(row.name, face, size) > room_of_name;
        const std::string name =
            fit(short_name ? "any other" : row.name, room_of_name, face, size, *c.style.metrics);
        c.text(0, y, name, face, size, row.quiet ? p.t2 : p.t1);
        c.text_within(c.measure(name, face, size) + 6, y, tail + 1, row.tail, Face::Regular, 11, p.t3);
        signed_bar(c, zero, unit, row.margin, y);
        c.text(c.width, y, nats(row.margin), Face::Mono, 11, p.t1, Align::Right);
        c.y += row_pitch;
    }
}

void caution_box(Column& c, const std::string& words) {
    const Palette& p = c.colors();
    constexpr float padding = 12, line = 17, words_left = 38;
    c.y += 14;
    const auto lines = wrap(words, c.width - words_left - padding, Face::Regular, 11, *c.style.metrics);
    add_fill(c.scene, {c.left, c.y, c.width, 2 * padding + line * static_cast<float>(lines.size())}, p.bg2,
             8);
    c.y += padding;
    add_eye(c.scene, {c.left + padding + 8, c.y + line / 2}, p.t2);
    for (const std::string& text : lines) {
        c.text(words_left, c.y + line / 2, text, Face::Regular, 11, p.t1);
        c.y += line;
    }
    c.y += padding;
}

std::string why_caution(const Trace& run, const Contrast& c) {
    if (analysis::mostly_rest(c))
        return with_unit("The {many} do not simply add up here: ", unit_of(run)) + nats(c.rest) + " of " +
               nats(c.margin) + with_unit(" is there with no {one} read and nothing written.", unit_of(run));
    if (c.gone.empty())
        return with_unit(
            "Weights were set by hand and are held, so no {one} was taken away. Numbers that add "
            "up are no proof of what decides.",
            unit_of(run));
    const Deciding d = deciding(run, c);
    if (d.named < 0 || d.felt < 0) return "Numbers that add up are no proof of what decides.";
    if (d.named != d.felt)
        return "The rows name " + quoted_source(run, d.named) + " first; but taken away, " +
               quoted_source(run, d.felt) + " takes more of the margin. Trust the removing.";
    if (run.has_weights() && static_cast<double>(run.weight(c.output, d.named)) < little)
        return "The map gives " + quoted_source(run, d.named) + " " +
               cell_number(static_cast<double>(run.weight(c.output, d.named))) + ", yet it speaks most for " +
               quoted(shown(c.written)) +
               ": what it says comes by way of other annotations, or of states before.";
    return "Taken away, " + quoted_source(run, d.named) +
           " takes most of the margin, as the rows say. Here they agree; that is evidence, not proof.";
}

std::string why_sentence(const Trace& run, const Contrast& c) {
    const std::vector<int> order = analysis::by_support(run, c);
    if (order.empty() || c.words[static_cast<std::size_t>(order.front())] <= 0)
        return with_unit("No {one} speaks for ", unit_of(run)) + quoted(shown(c.written)) + " against " +
               quoted(shown(c.rival)) + ".";
    return quoted_source(run, order.front()) + " speaks most for " + quoted(shown(c.written)) +
           " and against " + quoted(shown(c.rival)) + ": " +
           nats(c.words[static_cast<std::size_t>(order.front())]) + " nats; the margin is " + nats(c.margin) +
           ".";
}

} // namespace heed
