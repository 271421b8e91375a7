// Languages and tasks that a model of a Hugging Face folder can be told, as the folder lists them.
#pragma once

#include "app/state/commands/row.h"

#include <string>
#include <vector>

namespace heed {

struct Told {
    std::string code, name; // what is sent, and what is shown
    bool own = false;       // what the model takes where it is told nothing
    bool chosen = false;
};
/// In the folder's order; empty: there is nothing to choose.
std::vector<Told> languages_to_write(const AppState& state);
std::vector<Told> languages_to_read(const AppState& state);
std::vector<Told> tasks_to_tell(const AppState& state); // the first is none
bool can_be_told(const AppState& state);

Rows told_commands();

} // namespace heed
