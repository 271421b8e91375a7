// What splits a part of a text into pieces of a vocabulary.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heed::subword {

struct ModelPiece {
    int id = -1;
    std::size_t begin = 0, end = 0; // bytes of the part
};

class Model {
public:
    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    virtual ~Model() = default;
    /// Appends. Ids are the vocabulary's. Throws heed::Error where a character has no piece and the
    /// vocabulary no entry for unknown ones.
    virtual void split(std::string_view part, std::vector<ModelPiece>& to) const = 0;
    /// Whether it sees the bytes as typed, those that are no UTF-8 included.
    virtual bool reads_bytes() const { return false; }
    /// Whether the library writes an unknown piece as the text has it, not as the vocabulary's entry.
    virtual bool writes_unknown() const { return false; }
};

} // namespace heed::subword
