#include "core/tasks/points/sorting.h"

#include "core/base/error.h"
#include "core/tasks/items/adding.h"
#include "core/tasks/sample.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace heed::tasks {
namespace {

constexpr int fewest_numbers = 3, most_numbers = 8;
constexpr int different_numbers = 1000; // 0, .01 … 9.99

double value_of(const std::string& word) { return number_in<double>(word).value_or(0); }

Item sorting_item(const std::vector<std::string>& words) {
    std::vector<int> order(words.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return value_of(words[static_cast<std::size_t>(a)]) < value_of(words[static_cast<std::size_t>(b)]);
    });
    Item item{"", "", {{"pointer.attention", {}}}};
    for (const std::string& word : words) item.input += (item.input.empty() ? "" : " ") + word;
    std::string numbers;
    for (int i = 0; i < static_cast<int>(order.size()); ++i) {
        const int place = order[static_cast<std::size_t>(i)];
        item.answer += (i == 0 ? "" : " ") + std::to_string(place);
        numbers += ' ' + words[static_cast<std::size_t>(place)];
        item.gold.front().cells.push_back({i, place});
    }
    item.answer += ':' + numbers;
    return item;
}

} // namespace

std::vector<std::string> parse_sorting(std::string_view text, const std::string& subject) {
    std::vector<std::string> words = read_tokens(text, Tokenizer{TokenLevel::Given});
    for (std::size_t k = 0; k < words.size(); ++k) {
        const auto value = number_in<double>(words[k]);
        if (!value || !std::isfinite(*value))
            throw Error(subject, "word " + std::to_string(k + 1), "a number, such as 3.1",
                        in_quotes(words[k], 60));
    }
    if (words.empty()) throw Error(subject, "no numbers", "numbers, such as 3.1 2.0 5.5", "nothing");
    return words;
}

Item sorting_of_length(Random& random, int numbers) {
    std::vector<std::string> words;
    std::set<std::uint64_t> drawn;
    while (std::ssize(words) < std::clamp(numbers, 1, different_numbers)) {
        const std::uint64_t hundredths = random.below(different_numbers);
        if (drawn.insert(hundredths).second)
            words.push_back(number_text(static_cast<double>(hundredths) / 100));
    }
    return sorting_item(words);
}

Item sample_sorting(Random& random) {
    return sorting_of_length(random, fewest_numbers +
                                         static_cast<int>(random.below(most_numbers - fewest_numbers + 1)));
}

Item sorting_reference(std::string_view text, const std::string& subject) {
    return sorting_item(parse_sorting(text, subject));
}

} // namespace heed::tasks
