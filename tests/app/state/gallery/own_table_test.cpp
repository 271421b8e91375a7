// A person's own table in the window: opened from anywhere, looked over, learnt from in slices, let go of.
#include "app/state/gallery/forecast/own_table.h"

#include "app/state/gallery/gallery.h"
#include "core/io/csv/csv.h"
#include "core/models/forecast/config.h"
#include "tests/support/samples/sample_forecast.h"
#include "tests/support/temporary_folder.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace fs = std::filesystem;

/// A state whose jobs are done at once.
struct Table : testing::Test {
    AppState s;
    test::TemporaryFolder folder;
    Engine engine;
    std::vector<std::string> asked; // models that were to be loaded

    Table() { setenv("XDG_DATA_HOME", (folder.path() / "data").c_str(), 1); }
    ~Table() override { unsetenv("XDG_DATA_HOME"); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    void show_forecast() {
        forecast::Config config;
        Model model = sample_forecast_model(config);
        model.name = model.facts.name = "lagged/attention";
        model.task = model.facts.task = "lagged";
        s.model = std::make_shared<const Model>(std::move(model));
        s.facts = s.model->facts;
        s.model_name = "lagged/attention";
        s.view = "gallery";
        s.gallery.opened = true;
    }
    fs::path write(const std::string& name, const std::string& text) {
        const fs::path file = folder.path() / name;
        std::ofstream(file) << text;
        return file;
    }
    static std::string rides(int rows) {
        std::string text = "day,x,y,station\n";
        for (int r = 0; r < rows; ++r)
            text += "2020-01-" + std::to_string(r % 28 + 1) + "," +
                    (r % 20 == 7 ? std::string() : std::to_string(r % 7)) + "," +
                    std::to_string((r + 5) % 7 * 3) + ",north\n";
        return text;
    }
    void give(const Command& command) { note(update(s, command)); }
    void note(const EffectList& effects) {
        for (const Effect& effect : effects)
            if (effect.kind == Effect::Kind::LoadModel) asked.push_back(effect.text);
    }
    /// One part of what a worker is asked for; false: nothing is.
    bool work() {
        note(follow_table(s));
        if (!s.gallery.own.asked) return false;
        WorkDone done;
        try {
            done.result = table_job(s)(engine, std::atomic<bool>(false));
        } catch (const std::exception& problem) {
            done.problem = problem.what();
        }
        apply_table(s, done);
        note(follow_table(s));
        return true;
    }
    void open(const fs::path& file) {
        give({"table-open", file.string()});
        work();
    }
    const OwnTable& own() const { return s.gallery.own; }
};

TEST_F(Table, WhatIsFoundIsToldInWords) {
    show_forecast();
    open(write("rides.csv", rides(200) + "2020-12-01,1\n"));
    ASSERT_TRUE(own().table);
    EXPECT_TRUE(own().opened);
    const auto json = table_json(s);
    EXPECT_EQ(json["rows"], 200);
    EXPECT_EQ(json["columns"], (std::vector<std::string>{"x", "y"}));
    const std::string found = json["findings"].dump();
    EXPECT_NE(found.find("10 values missing in 1 column"), std::string::npos) << found;
    EXPECT_NE(found.find("“station” is text"), std::string::npos) << found;
    EXPECT_NE(found.find("Row 202 has 2 values, the header has 4"), std::string::npos) << found;
}

TEST_F(Table, ListsChooseColumnAndTreatment) {
    show_forecast();
    give({"table-targets"});
    EXPECT_EQ(s.menu, Menu::None); // nothing to choose from
    open(write("rides.csv", rides(200)));
    give({"table-targets"});
    EXPECT_EQ(s.menu, Menu::Target);
    give({"table-target", "", 0, 1});
    EXPECT_EQ(own().target, 1);
    EXPECT_EQ(s.menu, Menu::None);
    give({"table-target", "", 0, 7});
    EXPECT_EQ(own().target, 1);
    give({"table-holes"});
    EXPECT_EQ(s.menu, Menu::Missing);
    give({"table-missing", "", 0, 1});
    EXPECT_EQ(own().missing, io::CsvMissing::Interpolate);
    EXPECT_EQ(s.menu, Menu::None);
    give({"table-targets"});
    give({"table-close"});
    EXPECT_EQ(s.menu, Menu::None);
    EXPECT_FALSE(own().opened);
    EXPECT_FALSE(own().table);
}

TEST_F(Table, IsLearntFromCancelledAndLearntToTheEnd) {
    show_forecast();
    open(write("rides.csv", rides(120)));
    give({"table-target", "", 0, 1});
    give({"table-window", "", 0, 4});
    give({"table-learn"});
    EXPECT_EQ(own().doing, OwnTable::Doing::Learning);
    ASSERT_TRUE(work());
    EXPECT_GT(own().steps, 0);
    give({"table-targets"}); // not while it is learnt
    EXPECT_EQ(s.menu, Menu::None);
    give({"table-cancel"});
    EXPECT_EQ(own().doing, OwnTable::Doing::Nothing);
    EXPECT_TRUE(own().opened);
    EXPECT_TRUE(own().table);
    EXPECT_FALSE(work());
    EXPECT_FALSE(fs::exists(folder.path() / "data"));
    give({"table-learn"});
    for (int n = 0; n < 1000 && own().doing == OwnTable::Doing::Learning; ++n) work();
    ASSERT_EQ(asked.size(), 1u); // the model that was learnt is opened, with the last rows
    EXPECT_EQ(asked[0], (folder.path() / "data/heed/own/rides").string());
    EXPECT_TRUE(fs::exists(fs::path(asked[0]) / "lstm/model.safetensors"));
    EXPECT_FALSE(own().opened);
    EXPECT_TRUE(s.restoring && s.restoring->input.starts_with("x,y;"));
}

TEST_F(Table, FromAnywhereElseAForecastIsOpenedWithIt) {
    s.model = std::make_shared<Model>(); // of dates
    s.view = "step";
    give({.id = "open-files", .files = {write("rides.csv", rides(200)).string()}});
    EXPECT_FALSE(own().opened); // nothing is shown before it is known what it is
    EXPECT_TRUE(asked.empty());
    work();
    EXPECT_TRUE(own().opened);
    ASSERT_FALSE(asked.empty());
    EXPECT_EQ(asked[0], "lagged/attention");
    asked.clear();
    EXPECT_FALSE(work());
    EXPECT_TRUE(asked.empty()); // once
}

TEST_F(Table, AttentionInACsvIsOpenedAsThat) {
    s.model = std::make_shared<Model>();
    s.view = "step";
    const std::string file = write("weights.csv", ",a,b\nx,0.25,0.75\ny,0.5,0.5\n").string();
    open(file);
    EXPECT_FALSE(own().opened);
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked[0], file);
}

TEST_F(Table, WhatIsNoTableIsSaid) {
    s.model = std::make_shared<Model>();
    s.view = "step";
    open(write("words.csv", "a,b\nc,d\n"));
    EXPECT_FALSE(own().opened);
    ASSERT_FALSE(s.toasts.empty());
    EXPECT_EQ(s.toasts.back().title, "words.csv cannot be opened");
    EXPECT_NE(s.toasts.back().detail.find("columns of numbers: expected at least 2"), std::string::npos);
    show_forecast();
    open(write("short.csv", rides(40)));
    EXPECT_TRUE(own().opened);
    EXPECT_EQ(table_obstacle(own()), "Only 40 rows: at least 60 are needed.");
    give({"table-learn"});
    EXPECT_EQ(own().doing, OwnTable::Doing::Nothing);
}

} // namespace
} // namespace heed
