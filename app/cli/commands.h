// The subcommands: one visible table in cli.cpp, one file for each.
//
// Exit status: 0 done; 1 the work failed; 2 the words were wrong. Errors are one line on standard error.
#pragma once

#include "app/state/window_options.h"

#include <functional>
#include <span>
#include <stdexcept>
#include <string_view>

namespace CLI {
class App;
}

namespace heed::cli {

/// What is done once the words have been read; returns the exit status. It may throw heed::Error, which is
/// printed as "heed: SENTENCE" and ends the program with 1, or WrongWords, which ends it with 2.
using Action = std::function<int()>;

/// For what only the command itself can find wrong in its words: "--rows 3:99: …".
class WrongWords : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Adds the options of one subcommand to `command` (their help texts are the only ones there are) and returns
/// what to do with them. The options' values live in the returned function.
using AddCommand = Action (*)(CLI::App& command);

struct Command {
    std::string_view name;
    std::string_view group; // heading in the help
    std::string_view help;  // one line, no full stop
    AddCommand add;
};

/// In the order of the help; commands of one group stand together.
std::span<const Command> commands();

using OpenWindow = int (*)(const WindowOptions&);

/// The whole program. `open_window` is called when no subcommand is named; null in a build without a window.
int run(int argc, const char* const* argv, OpenWindow open_window);

} // namespace heed::cli
