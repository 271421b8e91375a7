#include "app/cli/print/so_far.h"

#include <iostream>

namespace heed::cli {

namespace {

constexpr std::string_view empty_line = "\r\x1b[K";

} // namespace

std::string so_far_line(const std::string& written, int columns) {
    const std::vector<std::string> parts = characters(printable(written));
    int room = columns - 1 - display_width("→ "), whole = 0; // the last column stays free: no line is wrapped
    for (const std::string& part : parts) whole += display_width(part);
    if (whole > room) room -= display_width("…");
    std::string end;
    for (auto part = parts.rbegin(); part != parts.rend() && display_width(*part) <= room; ++part) {
        room -= display_width(*part);
        end.insert(0, *part);
    }
    return (end.size() < printable(written).size() ? "→ …" : "→ ") + end;
}

SoFar::SoFar(const Terminal& terminal) : columns_(terminal.columns) {
    if (!terminal.interactive) return;
    telling_.so_far = [this](const Trace& run) { show(so_far_line(run.target_text, columns_)); };
    telling_.progress = [this](const decode::Progress& far) {
        const std::string layer =
            "Reading: layer " + std::to_string(far.read + 1) + " of " + std::to_string(far.layers);
        if (far.layers > 0)
            show(clipped(layer, columns_ - 1));
        else if (far.searching)
            show(clipped("Searching: " + std::to_string(far.outputs) + " outputs so far", columns_ - 1));
    };
}

SoFar::~SoFar() {
    if (shown_) std::cout << empty_line << std::flush;
}

void SoFar::show(const std::string& line) {
    shown_ = true;
    std::cout << empty_line << line << std::flush;
}

} // namespace heed::cli
