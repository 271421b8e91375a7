// What is compared: the members of a family, the panels that are wanted, and what comes of them.
#include "app/state/compare/compare.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "core/models/seq2seq/phases.h"
#include "core/trace/outline.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr int usual_count = 6; // panels of a first visit: these, then others in their order
constexpr std::array<std::string_view, usual_count> usual = {"additive", "dot",      "scaled",
                                                             "general",  "location", "local-p"};
constexpr double patience = 0.2; // seconds for which an old picture stands in for a new one

bool contains(const std::vector<std::string>& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

CompareMember member_of(const std::string& score, const std::string& alignment, const std::string& model) {
    const ComparePanel words = compare_panel(score, alignment);
    return {words.key, words.title, model, score, alignment};
}

/// The name under which the loaded model is asked for again.
const std::string& loaded_name(const AppState& s) {
    return s.facts.name.empty() ? s.model_name : s.facts.name;
}

std::vector<CompareMember> shared_members(const AppState& s) {
    std::vector<CompareMember> members{member_of(s.facts.score, s.facts.alignment, loaded_name(s))};
    for (const std::string& function : s.shared_functions) {
        if (function == s.facts.function()) continue;
        const bool local = function.starts_with("local"); // the model's own score in a window
        members.push_back(
            member_of(local ? s.facts.score : function, local ? function : "global", loaded_name(s)));
    }
    return members;
}

Request request_for(const AppState& s, const std::string& model) {
    Request request = wanted_request(s);
    request.edits = {}; // panels show what models do by themselves
    if (model != loaded_name(s)) request.model = model;
    return request;
}

PanelOrder order_for(const AppState& s, std::string key, const CompareMember& member) {
    const ComparePanel words = compare_panel(member.score, member.alignment);
    const bool is_loaded = member.model == loaded_name(s);
    PanelOrder order{std::move(key),
                     member.title,
                     words.formula,
                     member.model,
                     is_loaded ? s.model : nullptr,
                     request_for(s, member.model)};
    if (is_loaded)
        order.loaded_id = model_id(s);
    else
        order.answers = remembered_answers(s, member.model);
    return order;
}

/// Maps of a file are there already.
std::vector<CompareMember> map_members(const AppState& s) {
    std::vector<CompareMember> members;
    for (std::size_t n = 0; n < s.maps.size(); ++n)
        members.push_back(
            {"map " + std::to_string(n + 1), map_title(s, static_cast<int>(n)), s.model_name, "", "global"});
    return members;
}

std::vector<PanelOrder> map_orders(const AppState& s) {
    const std::vector<CompareMember> members = map_members(s);
    const std::vector<bool> shown = shown_members(s, members);
    std::vector<PanelOrder> orders;
    for (std::size_t n = 0; n < members.size(); ++n)
        if (shown[n])
            orders.push_back({.key = members[n].key,
                              .title = members[n].title,
                              .formula = "",
                              .model = s.model_name,
                              .loaded = nullptr,
                              .request = {},
                              .given = s.maps[n].alone});
    return orders;
}

std::vector<PanelOrder> function_orders(const AppState& s) {
    const std::vector<CompareMember> members = compare_members(s);
    const std::vector<bool> shown = shown_members(s, members);
    std::vector<PanelOrder> orders;
    for (std::size_t n = 0; n < members.size(); ++n) {
        if (!shown[n]) continue;
        orders.push_back(order_for(s, members[n].key, members[n]));
        if (s.compare.shared && n > 0) orders.back().request.score = members[n].key;
    }
    return orders;
}

CompareMember choice_named(const AppState& s, const std::string& name) {
    for (const ModelChoice& m : s.models) {
        if (m.name != name) continue;
        CompareMember member = member_of(m.score, m.alignment, m.name);
        if (m.family != s.facts.task || m.family.empty())
            member.title = m.title + (m.score.empty() ? "" : ", " + member.title);
        return member;
    }
    return {name, name, name, "", "global"};
}

std::vector<PanelOrder> pair_orders(const AppState& s) {
    const CompareMember own = member_of(s.facts.score, s.facts.alignment, loaded_name(s));
    PanelOrder first = order_for(s, "first", own), second = order_for(s, "second", own);
    switch (s.compare.what) {
    case CompareWhat::Models: {
        const CompareMember other = choice_named(s, second_model(s));
        second = order_for(s, "second", other);
        if (other.model.empty()) second.request.text.clear();
        break;
    }
    case CompareWhat::Inputs:
        first.title = "First input";
        second.title = "Second input";
        first.formula = second.formula = "";
        second.request.text = s.compare.other_input;
        break;
    case CompareWhat::Forced:
        first.title = "Free";
        second.title = "Forced";
        first.formula = second.formula = "";
        second.request.target = s.compare.target;
        if (s.compare.target.empty()) second.request.text.clear();
        break;
    case CompareWhat::Functions:
        break;
    }
    return {first, second};
}

/// Why there is nothing to compute yet.
std::string missing_words(const AppState& s) {
    switch (s.compare.what) {
    case CompareWhat::Models:
        return "There is no second model. Open one, or train one.";
    case CompareWhat::Inputs:
        return "Type a second input below.";
    case CompareWhat::Forced:
        return "Type the output it is to give below.";
    case CompareWhat::Functions:
        break;
    }
    return {};
}

PanelState panel_for(const AppState& s, const PanelOrder& order, const std::vector<PanelState>& old) {
    PanelState panel{order, {}, true, s.clock};
    const auto same =
        std::find_if(old.begin(), old.end(), [&](const PanelState& p) { return p.order.key == order.key; });
    if (same != old.end() && same->order == order) return *same;
    // What was computed last stays until the new one is there, a moment at most.
    if (same != old.end() && same->order.model == order.model) panel.figure = same->figure;
    if (same != old.end() && same->waiting) panel.since = same->since;
    panel.figure.key = order.key;
    panel.figure.title = order.title;
    panel.figure.formula = order.formula;
    panel.figure.problem.clear();
    if (order.given) {
        panel.waiting = false;
        panel.figure.trace = order.given;
        return panel;
    }
    if (!order.request.text.empty()) return panel;
    panel.waiting = false;
    panel.figure.trace = nullptr;
    panel.figure.problem = missing_words(s);
    return panel;
}

void fill(PanelState& panel, std::shared_ptr<const Trace> run, const Judgement& judgement) {
    panel.waiting = false;
    panel.figure.trace = std::move(run);
    panel.figure.problem.clear();
    panel.figure.has_gold = judgement.has_gold;
    panel.figure.sure = judgement.sure;
    panel.figure.possible = judgement.possible;
    panel.figure.alignment = judgement.alignment;
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
        filled = true;
    }
    return filled;
}

