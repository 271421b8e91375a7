#include "core/io/attention/weights/groups.h"

#include "core/io/attention/json.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace heed::io {

namespace {

/// "cross_attentions.0.3": what it is called, and its place in the lists of that name.
std::pair<std::string, ListPlace> name_and_place(std::string_view name) {
    ListPlace place;
    while (!name.empty()) {
        const std::size_t dot = name.rfind('.');
        const std::string_view last = dot == name.npos ? name : name.substr(dot + 1);
        std::int64_t index = 0;
        const auto [end, error] = std::from_chars(last.data(), last.data() + last.size(), index);
        if (error != std::errc() || end != last.data() + last.size() || last.size() > 6) break;
        place.insert(place.begin(), index);
        name = dot == name.npos ? std::string_view() : name.substr(0, dot);
    }
    return {std::string(name), place};
}

/// What a tensor's name says: "cross_attentions.0.3"; "attention_2" and "arr_1" (numpy.savez), whose number
/// is its place; "0.1.attention" (the hypotheses that fairseq lists), which has places in front.
struct TensorName {
    std::string sentence, key;
    ListPlace place;
    bool numbered = false;
};

TensorName parsed_name(std::string_view whole) {
    TensorName name;
    std::tie(name.key, name.place) = name_and_place(whole);
    const std::size_t front = std::min(name.key.find_first_not_of("0123456789."), name.key.size());
    if (front > 1 && front < name.key.size() && name.key[front - 1] == '.') {
        name.sentence = name.key.substr(0, front - 1);
        name.key.erase(0, front);
    }
    const auto numbered = numbered_key(name.key);
    if (!numbered || !name.place.empty() || find_key(name.key) != nullptr) return name;
    const bool nameless = numbered->key == "arr";
    if (!nameless && !is_key(KeyMeaning::Weights, numbered->key)) return name;
    name.place = {numbered->number};
    name.key = nameless ? std::string() : std::string(numbered->key);
    name.numbered = !nameless;
    return name;
}

struct FoundGroup {
    TensorGroup group;
    std::string sentence, name;
    std::vector<int> numbers; // of keys, in the order of the parts
};

std::vector<FoundGroup> named_groups(const Checkpoint& checkpoint) {
    std::map<std::pair<std::string, std::string>, FoundGroup> named;
    for (const StoredTensor& tensor : checkpoint.tensors()) {
        TensorName name = parsed_name(tensor.name);
        FoundGroup& found = named[{name.sentence, name.key}];
        found.sentence = name.sentence;
        found.name = name.key;
        if (name.numbered) found.numbers.push_back(static_cast<int>(name.place.front()));
        found.group.parts[std::move(name.place)] = &tensor;
    }
    std::vector<FoundGroup> groups;
    for (auto& [name, found] : named) {
        std::sort(found.numbers.begin(), found.numbers.end());
        if (found.numbers.size() == found.group.parts.size()) { // counted from anything
            std::map<ListPlace, const StoredTensor*> parts;
            for (const auto& [place, tensor] : found.group.parts) parts[{std::ssize(parts)}] = tensor;
            found.group.parts = std::move(parts);
        }
        groups.push_back(std::move(found));
    }
    return groups;
}

/// Whether its tensors are maps of sentences of their own: they differ in outputs and sources alone.
bool are_sentences(const TensorGroup& group) {
    if (group.parts.size() < 2 || group.parts.begin()->first.size() != 1) return false;
    const std::vector<std::int64_t>& first = group.parts.begin()->second->shape;
    bool same = true, single = true; // outputs of steps
    for (const auto& [place, tensor] : group.parts) {
        const std::vector<std::int64_t>& shape = tensor->shape;
        if (shape.size() != first.size() || shape.size() < 2 ||
            !std::equal(first.begin(), first.end() - 2, shape.begin()))
            return false;
        same = same && shape == first;
        single = single && shape[shape.size() - 2] == 1;
    }
    return !same && !single;
}

/// Whether words belong to keys of a number: "source_0".
bool has_numbered_words(const Json& values) {
    for (const auto& [name, value] : values.items()) {
        const auto numbered = numbered_key(name);
        const AttentionKey* row = numbered ? find_key(numbered->key) : nullptr;
        if (row != nullptr && row->meaning != KeyMeaning::Weights) return true;
    }
    return false;
}

/// A group a part.
std::vector<TensorGroup> parted(const FoundGroup& found) {
    std::vector<TensorGroup> groups;
    const bool numbered = found.numbers.size() == found.group.parts.size(); // each by its key
    for (const auto& [place, tensor] : found.group.parts) {
        const std::size_t n = groups.size();
        groups.push_back({found.group.key,
                          {{ListPlace{}, tensor}},
                          found.group.sentence + static_cast<int>(n),
                          numbered ? found.numbers[n] : static_cast<int>(n)});
    }
    return groups;
}

} // namespace

