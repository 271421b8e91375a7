#include "core/analysis/influence/rows.h"

#include "core/base/error.h"
#include "core/decode/run.h"

namespace heed::influence {

void check_numbers(double numbers) {
    constexpr double most = 4e8;
    if (numbers > most)
        throw Error("influence", "derivatives held at once", "at most 400 million",
                    std::to_string(static_cast<long long>(numbers / 1e6)) +
                        " million: a shorter input, or a smaller model");
}

void stop_if(const std::atomic<bool>* cancelled) {
    if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
}

nn::Sequences unread(int length, Eigen::Index items) {
    nn::Sequences source;
    source.items = static_cast<int>(items);
    source.length = length;
    source.lengths.assign(static_cast<std::size_t>(items), length);
    source.ids.assign(static_cast<std::size_t>(length) * static_cast<std::size_t>(items), 0);
    return source;
}

} // namespace heed::influence
