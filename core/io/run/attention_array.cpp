// Attention in NumPy and PyTorch files: one array, or tensors that belong together, with words inside, beside
// them, or none. Nothing in the file is run.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/checkpoint.h"
#include "core/io/run/attention_axes.h"
#include "core/io/run/attention_file.h"
#include "core/io/run/attention_forms.h"
#include "core/io/run/attention_keys.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_read_blind = 1u << 22; // numbers of an array without words

using ListPlace = std::vector<std::int64_t>;

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

/// Tensors of one name.
struct Group {
    const AttentionKey* key = nullptr; // null: the only thing in the file
    std::map<ListPlace, const StoredTensor*> parts;

    /// The lengths of the lists they lie in; nothing where places are missing.
    std::optional<ListPlace> front() const {
        ListPlace lengths(parts.begin()->first.size(), 0);
        std::size_t all = 1;
        for (const auto& [place, tensor] : parts) {
            if (place.size() != lengths.size()) return std::nullopt;
            for (std::size_t n = 0; n < place.size(); ++n) lengths[n] = std::max(lengths[n], place[n] + 1);
        }
        for (const std::int64_t length : lengths) all *= static_cast<std::size_t>(length);
        return all == parts.size() ? std::optional(lengths) : std::nullopt;
    }
    std::size_t axes() const { return parts.begin()->first.size() + parts.begin()->second->shape.size(); }
};

/// What is called as weights are, or all of a file whose tensors have no names but their places.
std::vector<Group> groups_of(const Checkpoint& checkpoint) {
    std::map<std::string, Group> named;
    for (const StoredTensor& tensor : checkpoint.tensors()) {
        auto [name, place] = name_and_place(tensor.name);
        named[name].parts[place] = &tensor;
    }
    std::vector<Group> groups;
    for (auto& [name, group] : named) {
        group.key = find_key(name);
        const bool weights = group.key != nullptr && group.key->meaning == KeyMeaning::Weights;
        if (!weights) group.key = nullptr;
        if (weights || named.size() == 1) groups.push_back(std::move(group));
    }
    std::erase_if(groups, [&](const Group& group) {
        const bool single = checkpoint.tensors().size() == 1;
        const bool list = name_and_place(group.parts.begin()->second->name).first.empty();
        return (group.key == nullptr && !single && !list) || !group.front();
    });
    return groups;
}

void put_words(const Checkpoint& checkpoint, KeyMeaning meaning, Words& words, std::vector<Words>& batch) {
    for (const auto& [name, value] : checkpoint.values().items()) {
        if (!is_key(meaning, name)) continue;
        if (value.is_string()) words = words_of(value.get<std::string>());
        if (!value.is_array() || value.empty()) continue;
        const auto texts = [](const Json& list) {
            return list.is_array() &&
                   std::all_of(list.begin(), list.end(), [](const Json& w) { return w.is_string(); });
        };
        if (texts(value))
            words = value.get<Words>();
        else if (std::all_of(value.begin(), value.end(), texts))
            batch = value.get<std::vector<Words>>();
        if (batch.size() == 1) words = std::exchange(batch, {}).front();
        return;
    }
}

/// "map.json ({"source": […], "target": […]}) or map.txt (a line of source, a line of target)".
std::string words_wanted(const fs::path& file) {
    const std::string stem = shown(file.stem());
    return "its source and target tokens beside it, in " + stem +
           ".json ({\"source\": […], \"target\": […]}) or " + stem +
           ".txt (a line of source, a line of target)";
}

/// Without words a name must tell, or the numbers: from 0 to 1, in rows that sum to 1.
bool are_weights(const Checkpoint& checkpoint, const Group& group) {
    if (group.key != nullptr) return true;
    std::uint64_t numbers = 0;
    for (const auto& [place, tensor] : group.parts) numbers += tensor->numbers();
    if (group.axes() < fewest_axes || group.axes() > most_axes || numbers > most_read_blind || numbers == 0)
        return false;
    std::vector<const StoredTensor*> tensors;
    for (const auto& [place, tensor] : group.parts) tensors.push_back(tensor);
    const GivenArray array = array_in(checkpoint, tensors, *group.front());
    const AxesFound axes = axes_of(array, {}, checkpoint.name());
    constexpr float rounding = 0.02f;
    for (const GivenMap& map : maps_of(array, axes.order)) {
        if (map.weights.minCoeff() < 0) return false;
        if (((map.weights.rowwise().sum().array() - 1).abs() > rounding).any()) return false;
    }
    return true;
}