/// What is left for the jobs. A run that they make for Step is waited for.
std::vector<PanelWork> work_left(const AppState& s) {
    std::vector<PanelWork> work;
    for (const PanelState& panel : s.compare.panels) {
        if (!panel.waiting) continue;
        const PanelOrder& order = panel.order;
        const FinishedRun* known = s.cache.find(model_id(s, order), order.request);
        const auto& asked = s.runs.asked;
        const bool on_its_way = order.loaded && order.loaded == s.model &&
                                std::find(asked.begin(), asked.end(), order.request) != asked.end();
        if (known || !on_its_way) work.push_back({order, known ? known->trace : nullptr});
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

} // namespace

std::vector<CompareMember> family_members(const AppState& s) {
    std::vector<CompareMember> members;
    for (const ModelChoice& m : s.models)
        if (!m.recent && !m.family.empty() && m.family == s.facts.task)
            members.push_back(member_of(m.score, m.alignment, m.name));
    if (s.model && !current_member(s, members))
        members.insert(members.begin(), member_of(s.facts.score, s.facts.alignment, loaded_name(s)));
    // Of two models with one function the second is told apart by its name.
    for (std::size_t n = 1; n < members.size(); ++n)
        for (std::size_t k = 0; k < n; ++k)
            if (members[k].key == members[n].key)
                members[n].key = members[n].title = members[n].model.substr(members[n].model.rfind('/') + 1);
    return members;
}

std::vector<CompareMember> compare_members(const AppState& s) {
    if (s.weights_only()) return map_members(s);
    if (!s.model) return {};
    return s.compare.shared ? shared_members(s) : family_members(s);
}

const CompareMember* current_member(const AppState& s, std::span<const CompareMember> members) {
    if (s.weights_only())
        return s.map < static_cast<int>(members.size()) ? &members[static_cast<std::size_t>(s.map)] : nullptr;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const CompareMember& m) { return m.model == loaded_name(s); });
    return found == members.end() ? nullptr : &*found;
}

