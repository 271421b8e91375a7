#include "core/io/huggingface/hub_names.h"

#include "core/base/error.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <map>

namespace heed::io {
namespace {

constexpr std::string_view wrappers[] = {"module.", "_orig_mod."};

/// What the braces of a pattern stood for in a name.
using Captures = std::map<char, std::string>;

struct Choice {
    char letter;
    std::array<std::string_view, 2> words; // of ours
};
constexpr Choice choices[] = {
    {'s', {"encoder", "decoder"}}, {'p', {"weight", "bias"}}, {'n', {"gain", "bias"}}};

/// How much of `text` the letter can stand for; empty: nothing.
std::string_view captured(char letter, std::string_view text) {
    if (letter == 'l') {
        std::size_t digits = 0;
        while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
        return text.substr(0, digits);
    }
    for (const Choice& choice : choices)
        if (choice.letter == letter)
            for (const std::string_view word : choice.words)
                if (text.starts_with(word)) return word;
    return {};
}

bool matches(std::string_view pattern, std::string_view name, Captures& found) {
    while (!pattern.empty()) {
        if (pattern.front() != '{') {
            if (name.empty() || name.front() != pattern.front()) return false;
            pattern.remove_prefix(1);
            name.remove_prefix(1);
            continue;
        }
        const std::string_view word = captured(pattern[1], name);
        if (word.empty()) return false;
        found[pattern[1]] = word;
        pattern.remove_prefix(3);
        name.remove_prefix(word.size());
    }
    return name.empty();
}

std::string written(std::string_view pattern, const Captures& found) {
    std::string name;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] != '{') {
            name += pattern[at];
            continue;
        }
        const char letter = pattern[at + 1];
        if (letter == 'k') {
            name += std::to_string(std::stol(found.at('l')) + 1);
            at += 2;
            continue;
        }
        const bool gain = letter != 's' && letter != 'l' && letter != 'p' && found.at('n') == "gain";
        if (letter == 'n')
            name += gain ? "weight" : "bias";
        else if (letter == 'o')
            name += gain ? "gamma" : "beta";
        else
            name += found.at(letter);
        at += 2;
    }
    return name;
}

/// Without the wrappers, and without one prefix of the family.
std::string_view without_prefix(std::string_view name, const HubFamily& family) {
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view wrapper : wrappers)
            if (name.starts_with(wrapper)) name.remove_prefix(wrapper.size()), again = true;
    }
    for (const std::string_view prefix : family.prefixes)
        if (name.starts_with(prefix)) return name.substr(prefix.size());
    return name;
}

/// Of two tensors of one shape, read from the file.
bool same_numbers(const Checkpoint& checkpoint, const StoredTensor& a, const StoredTensor& b) {
    if (a.shape.size() != 2) return checkpoint.matrix(a) == checkpoint.matrix(b);
    const StoredMatrix one = checkpoint.stored(a, false), other = checkpoint.stored(b, false);
    std::vector<float> x(static_cast<std::size_t>(one.cols())), y = x;
    for (Eigen::Index row = 0; row < one.rows(); ++row) {
        one.widen(row, x.data());
        other.widen(row, y.data());
        if (x != y) return false;
    }
    return true;
}

} // namespace

HubNames hub_names(const HubFamily& family, std::string_view ours) {
    for (const HubTensor& row : family.tensors) {
        Captures found;
        if (!matches(row.ours, ours, found)) continue;
        HubNames result{&row, {}};
        for (const std::string_view theirs : split(row.theirs, "|"))
            result.names.push_back(written(theirs, found));
        return result;
    }
    return {};
}

HubStock::HubStock(Checkpoint checkpoint, const HubFamily& family)
    : checkpoint_(std::move(checkpoint)), family_(family) {
    for (const StoredTensor& tensor : checkpoint_.tensors()) index_.emplace(plain_name(tensor), &tensor);
}

const StoredTensor* HubStock::find(std::string_view name) const {
    const auto it = index_.find(name);
    return it == index_.end() ? nullptr : it->second;
}

const StoredTensor* HubStock::find_any(std::string_view names) const {
    for (const std::string_view name : split(names, "|"))
        if (const StoredTensor* tensor = name.empty() ? nullptr : find(name)) return tensor;
    return nullptr;
}

std::string_view HubStock::plain_name(const StoredTensor& tensor) const {
    return without_prefix(tensor.name, family_);
}

bool HubStock::same(const StoredTensor& a, const StoredTensor& b) const {
    if (&a == &b) return true;
    if (a.shape != b.shape) return false;
    if (a.storage == b.storage && a.begin == b.begin && a.strides == b.strides && a.type == b.type &&
        a.storage >= 0)
        return true;
    const auto [known, is_new] = compared_.try_emplace(std::minmax(&a, &b), false);
    if (is_new) known->second = same_numbers(checkpoint_, a, b);
    return known->second;
}

} // namespace heed::io
