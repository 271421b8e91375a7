// One text in each of twelve scripts that are hard to get right, each in its own way.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace heed {

struct ScriptSample {
    std::string_view name, text;
    int graphemes; // what a reader takes for characters
};

inline constexpr std::array<ScriptSample, 12> script_samples = {{
    {"latin_with_marks", "e\u0301te\u0301 n\u0303o", 6},
    {"greek", "Ἀθῆναι", 6},
    {"cyrillic", "Война и мир", 11},
    {"arabic", "مرحبا بالعالم", 13},
    {"hebrew", "שלום עולם", 9},
    {"hindi", "नमस्ते दुनिया", -1}, // Unicode counts conjuncts in more than one way
    {"thai", "สวัสดีโลก", -1},
    {"chinese", "你好世界", 4},
    {"japanese", "こんにちは世界", 7},
    {"korean", "안녕하세요", 5},
    {"emoji", "👩🏽‍🔬🇺🇳👨‍👩‍👧‍👦", 3},
    {"mathematical", "𝒳𝟙𝔸𝖟", 4},
}};

} // namespace heed
