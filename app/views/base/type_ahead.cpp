#include "app/views/base/type_ahead.h"

#include "core/text/fold.h"

#include <algorithm>
#include <string_view>

namespace heed {
namespace {

constexpr double longest_pause = 1; // seconds, after which typing begins anew

/// Whether the label, or a word of it, begins with what was typed.
bool begins_so(const std::string& label, const std::string& typed) {
    const std::string text = folded(label);
    for (std::size_t at = 0; at != std::string::npos; at = text.find(' ', at)) {
        if (at > 0) ++at;
        if (std::string_view(text).substr(at).starts_with(typed)) return true;
    }
    return false;
}

bool one_character(std::string_view chord) {
    return std::count_if(chord.begin(), chord.end(), [](char c) { return (c & 0xC0) != 0x80; }) == 1;
}

} // namespace

bool TypeAhead::goes_on(double now) const { return !typed.empty() && now - at < longest_pause; }

int TypeAhead::find(const std::vector<std::string>& chords, double now, int row, int count,
                    const std::function<std::string(int)>& label) {
    int found = -1;
    for (const std::string& chord : chords) {
        const bool more = goes_on(now), space = chord == "Space";
        if (space ? !more : !one_character(chord)) continue;
        typed = (more ? typed : "") + (space ? " " : folded(chord));
        at = now;
        for (int k = more ? 0 : 1; k <= count; ++k) {
            const int n = (std::max(row, 0) + k) % count;
            if (!begins_so(label(n), typed)) continue;
            row = found = n;
            break;
        }
    }
    return found;
}

bool TypeAhead::filter(const std::vector<std::string>& chords, double now) {
    const std::string before = typed;
    for (const std::string& chord : chords) {
        if (chord == "Backspace" && !typed.empty()) {
            while ((typed.back() & 0xC0) == 0x80) typed.pop_back();
            typed.pop_back();
        } else if (chord == "Space" && !typed.empty()) {
            typed += ' ';
        } else if (one_character(chord)) {
            typed += folded(chord);
        }
    }
    at = now; // Space goes on from it however long ago that was
    return typed != before;
}

} // namespace heed
