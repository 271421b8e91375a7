// A word that no setting has is told, not passed over.
#include "core/models/seq2seq/settings.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

TEST(UnreadSetting, IsTheFirstThatNothingReads) {
    nlohmann::json config;
    to_json(config, Seq2SeqConfig());
    EXPECT_EQ(unread_setting(config), "");
    config["source"] = {{"start", true}};
    EXPECT_EQ(unread_setting(config), "");
    config["attention"]["temprature"] = 2;
    EXPECT_EQ(unread_setting(config), "attention.temprature");
    config["attention"].erase("temprature");
    config["source"]["reversed"] = true;
    EXPECT_EQ(unread_setting(config), "source.reversed");
}

} // namespace
} // namespace heed
