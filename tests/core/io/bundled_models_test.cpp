// The models that come with the program: each loads, and computes what it computed where it was trained.
#include "core/decode/case.h"
#include "core/io/model_library.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

TEST(BundledModels, EachAgreesWithItsOwnCase) {
    const ModelLibrary library({test::source_dir() / "assets"});
    ASSERT_FALSE(library.bundled().empty());
    for (const ModelPlace& place : library.bundled()) {
        std::vector<std::string> notes;
        const Model model = library.load(place.name, &notes);
        EXPECT_TRUE(notes.empty()) << notes.front();
        ASSERT_TRUE(model.case_json.is_object()) << place.name;
        const decode::CaseResult result = decode::check_case(model);
        EXPECT_FALSE(result.wrong.has_value()) << place.name << ": " << *result.wrong;
        EXPECT_FALSE(model.card.empty()) << place.name;
    }
}

TEST(BundledModels, FamiliesMeanWhatTheHelpSays) {
    const ModelLibrary library({test::source_dir() / "assets"});
    EXPECT_EQ(library.resolve("dates").name, "dates/additive");
    EXPECT_EQ(library.resolve("reverse").name.substr(0, 8), "reverse/");
    EXPECT_NE(library.resolve("reverse").name, "reverse/none");
}

} // namespace
} // namespace heed::io
