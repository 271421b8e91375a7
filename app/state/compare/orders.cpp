// What is compared: the members of a family, and the panels that are wanted.
#include "app/state/compare/compare.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "core/analysis/heads/run_heads.h"
#include "core/analysis/heads/several.h"
#include "core/analysis/heads/source_heads.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr int usual_count = 6; // panels of a first visit: these, then others in their order
constexpr std::array<std::string_view, usual_count> usual = {"additive", "dot",      "scaled",
                                                             "general",  "location", "local-p"};

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

/// What the edits do wherever they are: not at an output or a place of the source.
Edits without_places(Edits edits) {
    edits.forced.clear();
    edits.rows.clear();
    edits.muted.clear();
    const auto kind = edits.every_row ? edits.every_row->kind : RowEdit::Kind::Uniform;
    if (kind == RowEdit::Kind::Given || kind == RowEdit::Kind::Held || kind == RowEdit::Kind::Without)
        edits.every_row.reset();
    return edits;
}

/// What is left of them where there are no weights.
Edits without_weights(Edits edits) {
    edits.rows.clear();
    edits.every_row.reset();
    edits.temperature = 1;
    return edits;
}

/// Makes the model write that.
void force(Request& request, const std::string& target) {
    request.target = target;
    request.edits.forced.clear(); // every token is given
}

Request request_for(const AppState& s, const CompareMember& member) {
    Request request = wanted_request(s); // with what is changed in Step's run
    if (member.score == "none") request.edits = without_weights(request.edits);
    if (member.model != loaded_name(s)) {
        request.model = member.model;
        LanguageChoice().tell(request); // languages and tasks are the open model's own
    }
    if (makes_right(s) && s.compare.right.answer) force(request, *s.compare.right.answer);
    return request;
}

PanelOrder order_for(const AppState& s, std::string key, const CompareMember& member) {
    const ComparePanel words = compare_panel(member.score, member.alignment);
    const bool is_loaded = member.model == loaded_name(s);
    PanelOrder order{
        std::move(key),        member.title, words.formula, member.model, is_loaded ? s.model : nullptr,
        request_for(s, member)};
    if (is_loaded && s.trace && is_transformer(s.trace->model)) // which head, in place of a formula of states
        order.formula = transformer::shown_words(transformer_facts(*s.trace));
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

bool compares_heads(const AppState& s) {
    return s.comparing() && s.compare.what == CompareWhat::Heads && can_compare_heads(s);
}

std::vector<CompareMember> head_members(const AppState& s) {
    std::vector<CompareMember> members;
    if (!can_compare_heads(s)) return members;
    const auto add = [&](const std::string& key, const std::string& title) {
        members.push_back({key, title, loaded_name(s), s.facts.score, s.facts.alignment});
    };
    PanelState panel;
    panel.run = s.trace;
    for (const auto& [head, title, detail] : head_choices(panel))
        if (head.empty())
            add("head", is_transformer(s.facts) ? "its own" : title);
        else if (head != "best") // it is one of them
            add("head " + head, title);
    return members;
}

std::vector<PanelOrder> head_orders(const AppState& s) {
    const std::vector<CompareMember> members = head_members(s);
    const std::vector<bool> shown = shown_members(s, members);
    std::vector<PanelOrder> orders;
    for (std::size_t n = 0; n < members.size(); ++n) {
        if (!shown[n]) continue;
        orders.push_back(order_for(s, members[n].key, members[n]));
        orders.back().formula.clear();
        if (members[n].key.size() > 5)
            orders.back().head = members[n].key.substr(5);
        else if (is_transformer(s.trace->model)) // which it is
            orders.back().formula = transformer::shown_words(transformer_facts(*s.trace));
    }
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
        if (is_transformer(s.facts)) first.title = last_part(loaded_name(s)); // no scoring function names it
        if (first.title == second.title) {
            first.title = last_part(loaded_name(s));
            second.title = last_part(other.model);
        }
        if (other.model.empty()) second.request.text.clear();
        break;
    }
    case CompareWhat::Inputs:
        first.title = "A";
        second.title = "B";
        first.formula = second.formula = "";
        second.request.text = second_input(s);
        second.request.edits = without_places(second.request.edits); // they speak of the first
        if (makes_right(s) && s.compare.other_right.answer)
            force(second.request, *s.compare.other_right.answer);
        break;
    case CompareWhat::Forced:
        first.title = "Free";
        second.title = "Forced";
        first.formula = second.formula = "";
        force(second.request, s.compare.target);
        if (s.compare.target.empty()) second.request.text.clear();
        break;
    case CompareWhat::Functions:
    case CompareWhat::Heads:
        break;
    }
    return {first, second};
}

} // namespace

