// What comes of what is compared: panels, runs, numbers.
#include "app/state/compare/compare.h"

#include "app/state/compare/compare_engine.h"
#include "app/state/compare/minimal_pair.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/runs.h"
#include "core/base/error.h"
#include "core/models/seq2seq/phases.h"
#include "core/trace/outline.h"
#include "core/trace/words/words.h"

#include <algorithm>

namespace heed {
namespace {

constexpr double patience = 0.2; // seconds for which an old picture stands in for a new one

/// Why there is nothing to compute yet.
std::string missing_words(const AppState& s) {
    switch (s.compare.what) {
    case CompareWhat::Models:
        return "There is no second model. Open one, or train one.";
    case CompareWhat::Inputs:
        return "Type a second input.";
    case CompareWhat::Forced:
        return "Type the output it is to give below.";
    case CompareWhat::Functions:
    case CompareWhat::Heads:
        break;
    }
    return {};
}

PanelState panel_for(const AppState& s, const PanelOrder& order, const std::vector<PanelState>& old) {
    PanelState panel;
    panel.order = order;
    panel.waiting = true;
    panel.since = s.clock;
    const auto same =
        std::find_if(old.begin(), old.end(), [&](const PanelState& p) { return p.order.key == order.key; });
    if (same != old.end() && same->order == order) return *same;
    // What was computed last stays until the new one is there, a moment at most.
    if (same != old.end() && same->order.model == order.model) {
        panel.figure = same->figure;
        panel.run = same->run;
        panel.judgement = same->judgement;
    }
    if (same != old.end() && same->waiting) panel.since = same->since;
    panel.figure.key = order.key;
    panel.figure.title = order.title;
    panel.figure.formula = order.formula;
    panel.figure.problem.clear();
    panel.figure.note.clear();
    if (order.given) {
        panel.waiting = false;
        if (panel.run != order.given || !panel.figure.trace) panel.figure.trace = laid_out(order.given);
        panel.run = order.given;
        return panel;
    }
    if (!order.request.text.empty()) return panel;
    panel.waiting = false;
    panel.figure.trace = panel.run = nullptr;
    panel.figure.problem = missing_words(s);
    return panel;
}

void fill(PanelState& panel, std::shared_ptr<const Trace> run, const Judgement& judgement) {
    panel.waiting = panel.stopped = false;
    panel.far.reset();
    panel.figure.trace = panel.run = std::move(run);
    panel.figure.problem.clear();
    panel.figure.judged = panel.judgement = judgement;
    panel.figure.meaning.reset();
}

/// Of each run the map of the head that stands for it, in words where they are wanted. A panel that waits
/// stays as it was.
bool show_maps(AppState& s) {
    CompareState& c = s.compare;
    ShownMaps now{s.words.maps, {}};
    for (const PanelState& panel : c.panels)
        now.panels.emplace_back(panel.waiting || panel.order.given ? nullptr : panel.run, panel.order.head);
    if (now == c.maps) return false;
    const auto pinned = pinned_trace(c);
    c.pieces = std::any_of(now.panels.begin(), now.panels.end(),
                           [](const auto& panel) { return panel.first && has_pieces(*panel.first); });
    std::vector<ComparePanel> figures;
    std::vector<std::size_t> places;
    for (std::size_t n = 0; n < c.panels.size(); ++n) {
        PanelState& panel = c.panels[n];
        if (panel.waiting || !panel.run || panel.order.given) continue;
        ComparePanel figure = panel.figure;
        figure.formula = panel.order.formula;
        figure.judged = panel.judgement;
        if (figure.head != panel.order.head) figure.meaning.reset();
        try {
            show_head(figure, panel.run, panel.order.head);
        } catch (const Error& error) { // another model has fewer
            figure.note = as_sentence(error.what());
            show_head(figure, panel.run, "");
        }
        figures.push_back(std::move(figure));
        places.push_back(n);
    }
    if (now.words) fold_panels(figures, true);
    for (std::size_t n = 0; n < places.size(); ++n) c.panels[places[n]].figure = std::move(figures[n]);
    follow_pin(c, pinned, now.words);
    c.maps = std::move(now);
    return true;
}

/// Looks for an answer, where the text or the model is another than last time.
template <class Find>
void find_answer(AnswerTo& known, const std::string& model, const std::string& text, Find find) {
    if (known.model == model && known.text == text) return;
    known = {model, text, text.empty() ? std::nullopt : find()};
}

/// The second input, where nobody typed one, and the right answers, where they are written.
void find_answers(AppState& s) {
    CompareState& c = s.compare;
    if (!s.comparing() || !s.model) return;
    const std::string& model = s.model_id.empty() ? s.facts.name : s.model_id;
    if (c.what == CompareWhat::Inputs && !c.other_typed)
        find_answer(c.paired, model, s.input, [&] {
            return std::optional(
                minimal_pair(s.input, s.facts.task, s.model->tokenizer, s.source_words.get()));
        });
    if (!makes_right(s)) return;
    const auto right = [&](const std::string& text) {
        return [&s, &text] { return right_answer(s.facts.task, text); };
    };
    find_answer(c.right, model, s.input, right(s.input));
    const std::string other = second_input(s);
    if (c.what == CompareWhat::Inputs) find_answer(c.other_right, model, other, right(other));
}

/// What the figures show of two panels, and of all of them.
void measure(AppState& s) {
    CompareState& c = s.compare;
    std::vector<ComparePanel> panels;
    for (const PanelState& panel : c.panels) panels.push_back(panel.figure);
    c.numbers = std::make_shared<const CompareNumbers>(compare_numbers(panels));
    const int a = c.pair() ? 0 : c.difference_a, b = c.pair() ? 1 : c.difference_b;
    c.matched = nullptr;
    if (a < 0 || b >= static_cast<int>(panels.size())) return;
    const ComparePanel &first = panels[static_cast<std::size_t>(a)],
                       &second = panels[static_cast<std::size_t>(b)];
    if (!first.trace || !second.trace) return;
    c.matched = match_panels(first.trace, second.trace, c.what == CompareWhat::Inputs && c.by_position);
}

/// Runs that are known and judged, in their panels; whether there was one.
bool fill_known(AppState& s) {
    bool filled = false;
    for (PanelState& panel : s.compare.panels) {
        if (!panel.waiting) continue;
        const Request& request = panel.order.request;
        const std::string& model = model_id(s, panel.order);
        const Judgement* judgement = s.cache.judgement(model, request);
        if (!judgement) continue;
        s.cache.use(model, request);
        fill(panel, s.cache.find(model, request)->trace, *judgement);
        s.compare.maps = {}; // its trace is the run itself again
        filled = true;
    }
    return filled;
}

/// What is left for the jobs. A run that they make for Step is waited for.
std::vector<PanelWork> work_left(const AppState& s) {
    std::vector<PanelWork> work;
    for (const PanelState& panel : s.compare.panels) {
        if (!panel.waiting || panel.stopped) continue;
        const PanelOrder& order = panel.order;
        const FinishedRun* known = s.cache.find(model_id(s, order), order.request);
        const auto& asked = s.runs.asked;
        const bool on_its_way = order.loaded && order.loaded == s.model &&
                                std::find(asked.begin(), asked.end(), order.request) != asked.end();
        const auto same = [&](const PanelWork& w) { return w.order.same_run(order); };
        if ((known || !on_its_way) && std::none_of(work.begin(), work.end(), same))
            work.push_back({order, known ? known->trace : nullptr});
    }
    return work;
}

int index_of(const std::vector<PanelState>& panels, const std::string& key) {
    const auto found =
        std::find_if(panels.begin(), panels.end(), [&](const PanelState& p) { return p.order.key == key; });
    return found == panels.end() ? -1 : static_cast<int>(found - panels.begin());
}

/// Pointers into the panels, after some have come or gone.
void keep_places(CompareState& c, const std::vector<PanelState>& old) {
    const auto now = [&](int index) {
        const bool was_there = index >= 0 && index < static_cast<int>(old.size());
        return was_there ? index_of(c.panels, old[static_cast<std::size_t>(index)].order.key) : -1;
    };
    c.hover = {};
    if (c.pinned.panel >= 0 && !old.empty()) c.pinned.panel = std::max(0, now(c.pinned.panel));
    if (c.difference_a < 0 || old.empty()) return; // a session's pair comes before the first panels
    c.difference_a = now(c.difference_a);
    c.difference_b = now(c.difference_b);
    if (c.difference_a < 0 || c.difference_b < 0) c.difference_a = c.difference_b = -1;
}

bool same_keys(const std::vector<PanelState>& a, const std::vector<PanelState>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const PanelState& p, const PanelState& q) { return p.order.key == q.order.key; });
}

