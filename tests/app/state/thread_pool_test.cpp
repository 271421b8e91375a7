#include "app/state/jobs/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace heed {
namespace {

TEST(ThreadPool, RunsEveryJobOnce) {
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        for (int round = 0; round < 50; ++round) {
            std::vector<std::atomic<int>> done(static_cast<std::size_t>(round));
            pool.run(round, [&](int k) { ++done[static_cast<std::size_t>(k)]; });
            for (const auto& d : done) EXPECT_EQ(d, 1);
        }
    }
}

TEST(ThreadPool, HandsTheFirstExceptionToTheCaller) {
    ThreadPool pool(3);
    std::atomic<int> done = 0;
    EXPECT_THROW(pool.run(10,
                          [&](int k) {
                              ++done;
                              if (k % 2) throw std::runtime_error("odd");
                          }),
                 std::runtime_error);
    EXPECT_EQ(done, 10);
    pool.run(2, [&](int) { ++done; }); // and goes on
    EXPECT_EQ(done, 12);
}

} // namespace
} // namespace heed
