// Examples of a Hugging Face folder that are not of their form.
#include "core/io/open/own_case/own_case_hub.h"

#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>

#include <vector>

namespace heed::io {
namespace {

using test::message_of;
using testing::HasSubstr;

TEST(OwnCaseHub, ValuesOfAnotherFormAreNamedWithFileAndItem) {
    const auto folder = test::source_dir() / "tests/checkpoints/hf_gpt2_base_prefix";
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const Opened opened = open_model({folder}, how);
    ASSERT_TRUE(opened.model);
    const Json good = read_json(folder / "expected.json", 64u << 20).at("inputs").at(0);
    const auto with = [&](const char* key, const Json& value) {
        Json input = good;
        input[key] = value;
        return message_of([&] { compare_hub_input(*opened.model, input, "expected.json"); });
    };
    EXPECT_EQ(with("attention_rows", Json::array({3})),
              "expected.json: inputs: attention_rows: expected objects with map, "
              "layer, head, row and values, found 3");
    const Json row = {{"map", "decoder"}, {"layer", "x"}};
    Json rows = Json::array();
    rows.push_back(row);
    EXPECT_THAT(with("attention_rows", rows), HasSubstr("expected values as its form has them"));
    Json input = good; // of a decoder alone there is no such thing
    input["encoder_output"] = std::vector<std::vector<double>>{{1, 2}};
    EXPECT_GT(compare_hub_input(*opened.model, input, "expected.json").encoder, 1);
}

} // namespace
} // namespace heed::io
