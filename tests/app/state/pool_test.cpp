#include "app/state/jobs/pool.h"

#include "core/base/random.h"

#include <gtest/gtest.h>
#include <thread>

namespace heed {
namespace {

constexpr std::size_t lanes = 3;
constexpr std::array<int, lanes> most{1, 2, 4};
using Numbers = Pool<int, lanes>;

/// What each lane does at once, and the most it ever did.
struct Count {
    std::atomic<int> now{0}, highest{0}, done{0};
};

TEST(Pool, EveryJobIsDoneThoughOneThreadIsWokenForEach) {
    std::array<Count, lanes> counts;
    Random random(7);
    Numbers pool(most);
    constexpr int jobs = 3000;
    std::array<int, lanes> asked{};
    for (int n = 0; n < jobs; ++n) {
        const auto lane = static_cast<std::size_t>(random.below(lanes));
        const bool slow = random.below(8) == 0;
        ++asked[lane];
        pool.add(lane, {n, [&counts, lane, slow](const std::atomic<bool>&) {
                            Count& count = counts[lane];
                            const int now = ++count.now;
                            int before = count.highest;
                            while (before < now && !count.highest.compare_exchange_weak(before, now)) {
                            }
                            if (slow) std::this_thread::sleep_for(std::chrono::microseconds(200));
                            --count.now;
                            ++count.done;
                        }});
        if (random.below(50) == 0) // so that all of them fall asleep now and then
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!pool.idle() && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    ASSERT_TRUE(pool.idle());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        EXPECT_EQ(counts[lane].done, asked[lane]);
        EXPECT_LE(counts[lane].highest, most[lane]);
    }
}

TEST(Pool, IsIdleButForJobsOfAKind) {
    Numbers pool(most);
    std::atomic<bool> hold{true};
    const auto wait = [&](const std::atomic<bool>& cancelled) {
        while (hold && !cancelled) std::this_thread::yield();
    };
    const auto even = [](int key) { return key % 2 == 0; };
    EXPECT_TRUE(pool.idle_but(even));
    for (const int key : {2, 4}) pool.add(0, {key, wait}); // one is under way, the other waits
    EXPECT_FALSE(pool.idle());
    EXPECT_TRUE(pool.idle_but(even));
    pool.add(1, {3, wait});
    EXPECT_FALSE(pool.idle_but(even));
    hold = false;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!pool.idle() && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    EXPECT_TRUE(pool.idle_but(even));
}

TEST(Pool, TheNewestListIsDoneByAsManyAsTheLaneHas) {
    Numbers pool(most);
    std::atomic<int> inside{0};
    std::atomic<bool> together{false};
    const auto wait_for_all = [&](const std::atomic<bool>& cancelled) {
        ++inside;
        while (!cancelled && !together)
            if (inside == most[2]) together = true;
    };
    std::vector<Numbers::Job> jobs;
    for (int n = 0; n < 6; ++n) jobs.push_back({n, wait_for_all});
    pool.want(2, std::move(jobs));
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!pool.idle() && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    EXPECT_TRUE(together); // four threads came
    EXPECT_EQ(inside, 6);
}

} // namespace
} // namespace heed
