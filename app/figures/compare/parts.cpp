#include "app/figures/compare/parts.h"

#include "app/figures/base/format.h"
#include "app/figures/changes.h"
#include "app/figures/tokens.h"
#include "core/analysis/divergence.h"

#include <algorithm>
#include <cmath>

namespace heed::compare {

CompareCell looked_at(const CompareOptions& options) {
    return options.hover.row >= 0 || options.hover.column >= 0 ? options.hover : options.pinned;
}

CompareNumbers numbers_for(std::span<const ComparePanel> panels, const CompareOptions& options) {
    return options.numbers && options.numbers->rows.size() == panels.size() ? *options.numbers
                                                                            : compare_numbers(panels);
}

namespace {

bool same_source(const Trace& a, const Trace& b) {
    return std::equal(a.source.begin(), a.source.end(), b.source.begin(), b.source.end(),
                      [](const TraceToken& x, const TraceToken& y) { return x.text == y.text; });
}

bool same_output(const Trace& a, const Trace& b) {
    return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                      [](const TraceStep& x, const TraceStep& y) {
                          return x.token.text == y.token.text && x.token.is_end == y.token.is_end;
                      });
}

/// Whether its rows are what was written, rather than other places of a map (run_maps.h).
bool rows_are_written(const ComparePanel& panel) {
    return panel.trace && !(panel.trace->has_weights() && panel.trace->labels.contains(Axis::Output));
}

/// The first of the panels whose output the most panels wrote.
int most_written(std::span<const ComparePanel> panels) {
    int best = -1;
    std::ptrdiff_t most = 0;
    for (std::size_t p = 0; p < panels.size(); ++p) {
        if (!rows_are_written(panels[p])) continue;
        const auto votes = std::count_if(panels.begin(), panels.end(), [&](const ComparePanel& other) {
            return rows_are_written(other) && same_source(*panels[p].trace, *other.trace) &&
                   same_output(*panels[p].trace, *other.trace);
        });
        if (votes > most) {
            most = votes;
            best = static_cast<int>(p);
        }
    }
    return best;
}

} // namespace

Agreement agreement_of(std::span<const ComparePanel> panels) {
    Agreement result;
    result.reference = most_written(panels);
    result.other.resize(panels.size());
    result.differs.resize(panels.size());
    for (std::size_t p = 0; p < panels.size(); ++p)
        if (panels[p].trace) result.differs[p].resize(static_cast<std::size_t>(panels[p].trace->outputs()));
    if (result.reference < 0) return result;
    const Trace& reference = *panels[static_cast<std::size_t>(result.reference)].trace;
    for (std::size_t p = 0; p < panels.size(); ++p) {
        if (!panels[p].trace) continue;
        const Trace& trace = *panels[p].trace;
        auto& differs = result.differs[p];
        differs.resize(static_cast<std::size_t>(trace.outputs()));
        if (!rows_are_written(panels[p]) || !same_source(reference, trace) || same_output(reference, trace))
            continue;
        result.other[p] = true;
        differs.assign(differs.size(), true);
        for (const auto& [i, k] : analysis::shared_outputs(reference, trace))
            differs[static_cast<std::size_t>(k)] = false;
    }
    return result;
}

namespace {

std::string without_zero(std::string text) {
    const std::size_t at = text.find("0.");
    return at == 0 || (at != std::string::npos && !std::isdigit(static_cast<unsigned char>(text[at - 1])))
               ? text.erase(at, 1)
               : text;
}

} // namespace

std::string weight_number(double weight) {
    if (weight <= 0) return weight < 0 ? without_zero(fixed(weight, 2)) : "0";
    if (weight < 0.0005) return "<.001";
    if (weight < 0.005) return without_zero(fixed(weight, 3));
    if (weight < 0.995 || weight >= 1.005) return without_zero(fixed(weight, 2));
    if (weight < 0.9995) return without_zero(fixed(weight, 3));
    return std::abs(weight - 1) < 1e-6 ? "1" : weight < 1 ? ">.999" : "1";
}

