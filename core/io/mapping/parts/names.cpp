#include "core/io/mapping/parts/names.h"

#include "core/io/family/optimizers.h"
#include "core/text/strings.h"

#include <cctype>

namespace heed::io::mapping {

namespace {

bool is_in_word(char c) {
    const auto u = static_cast<unsigned char>(c);
    return std::isalnum(u) != 0 || u >= 0x80;
}

/// The parts between dots and underscores, in small letters.
std::vector<std::string> steps_of(std::string_view name) {
    std::vector<std::string> steps;
    for (NameWord& word : words_of_name(name)) steps.push_back(std::move(word.text));
    return steps;
}

Half half_of_step(const std::string& step) {
    for (const char* mark : {"enc", "src", "source", "reader"})
        if (step.starts_with(mark)) return Half::Encoder;
    for (const char* mark : {"dec", "trg", "tgt", "target", "writer"})
        if (step.starts_with(mark)) return Half::Decoder;
    if (step == "en") return Half::Encoder;
    return step == "de" ? Half::Decoder : Half::Unknown;
}

} // namespace

std::vector<NameWord> words_of_name(std::string_view name) {
    // Of a weight and its bias ("outWeight, bias") the first counts.
    const bool one_word = name.substr(0, name.find(", ")).find_first_of("._/ ") == name.npos;
    std::vector<NameWord> words;
    const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    for (std::size_t n = 0; n < name.size(); ++n) {
        if (!is_in_word(name[n])) continue;
        const bool begins = n == 0 || !is_in_word(name[n - 1]) ||
                            (one_word && is_capital(name[n]) && !is_capital(name[n - 1]));
        if (begins) words.push_back({{}, n, n});
        words.back().text += ascii_lower(std::string(1, name[n]));
        words.back().end = n + 1;
    }
    return words;
}

Half half_of(std::string_view name) {
    Half half = Half::Unknown;
    for (const std::string& step : steps_of(name))
        if (const Half own = half_of_step(step); own != Half::Unknown) half = own;
    return half;
}

bool has_word(std::string_view name, std::string_view words) {
    const std::string lower = ascii_lower(std::string(name));
    const std::vector<std::string> steps = steps_of(name);
    for (const std::string_view word : split(words, " ")) {
        if (!word.starts_with('=')) {
            if (lower.find(word) != lower.npos) return true;
            continue;
        }
        for (const std::string& step : steps)
            if (step == word.substr(1)) return true;
    }
    return false;
}

bool is_for_training(std::string_view name) {
    const std::size_t at = name.find_last_of("./");
    return is_optimizers(name) || (at == name.npos ? name : name.substr(at + 1)) == "num_batches_tracked";
}

bool is_of_training(std::string_view name) {
    return has_word(name, "=train =training =optim =optimizer =scheduler =step =epoch =iter =rng");
}

std::string number(std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); }

} // namespace heed::io::mapping
