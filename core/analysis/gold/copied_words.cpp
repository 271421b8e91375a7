#include "core/analysis/gold/copied_words.h"

#include <algorithm>
#include <vector>

namespace heed::analysis {

void CopiedWords::add(const CopiedWords& other) {
    wanted += other.wanted;
    repeats += other.repeats;
    omissions += other.omissions;
}

CopiedWords copied_words(std::span<const int> wanted, std::span<const int> written) {
    // common[j]: length of the longest common subsequence of the words of `wanted` so far and the first j
    // written
    std::vector<long long> common(written.size() + 1, 0);
    for (const int word : wanted) {
        long long diagonal = 0; // of the row before
        for (std::size_t j = 1; j <= written.size(); ++j) {
            const long long above = common[j];
            common[j] = word == written[j - 1] ? diagonal + 1 : std::max(above, common[j - 1]);
            diagonal = above;
        }
    }
    return {std::ssize(wanted), std::ssize(written) - common.back(), std::ssize(wanted) - common.back()};
}

} // namespace heed::analysis
