// The card with what a changed head's layer computes now.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/head_off/plan.h"
#include "core/models/transformer/facts.h"

#include <algorithm>

namespace heed {
namespace headoff {
namespace {

/// The heads of that layer that are off, counted from 1: "3, 6"; empty: none.
std::string heads_off(const HeadEdits& edits, const HeadPlace& place) {
    std::string words;
    for (const auto& [other, edit] : edits)
        if (other.kind == place.kind && other.layer == place.layer && edit.kind == HeadEdit::Kind::Off)
            words += (words.empty() ? "" : ", ") + std::to_string(other.head + 1);
    return words;
}

/// x ← LN(x + Σ_{h ≠ 3} W_O^h c_h + b_O), as the model normalises; the bias stays where heads are off.
std::string stream_equation(const HeadOffWork& work, const HeadPlace& place) {
    const auto& config = transformer_facts(*work.model).config;
    const std::string off = heads_off(work.edits, place);
    const std::string sum = off.empty() ? "Σ_h" : "Σ_{h ≠ " + off + "}";
    const std::string inside = "x + " + sum + " W_O^h c_h" + (config.attention.bias ? " + b_O" : "");
    const bool after = config.norm == transformer::NormPlace::After;
    const std::string norm = config.norm_kind == transformer::NormKind::Rms ? "RMS" : "LN";
    return "x ← " + (after ? norm + "( " + inside + " )" : inside);
}

/// Where the head looks now; empty: where it did.
std::string weights_equation(const HeadEdit& edit, const HeadPlace& place) {
    const std::string k = std::to_string(place.head + 1);
    switch (edit.kind) {
    case HeadEdit::Kind::Off:
        return "";
    case HeadEdit::Kind::Uniform:
        return "α^" + k + "_j = 1 / T";
    case HeadEdit::Kind::Strongest:
        return "α^" + k + "_j = 1 where it was largest, else 0";
    case HeadEdit::Kind::Input:
        return "α^" + k + " ← α^" + k + " of the other input";
    case HeadEdit::Kind::Mean:
        return "c_" + k + " ← (1 / N) Σ_i c_{i" + k + "}";
    case HeadEdit::Kind::Other:
        break;
    }
    return "α^" + k + " ← α^" + std::to_string(edit.from + 1);
}

/// "8.91"; a small one in the digits that make it one: "0.0043".
std::string length_number(double value) { return value >= 0.1 ? fixed(value, 2) : significant(value, 2); }

} // namespace
} // namespace headoff

Scene head_equation_figure(const HeadOffWork& work, const HeadEquationSettings& settings,
                           const FigureStyle& style) {
    using headoff::length_number, headoff::small;
    constexpr float edge = 16, line = 20;
    Scene scene;
    scene.width = settings.width;
    if (!settings.head) return scene;
    const Palette& c = style.colors();
    const HeadPlace& place = *settings.head;
    const auto edit = work.edits.find(place);
    scene.add(RectItem{}); // the ground, once its height is known
    float y = 26;
    const auto row = [&](const std::string& markup) {
        MathRow made = math(markup, {.color = c.t1}, style);
        if (made.width > settings.width - 2 * edge) made = math(markup, {.size = 13, .color = c.t1}, style);
        draw(scene, made, {edge, y});
        y += 26;
    };
    row(headoff::stream_equation(work, place));
    if (edit != work.edits.end())
        if (const std::string weights = headoff::weights_equation(edit->second, place); !weights.empty())
            row(weights);
    const auto number = [&](const std::string& name, double value) {
        add_text(scene, {edge, y}, name, Face::Mono, small, c.t2);
        add_text(scene, {settings.width - edge, y}, length_number(value), Face::MonoMedium, 13, c.t1,
                 Align::Right);
        y += line;
    };
    if (const auto found = work.taken.find(place); found != work.taken.end()) {
        int output = -1;
        for (const HeadOffColumn& column : work.columns)
            if (settings.word >= 0 && column.word == settings.word) output = column.last - 1;
        const auto at = static_cast<std::size_t>(output + 1);
        const auto taken = at < found->second.size() ? found->second[at] : std::nullopt;
        if (taken) {
            const bool off = edit != work.edits.end() && edit->second.kind == HeadEdit::Kind::Off;
            number(off ? "‖taken away‖" : "‖what changed‖", taken->changed);
            number("‖what the layer read‖", taken->read);
        }
    }
    if (const auto notes = work.notes.find(place); notes != work.notes.end())
        for (const std::string& note : notes->second)
            for (const std::string& words :
                 wrap(note, settings.width - 2 * edge, Face::Regular, small, *style.metrics)) {
                add_text(scene, {edge, y}, words, Face::Regular, small, c.t2);
                y += 16;
            }
    scene.height = y + 2;
    scene.items.front() = RectItem{{0, 0, settings.width, scene.height}, c.bg2, c.line, 1, 8};
    return scene;
}

} // namespace heed
