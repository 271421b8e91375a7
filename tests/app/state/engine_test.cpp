// What the program's own engine loads and lists.
#include "app/state/jobs/engine.h"

#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace heed {
namespace {

TEST(Engine, ABundledModelIsItselfByThePathOfItsFolderToo) {
    const Engine engine = heed_engine();
    const std::filesystem::path folder = test::source_dir() / "assets/models/reverse/dot";
    for (const std::string& name : {folder.string(), (folder / ".." / "dot").string()}) {
        const LoadedModel by_path = engine.load(name, {});
        EXPECT_EQ(by_path.facts.name, "reverse/dot");
        EXPECT_EQ(by_path.opened_from, "");
    }
    const auto listed = engine.list({folder.string()});
    EXPECT_EQ(std::count_if(listed.begin(), listed.end(), [](const ModelChoice& m) { return m.recent; }), 0);
}

TEST(Engine, ModelsOfOneScoreHaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const ModelChoice& model : heed_engine().list({}))
        if (model.about.task == "lagged") names.insert(model.about.function);
    EXPECT_EQ(names, (std::set<std::string>{"attention", "lstm", "unguided"}));
}

} // namespace
} // namespace heed