GivenSentence sentence_in(const Checkpoint& checkpoint, const Group& group) {
    GivenSentence sentence;
    sentence.what = checkpoint.name();
    if (group.key != nullptr) sentence.between = group.key->between;
    put_words(checkpoint, KeyMeaning::Source, sentence.source, sentence.sources);
    put_words(checkpoint, KeyMeaning::Target, sentence.target, sentence.targets);
    std::vector<const StoredTensor*> tensors;
    for (const auto& [place, tensor] : group.parts) tensors.push_back(tensor);
    sentence.weights = array_in(checkpoint, tensors, *group.front());
    return sentence;
}

} // namespace

std::optional<std::pair<Words, Words>> words_beside(const fs::path& file) {
    fs::path beside = file;
    std::error_code ignored;
    if (beside.replace_extension(".json"); beside != file && fs::is_regular_file(beside, ignored))
        return words_in_json(read_regular_file(beside, largest_attention_file), shown(beside));
    if (beside.replace_extension(".txt"); beside == file || !fs::is_regular_file(beside, ignored))
        return std::nullopt;
    const std::string text = read_regular_file(beside, largest_attention_file);
    const std::size_t end = std::min(text.find('\n'), text.size());
    return std::pair(words_of(text.substr(0, end)), words_of(text.substr(std::min(end + 1, text.size()))));
}

std::vector<GivenSentence> attention_in_array(const fs::path& file) {
    const Checkpoint checkpoint(file);
    const std::vector<Group> groups = groups_of(checkpoint);
    if (groups.empty()) throw Error(checkpoint.name(), "attention", "an array named attention", "none");
    std::vector<GivenSentence> sentences;
    for (const Group& group : groups) {
        GivenSentence sentence = sentence_in(checkpoint, group);
        const bool words = !sentence.source.empty() || !sentence.sources.empty() || !sentence.target.empty();
        if (!words) {
            if (auto found = words_beside(file))
                std::tie(sentence.source, sentence.target) = std::move(*found);
            else if (!are_weights(checkpoint, group))
                throw Error(lone_array(checkpoint, file)
                                .value_or(Error(checkpoint.name(), "weights without words",
                                                "arrays named source and target, or " + words_wanted(file),
                                                "neither")));
        }
        if (groups.size() > 1 && group.key != nullptr) sentence.name = group.key->key;
        sentences.push_back(std::move(sentence));
    }
    std::stable_sort(sentences.begin(), sentences.end(),
                     [](const auto& a, const auto& b) { return a.between < b.between; });
    return sentences;
}

std::optional<Error> lone_array(const Checkpoint& checkpoint, const fs::path& file) {
    const ContentKind kind = content_kind(file);
    if (checkpoint.tensors().size() != 1 || (kind != ContentKind::Numpy && kind != ContentKind::PyTorch))
        return std::nullopt;
    const std::vector<std::int64_t>& shape = checkpoint.tensors().front().shape;
    if (shape.size() < fewest_axes || shape.size() > most_axes)
        return Error(checkpoint.name(), "one array and no model", "weights of " + std::string(expected_axes),
                     axes_text(shape));
    return Error(checkpoint.name(),
                 "one array of " + axes_text(shape) + " and no words" +
                     (are_weights(checkpoint, groups_of(checkpoint).front())
                          ? ": weights, whose rows sum to 1, and no model (heed trace --from shows them)"
                          : ", whose rows do not sum to 1"),
                 words_wanted(file), "neither");
}

/// An array is one where it is named so, where words stand beside it, or where its rows sum to 1; in a
/// PyTorch file it stands nearly alone.
bool is_attention_array(const fs::path& file) {
    const Checkpoint checkpoint(file);
    const std::vector<Group> groups = groups_of(checkpoint);
    if (groups.empty()) return false;
    std::size_t of_weights = 0;
    for (const Group& group : groups) {
        if (group.axes() < fewest_axes || group.axes() > most_axes) return false;
        of_weights += group.parts.size();
    }
    constexpr std::size_t others = 3; // that may lie beside them
    if (content_kind(file) == ContentKind::PyTorch && checkpoint.tensors().size() > of_weights + others)
        return false;
    std::error_code ignored;
    return fs::is_regular_file(fs::path(file).replace_extension(".json"), ignored) ||
           fs::is_regular_file(fs::path(file).replace_extension(".txt"), ignored) ||
           are_weights(checkpoint, groups.front());
}

} // namespace heed::io
