// The nearest states of other inputs, as a list: each in its sentence, the token that stands there marked.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/states/states.h"
#include "core/trace/sentence_states.h"

#include <string>
#include <utility>
#include <vector>

namespace heed {

struct NeighbourLine {
    std::string before{}, marked{}, after{}; // the sentence around the marked token
    bool is_mark = false;                    // "end", "start": no text of the sentence
    std::string other{};                     // what was written for it, or read
    std::string input{};                     // what a click opens
    float distance = 0;
};

struct NeighbourList {
    std::vector<NeighbourLine> lines{}; // nearest first
    std::vector<std::pair<std::string, int>>
        counted{}; // which tokens are marked how often, the most frequent first
    bool decoder = true;
    analysis::StateKind encoder = analysis::StateKind::Annotation;
    int offset = 0;
    int hovered = -1;
};

/// The lines of neighbours on that path. The token `offset` places beside the state's own is marked.
NeighbourList neighbour_list(const StateBank& bank, const std::vector<analysis::NearState>& near,
                             bool decoder, int offset, bool character_level);

/// Picks: Button "near" with k the line.
Scene neighbours_figure(const NeighbourList& list, float width, const FigureStyle& style);

} // namespace heed
