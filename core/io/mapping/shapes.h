// Which lengths of an annotation go with the shapes of a mapping's parts, and what the cell may read then.
#pragma once

#include "core/io/mapping/questions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io::mapping {

struct Choice {
    std::string_view id;
    std::string label;
    bool fits = true;
};

class Shapes {
public:
    /// Holds the mapping, which must live as long.
    explicit Shapes(const Mapping& mapping) : mapping_(mapping) {}

    /// How many numbers are read before the logits; none: nothing makes them yet.
    std::optional<std::int64_t> read_before_logits() const;
    /// Whether all that reads an annotation fits one of this length.
    bool fits_annotation(std::int64_t d) const;
    /// What fits no annotation, of the length that most fit: "“U on the annotation” (attn.k.weight, 9 × 7)
    /// has no place beside annotations of 6 numbers".
    std::string without_place() const;
    /// Whether state and context of that length would be read before the logits, as they mostly are.
    bool reads_both(std::int64_t d) const;
    /// A maxout layer has twice as many rows as what follows reads.
    bool halved() const;
    /// When the decoder may look, by what its cell reads; the usual first.
    std::vector<Choice> orders(std::int64_t d) const;

private:
    struct Fit {
        Part part;
        bool fits;
    };
    const Mapping& m() const { return mapping_; }
    const Sizes& s() const { return mapping_.sizes; }
    bool has(Part part) const { return m().unit(part) != nullptr; }
    const Unit* reader() const; // of state and context; null: none
    std::vector<Fit> fits_of(std::int64_t d) const;
    bool is_scored(std::int64_t d) const;
    std::string shape_words(Part part) const;
    std::int64_t readout_size() const;

    const Mapping& mapping_;
};

} // namespace heed::io::mapping
