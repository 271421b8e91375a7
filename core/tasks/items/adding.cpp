#include "core/tasks/items/adding.h"

#include "core/base/error.h"

#include <charconv>
#include <cmath>

namespace heed::tasks {
namespace {

constexpr int shortest_adding = 20, longest_adding = 80;
constexpr std::string_view blanks = " \t\r\n";

Item adding_item(const Adding& numbers) {
    Item item{to_text(numbers), number_text(adding_answer(numbers)), {{"pool.attention", {}}}};
    for (std::size_t t = 0; t < numbers.size(); ++t)
        if (numbers[t].marked) item.gold.front().cells.push_back({0, static_cast<int>(t)});
    return item;
}

} // namespace

double adding_answer(const Adding& numbers) {
    double sum = 0;
    for (const MarkedNumber& n : numbers) sum += n.marked ? n.value : 0;
    return 0.5 + sum / 4;
}

std::string number_text(double value) {
    char digits[400];
    // Fifteen digits are what a double keeps of any decimal number: .1 + .2 is .3 here.
    const auto rounded = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 15);
    double shown = 0;
    std::from_chars(digits, rounded.ptr, shown);
    const auto end = std::to_chars(digits, digits + sizeof digits, shown, std::chars_format::fixed).ptr;
    std::string text(digits, end);
    if (text == "-0") return "0";
    const std::size_t zero = text.starts_with('-') ? 1 : 0;
    if (text.size() > zero + 1 && text[zero] == '0') text.erase(zero, 1);
    return text;
}

std::string to_text(const Adding& numbers) {
    std::string text;
    for (const MarkedNumber& n : numbers) {
        if (!text.empty()) text += ' ';
        text += number_text(n.value);
        if (n.marked) text += '*';
    }
    return text;
}

Adding parse_adding(std::string_view text, const std::string& subject) {
    Adding numbers;
    for (;;) {
        const std::size_t begin = text.find_first_not_of(blanks);
        if (begin == std::string_view::npos) break;
        text.remove_prefix(begin);
        const std::string_view word = text.substr(0, text.find_first_of(blanks));
        text.remove_prefix(word.size());

        MarkedNumber number{0, word.ends_with('*')};
        const std::string_view digits = word.substr(0, word.size() - (number.marked ? 1 : 0));
        const char* end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, number.value);
        if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(number.value))
            throw Error(subject, "word " + std::to_string(numbers.size() + 1),
                        "a number, with a star where it is marked, such as .31 or -.2*",
                        "\"" + std::string(word) + "\"");
        numbers.push_back(number);
    }
    if (numbers.empty())
        throw Error(subject, "no numbers", "numbers, the marked ones with a star, such as .31 -.2* .7 .1*",
                    "nothing");
    return numbers;
}

Adding draw_adding(Random& random, int length) {
    const auto count = static_cast<std::size_t>(length), half = count / 2;
    Adding numbers(count);
    for (MarkedNumber& n : numbers) n.value = (static_cast<int>(random.below(201)) - 100) / 100.0;
    numbers[random.below(half)].marked = true;
    numbers[half + random.below(count - half)].marked = true;
    return numbers;
}

Item adding_of_length(Random& random, int length) { return adding_item(draw_adding(random, length)); }

Item sample_adding(Random& random) {
    return adding_of_length(random, shortest_adding +
                                        static_cast<int>(random.below(longest_adding - shortest_adding + 1)));
}

std::string adding_worked(std::string_view text) {
    std::string sum;
    for (const MarkedNumber& n : parse_adding(text, "worked")) {
        if (!n.marked) continue;
        const bool below = n.value < 0;
        sum += sum.empty() ? (below ? "−" : "") : (below ? " − " : " + ");
        sum += number_text(std::abs(n.value));
    }
    return "½ + ¼ (" + sum + ")";
}

/// Two are marked, no more and no fewer: what the task is.
Item adding_reference(std::string_view text, const std::string& subject) {
    Item item = adding_item(parse_adding(text, subject));
    if (item.gold.front().cells.size() != 2)
        throw Error(subject, "marked numbers", "two", std::to_string(item.gold.front().cells.size()));
    return item;
}

} // namespace heed::tasks