std::string bits_number(double value) {
    if (value <= 1e-9) return "0";
    return value < 0.0005 ? "<.001" : without_zero(fixed(value, 3));
}

void add_hatching(Scene& scene, Box box, Color color) {
    constexpr float apart = 5;
    const float from = std::ceil((box.x + box.y) / apart) * apart, until = box.right() + box.bottom();
    for (float sum = from; sum < until; sum += apart) { // x + y = sum
        const float left = std::max(box.x, sum - box.bottom()), right = std::min(box.right(), sum - box.y);
        if (right - left > 0.5f) add_line(scene, {left, sum - left}, {right, sum - right}, color, 1);
    }
}

void add_dashed_underline(Scene& scene, Point left, float width, Color color) {
    add_line(scene, left, {left.x + width, left.y}, color, 1, {3, 2});
}

void add_badge(Scene& scene, const FigureStyle& style, Point centre, const std::string& letter) {
    const Palette& c = style.colors();
    add_fill(scene, around(centre, 18, 18), c.bg3, 4);
    add_text(scene, centre, letter, Face::Semibold, 11, c.t1, Align::Centre);
}

float changed_mark_width(const FigureStyle& style, const Trace* run, double temperature) {
    if (!run || changes_of(*run, temperature).empty()) return 0;
    return text_width(style, "changed", Face::Regular, 11) + 12;
}

std::string changed_runs_words(std::span<const ComparePanel> panels, double temperature) {
    std::size_t made = 0, changed = 0;
    for (const ComparePanel& panel : panels) {
        made += panel.trace != nullptr;
        changed += panel.trace && !changes_of(*panel.trace, temperature).empty();
    }
    return changed == 0 ? "" : changed == made ? "as you changed them" : "underlined: changed by hand";
}

float add_changed_mark(Scene& scene, const FigureStyle& style, Point left, float until, const Trace* run,
                       double temperature) {
    const float wide = changed_mark_width(style, run, temperature);
    if (wide <= 0 || left.x + wide > until) return 0;
    const Box box{left.x, left.y - 9, wide, 18};
    add_frame(scene, box, style.colors().t1, 1.5f, 4);
    add_text(scene, box.centre(), "changed", Face::Regular, 11, style.colors().t1, Align::Centre);
    scene.pick(box, {PickKind::None, -1, -1, -1, "changed"}, changes_of(*run, temperature));
    return wide;
}

namespace {

std::string tokens_between(const std::vector<std::string>& tokens, int first, int last) {
    std::string text;
    for (int n = first; n <= last; ++n) {
        if (n > first) text += ' ';
        text += shown(tokens[static_cast<std::size_t>(n)]);
    }
    return heed::quoted(text);
}

} // namespace

std::string what_is_wrong(const ComparePanel& panel) {
    if (!panel.trace || !panel.judged.has_gold || panel.judged.right) return {};
    std::vector<std::string> written;
    for (const TraceStep& step : panel.trace->steps)
        if (!step.token.is_end) written.push_back(step.token.text);
    const std::vector<std::string>& answer = panel.judged.answer;
    const analysis::Alignment rows = analysis::align_tokens(written, answer);
    const auto first = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return !row.same; });
    if (first == rows.end()) return "it did not end";
    const std::string where = first == rows.begin()
                                  ? "at the beginning"
                                  : "after " + tokens_between(answer, (first - 1)->b, (first - 1)->b);
    if (first->replaced())
        return "should have " + tokens_between(answer, first->b, first->b) + ", not " +
               tokens_between(written, first->a, first->a);
    int more = -1, less_first = -1, less_last = -1;
    for (auto row = first; row != rows.end() && !row->same; ++row) {
        if (row->a >= 0 && more < 0) more = row->a;
        if (row->b >= 0) (less_first < 0 ? less_first : less_last) = row->b;
    }
    if (less_first < 0) return "should not have " + tokens_between(written, more, more) + " " + where;
    const int last = std::min(std::max(less_first, less_last), less_first + 3); // a few words say it
    return "should have " + tokens_between(answer, less_first, last) + " " + where;
}

