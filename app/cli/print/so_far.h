// A run that takes long, on a terminal: one line, rewritten as words come.
#pragma once

#include "app/cli/print/terminal.h"
#include "core/decode/telling.h"

namespace heed::cli {

/// The end of what is written so far, in so many columns: "→ … le chat dort".
std::string so_far_line(const std::string& written, int columns);

/// Writes the line to standard output as it is told, and takes it away when it goes. Tells nothing where
/// standard output is no terminal.
class SoFar {
public:
    explicit SoFar(const Terminal& terminal);
    ~SoFar();
    SoFar(const SoFar&) = delete;
    SoFar& operator=(const SoFar&) = delete;
    const decode::Telling& telling() const { return telling_; }

private:
    void show(const std::string& line);
    int columns_ = 0;
    bool shown_ = false;
    decode::Telling telling_;
};

} // namespace heed::cli