/// Whether what is wanted has changed.
bool follow_wanted(AppState& s) {
    CompareState& c = s.compare;
    const std::vector<PanelOrder> wanted = wanted_panels(s);
    const auto is_order = [](const PanelState& p, const PanelOrder& o) { return p.order == o; };
    if (std::equal(c.panels.begin(), c.panels.end(), wanted.begin(), wanted.end(), is_order)) return false;
    const std::vector<PanelState> old = std::exchange(c.panels, {});
    for (const PanelOrder& order : wanted) c.panels.push_back(panel_for(s, order, old));
    if (!c.panels.empty() && !same_keys(old, c.panels)) keep_places(c, old);
    const int count = static_cast<int>(c.panels.size()); // none: they come back
    if (count > 0 && c.pinned.panel >= count) c.pinned = {};
    if (count > 0 && std::max(c.difference_a, c.difference_b) >= count) c.difference_a = c.difference_b = -1;
    return true;
}

} // namespace

void put_choices(CompareState& c, const CompareChoices& choices) {
    static_cast<CompareChoices&>(c) = choices;
    c.panels.clear(); // places are those of the panels that these choices ask for
    c.hover = {};
}

EffectList follow_compare(AppState& s) {
    CompareState& c = s.compare;
    find_answers(s);
    const bool other = follow_wanted(s), filled = fill_known(s), shown = show_maps(s), told = tell_pending(s);
    if (c.pinned_in_words != s.words.maps)
        c.pinned = {}; // brought back, while there is nothing to find it by
    if (other || filled || shown || told) ++c.revision;
    EffectList effects = follow_panel_meanings(s);
    const Measured now{c.revision, c.difference_a, c.difference_b, c.pair(), c.by_position};
    if (c.measured != now) {
        measure(s);
        c.measured = now;
    }
    std::vector<PanelWork> work = work_left(s);
    const auto is_asked = [&](const PanelWork& w) {
        return std::find(c.asked.begin(), c.asked.end(), w) != c.asked.end();
    };
    // What has come needs no word to the jobs; what is not wanted any more is given up.
    const bool more = !std::all_of(work.begin(), work.end(), is_asked);
    const bool tell = more || (other && !c.asked.empty());
    c.asked = std::move(work);
    if (tell) effects.push_back({Effect::Kind::Compare});
    return effects;
}

