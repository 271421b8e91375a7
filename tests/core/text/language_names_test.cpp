#include "core/text/language_names.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(LanguageNames, CodesOfEveryKindOfFolder) {
    EXPECT_EQ(language_name("fr"), "French");
    EXPECT_EQ(language_name("fra"), "French");
    EXPECT_EQ(language_name("fr_XX"), "French");
    EXPECT_EQ(language_name("fra_Latn"), "French");
    EXPECT_EQ(language_name("ceb"), "Cebuano");
    EXPECT_EQ(language_name("zho_Hant"), "Chinese, traditional");
    EXPECT_EQ(language_name("kas_Deva"), "Kashmiri, Devanagari");
    EXPECT_EQ(language_name("kas_Arab"), "Kashmiri, Arabic script");
    EXPECT_EQ(language_name("zh_CN"), "Chinese");
    EXPECT_EQ(language_name("xx"), "");
    EXPECT_EQ(language_name(""), "");
}

} // namespace
} // namespace heed
