// What the command line asks of the window.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heed {

/// Everything that is not given is as the last session left it, or as on a first run.
struct WindowOptions {
    struct Size {
        int width = 0, height = 0; // px
        bool operator==(const Size&) const = default;
    };
    std::optional<std::string> model;             // a bundled name, a folder, a file
    std::optional<std::string> watch;             // the same, and it is followed as it is rewritten
    std::optional<std::string> family;            // by which a model of another toolkit is read
    std::optional<std::string> input;             // text for it to read
    std::optional<std::string> view;              // the workspace: "step", "compare"
    std::optional<int> at;                        // sub-steps revealed
    std::optional<std::string> theme;             // "dark" or "light"
    std::optional<Size> size;                     // of the window
    std::optional<float> scale;                   // of everything in it
    std::optional<std::filesystem::path> session; // settings and request to start from
    std::optional<std::filesystem::path>
        screenshot; // written once the layout is settled; then the program leaves
    std::optional<std::filesystem::path> dump_state; // written on leaving
    std::optional<std::filesystem::path> record;     // the commands of the session, a line each
    std::optional<std::filesystem::path> replay;     // commands to be given before anybody else gives one
};

} // namespace heed
