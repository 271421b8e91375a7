// Items to train on and items that are held out.
#pragma once

#include "core/base/error.h"
#include "core/base/random.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace heed::train {

template <class S>
struct Parts {
    std::vector<S> train;
    std::vector<S> valid; // held out: looked at while training, to choose the best model
    std::vector<S> test;  // held out: looked at once, at the end
};

/// A twentieth of them, at most 1,000, is drawn for `valid`, as many for `test`. Throws heed::Error naming
/// `subject` if there are fewer than three.
template <class S>
void split_parts(std::vector<S> samples, std::uint64_t seed, const std::string& subject, Parts<S>& parts) {
    if (samples.size() < 3)
        throw Error(subject, "too little to learn from", "3 items or more", std::to_string(samples.size()));
    Random(seed).shuffle(samples);
    const std::size_t held_out = std::clamp<std::size_t>(samples.size() / 20, 1, 1000);
    const auto take = [&] {
        std::vector<S> taken(std::make_move_iterator(samples.end() - static_cast<std::ptrdiff_t>(held_out)),
                             std::make_move_iterator(samples.end()));
        samples.resize(samples.size() - held_out);
        return taken;
    };
    parts.test = take();
    parts.valid = take();
    parts.train = std::move(samples);
}

} // namespace heed::train
