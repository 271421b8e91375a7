// What a folder asks of writing that Heed does not do is a doubt that names key and value; a value that does
// nothing is not.
#include "core/io/huggingface/hub_unheld.h"

#include "core/models/generation.h"
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

constexpr const char* writing = "generation_config.json";

Opened opened_with(const std::string& folder, const Json& settings, const std::string& file = writing) {
    ChangedFolder changed(folder);
    changed.settings(file, [&](Json& json) { json.update(settings); });
    return changed.opened();
}

struct Asked {
    const char* name;
    Json settings;
    const char* said; // where they do nothing: none
};
void PrintTo(const Asked& asked, std::ostream* out) { *out << asked.name; }

class AskedOfWriting : public testing::TestWithParam<Asked> {};

TEST_P(AskedOfWriting, IsADoubtWhereAnotherTextWouldBeWritten) {
    for (const char* folder : {"hf_bart_gelu_f16", "hf_gpt2_base_prefix"}) {
        const Opened opened = opened_with(folder, GetParam().settings);
        ASSERT_TRUE(opened.model) << opened.problem;
        const auto& unsettled = opened.report.unsettled;
        EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly) << folder;
        EXPECT_TRUE(any_says(unsettled, GetParam().said)) << folder << testing::PrintToString(unsettled);
    }
}

