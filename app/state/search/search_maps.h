// How the maps below Search's tree are looked at: by which head, in words or in pieces.
#pragma once

#include "app/figures/what_if/what_if.h"
#include "app/state/search/search.h"

#include <string>

namespace heed {

/// Whether several heads look at the source, so that one of them can stand for the run.
bool has_search_heads(const AppState& state);
/// What a map shows: "layer 2, mean of 4 heads", "layer 1, head 3"; empty: the run has one map.
std::string search_map_words(const AppState& state);
/// The head that stands in front in Step or among the heads: "layer 1, head 3"; what by_head chooses.
std::string head_of_step_words(const AppState& state);

/// The pair as its maps are drawn. Runs that stay as they are are the same pointers.
SearchPair search_maps(const AppState& state, const SearchPair& pair);
/// Output i of a run of the pair, as it is counted in the maps.
int row_in_maps(const AppState& state, const Trace& run, int output);
/// What is changed between the two, as the maps show it.
WhatIf search_what_if(const AppState& state, const SearchPair& pair);
/// Above the maps: what they compare. Outputs are counted as in the maps.
std::string search_question(const AppState& state, const SearchPair& pair);

} // namespace heed
