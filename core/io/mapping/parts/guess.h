// What each unit of tensors is taken for, and what that rests on: its name, its shape, its neighbours. A
// guess is never more than that: it can be changed, and what follows from it is guessed anew.
#pragma once

#include "core/io/mapping/parts/parts.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace heed::io::mapping {

struct Mapped {
    Part part = Part::None;
    int layer = 0;      // of a cell, from the bottom
    std::string ground; // "name; 384 = 3 × 128"
    bool named = false; // its name says so, too
    bool given = false; // the user said so
};

/// What the shapes of encoder, decoder and embeddings tell. 0: not known.
struct Sizes {
    std::int64_t E = 0, H = 0, T = 0, D = 0; // source embedding, a direction, target embedding, state
    std::int64_t input = 0;                  // what the decoder's lowest cell reads
    std::int64_t source_words = 0, target_words = 0;
    int encoder_gates = 0, decoder_gates = 0;
    int encoder_layers = 0, decoder_layers = 0;
    bool two_ways = false;
    bool one_hot_source = false, one_hot_target = false; // no embedding: words are read as they are
    bool reads_no_token = false; // no target embedding: the decoder's cell reads an annotation alone

    std::int64_t both_ends() const { return two_ways ? 2 * H : H; }
    /// How long an annotation can be: the two directions joined, or summed.
    std::vector<std::int64_t> annotations() const;
};

struct Mapping {
    std::vector<Unit> units;
    std::vector<Mapped> as; // a row for each unit
    Sizes sizes;

    const Unit* unit(Part part, int layer = 0) const; // null: none is taken for it
    std::size_t count(Part part) const;
    /// What a model cannot do without and no unit is taken for: "The decoder has no cell yet".
    std::vector<std::string> lacks() const;
};

/// How many words the lists beside the files have: embeddings and logits have as many rows.
struct ListSizes {
    std::set<std::int64_t> source{}, target{}; // of a list for both in both
};

/// `given`: what the user says of units, by their names; the rest is guessed around it.
Mapping guess(std::vector<Unit> units, const std::map<std::string, Part>& given = {},
              const ListSizes& lists = {});

} // namespace heed::io::mapping
