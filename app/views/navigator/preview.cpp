// The chosen line: where the models look, where they part, and what is likely there.
#include "app/figures/base/format.h"
#include "app/figures/compare/compare.h"
#include "app/figures/tokens.h"
#include "app/state/commands/row.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/navigator/parts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace heed::navigator {
namespace {

using survey::LineRecord;

constexpr std::size_t most_rivals = 4;

/// What stands before the tab after the source: the target; empty: none.
std::string reference_of(const std::string& text) {
    const auto tab = text.find('\t');
    if (tab == std::string::npos) return {};
    return text.substr(tab + 1, text.find('\t', tab + 1) - tab - 1);
}

/// p of a word at an output of a run; none where it cannot write it, or nothing is known.
std::optional<double> chance_of(const Trace& run, int output, const std::string& word) {
    if (output >= run.outputs() || !run.has(Quantity::LogProbs) || !run.target_vocabulary)
        return std::nullopt;
    const auto& words = *run.target_vocabulary;
    const auto at = std::find(words.begin(), words.end(), word);
    const auto& log_probs = run.at(Quantity::LogProbs); // (words, outputs)
    if (at == words.end() || at - words.begin() >= log_probs.rows()) return std::nullopt;
    return std::exp(static_cast<double>(log_probs(at - words.begin(), output)));
}

/// The likeliest words of both models there, the two written ones first.
std::vector<std::string> rivals_at(const NavigatorPreview& p, int output) {
    std::vector<std::string> words;
    const auto add = [&](const std::string& word) {
        if (words.size() < most_rivals && std::find(words.begin(), words.end(), word) == words.end())
            words.push_back(word);
    };
    for (const bool written : {true, false})
        for (const auto& run : p.runs) {
            if (!run || output >= run->outputs()) continue;
            const TraceStep& step = run->steps[static_cast<std::size_t>(output)];
            if (written) add(step.token.text);
            for (const Candidate& c : step.top)
                if (!written) add(c.text);
        }
    return words;
}

/// Where the two runs of the preview part; -1: nowhere.
int parting_of(const NavigatorPreview& p) {
    if (!p.runs[0] || !p.runs[1]) return -1;
    const int most = std::max(p.runs[0]->outputs(), p.runs[1]->outputs());
    for (int i = 0; i < most; ++i) {
        if (i >= p.runs[0]->outputs() || i >= p.runs[1]->outputs()) return i;
        const auto n = static_cast<std::size_t>(i);
        if (p.runs[0]->steps[n].token.text != p.runs[1]->steps[n].token.text) return i;
    }
    return -1;
}

void map(Ui& ui, int k, Box box, int parting) {
    const NavigatorState& n = ui.state.navigator;
    const NavigatorPreview& p = n.preview;
    const Palette& c = ui.colors;
    if (!p.problems[k].empty()) {
        ui.text({box.x, box.y + 10}, model_words(ui.state, k), Face::Semibold, 13, c.t1);
        ui.paragraph({box.x, box.y + 26, box.w, 0}, p.problems[k], Face::Regular, 13, 20, c.t2);
        return;
    }
    if (!p.runs[k]) return;
    CompareOptions options;
    options.alone = true;
    if (parting >= 0 && parting < p.runs[k]->outputs()) options.pinned = {0, parting, -1};
    const std::tuple key(box.w, box.h, p.line, n.turn, k, options);
    const Scene& scene = cached_scene(ui, "navigator:map" + std::to_string(k), key, p.runs[k], [&] {
        const ComparePanel panel{.key = "one", .title = model_words(ui.state, k), .trace = p.runs[k]};
        return compare_panels(std::span(&panel, 1), options, box.w, box.h, figure_style(ui));
    });
    ui.clip(box);
    ui.draw(scene, {box.x, box.y});
    ui.end_clip();
    if (const Pick* pick = ui.pick(scene, {box.x, box.y}))
        ui.tooltip("navigator:map" + std::to_string(k), scene, *pick, {box.x, box.y});
}

/// A word, and how likely each model finds it.
void rival(Ui& ui, Box row, const std::string& word, int output, bool written) {
    const NavigatorPreview& p = ui.state.navigator.preview;
    const Palette& c = ui.colors;
    const float y = row.centre().y, left = 130, part = (row.w - left) / 2;
    ui.text({row.x, y}, ui.cut(word == "</s>" ? "end" : shown(word), Face::Mono, 13, left - 12), Face::Mono,
            13, written ? c.output : c.t2);
    for (int k = 0; k < 2; ++k) {
        if (!p.runs[k]) continue;
        const float x = row.x + left + part * static_cast<float>(k), w = part - 62;
        const auto chance = chance_of(*p.runs[k], output, word);
        ui.fill({x, y - 3, w, 6}, c.bg2, 3);
        if (chance && *chance > 0)
            ui.fill({x, y - 3, std::max(1.5f, w * static_cast<float>(*chance)), 6}, k == 0 ? c.t1 : c.t3, 3);
        ui.text({x + w + 50, y}, chance ? cell_probability(*chance) : "–", Face::Mono, 11, c.t2,
                Align::Right);
    }
}

/// The measures of the line, of each model; returns the height.
float measures_rows(Ui& ui, Box box, const LineRecord& line) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    float y = box.y;
    for (const survey::Measure& m : survey::measures()) {
        if (m.pair || m.id == "wrong") continue;
        const auto a = m.value(line, 0), b = n.two() ? m.value(line, 1) : std::nullopt;
        if (!a && !b) continue;
        const std::string unit = m.unit.empty() || m.id == "words" ? "" : ", " + std::string(m.unit);
        ui.text({box.x, y + 10}, measure_title(ui.state, m) + unit, Face::Regular, 11, c.t3);
        const float left = 130, part = (box.w - left) / 2;
        if (a)
            ui.text({box.x + left + part - 12, y + 10}, measure_number(m, *a), Face::Mono, 11, c.t1,
                    Align::Right);
        if (b)
            ui.text({box.x + left + 2 * part - 12, y + 10}, measure_number(m, *b), Face::Mono, 11, c.t2,
                    Align::Right);
        y += 20;
    }
    return y - box.y;
}