bool makes_right(const AppState& s) {
    return s.compare.forced_rows && s.compare.what != CompareWhat::Forced && !s.weights_only();
}

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
    if (compares_heads(s)) return head_members(s);
    return s.compare.shared ? shared_members(s) : family_members(s);
}

const CompareMember* current_member(const AppState& s, std::span<const CompareMember> members) {
    if (s.weights_only())
        return s.map < static_cast<int>(members.size()) ? &members[static_cast<std::size_t>(s.map)] : nullptr;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const CompareMember& m) { return m.model == loaded_name(s); });
    return found == members.end() ? nullptr : &*found;
}

namespace {

/// Whether the map that stands for the model is the mean of all its heads.
bool is_mean_of_all(const Trace& run) {
    if (!is_transformer(run.model)) return run.several_heads();
    const transformer::Config& config = transformer_facts(run).config;
    return config.attention.head == 0 && config.decoder.layers == 1;
}

/// Of heads side by side those of a first visit: the model's own, the mean of all where there is room for it
/// and it is another, and heads by whole layers. Members that are one of these, by number.
std::vector<std::size_t> first_heads(const Trace& run, std::span<const CompareMember> members) {
    constexpr std::size_t most = 9;
    const std::string own =
        is_transformer(run.model) ? transformer::shown_words(transformer_facts(run)) : std::string();
    std::vector<std::vector<std::size_t>> layers; // without the model's own, which stands first
    std::string layer;
    for (std::size_t n = 2; n < members.size(); ++n) { // "head 1:3"
        const std::string of = members[n].key.substr(0, members[n].key.find(':'));
        if (layers.empty() || of != layer) layers.emplace_back();
        layer = of;
        if (members[n].title != own) layers.back().push_back(n);
    }
    const auto whole = [&](std::size_t room) {
        std::vector<std::size_t> heads;
        for (const auto& one : layers) {
            if (heads.size() + one.size() > room) break;
            heads.insert(heads.end(), one.begin(), one.end());
        }
        return heads;
    };
    std::vector<std::size_t> with = whole(most - 2), without = whole(most - 1), shown{0};
    const bool mean = !is_mean_of_all(run) && with.size() >= without.size();
    if (mean) shown.push_back(1);
    if (without.empty() && !layers.empty()) // a layer has more: as many as there is room for
        without.assign(layers.front().begin(),
                       layers.front().begin() + static_cast<std::ptrdiff_t>(most - shown.size()));
    const std::vector<std::size_t>& heads = mean && !with.empty() ? with : without;
    shown.insert(shown.end(), heads.begin(), heads.end());
    return shown;
}

} // namespace

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
    const bool heads = s.compare.what == CompareWhat::Heads && !members.empty() && members[0].key == "head";
    if (heads && s.trace && members.size() > 2) {
        for (const std::size_t n : first_heads(*s.trace, members)) show(n);
        return shown;
    }
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

std::string second_input(const AppState& s) {
    return s.compare.other_typed ? s.compare.other_input : s.compare.paired.answer.value_or("");
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
    std::vector<PanelOrder> orders = compares_heads(s)  ? head_orders(s)
                                     : s.compare.pair() ? pair_orders(s)
                                                        : function_orders(s);
    for (PanelOrder& order : orders)
        if (const auto head = s.compare.heads.find(order.key);
            head != s.compare.heads.end() && order.head.empty())
            order.head = head->second;
    return orders;
}

std::vector<HeadChoice> head_choices(const PanelState& panel) {
    std::vector<HeadChoice> choices{{"", "as the model has it", ""}};
    if (!panel.run) return choices;
    if (is_transformer(panel.run->model))
        choices.front() = {"", "its own: " + transformer::shown_words(transformer_facts(*panel.run)),
                           "as the model has it"};
    std::vector<HeadChoice> each;
    for (const Site& head : heads::source_heads(*panel.run))
        each.push_back({std::to_string(head.layer) + ":" + std::to_string(head.head),
                        "layer " + std::to_string(head.layer + 1) + ", head " + std::to_string(head.head + 1),
                        ""});
    if (each.size() < 2) return choices;
    choices.push_back({"mean", "mean of " + std::to_string(each.size()), ""});
    choices.push_back(
        {"best", "best here", panel.judgement.has_gold ? "lowest AER" : "needs a known alignment"});
    choices.insert(choices.end(), each.begin(), each.end());
    return choices;
}

bool can_compare_heads(const AppState& s) { return s.model && s.trace && heads::has_source_heads(*s.trace); }

} // namespace heed