std::vector<bool> shown_members(const AppState& s, std::span<const CompareMember> members) {
    std::vector<bool> shown(members.size(), false);
    int count = 0;
    const auto show = [&](std::size_t n) {
        if (shown[n] || count >= most_compare_panels) return;
        shown[n] = true;
        ++count;
    };
    for (std::size_t n = 0; n < members.size(); ++n)
        if (contains(s.settings.compared, members[n].key)) show(n);
    if (count > 0) return shown;
    for (std::size_t n = 0; n < members.size() && s.weights_only(); ++n) show(n);
    if (count > 0) return shown;
    const CompareMember* current = current_member(s, members);
    if (current) show(static_cast<std::size_t>(current - members.data()));
    for (const bool first_choice : {true, false})
        for (std::size_t n = 0; n < members.size(); ++n)
            if (count < usual_count && members[n].score != "none" &&
                (!first_choice || std::find(usual.begin(), usual.end(), members[n].key) != usual.end()))
                show(n);
    if (count == 0 && !members.empty()) show(0);
    return shown;
}

std::string second_model(const AppState& s) {
    if (!s.compare.other_model.empty()) return s.compare.other_model;
    for (const CompareMember& m : family_members(s))
        if (m.model != loaded_name(s) && m.score != "none") return m.model;
    for (const ModelChoice& m : s.models)
        if (m.name != loaded_name(s)) return m.name;
    return {};
}

std::vector<PanelOrder> wanted_panels(const AppState& s) {
    if (s.comparing() && s.weights_only()) return map_orders(s);
    if (!s.comparing() || !s.model || s.input.empty()) return {};
    if (s.models.empty() && !s.models_listed) return {}; // the family is not known yet
    return s.compare.pair() ? pair_orders(s) : function_orders(s);
}

namespace {

/// Whether what is wanted has changed.
bool follow_wanted(AppState& s) {
    CompareState& c = s.compare;
    const std::vector<PanelOrder> wanted = wanted_panels(s);
    const auto is_order = [](const PanelState& p, const PanelOrder& o) { return p.order == o; };
    if (std::equal(c.panels.begin(), c.panels.end(), wanted.begin(), wanted.end(), is_order)) return false;
    const std::vector<PanelState> old = std::exchange(c.panels, {});
    for (const PanelOrder& order : wanted) c.panels.push_back(panel_for(s, order, old));
    if (!same_keys(old, c.panels)) keep_places(c, old);
    const int count = static_cast<int>(c.panels.size()); // none: they come back
    if (count > 0 && c.pinned.panel >= count) c.pinned = {};
    if (count > 0 && std::max(c.difference_a, c.difference_b) >= count) c.difference_a = c.difference_b = -1;
    return true;
}

} // namespace

EffectList follow_compare(AppState& s) {
    CompareState& c = s.compare;
    const bool other = follow_wanted(s), filled = fill_known(s);
    if (other || filled) ++c.revision;
    std::vector<PanelWork> work = work_left(s);
    const auto is_asked = [&](const PanelWork& w) {
        return std::find(c.asked.begin(), c.asked.end(), w) != c.asked.end();
    };
    // What has come needs no word to the jobs; what is not wanted any more is given up.
    const bool more = !std::all_of(work.begin(), work.end(), is_asked);
    const bool tell = more || (other && !c.asked.empty());
    c.asked = std::move(work);
    return tell ? EffectList{{Effect::Kind::Compare}} : EffectList{};
}

void apply_panel(AppState& s, const PanelFinished& e) {
    if (e.problem.empty()) {
        const std::string& model = e.run.model.empty() ? e.run.request.model : e.run.model;
        if (!e.order.loaded) s.model_ids[e.order.model] = model;
        s.cache.keep(e.run);
        s.cache.judge(model, e.run.request, e.judgement);
    }
    for (PanelState& panel : s.compare.panels) {
        if (!panel.waiting || panel.order != e.order) continue;
        fill(panel, e.run.trace, e.judgement);
        panel.figure.problem = as_sentence(e.problem);
        ++s.compare.revision;
    }
    hold_budget(s);
}

int revealed_outputs(const AppState& s) {
    if (!s.trace || s.playback.at >= s.total()) return -1;
    const Outline& outline = s.trace->outline;
    const Phase softmax{seq2seq::Softmax, 0}, choose{seq2seq::Choose, 0};
    const bool weighs = outline.declares(seq2seq::Softmax);
    int rows = 0;
    while (rows < outline.count(Axis::Output) &&
           revealed(outline, s.playback.at, weighs ? softmax : choose, rows))
        ++rows;
    return rows;
}

std::vector<ComparePanel> panel_figures(const AppState& s) {
    std::vector<ComparePanel> figures;
    for (const PanelState& panel : s.compare.panels) {
        figures.push_back(panel.figure);
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
    options.temperature = s.compare.temperature;
    return options;
}

} // namespace heed