bool has_short_rows(const Trace& trace) {
    return trace.has_weights() && (trace.at(Quantity::Weights).colwise().sum().array() < 0.995f).any();
}

int revealed_outputs(const Trace& trace, const CompareOptions& options) {
    return options.rows < 0 ? trace.outputs() : std::min(options.rows, trace.outputs());
}

bool was_given(const Trace& trace) {
    return !trace.steps.empty() && std::all_of(trace.steps.begin(), trace.steps.end(),
                                               [](const TraceStep& step) { return step.forced; });
}

std::string revealed_text(const Trace& trace, const CompareOptions& options) {
    return written_text(trace, revealed_outputs(trace, options));
}

namespace {

/// Neighbouring positions of one row as one stretch.
void add_stretches(std::vector<MissedLink>& found, int row, std::vector<int> sources) {
    std::sort(sources.begin(), sources.end());
    for (const int j : sources) {
        if (!found.empty() && found.back().row == row && j <= found.back().last + 1)
            found.back().last = std::max(found.back().last, j);
        else
            found.push_back({row, j, j});
    }
}

} // namespace

std::vector<MissedLink> missed_links(const ComparePanel& panel) {
    std::vector<MissedLink> found;
    if (!panel.judged.has_gold || !panel.trace || !panel.trace->has_weights()) return found;
    const MatrixXf& weights = panel.trace->at(Quantity::Weights);
    const auto rows = static_cast<std::size_t>(weights.cols());
    std::vector<std::vector<int>> sure(rows), possible(rows);
    const auto sort_in = [&](const std::vector<Link>& links, std::vector<std::vector<int>>& by_row) {
        for (const Link& link : links)
            if (link.target >= 0 && link.target < weights.cols() && link.source >= 0 &&
                link.source < weights.rows())
                by_row[static_cast<std::size_t>(link.target)].push_back(link.source);
    };
    sort_in(panel.judged.sure, sure);
    sort_in(panel.judged.possible, possible);
    for (std::size_t i = 0; i < rows; ++i) {
        if (sure[i].empty() && possible[i].empty()) continue; // the reference does not speak of it
        Eigen::Index strongest = 0;
        weights.col(static_cast<Eigen::Index>(i)).maxCoeff(&strongest);
        const auto holds = [&](const std::vector<int>& sources) {
            return std::find(sources.begin(), sources.end(), static_cast<int>(strongest)) != sources.end();
        };
        if (!holds(sure[i]) && !holds(possible[i]))
            add_stretches(found, static_cast<int>(i), sure[i].empty() ? possible[i] : sure[i]);
    }
    return found;
}

void add_card(Scene& scene, Box box, const Palette& colors) {
    scene.add(RectItem{box, colors.bg1, colors.line, 1, 8});
}

void add_heading(Scene& scene, const FigureStyle& style, Box card, const std::string& title,
                 const std::string& note) {
    const float right = card.right() - card_edge, y = card.y + 20;
    const std::string heading =
        fitted(style, title, Face::Semibold, 13, std::max(20.0f, card.w - 2 * card_edge));
    const float end = card.x + card_edge + text_width(style, heading, Face::Semibold, 13);
    add_text(scene, {card.x + card_edge, y}, heading, Face::Semibold, 13, style.colors().t1);
    const float room = right - end - 16;
    if (note.empty() || room < 40) return;
    std::string shown = note; // less of its clauses rather than a cut one
    for (auto comma = shown.rfind(", ");
         comma != std::string::npos && text_width(style, shown, Face::Regular, 11) > room;
         comma = shown.rfind(", "))
        shown.resize(comma);
    add_text(scene, {right, y}, fitted(style, shown, Face::Regular, 11, room), Face::Regular, 11,
             style.colors().t3, Align::Right);
}

Color mixed(Color a, Color b, float t) {
    const auto channel = [t](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(
            std::lerp(static_cast<float>(from), static_cast<float>(to), std::clamp(t, 0.0f, 1.0f)) + 0.5f);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

} // namespace heed::compare
