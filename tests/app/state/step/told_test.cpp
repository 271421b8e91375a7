// What a folder's model can be told: its languages, its tasks, and what becomes of the choice.
#include "app/state/step/told.h"

#include "app/state/jobs/engine.h"
#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

AppState told_folder(const std::string& name) {
    AppState s;
    const auto folder = test::source_dir() / "tests/checkpoints" / name;
    const LoadedModel loaded = heed_engine().load(folder.string(), {});
    s.model = loaded.model;
    s.facts = loaded.facts;
    s.model_name = folder.string();
    s.input = "the old bank";
    return s;
}

const Told* chosen_told(const std::vector<Told>& all) {
    const auto found = std::find_if(all.begin(), all.end(), [](const Told& t) { return t.chosen; });
    return found == all.end() ? nullptr : &*found;
}

TEST(Told, LanguagesOfAFolder) {
    AppState s = told_folder("hf_mbart50_sharded_relu");
    ASSERT_TRUE(can_be_told(s));
    auto write = languages_to_write(s);
    ASSERT_EQ(write.size(), 52u);
    ASSERT_TRUE(chosen_told(write));
    EXPECT_EQ(chosen_told(write)->code, "fr_XX");
    EXPECT_TRUE(chosen_told(write)->own);
    EXPECT_EQ(chosen_told(languages_to_read(s))->code, "en_XX");
    EXPECT_EQ(wanted_request(s).target_language, "");
    update(s, {"write-language", "de_DE"});
    EXPECT_EQ(chosen_told(languages_to_write(s))->code, "de_DE");
    EXPECT_EQ(wanted_request(s).target_language, "de_DE");
    update(s, {"write-language", "fr_XX"}); // its own: nothing is told
    EXPECT_EQ(wanted_request(s).target_language, "");
    update(s, {"write-language", "xx"}); // it has none such
    EXPECT_EQ(s.languages, LanguageChoice{});
}

TEST(Told, LanguagesStandInTheOrderOfTheirNames) {
    const AppState s = told_folder("hf_mbart50_sharded_relu");
    for (const auto& all : {languages_to_write(s), languages_to_read(s)}) {
        std::vector<std::string> names, codes;
        for (const Told& told : all)
            if (told.name != told.code) names.push_back(told.name);
        for (const Told& told : all) codes.push_back(told.code);
        EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
        EXPECT_FALSE(std::is_sorted(codes.begin(), codes.end())) << "codes are in another order";
        EXPECT_TRUE(std::all_of(all.begin(), all.begin() + std::ssize(names), [](const Told& told) {
            return told.name != told.code;
        })) << "the nameless are last";
    }
}

TEST(Told, TasksOfAFolder) {
    AppState s = told_folder("hf_t5_relu_tied");
    const auto tasks = tasks_to_tell(s);
    ASSERT_EQ(tasks.size(), 3u); // none, and two
    EXPECT_EQ(tasks[0].name, "none");
    EXPECT_TRUE(tasks[0].chosen);
    EXPECT_TRUE(languages_to_write(s).empty());
    update(s, {"tell-task", tasks[2].code});
    EXPECT_EQ(wanted_request(s).prefix, tasks[2].code);
    EXPECT_TRUE(tasks_to_tell(s)[2].chosen);
}

TEST(Told, OthersAreToldNothing) {
    const AppState s = told_folder("hf_marian_toy_enfr");
    EXPECT_FALSE(can_be_told(s));
    EXPECT_TRUE(tasks_to_tell(s).empty());
}

} // namespace
} // namespace heed
