#include "core/io/mapping/names.h"

#include "core/text/strings.h"

#include <array>
#include <vector>

namespace heed::io::mapping {

namespace {

/// The parts between dots and underscores, in small letters.
std::vector<std::string> steps_of(std::string_view name) {
    std::vector<std::string> steps(1);
    for (const char c : ascii_lower(std::string(name))) {
        if (c == '.' || c == '_' || c == '/' || c == '*')
            steps.emplace_back();
        else
            steps.back() += c;
    }
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
    return has_word(name,
                    "optim exp_avg =opt momentum_buffer square_avg num_batches running_mean running_var "
                    "scheduler train_iter =adam =step =epoch");
}

std::string number(std::int64_t n) { return grouped(static_cast<std::uint64_t>(n)); }

} // namespace heed::io::mapping
