// Attention in NumPy and PyTorch files: one array, or tensors that belong together, with words inside, beside
// them, or none. Nothing in the file is run.
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/io/attention/forms.h"
#include "core/io/attention/json.h"
#include "core/io/attention/weights/axes.h"
#include "core/io/attention/weights/groups.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/checkpoint.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_read_blind = 1u << 22; // numbers of an array without words

/// Words of that side: under a key, one that ends in that number, or of a list of them the one at that place.
void put_words(const Checkpoint& checkpoint, KeyMeaning meaning, const std::optional<int>& number,
               Words& words, std::vector<Words>& batch) {
    const auto texts = [](const Json& list) {
        return list.is_array() && !list.empty() &&
               std::all_of(list.begin(), list.end(), [](const Json& w) { return w.is_string(); });
    };
    for (const auto& [name, value] : checkpoint.values().items()) {
        const auto numbered = number ? numbered_key(name) : std::nullopt;
        const bool own = numbered && numbered->number == *number && is_key(meaning, numbered->key);
        if (!own && !is_key(meaning, name)) continue;
        if (value.is_string()) words = words_of(value.get<std::string>());
        if (!value.is_array() || value.empty()) continue;
        if (texts(value))
            words = value.get<Words>();
        else if (std::all_of(value.begin(), value.end(), texts))
            batch = value.get<std::vector<Words>>();
        if (batch.size() == 1) words = std::exchange(batch, {}).front();
        if (number && static_cast<std::size_t>(*number) < batch.size())
            words = std::exchange(batch, {})[static_cast<std::size_t>(*number)];
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

/// Without words a name must tell, or the numbers: from 0 on, in rows that sum to 1, or to 100.
bool are_weights(const Checkpoint& checkpoint, const TensorGroup& group) {
    if (group.key != nullptr) return true;
    const std::uint64_t numbers = group.numbers();
    if (group.axes() < fewest_axes || group.axes() > most_axes || numbers > most_read_blind || numbers == 0)
        return false;
    const GivenArray array = array_in(checkpoint, group.tensors(), *group.front());
    const bool negative =
        std::any_of(array.values.begin(), array.values.end(), [](float w) { return w < -1e-4f; }); // rounding
    return !negative && (rows_sum_to(array, 1) || rows_sum_to(array, 100));
}

/// Words in a list with the weights, without names: (source, target, weights). Where the rows of a matrix sum
/// to 1 its last axis is the sources'; where only one way round has as many words, that is it.
void put_unnamed_words(const Checkpoint& checkpoint, GivenSentence& sentence) {
    if (!checkpoint.values().is_array()) return;
    std::vector<Words> lists;
    for (const Json& value : checkpoint.values()) {
        const bool words =
            value.is_array() && !value.empty() &&
            std::all_of(value.begin(), value.end(), [](const Json& w) { return w.is_string(); });
        if (words) lists.push_back(value.get<Words>());
        if (value.is_string()) lists.push_back(words_of(value.get<std::string>()));
    }
    sentence.unnamed = lists.size() > 1;
    const std::vector<std::int64_t>& shape = sentence.weights.shape;
    if (lists.size() != 2 || shape.size() != 2 || sentence.weights.hard || only_columns_sum(sentence.weights))
        return;
    const auto fit = [&](const Words& source, const Words& target) {
        return std::ssize(source) == shape.back() && std::ssize(target) == shape.front();
    };
    if (fit(lists[0], lists[1]) == fit(lists[1], lists[0])) return;
    if (fit(lists[1], lists[0])) std::swap(lists[0], lists[1]);
    sentence.source = std::move(lists[0]);
    sentence.target = std::move(lists[1]);
    sentence.notes.emplace_back("its words have no names: their numbers tell source from target");
}

/// A batch of outputs alone: over themselves, or hypotheses of one source.
void share_source(GivenSentence& batch) {
    if (batch.between == Between::Outputs) {
        batch.sources = batch.targets;
        return;
    }
    batch.sources.assign(batch.targets.size(), batch.source);
    batch.assumed.push_back("Source tokens are those of one sentence, put to each of " +
                            std::to_string(batch.targets.size()));
    batch.notes.push_back(batch.assumed.back());
}

GivenSentence sentence_in(const Checkpoint& checkpoint, const TensorGroup& group, bool several) {
    GivenSentence sentence;
    sentence.what = checkpoint.name();
    sentence.sentence = group.sentence;
    if (several && group.key != nullptr) sentence.what += ": " + std::string(group.key->key);
    if (several && group.words) sentence.what += " " + std::to_string(*group.words);
    if (group.key != nullptr) sentence.between = group.key->between;
    sentence.layered = group.key != nullptr && is_of_layers(*group.key);
    sentence.sources_first = group.key != nullptr && group.key->sources_first;
    put_words(checkpoint, KeyMeaning::Source, group.words, sentence.source, sentence.sources);
    put_words(checkpoint, KeyMeaning::Target, group.words, sentence.target, sentence.targets);
    if (sentence.sources.empty() && !sentence.targets.empty()) share_source(sentence);
    sentence.weights = array_in(checkpoint, group.tensors(), *group.front());
    return sentence;
}

/// Nested lists of a pickle, under the keys of attention.
bool holds_lists(const Checkpoint& checkpoint) {
    if (!checkpoint.tensors().empty() || !checkpoint.values().is_object()) return false;
    const auto& values = checkpoint.values().items();
    return std::any_of(values.begin(), values.end(), [](const auto& item) {
        return is_key(KeyMeaning::Weights, item.key()) &&
               (item.value().is_array() || item.value().is_object());
    });
}

std::vector<GivenSentence> attention_in_lists(const Checkpoint& checkpoint) {
    std::vector<GivenSentence> sentences;
    add_item(checkpoint.values(), checkpoint.name(), "", sentences);
    return sentences;
}

/// What the file holds in place of attention.
std::string names_in(const Checkpoint& checkpoint) {
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (const StoredTensor& tensor : checkpoint.tensors()) {
        if (names.size() == most) break;
        names.push_back(shown(Json(tensor.name)));
    }
    const std::size_t more = checkpoint.tensors().size() - names.size();
    if (more > 0) names.push_back(std::to_string(more) + " more");
    return names.empty() ? "no array" : listed(names, " and ");
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
    const std::string rest = text.substr(std::min(end + 1, text.size()));
    const std::size_t second = std::min(rest.find('\n'), rest.size());
    if (!words_of(rest.substr(second)).empty()) return std::nullopt; // more lines than two: of something else
    return std::pair(words_of(text.substr(0, end)), words_of(rest));
}

std::vector<GivenSentence> attention_in_array(const fs::path& file, bool told) {
    const Checkpoint checkpoint(file);
    if (holds_lists(checkpoint)) return attention_in_lists(checkpoint);
    const std::vector<TensorGroup> groups = groups_of(checkpoint);
    if (groups.empty())
        throw Error(checkpoint.name(), "attention", "an array named attention", names_in(checkpoint));
    std::vector<GivenSentence> sentences;
    for (const TensorGroup& group : groups) {
        GivenSentence sentence = sentence_in(checkpoint, group, groups.size() > 1);
        const bool words = !sentence.source.empty() || !sentence.sources.empty() || !sentence.target.empty();
        if (!words) {
            if (auto found = words_beside(file)) {
                std::tie(sentence.source, sentence.target) = std::move(*found);
                sentence.what += " with the tokens beside it";
            } else if (!told) {
                if (!are_weights(checkpoint, group))
                    throw Error(
                        lone_array(checkpoint, file)
                            .value_or(Error(checkpoint.name(), "weights without words",
                                            "arrays named source and target, or " + words_wanted(file),
                                            "neither")));
                put_unnamed_words(checkpoint, sentence);
            }
        }
        const bool several = groups.back().sentence > 0;
        if (several) sentence.name = "sentence " + std::to_string(group.sentence + 1);
        if (groups.size() > 1 && group.key != nullptr && !several) sentence.name = group.key->key;
        sentences.push_back(std::move(sentence));
    }
    std::stable_sort(sentences.begin(), sentences.end(), [](const auto& a, const auto& b) {
        return std::tie(a.sentence, a.between) < std::tie(b.sentence, b.between);
    });
    return sentences;
}

std::optional<Error> lone_array(const Checkpoint& checkpoint, const fs::path& file) {
    const ContentKind kind = content_kind(file);
    if (checkpoint.tensors().size() != 1 || (kind != ContentKind::Numpy && kind != ContentKind::PyTorch))
        return std::nullopt;
    const std::vector<std::int64_t>& shape = checkpoint.tensors().front().shape;
    if (shape.size() < fewest_axes || shape.size() > most_axes || checkpoint.tensors().front().numbers() == 0)
        return Error(checkpoint.name(), "one array and no model", "weights of " + std::string(expected_axes),
                     axes_text(shape));
    const std::vector<TensorGroup> groups = groups_of(checkpoint);
    return Error(checkpoint.name(),
                 "one array of " + axes_text(shape) + " and no words" +
                     (!groups.empty() && are_weights(checkpoint, groups.front())
                          ? ": weights, whose rows sum to 1, and no model (heed trace --from shows them)"
                          : ", whose rows do not sum to 1"),
                 words_wanted(file), "neither");
}

/// An array is one where it is named so, where words stand beside it, or where its rows sum to 1; in a
/// PyTorch file it stands nearly alone.
bool is_attention_array(const fs::path& file) {
    const Checkpoint checkpoint(file);
    if (holds_lists(checkpoint)) return true;
    const std::vector<TensorGroup> groups = groups_of(checkpoint);
    if (groups.empty()) return false;
    std::size_t of_weights = 0;
    for (const TensorGroup& group : groups) {
        if (group.axes() < fewest_axes || group.axes() > most_axes) return false;
        of_weights += group.parts.size();
    }
    const std::size_t others = 4 * groups.size(); // that may lie beside them
    if (content_kind(file) == ContentKind::PyTorch && checkpoint.tensors().size() > of_weights + others)
        return false;
    std::error_code ignored;
    return fs::is_regular_file(fs::path(file).replace_extension(".json"), ignored) ||
           fs::is_regular_file(fs::path(file).replace_extension(".txt"), ignored) ||
           are_weights(checkpoint, groups.front());
}

} // namespace heed::io
