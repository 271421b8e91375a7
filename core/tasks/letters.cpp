#include "core/tasks/letters.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace heed::tasks {
namespace {

using Letters = std::vector<std::string>;

constexpr std::string_view copy_tag = ">", reverse_tag = "<";

bool is_letter(const std::string& token) { return token.size() == 1 && token[0] >= 'a' && token[0] <= 'z'; }

Letters draw_letters(Random& random, int shortest, int longest) {
    const auto n = static_cast<std::uint64_t>(shortest) +
                   random.below(static_cast<std::uint64_t>(longest - shortest + 1));
    Letters letters;
    for (std::uint64_t i = 0; i < n; ++i) letters.emplace_back(1, static_cast<char>('a' + random.below(26)));
    return letters;
}

/// The source positions in the order in which the target shows them.
using Order = std::vector<std::size_t>;

Order forwards(std::size_t from, std::size_t to) {
    Order order(to - from);
    std::iota(order.begin(), order.end(), from);
    return order;
}

Sample arrange(Letters source, const Order& order) {
    Sample sample;
    for (std::size_t j = 0; j < order.size(); ++j) {
        sample.target.push_back(source[order[j]]);
        sample.sure.push_back({static_cast<int>(order[j]), static_cast<int>(j)});
    }
    sample.source = std::move(source);
    sample.has_gold = true;
    return sample;
}

Sample reversed(Letters letters) {
    Order order = forwards(0, letters.size());
    std::reverse(order.begin(), order.end());
    return arrange(std::move(letters), order);
}

Sample sorted(Letters letters) {
    Order order = forwards(0, letters.size());
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return letters[a] < letters[b]; });
    return arrange(std::move(letters), order);
}

Sample copied_or_reversed(Letters tagged) {
    Order order = forwards(1, tagged.size());
    if (tagged.front() == reverse_tag) std::reverse(order.begin(), order.end());
    return arrange(std::move(tagged), order);
}

std::optional<Sample> answer(std::string_view text, Sample (*rule)(Letters)) {
    Letters letters = read_tokens(text, {TokenLevel::Character, true});
    if (letters.empty() || !std::all_of(letters.begin(), letters.end(), is_letter)) return std::nullopt;
    return rule(std::move(letters));
}

} // namespace

Sample sample_reverse(Random& random) { return sample_reverse(random, 5, 40); }
Sample sample_sort(Random& random) { return sample_sort(random, 3, 20); }
Sample sample_twoway(Random& random) { return sample_twoway(random, 3, 12); }

Sample sample_reverse(Random& random, int shortest, int longest) {
    return reversed(draw_letters(random, shortest, longest));
}

Sample sample_sort(Random& random, int shortest, int longest) {
    return sorted(draw_letters(random, shortest, longest));
}

Sample sample_twoway(Random& random, int shortest, int longest) {
    Letters tagged{std::string(random.below(2) == 0 ? copy_tag : reverse_tag)};
    for (auto& letter : draw_letters(random, shortest, longest)) tagged.push_back(std::move(letter));
    return copied_or_reversed(std::move(tagged));
}

std::optional<Sample> reverse_reference(std::string_view text) { return answer(text, reversed); }
std::optional<Sample> sort_reference(std::string_view text) { return answer(text, sorted); }

std::optional<Sample> twoway_reference(std::string_view text) {
    Letters tagged = read_tokens(text, {TokenLevel::Character, true});
    if (tagged.size() < 2 || (tagged[0] != copy_tag && tagged[0] != reverse_tag) ||
        !std::all_of(tagged.begin() + 1, tagged.end(), is_letter))
        return std::nullopt;
    return copied_or_reversed(std::move(tagged));
}

} // namespace heed::tasks