void apply_panel(AppState& s, const PanelFinished& e) {
    if (e.problem.empty()) {
        const std::string& model = e.run.model.empty() ? e.run.request.model : e.run.model;
        if (!e.order.loaded) s.model_ids[e.order.model] = model;
        s.cache.keep(e.run);
        s.cache.judge(model, e.run.request, e.judgement);
    }
    for (PanelState& panel : s.compare.panels) {
        if (!panel.waiting || !panel.order.same_run(e.order)) continue;
        fill(panel, e.run.trace, e.judgement);
        s.compare.maps = {};
        panel.figure.problem = as_sentence(e.problem);
        if (e.problem.empty() && e.run.request.edits != e.order.request.edits)
            panel.figure.note = "Not changed: this run has no such place";
        ++s.compare.revision;
    }
    hold_budget(s);
}

namespace {

/// Tokens of the open run that are there where the playhead is; it is not at the end.
int revealed_tokens(const AppState& s) {
    const Outline& outline = s.trace->outline;
    const Phase softmax{seq2seq::Softmax, 0}, choose{seq2seq::Choose, 0};
    const bool weighs = outline.declares(seq2seq::Softmax);
    if (!weighs && !outline.declares(seq2seq::Choose)) { // place by place, whatever its phases are
        const Stage* outputs = outline.over(Axis::Output);
        const auto each = outputs ? static_cast<int>(outputs->phases.size()) : 1;
        return std::max(0, s.playback.at - outline.start_of(Axis::Output)) / std::max(1, each);
    }
    int rows = 0;
    while (rows < outline.count(Axis::Output) &&
           revealed(outline, s.playback.at, weighs ? softmax : choose, rows))
        ++rows;
    return rows;
}

/// The words that are shown in place of the open run's tokens; none: tokens are shown.
std::vector<Word> shown_output_words(const AppState& s) {
    return s.trace && s.words.maps && s.pieces ? words_of(*s.trace).outputs : std::vector<Word>();
}

} // namespace

