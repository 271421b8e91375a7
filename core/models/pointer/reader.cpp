#include "core/models/pointer/reader.h"

#include "core/base/error.h"
#include "core/models/number_words.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::pointer {
namespace {

std::string form_of(int numbers) {
    if (numbers == 1) return "a number, such as 3.1";
    if (numbers == 2) return "two numbers with a comma between them, such as .1,.2";
    return std::to_string(numbers) + " numbers with commas between them";
}

std::string slots_there_are(const Config& config, int points) {
    return "a point from 0 to " + std::to_string(points - 1) + (config.attention.end ? ", or end" : "");
}

/// The words of a target before its colon, "point 4" as one.
std::vector<std::string> target_words(std::string_view text) {
    std::vector<std::string> words;
    for (const NumberWord& word : words_of(text.substr(0, text.find(':')))) {
        const bool second = !words.empty() && words.back() == "point";
        if (second)
            words.back() += ' ' + std::string(word.text);
        else
            words.emplace_back(word.text);
    }
    return words;
}

} // namespace

Reading read_input(const Config& config, std::string_view text, int longest, const std::string& subject) {
    const std::vector<NumberWord> words = words_of(text);
    if (words.empty()) throw Error(subject + ": the input is empty");
    if (longest > 0 && std::ssize(words) > longest)
        throw Error(subject, "the input is too long",
                    "at most " + plural(static_cast<std::size_t>(longest), "point", "points"),
                    std::to_string(words.size()));
    Reading reading;
    reading.item.points.resize(config.input.size, std::ssize(words));
    for (std::size_t j = 0; j < words.size(); ++j) {
        const std::vector<double> numbers = numbers_of(words[j].text);
        if (std::ssize(numbers) != config.input.size)
            throw Error(subject, "word " + std::to_string(j + 1), form_of(config.input.size),
                        in_quotes(words[j].text, 60));
        for (std::size_t k = 0; k < numbers.size(); ++k)
            reading.item.points(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j)) = numbers[k];
        TraceToken token;
        token.text = std::string(words[j].text);
        token.begin = words[j].begin;
        token.end = words[j].end;
        reading.points.push_back(std::move(token));
    }
    return reading;
}

int read_slot(const Config& config, std::string_view word, int points, const std::string& subject,
              const std::string& item) {
    const bool named = word.starts_with("point ");
    const auto number = number_in<int>(named ? word.substr(6) : word);
    const int slot = word == "end" ? points : number ? *number - (named ? 1 : 0) : -1;
    if (slot < 0 || slot >= config.slots(points))
        throw Error(subject, item, slots_there_are(config, points), in_quotes(word, 60));
    return slot;
}

std::vector<int> read_target(const Config& config, std::string_view text, int points, bool masked,
                             const std::string& subject) {
    std::vector<int> slots;
    const std::vector<std::string> words = target_words(text);
    for (std::size_t k = 0; k < words.size(); ++k) {
        const std::string item = "answer, word " + std::to_string(k + 1);
        const int slot = read_slot(config, words[k], points, subject, item);
        if (!slots.empty() && slots.back() == points)
            throw Error(subject, item, "nothing after the end", "\"" + words[k] + "\"");
        if (masked && std::find(slots.begin(), slots.end(), slot) != slots.end())
            throw Error(subject, item, "a point that was not chosen before, for this model is masked",
                        "\"" + words[k] + "\"");
        slots.push_back(slot);
    }
    if (config.attention.end && (slots.empty() || slots.back() != points)) slots.push_back(points);
    const bool fits =
        config.attention.end ? std::ssize(slots) <= config.slots(points) : std::ssize(slots) == points;
    if (!fits)
        throw Error(subject, "answer",
                    (config.attention.end ? "at most " : "") +
                        plural(static_cast<std::size_t>(points), "point", "points"),
                    std::to_string(words.size()));
    return slots;
}

std::string written_text(const Config& config, const std::vector<int>& slots,
                         const std::vector<std::string>& points) {
    std::string text, numbers;
    for (const int slot : slots) {
        if (slot >= std::ssize(points)) continue;
        if (!text.empty()) text += ' ';
        text += std::to_string(slot);
        numbers += ' ' + points[static_cast<std::size_t>(slot)];
    }
    return config.input.size == 1 && !text.empty() ? text + ':' + numbers : text;
}

} // namespace heed::pointer