const Asked asked[] = {
    {"guidance", {{"guidance_scale", 1.5}}, "asks for guidance (guidance_scale 1.5), which is not done here"},
    {"groups", {{"num_beam_groups", 2}}, "(num_beam_groups 2)"},
    {"diversity", {{"diversity_penalty", 0.5}}, "(diversity_penalty 0.5)"},
    {"contrast", {{"penalty_alpha", 0.6}, {"top_k", 4}}, "(penalty_alpha 0.6)"},
    {"layers", {{"dola_layers", "high"}}, "(dola_layers \"high\")"},
    {"code", {{"custom_generate", "a/b"}}, "(custom_generate \"a/b\")"},
    {"source", {{"encoder_repetition_penalty", 1.2}}, "(encoder_repetition_penalty 1.2)"},
    {"growing", {{"exponential_decay_length_penalty", {5, 1.2}}}, "(exponential_decay_length_penalty"},
    {"places", {{"forced_decoder_ids", {{1, 7}}}}, "(forced_decoder_ids"},
    {"texts", {{"stop_strings", {"."}}}, "(stop_strings"},
    {"seconds", {{"max_time", 0.5}}, "(max_time 0.5)"},
    {"mark", {{"watermarking_config", {{"bias", 2.0}}}}, "(watermarking_config"},
    {"healing", {{"token_healing", true}}, "(token_healing true)"},
    {"rounded", {{"cache_implementation", "quantized"}}, "(cache_implementation \"quantized\")"},
    {"drawn",
     {{"do_sample", true}, {"top_k", 5}, {"typical_p", 0.5}, {"top_p", 1.0}},
     "tokens to be drawn (do_sample true, top_k 5, typical_p 0.5); here the likeliest is written"},
    {"named_as_rule", {{"word_penalty", 3}}, "may say of another computation: generation_config.json \"word"},
};
INSTANTIATE_TEST_SUITE_P(keys, AskedOfWriting, testing::ValuesIn(asked),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(HubUnheld, ValuesThatDoNothingSayNothing) {
    const Json neutral = {{"guidance_scale", 1},
                          {"num_beam_groups", 1},
                          {"diversity_penalty", 0.0},
                          {"penalty_alpha", nullptr},
                          {"dola_layers", nullptr},
                          {"encoder_repetition_penalty", 1.0},
                          {"encoder_no_repeat_ngram_size", 0},
                          {"exponential_decay_length_penalty", nullptr},
                          {"forced_decoder_ids", Json::array()},
                          {"stop_strings", nullptr},
                          {"max_time", nullptr},
                          {"token_healing", false},
                          {"cache_implementation", "static"},
                          {"do_sample", false},
                          {"top_k", 50},
                          {"typical_p", 0.3},
                          {"word_penalty", nullptr}};
    for (const char* folder : {"hf_bart_gelu_f16", "hf_gpt2_base_prefix"})
        EXPECT_EQ(opened_with(folder, neutral).report.verdict(), LoadVerdict::Clean) << folder;
    const Opened unread = opened_with("hf_bart_gelu_f16", {{"favourite_colour", "blue"}});
    EXPECT_EQ(unread.report.verdict(), LoadVerdict::Clean); // that library never looks at it
    EXPECT_TRUE(any_says(unread.report.notes, "generation_config.json \"favourite_colour\""));
}

TEST(HubUnheld, OfOneTokenThereIsNothingToDraw) {
    const Json one = {{"do_sample", true}, {"top_k", 1}};
    EXPECT_EQ(opened_with("hf_gpt2_base_prefix", one).report.verdict(), LoadVerdict::Clean);
    // a search keeps two of them
    EXPECT_EQ(opened_with("hf_bart_gelu_f16", one).report.verdict(), LoadVerdict::Partly);
}

TEST(HubUnheld, RunsOfTheGivenTextAreObeyedOfASourceAlone) {
    const Json runs = {{"encoder_no_repeat_ngram_size", 2}};
    EXPECT_EQ(opened_with("hf_bart_gelu_f16", runs).report.verdict(), LoadVerdict::Clean);
    EXPECT_TRUE(any_says(opened_with("hf_gpt2_base_prefix", runs).report.unsettled,
                         "(encoder_no_repeat_ngram_size 2)"));
}

TEST(HubUnheld, OldFoldersSayItInConfigJson) {
    const Json guided = {{"guidance_scale", 1.5}, {"stop_strings", {"."}}};
    const auto doubts = [&](const Json& other) {
        ChangedFolder folder("hf_bart_gelu_f16");
        folder.settings("config.json", [&](Json& json) { json.update(guided); });
        if (other.is_null())
            std::filesystem::remove(folder.path() / writing);
        else
            folder.settings(writing, [&](Json& json) { json.update(other); });
        return folder.opened();
    };
    for (const Json& other : {Json(), Json{{"_from_model_config", true}}}) {
        const Opened opened = doubts(other);
        EXPECT_TRUE(any_says(opened.report.unsettled, "config.json asks for guidance (guidance_scale 1.5)"));
        EXPECT_TRUE(any_says(opened.report.unsettled, "config.json asks for an end behind given texts"));
    }
    // beside one of its own that library passes it over
    const Opened own = doubts({{"_from_model_config", false}});
    EXPECT_FALSE(any_says(own.report.unsettled, "guidance_scale"));
    EXPECT_TRUE(any_says(own.report.notes, "passes over beside a generation_config.json"));
}

TEST(HubUnheld, CodeThatWritesIsADoubtWhereItLies) {
    for (const auto& [name, doubts] :
         {std::pair{"hf_gpt2_base_prefix", true}, {"hf_bert_uncased_old", false}}) {
        const ChangedFolder folder(name);
        std::filesystem::create_directory(folder.path() / "custom_generate");
        write_file_atomic(folder.path() / "custom_generate/generate.py", "def generate(model, **rest): ...");
        const Opened opened = folder.opened();
        EXPECT_EQ(any_says(opened.report.unsettled, "custom_generate/generate.py lies in the folder"),
                  doubts);
    }
}

TEST(HubUnheld, RulesOfATaskAreThoseOfPipelinesAlone) {
    const Json tasks = {{"task_specific_params", {{"summarization", {{"num_beams", 7}}}}}};
    const Opened opened = opened_with("hf_bart_gelu_f16", tasks, "config.json");
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Clean);
    EXPECT_TRUE(any_says(opened.report.notes, "task_specific_params has num_beams of its tasks' own"));
    EXPECT_EQ(opened.model->generation->beams, 4); // of generation_config.json
}

TEST(HubUnheld, AModelThatWritesNothingIsAskedForNothing) {
    const Opened bert = opened_with("hf_bert_uncased_old", {{"do_sample", true}, {"guidance_scale", 2}});
    EXPECT_EQ(bert.report.verdict(), LoadVerdict::Clean);
}

} // namespace
} // namespace heed::io
