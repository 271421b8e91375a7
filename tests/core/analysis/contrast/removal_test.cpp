// Whether the words that are said to decide do: of fresh sentences, one output each, the word that is named
// first is removed, and a word drawn from the others. HEED_CONTRASTS says how many outputs (`ctest -C long -L
// long`: 200); the figure of those is on assets/help/contrast.md.
#include "core/analysis/contrast/contrast.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/tasks/task.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace heed::analysis {
namespace {

struct Tally {
    int outputs = 0, drawn = 0, unknown = 0; // how often the named word's margin shrinks more
    double others = 0;                       // the share of all other words for which it does, summed
};

void count(Tally& tally, const Trace& run, const Contrast& c, Random& random) {
    const std::vector<int> named = by_support(run, c);
    const auto shrinks = [&](int place, std::optional<double> WordGone::*how) {
        return c.margin - *(c.gone[static_cast<std::size_t>(named[static_cast<std::size_t>(place)])].*how);
    };
    const int others = static_cast<int>(named.size()) - 1;
    const int other = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(others)));
    ++tally.outputs;
    tally.drawn += shrinks(0, &WordGone::removed) > shrinks(other, &WordGone::removed);
    tally.unknown += shrinks(0, &WordGone::unknown) > shrinks(other, &WordGone::unknown);
    int more = 0;
    for (int n = 1; n <= others; ++n) more += shrinks(0, &WordGone::removed) > shrinks(n, &WordGone::removed);
    tally.others += static_cast<double>(more) / others;
}

TEST(ContrastRemoval, TheWordNamedFirstDecidesMoreThanOneThatIsDrawn) {
    const char* asked = std::getenv("HEED_CONTRASTS");
    const int wanted = asked ? std::atoi(asked) : 30;
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve("translate/additive");
    const Model model = io::load_model(place.folder, place.name);
    const tasks::Task& task = tasks::get("translate");
    Random random(14);
    Tally tally;
    while (tally.outputs < wanted) {
        Request r;
        r.text = task.tokenizer().join(task.sample(random).source);
        const Trace run = decode::run(model, r);
        const int words = run.outputs() - (run.finished ? 1 : 0);
        if (words < 1 || run.source_length() < 3) continue;
        const int output = static_cast<int>(random.below(static_cast<std::uint64_t>(words)));
        count(tally, run, contrast(model, run, output), random);
    }
    const auto percent = [&](double n) { return 100 * n / tally.outputs; };
    std::cout << tally.outputs << " outputs: removed, the margin shrinks more than for a drawn word in "
              << percent(tally.drawn) << " % (of all other words: " << percent(tally.others)
              << " %); with an unknown word in its place in " << percent(tally.unknown) << " %\n";
    EXPECT_GE(percent(tally.drawn), wanted >= 200 ? 80 : 70); // 30 are few: 70 is what 85 may look like
}

} // namespace
} // namespace heed::analysis
