// How what was written differs from what should have been copied: words too many, and words left out.
#pragma once

#include <span>

namespace heed::analysis {

/// Of the longest common subsequence C of both: written words outside it are too many (of a copy they are
/// repeats), wanted words outside it are left out. A word in another's place counts in both.
struct CopiedWords {
    long long wanted = 0, repeats = 0, omissions = 0;
    void add(const CopiedWords& other);
    bool operator==(const CopiedWords&) const = default;
};
CopiedWords copied_words(std::span<const int> wanted, std::span<const int> written);

/// Words of the right outputs that the model's vocabulary lacks: only one that copies can write them.
struct NewWords {
    long long wanted = 0, right = 0; // each after the right ones before it
    double share() const { return wanted ? double(right) / double(wanted) : 0; }
    bool operator==(const NewWords&) const = default;
};

} // namespace heed::analysis
