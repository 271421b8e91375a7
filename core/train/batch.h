// Items as numbers, padded to rectangles. Padding and masks are made here.
#pragma once

#include "core/base/random.h"
#include "core/models/architecture.h"
#include "core/nn/sequences.h"
#include "core/tasks/sample.h"
#include "core/text/vocabulary.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::train {

/// Token ids, the source framed as its vocabulary says; the target ends with its end token.
struct Item {
    std::vector<int> source, target;
    int first = 1; // what the decoder is fed before its first output
    // Of a model that copies: what it may write for this source.
    std::vector<int> copies{};         // the id of the word at each source place
    std::vector<std::string> beyond{}; // words that the target lacks, from its size on
};

/// How a model reads and writes items.
struct Reading {
    bool tagged = false; // an item's first source token is fed to the decoder; the encoder reads the start
                         // token in its place
    bool copies = false; // it may write the source's own words
};
Reading reading_of(const Configuration& config);

Item to_item(const tasks::Sample& sample, const Vocabulary& source, const Vocabulary& target,
             const Reading& reading = {});

/// Source and target: <pad>, <s>, </s>, <unk>, then the tokens that occur, sorted by bytes. Tags are tokens
/// of the target's vocabulary and not of the source's.
std::pair<Vocabulary, Vocabulary> make_vocabularies(std::span<const tasks::Sample> samples, bool tagged);

/// The same of words that are given, for sources and targets alike.
Vocabulary vocabulary_of(std::span<const std::string_view> words);

/// B items, N outputs. Position i of item b is at i·B + b everywhere.
struct Batch {
    nn::Sequences source;
    nn::Sequences inputs;      // what the decoder is fed: its first input, then the target but its end
    std::vector<int> targets;  // what it should answer (N·B); the end token last; padding is 0
    std::vector<float> counts; // (N·B): 1, or 0 where there is padding
    int tokens = 0;            // ones among them

    /// The weights of a loss that is a mean over `all` target tokens.
    template <class T>
    std::vector<T> loss_weights(int all) const {
        std::vector<T> weights(counts.size());
        for (std::size_t k = 0; k < counts.size(); ++k) weights[k] = T(counts[k]) / static_cast<T>(all);
        return weights;
    }
};

/// The rows `indices` of `items`; padded with the pad tokens.
Batch make_batch(std::span<const Item> items, std::span<const int> indices, const SpecialIds& source = {},
                 const SpecialIds& target = {});

/// Which items make up the next batch: epochs over a shuffled order; 20 batches at a time are sorted by
/// source length (equal lengths at random), cut into batches, and these are shuffled, so that a batch pads
/// little.
class BatchOrder {
public:
    BatchOrder(std::vector<int> source_lengths, int batch, Random random);
    std::vector<int> next();

private:
    void refill();
    std::vector<int> lengths_, order_;
    std::size_t batch_, at_;
    std::vector<std::vector<int>> ready_;
    Random random_;
};

} // namespace heed::train