float rows_height(const NavigatorState& n, const LineRecord& line) {
    float rows = 0;
    for (const survey::Measure& m : survey::measures())
        rows += !m.pair && m.id != "wrong" && (m.value(line, 0) || (n.two() && m.value(line, 1)));
    return 20 * rows;
}

void buttons(Ui& ui, Box box) {
    const bool can = is_enabled(command_info("navigator-open"), ui.state);
    if (button(ui, "navigator:step", {box.x, box.y, 116, 28}, "Open in Step",
               {.primary = true, .enabled = can}))
        ui.send({"navigator-open"});
    ui.tooltip("navigator:step", {box.x, box.y, 116, 28}, "Run this sentence in Step", "Enter");
    const std::string words = ui.state.navigator.two() ? "Compare both" : "Open in Compare";
    const Box second{box.x + 124, box.y, 132, 28};
    if (button(ui, "navigator:compare", second, words, {.enabled = can})) ui.send({"navigator-compare"});
    ui.tooltip("navigator:compare", second, words, "Ctrl+Enter");
}

/// Below the maps: the words at the parting, the numbers. Returns its height.
float lower_height(const NavigatorState& n, const LineRecord& line, int parting, std::size_t rivals) {
    const float told = reference_of(n.preview.text).empty() ? 0 : 18;
    return (parting >= 0 ? 34 + 24 * static_cast<float>(rivals) + 10 : 0) + told + rows_height(n, line) + 12 +
           44;
}

void lower(Ui& ui, Box box, const LineRecord& line, int parting, const std::vector<std::string>& rivals) {
    const NavigatorPreview& p = ui.state.navigator.preview;
    const Palette& c = ui.colors;
    ui.fill({box.x, box.y, box.w, 1}, c.line);
    float y = box.y + 8;
    if (parting >= 0) {
        ui.text({box.x, y + 12}, "They part at output " + std::to_string(parting + 1), Face::Semibold, 13,
                c.t1);
        ui.text({box.right(), y + 12}, "p of each " + std::string(read_unit(ui.state).one) + " in each model",
                Face::Regular, 11, c.t3, Align::Right);
        y += 26;
        for (const std::string& word : rivals) {
            const auto writes = [&](const std::shared_ptr<const Trace>& run) {
                return run && parting < run->outputs() &&
                       run->steps[static_cast<std::size_t>(parting)].token.text == word;
            };
            rival(ui, {box.x, y, box.w, 24}, word, parting, writes(p.runs[0]) || writes(p.runs[1]));
            y += 24;
        }
        y += 10;
    }
    if (!reference_of(p.text).empty()) {
        const std::string words = "Map: what is written by itself. Numbers: the reference, which is fed.";
        ui.text({box.x, y + 8}, ui.cut(words, Face::Regular, 11, box.w), Face::Regular, 11, c.t3);
        y += 18;
    }
    measures_rows(ui, {box.x, y, box.w, 0}, line);
    buttons(ui, {box.x, box.bottom() - 32, box.w, 28});
}

} // namespace

void preview(Ui& ui, Box room) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    ui.frame(room, c.bg1, c.line, 8);
    const Box inner{room.x + 16, room.y + 12, room.w - 32, room.h - 24};
    if (n.chosen < 0 || n.chosen >= static_cast<int>(n.lines.size())) {
        ui.text({inner.x, inner.y + 12}, "No line is chosen", Face::Regular, 13, c.t3);
        return;
    }
    const LineRecord& line = n.lines.at(static_cast<std::size_t>(n.chosen));
    const std::string title = "line " + thousands(line.line);
    ui.text({inner.x, inner.y + 8}, title, Face::Semibold, 13, c.t1);
    if (n.preview.line != n.chosen) return; // it is under way
    const float left = ui.text_width(title, Face::Semibold, 13) + 24;
    if (const std::string reference = reference_of(n.preview.text); !reference.empty())
        ui.text({inner.right(), inner.y + 8},
                ui.cut("reference  " + reference, Face::Regular, 11, inner.w - left), Face::Regular, 11, c.t3,
                Align::Right);
    const int parting = parting_of(n.preview);
    const auto rivals = parting < 0 ? std::vector<std::string>() : rivals_at(n.preview, parting);
    const float below = lower_height(n, line, parting, rivals.size());
    const Box maps{inner.x, inner.y + 26, inner.w, std::max(120.0f, inner.h - 26 - below)};
    const float each = n.two() ? maps.h / 2 : maps.h;
    for (int k = 0; k < (n.two() ? 2 : 1); ++k)
        map(ui, k, {maps.x, maps.y + each * static_cast<float>(k), maps.w, each - 6}, parting);
    lower(ui, {inner.x, maps.bottom(), inner.w, inner.bottom() - maps.bottom()}, line, parting, rivals);
}

} // namespace heed::navigator
