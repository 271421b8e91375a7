// What a head's weights come to once each is multiplied by the length of the value it brings along
// (core/analysis/moves/value_weighted.h), each row made to sum to 1.
#include "app/figures/heads/heads.h"
#include "app/figures/heads/word_map.h"
#include "core/analysis/moves/value_weighted.h"

namespace heed {

std::shared_ptr<const MapValues> weighted_head_map(const Trace& run, const Eigen::MatrixXd& weighted,
                                                   const heads::Head& head, heads::Reading reading,
                                                   bool words) {
    if (weighted.size() == 0) return nullptr;
    return atlas::word_map(moves::to_shares(weighted).cast<float>(), words ? words_of(run) : pieces_of(run),
                           head.kind, reading);
}

std::shared_ptr<const MapValues> weighted_head_map(const Trace& run, const heads::Head& head,
                                                   heads::Reading reading, bool words) {
    return weighted_head_map(run, moves::value_weighted(run, head.site), head, reading, words);
}

} // namespace heed