int revealed_outputs(const AppState& s) {
    if (!s.trace || s.playback.at >= s.total() || s.trace->outputs() == 0) return -1;
    const int tokens = revealed_tokens(s);
    const std::vector<Word> words = shown_output_words(s);
    if (words.empty()) return tokens;
    return static_cast<int>(
        std::count_if(words.begin(), words.end(), [&](const Word& w) { return w.last <= tokens; }));
}

int output_count(const AppState& s) {
    if (!s.trace) return 0;
    const std::vector<Word> words = shown_output_words(s);
    return words.empty() ? s.trace->outputs() : static_cast<int>(words.size());
}

int place_of_outputs(const AppState& s, int count) {
    if (!s.trace) return 0;
    const Outline& outline = s.trace->outline;
    const Stage* outputs = outline.over(Axis::Output);
    if (count >= output_count(s) || !outputs) return outline.total();
    const std::vector<Word> words = shown_output_words(s);
    const int tokens = count <= 0      ? 0
                       : words.empty() ? count
                                       : words[static_cast<std::size_t>(count - 1)].last;
    return outline.start_of(Axis::Output) + tokens * static_cast<int>(outputs->phases.size());
}

std::vector<ComparePanel> panel_figures(const AppState& s) {
    std::vector<ComparePanel> figures;
    for (const PanelState& panel : s.compare.panels) {
        figures.push_back(panel.figure);
        if (auto& meaning = figures.back().meaning) meaning->opens = opens_meaning(s, panel.order);
        if (panel.waiting && s.clock - panel.since > patience) figures.back().trace = nullptr;
    }
    return figures;
}

double compare_wakes_at(const AppState& s) {
    double at = 0;
    for (const PanelState& panel : s.compare.panels)
        if (const double due = panel.since + patience; panel.waiting && due > s.clock)
            at = at > 0 ? std::min(at, due) : due;
    return at;
}

CompareOptions compare_options(const AppState& s) {
    CompareOptions options;
    options.rows = revealed_outputs(s);
    options.hover = s.compare.hover;
    options.pinned = s.compare.pinned;
    options.difference_a = s.compare.difference_a;
    options.difference_b = s.compare.difference_b;
    options.temperature = s.edits.temperature;
    options.turned = s.compare.turned;
    options.measuring = true;
    options.forced_rows = s.compare.forced_rows && s.compare.what != CompareWhat::Forced;
    options.numbers = s.compare.numbers.get();
    return options;
}

} // namespace heed
