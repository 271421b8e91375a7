#include "core/decode/tokens.h"

#include <algorithm>
#include <numeric>

namespace heed::decode {
namespace {

constexpr int top_count = 5;

} // namespace

std::vector<int> ids_of(const std::vector<TraceToken>& tokens) {
    std::vector<int> ids;
    for (const TraceToken& t : tokens) ids.push_back(t.id);
    return ids;
}

std::vector<Candidate> best_candidates(const Vocabulary& vocabulary, const MatrixXf& log_probs) {
    std::vector<int> order(static_cast<std::size_t>(log_probs.rows()));
    std::iota(order.begin(), order.end(), 0);
    const auto count = std::min<std::size_t>(top_count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](int a, int b) {
                          const float pa = log_probs(a, 0), pb = log_probs(b, 0);
                          return pa != pb ? pa > pb : a < b;
                      });
    std::vector<Candidate> top;
    for (std::size_t k = 0; k < count; ++k)
        top.push_back({vocabulary.token(order[k]), order[k], log_probs(order[k], 0)});
    return top;
}

} // namespace heed::decode
