#include "app/state/jobs/jobs.h"

#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>

namespace heed {
namespace {

using namespace std::chrono_literals;
using analysis::StateKind;

/// An engine that makes states of its own for every line but those that say "bad"; and what came of the
/// orders.
struct FakeStates {
    std::atomic<int> asked{0};
    std::atomic<bool> hold{false};
    std::mutex lock;
    std::vector<Event> results;
    std::vector<StateInput> inputs;

    Engine engine() {
        Engine e;
        e.states = [this](const Model&, const std::vector<StateInput>& given,
                          const std::atomic<bool>& cancelled) {
            ++asked;
            while (hold && !cancelled) std::this_thread::sleep_for(1ms);
            std::vector<KeptStates> kept;
            for (const StateInput& input : given) {
                const std::lock_guard guard(lock);
                inputs.push_back(input);
                if (input.text == "bad") {
                    kept.push_back({nullptr, "bad: it is not a word"});
                    continue;
                }
                SentenceStates states = states_to_keep(sample_trace(5, 4));
                states.text = input.text;
                kept.push_back({std::make_shared<const SentenceStates>(std::move(states)), ""});
            }
            return kept;
        };
        return e;
    }
    template <class T>
    std::vector<T> all() const {
        std::vector<T> found;
        for (const Event& result : results)
            if (const T* it = std::get_if<T>(&result)) found.push_back(*it);
        return found;
    }
    void settle(Jobs& jobs) {
        const auto given_up = std::chrono::steady_clock::now() + 60s;
        while (!jobs.idle() && std::chrono::steady_clock::now() < given_up) {
            for (Event& event : jobs.take()) results.push_back(std::move(event));
            std::this_thread::sleep_for(1ms);
        }
        ASSERT_TRUE(jobs.idle());
    }
};

std::shared_ptr<const Model> a_model(const std::string& task = "dates") {
    auto model = std::make_shared<Model>();
    model->facts.task = task;
    return model;
}

std::string lines(const test::TemporaryFolder& folder, const std::string& text) {
    const auto path = folder.path() / "lines.tsv";
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

TEST(StateJobs, MakePathsAndNeighbours) {
    FakeStates fake;
    Jobs jobs(fake.engine(), [] {});
    StateOrders orders;
    orders.path.trace = std::make_shared<const Trace>(sample_trace(5, 4));
    jobs.states(orders);
    fake.settle(jobs);
    ASSERT_EQ(fake.all<Paths>().size(), 1u);
    EXPECT_EQ(fake.all<Paths>()[0].decoder.count(), 5);
    EXPECT_EQ(fake.all<Paths>()[0].order, orders.path);

    StateBank bank{std::make_shared<const SentenceStates>(states_to_keep(sample_trace(7, 6)))};
    orders.near = {orders.path.trace,
                   {true, 2},
                   {nullptr, nullptr, StateKind::Annotation, 0},
                   analysis::Distance::Euclid,
                   std::make_shared<const StateBank>(bank)};
    jobs.states(orders);
    fake.settle(jobs);
    EXPECT_EQ(fake.all<Paths>().size(), 1u); // not again
    ASSERT_EQ(fake.all<NearStates>().size(), 1u);
    EXPECT_EQ(fake.all<NearStates>()[0].states.size(), 7u);
}

TEST(StateJobs, DrawFromTheTask) {
    FakeStates fake;
    Jobs jobs(fake.engine(), [] {});
    StateOrders orders;
    orders.bank = {a_model(), BankSource::Drawn, "", 0};
    jobs.states(orders);
    fake.settle(jobs);
    const auto banks = fake.all<BankState>();
    ASSERT_FALSE(banks.empty());
    EXPECT_TRUE(banks.back().done);
    EXPECT_EQ(banks.back().sentences->size(), static_cast<std::size_t>(drawn_sentences));
    EXPECT_EQ(banks.back().problem, "");
    EXPECT_EQ(banks.back().states, drawn_sentences * 5);
}

TEST(StateJobs, ReadAFileLineByLine) {
    const test::TemporaryFolder folder;
    FakeStates fake;
    Jobs jobs(fake.engine(), [] {});
    std::string text = "one\r\n\ntwo\tzwei\tmore\nbad\n";
    for (int n = 0; n < 100; ++n) text += "line " + std::to_string(n) + "\n";
    text += std::string((1 << 20) + 1, 'x') + "\nlast";
    StateOrders orders;
    orders.bank = {a_model(), BankSource::File, lines(folder, text), 0};
    jobs.states(orders);
    fake.settle(jobs);
    const BankState bank = fake.all<BankState>().back();
    EXPECT_TRUE(bank.done);
    EXPECT_EQ(bank.sentences->size(), 103u);
    EXPECT_EQ(bank.bad, 2);
    EXPECT_EQ(bank.first_bad, "bad: it is not a word");
    EXPECT_EQ(bank.sentences->back()->text, "last");
    EXPECT_EQ(fake.inputs[0].text, "one");
    EXPECT_EQ(fake.inputs[0].target, std::nullopt);
    EXPECT_EQ(fake.inputs[1].target, "zwei");
}

TEST(StateJobs, AFileThatIsNotThereOrAFolderIsSaidSo) {
    const test::TemporaryFolder folder;
    FakeStates fake;
    Jobs jobs(fake.engine(), [] {});
    StateOrders orders;
    for (const std::string& file : {(folder.path() / "none.txt").string(), folder.path().string()}) {
        orders.bank = {a_model(), BankSource::File, file, 0};
        jobs.states(orders);
        fake.settle(jobs);
        const BankState bank = fake.all<BankState>().back();
        EXPECT_TRUE(bank.done);
        EXPECT_EQ(bank.order, orders.bank);
        EXPECT_NE(bank.problem, "");
    }
}

TEST(StateJobs, ABankThatIsNotWantedAnyMoreIsGivenUp) {
    const test::TemporaryFolder folder;
    std::string text;
    for (int n = 0; n < 2000; ++n) text += "line\n";
    FakeStates fake;
    fake.hold = true;
    Jobs jobs(fake.engine(), [] {});
    StateOrders orders;
    orders.bank = {a_model(), BankSource::File, lines(folder, text), 0};
    jobs.states(orders);
    while (fake.asked == 0) std::this_thread::sleep_for(1ms);
    orders.bank = {};
    orders.path.trace = std::make_shared<const Trace>(sample_trace(5, 4));
    jobs.states(orders);
    fake.settle(jobs); // although `hold` is on
    EXPECT_EQ(fake.asked, 1);
    EXPECT_EQ(fake.all<Paths>().size(), 1u);
    EXPECT_TRUE(fake.all<BankState>().empty());
}

TEST(StateJobs, PathsDoNotWaitForABank) {
    const test::TemporaryFolder folder;
    std::string text;
    for (int n = 0; n < 500; ++n) text += "line\n";
    FakeStates fake;
    Jobs jobs(fake.engine(), [] {});
    StateOrders orders;
    orders.bank = {a_model(), BankSource::File, lines(folder, text), 0};
    jobs.states(orders);
    orders.path.trace = std::make_shared<const Trace>(sample_trace(5, 4));
    jobs.states(orders); // the bank is still wanted
    fake.settle(jobs);
    EXPECT_EQ(fake.all<Paths>().size(), 1u);
    EXPECT_EQ(fake.all<BankState>().back().sentences->size(), 500u);
}

} // namespace
} // namespace heed
