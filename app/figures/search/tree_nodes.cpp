// One or two searches, merged: what they share is one node.
#include "app/figures/search/tree_nodes.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/tokens_written.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using Kind = TreeNode::Kind;
using Fate = LatticeNode::Fate;

/// Two runs agree on a token where only rounding differs: a batch of another width adds in another order.
bool same_number(float a, float b) { return std::abs(a - b) <= 1e-4f + 1e-4f * std::abs(a); }

class Merge {
public:
    Merge(const TreeParts& parts, const FigureStyle& style) : parts_(parts), style_(style) {}

    TreePlan run() {
        if (parts_.search) {
            plan_.beam = parts_.search->settings;
            const std::vector<int> all(parts_.search->nodes.size(), 1);
            take(*parts_.search, all, parts_.forced, false);
        }
        if (parts_.changed) take(*parts_.changed, on_sentences(*parts_.changed), parts_.changed_forced, true);
        rank();
        for (const TreeOpened& opened : parts_.opened) open(opened);
        if (parts_.typed) type(*parts_.typed);
        mark_dead_ends();
        return std::move(plan_);
    }

private:
    TreeNode& at(int node) { return plan_.nodes[static_cast<std::size_t>(node)]; }
    std::vector<int>& children(int node) { return node < 0 ? plan_.roots : at(node).children; }

    /// Which nodes lie on a sentence: of the changed search only those are shown.
    static std::vector<int> on_sentences(const Lattice& lattice) {
        std::vector<int> wanted(lattice.nodes.size(), 0);
        for (const Hypothesis& h : lattice.hypotheses)
            for (const int node : h.nodes) wanted[static_cast<std::size_t>(node)] = 1;
        return wanted;
    }

    int shared(int parent, const LatticeNode& node) {
        for (const int child : children(parent))
            if (at(child).id == node.id && same_number(at(child).log_prob, node.log_prob)) return child;
        return -1;
    }

    int add(int parent, TreeNode node) {
        node.parent = parent;
        const bool read = parts_.run && node.kind != Kind::Typed;
        node.label = node.is_end ? "end" : read ? shown_written(*parts_.run, node.text) : shown(node.text);
        node.label_width = text_width(style_, node.label, Face::Mono, 13);
        plan_.widest_label = std::max(plan_.widest_label, node.label_width);
        const int index = static_cast<int>(plan_.nodes.size());
        plan_.nodes.push_back(std::move(node));
        children(parent).push_back(index);
        return index;
    }

    void take(const Lattice& lattice, const std::vector<int>& wanted, const std::set<int>& forced,
              bool changed) {
        std::vector<int> place(lattice.nodes.size(), -1);
        for (std::size_t n = 0; n < lattice.nodes.size(); ++n) {
            const LatticeNode& node = lattice.nodes[n];
            if (!wanted[n] || node.fate == Fate::Pruned) continue;
            const int parent = node.parent < 0 ? -1 : place[static_cast<std::size_t>(node.parent)];
            int index = changed ? shared(parent, node) : -1;
            if (index < 0) {
                TreeNode made;
                made.column = node.position;
                made.id = node.id;
                made.text = node.text;
                made.log_prob = node.log_prob;
                made.total = node.total;
                made.is_end = node.fate == Fate::Finished;
                made.from_changed = changed;
                made.lattice_node = static_cast<int>(n);
                index = add(parent, std::move(made));
            }
            if (forced.count(node.position)) at(index).forced = true;
            place[n] = index;
        }
        for (std::size_t h = 0; h < lattice.hypotheses.size(); ++h) {
            const Hypothesis& hypothesis = lattice.hypotheses[h];
            if (hypothesis.nodes.empty()) continue;
            const int end = place[static_cast<std::size_t>(hypothesis.nodes.back())];
            for (int node = end; node >= 0; node = at(node).parent) {
                Kind& kind = at(node).kind;
                if (h == 0 && !changed)
                    kind = Kind::Best;
                else if (h == 0 && kind != Kind::Best)
                    kind = Kind::Changed;
                else if (kind == Kind::Dropped)
                    kind = Kind::Survivor;
            }
            const auto known = std::find_if(plan_.sentences.begin(), plan_.sentences.end(),
                                            [&](const TreeSentence& s) { return s.end == end; });
            if (known != plan_.sentences.end()) {
                known->changed = known->changed || h == 0;
                continue;
            }
            plan_.sentences.push_back({end, hypothesis.log_prob, hypothesis.score,
                                       static_cast<int>(hypothesis.nodes.size()), hypothesis.finished,
                                       changed, static_cast<int>(h)});
        }
    }

    void rank() {
        std::stable_sort(plan_.sentences.begin(), plan_.sentences.end(),
                         [](const TreeSentence& a, const TreeSentence& b) {
                             return a.finished != b.finished ? a.finished : a.score > b.score;
                         });
        for (std::size_t n = 0; n < plan_.sentences.size(); ++n)
            at(plan_.sentences[n].end).sentence = static_cast<int>(n);
        for (TreeNode& node : plan_.nodes) by_likelihood(node.children);
        by_likelihood(plan_.roots);
    }
    void by_likelihood(std::vector<int>& nodes) {
        std::stable_sort(nodes.begin(), nodes.end(),
                         [&](int a, int b) { return at(a).log_prob > at(b).log_prob; });
    }

    int find(const std::vector<int>& path) { return tree_node(plan_, path); }

    void open(const TreeOpened& opened) {
        const int parent = find(opened.path);
        if (parent < -1 || (parent >= 0 && at(parent).is_end)) return;
        for (const Candidate& candidate : opened.candidates) {
            const auto& known = children(parent);
            if (std::any_of(known.begin(), known.end(),
                            [&](int child) { return at(child).id == candidate.id; }))
                continue;
            TreeNode made;
            made.kind = Kind::Candidate;
            made.column = parent < 0 ? 0 : at(parent).column + 1;
            made.id = candidate.id;
            made.text = candidate.text;
            made.log_prob = candidate.log_prob;
            made.total = (parent < 0 ? 0 : at(parent).total) + static_cast<double>(candidate.log_prob);
            made.small = true;
            made.from_changed = parent >= 0 && at(parent).from_changed;
            add(parent, std::move(made));
        }
    }

    void type(const TreeTyped& typed) {
        const int parent = find(typed.path);
        if (parent < -1) return;
        TreeNode made;
        made.kind = Kind::Typed;
        made.column = parent < 0 ? 0 : at(parent).column + 1;
        made.text = typed.text;
        made.forced = typed.known;
        made.small = true;
        add(parent, std::move(made));
    }

    void mark_dead_ends() {
        for (TreeNode& node : plan_.nodes)
            node.dead_end = node.kind == Kind::Dropped &&
                            std::none_of(node.children.begin(), node.children.end(), [&](int child) {
                                return at(child).kind != Kind::Candidate && at(child).kind != Kind::Typed;
                            });
    }

    const TreeParts& parts_;
    const FigureStyle& style_;
    TreePlan plan_;
};

} // namespace

TreePlan tree_nodes(const TreeParts& parts, const FigureStyle& style) { return Merge(parts, style).run(); }

TreePlan tree_plan(const TreeParts& parts, const FigureStyle& style) {
    TreePlan plan = tree_nodes(parts, style);
    place_lanes(plan);
    return plan;
}

} // namespace heed