std::optional<ListPlace> TensorGroup::front() const {
    ListPlace lengths(parts.begin()->first.size(), 0);
    std::size_t all = 1;
    for (const auto& [place, tensor] : parts) {
        if (place.size() != lengths.size()) return std::nullopt;
        for (std::size_t n = 0; n < place.size(); ++n) lengths[n] = std::max(lengths[n], place[n] + 1);
    }
    for (const std::int64_t length : lengths) { // of large numbers the product would wrap around
        if (length < 1 || static_cast<std::size_t>(length) > parts.size() / all) return std::nullopt;
        all *= static_cast<std::size_t>(length);
    }
    return all == parts.size() ? std::optional(lengths) : std::nullopt;
}

std::uint64_t TensorGroup::numbers() const {
    std::uint64_t all = 0;
    for (const auto& [place, tensor] : parts) all += tensor->numbers();
    return all;
}

std::vector<const StoredTensor*> TensorGroup::tensors() const {
    std::vector<const StoredTensor*> list;
    for (const auto& [place, tensor] : parts) list.push_back(tensor);
    return list;
}

std::vector<TensorGroup> groups_of(const Checkpoint& checkpoint) {
    std::vector<FoundGroup> found = named_groups(checkpoint);
    const bool only = found.size() == 1, single = checkpoint.tensors().size() == 1;
    for (FoundGroup& one : found) {
        if (is_key(KeyMeaning::Weights, one.name)) one.group.key = find_key(one.name);
        if (single && (one.name.empty() || !one.numbers.empty())) // "arr_2", alone; of a list it is one
            one.group.parts = {{ListPlace{}, one.group.parts.begin()->second}};
    }
    std::erase_if(found, [&](const FoundGroup& one) {
        const bool nameless = only && (single || one.name.empty());
        return (one.group.key == nullptr && !nameless) || !one.group.front();
    });
    const auto is_empty = [](const FoundGroup& one) { return one.group.numbers() == 0; };
    if (!std::all_of(found.begin(), found.end(), is_empty)) std::erase_if(found, is_empty);
    const bool words = has_numbered_words(checkpoint.values());
    std::vector<TensorGroup> groups;
    std::vector<std::string> before; // sentences, by the places in front of their names
    for (FoundGroup& one : found) {
        if (before.empty() || before.back() != one.sentence) before.push_back(one.sentence);
        one.group.sentence = static_cast<int>(before.size()) - 1;
        if (are_sentences(one.group) || (words && one.numbers.size() > 1)) {
            std::vector<TensorGroup> parts = parted(one);
            std::move(parts.begin(), parts.end(), std::back_inserter(groups));
        } else {
            if (one.numbers.size() == 1) one.group.parts = {{ListPlace{}, one.group.parts.begin()->second}};
            if (one.numbers.size() == 1 && words) one.group.words = one.numbers.front();
            groups.push_back(std::move(one.group));
        }
    }
    return groups;
}

} // namespace heed::io
