#include "core/train/batch.h"

#include "core/models/tokens.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>

namespace heed::train {
namespace {

std::vector<int> ids(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
    const SpecialIds& special = vocabulary.special();
    std::vector<int> result;
    result.reserve(tokens.size() + 2);
    if (special.begins) result.push_back(special.start);
    for (const std::string& token : tokens) {
        result.push_back(vocabulary.id(token));
        assert(result.back() >= 0 && "words were checked where there is no token for unknown ones");
    }
    if (special.ends) result.push_back(special.end);
    return result;
}

Vocabulary sorted_vocabulary(const std::set<std::string>& found) {
    std::vector<std::string> tokens{"<pad>", "<s>", "</s>", "<unk>"};
    for (const std::string& token : found)
        if (std::find(tokens.begin(), tokens.begin() + 4, token) == tokens.begin() + 4)
            tokens.push_back(token);
    return Vocabulary(std::move(tokens));
}

/// What the places hold, of a model that copies; padding holds any word, since nothing looks at it.
void set_copies(std::span<const Item> items, std::span<const int> indices, const SpecialIds& target,
                nn::Sequences& source) {
    if (items[static_cast<std::size_t>(indices[0])].copies.empty()) return;
    source.copies = {std::vector<int>(source.ids.size(), 0), 0, target.unknown};
    for (std::size_t b = 0; b < indices.size(); ++b) {
        const Item& item = items[static_cast<std::size_t>(indices[b])];
        source.copies.beyond = std::max(source.copies.beyond, static_cast<int>(item.beyond.size()));
        for (std::size_t t = 0; t < item.copies.size(); ++t)
            source.copies.ids[t * indices.size() + b] = item.copies[t];
    }
}

/// A rectangle of padding for the longest of `lengths`.
nn::Sequences padded(std::vector<int> lengths, int pad) {
    nn::Sequences s;
    s.items = static_cast<int>(lengths.size());
    s.length = *std::max_element(lengths.begin(), lengths.end());
    // Nothing looks at padding: any id will do.
    s.ids.assign(static_cast<std::size_t>(s.items) * static_cast<std::size_t>(s.length), std::max(pad, 0));
    s.lengths = std::move(lengths);
    return s;
}

} // namespace

Reading reading_of(const Configuration& config) {
    const auto tagged = config.architecture()->tagged;
    return {tagged && tagged(config), copies_words(config)};
}

Item to_item(const tasks::Sample& sample, const Vocabulary& source, const Vocabulary& target,
             const Reading& reading) {
    Item item{ids(sample.source, source), ids(sample.target, target), target.special().start, {}, {}};
    if (reading.tagged && !sample.source.empty()) {
        item.first = target.id(sample.source.front());
        item.source.front() = source.special().start;
    }
    if (!reading.copies) return item;
    std::vector<std::string> places = sample.source;
    if (source.special().begins) places.insert(places.begin(), source.token(source.special().start));
    if (source.special().ends) places.push_back(source.token(source.special().end));
    const OutputWords words(target, places);
    item.copies = words.ids();
    for (int id = target.size(); id < words.size(); ++id) item.beyond.push_back(words.token(id));
    const std::size_t from = target.special().begins ? 1 : 0;
    for (std::size_t i = 0; i < sample.target.size(); ++i)
        if (const auto id = words.find(sample.target[i])) item.target[from + i] = *id;
    return item;
}

std::pair<Vocabulary, Vocabulary> make_vocabularies(std::span<const tasks::Sample> samples, bool tagged) {
    const std::ptrdiff_t tags = tagged ? 1 : 0;
    std::set<std::string> source, target;
    for (const tasks::Sample& s : samples) {
        const auto words = s.source.begin() + std::min<std::ptrdiff_t>(tags, std::ssize(s.source));
        target.insert(s.source.begin(), words);
        source.insert(words, s.source.end());
        target.insert(s.target.begin(), s.target.end());
    }
    return {sorted_vocabulary(source), sorted_vocabulary(target)};
}

Vocabulary vocabulary_of(std::span<const std::string_view> words) {
    return sorted_vocabulary({words.begin(), words.end()});
}

Batch make_batch(std::span<const Item> items, std::span<const int> indices, const SpecialIds& source,
                 const SpecialIds& target) {
    assert(!indices.empty());
    const auto B = indices.size();
    std::vector<int> source_lengths, target_lengths;
    for (const int index : indices) {
        const Item& item = items[static_cast<std::size_t>(index)];
        source_lengths.push_back(static_cast<int>(item.source.size()));
        target_lengths.push_back(static_cast<int>(item.target.size()));
    }
    Batch batch;
    batch.source = padded(std::move(source_lengths), source.pad);
    batch.inputs = padded(std::move(target_lengths), target.pad);
    batch.targets.assign(batch.inputs.ids.size(), 0);
    batch.counts.assign(batch.inputs.ids.size(), 0);
    for (std::size_t b = 0; b < B; ++b) {
        const Item& item = items[static_cast<std::size_t>(indices[b])];
        for (std::size_t t = 0; t < item.source.size(); ++t) batch.source.ids[t * B + b] = item.source[t];
        for (std::size_t i = 0; i < item.target.size(); ++i) {
            batch.inputs.ids[i * B + b] = i == 0 ? item.first : item.target[i - 1];
            batch.targets[i * B + b] = item.target[i];
            batch.counts[i * B + b] = 1;
        }
        batch.tokens += static_cast<int>(item.target.size());
    }
    set_copies(items, indices, target, batch.source);
    return batch;
}

BatchOrder::BatchOrder(std::vector<int> source_lengths, int batch, Random random)
    : lengths_(std::move(source_lengths)), order_(lengths_.size()), batch_(static_cast<std::size_t>(batch)),
      at_(lengths_.size()), random_(random) {
    assert(batch > 0 && !lengths_.empty());
    std::iota(order_.begin(), order_.end(), 0);
}

std::vector<int> BatchOrder::next() {
    if (ready_.empty()) refill();
    std::vector<int> indices = std::move(ready_.back());
    ready_.pop_back();
    return indices;
}

void BatchOrder::refill() {
    if (at_ + std::min(20 * batch_, order_.size()) > order_.size()) {
        random_.shuffle(order_);
        at_ = 0;
    }
    const std::size_t count = std::min(20 * batch_, order_.size() - at_);
    std::vector<std::pair<double, int>> chunk;
    for (std::size_t k = 0; k < count; ++k) {
        const int index = order_[at_ + k];
        chunk.emplace_back(lengths_[static_cast<std::size_t>(index)] + random_.real(), index);
    }
    at_ += count;
    std::sort(chunk.begin(), chunk.end());
    for (std::size_t first = 0; first < count; first += batch_) {
        std::vector<int> indices;
        for (std::size_t k = first; k < std::min(first + batch_, count); ++k)
            indices.push_back(chunk[k].second);
        ready_.push_back(std::move(indices));
    }
    random_.shuffle(ready_);
}

} // namespace heed::train
