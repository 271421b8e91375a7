// What Inseq saves: its classes and arrays, and what they need not be.
#include "tests/core/io/attention/checks.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Trace> read_sample(const char* name) {
    const auto file = test::source_dir() / "tests/attention_files" / name;
    EXPECT_TRUE(is_attention_file(file)) << name;
    return read_attention(file);
}

TEST(Inseq, SavedAttributionsAreTheMapsThatWereSaved) {
    const Trace plain = read_sample("LHTS.json")[0];
    for (const char* name : {"inseq.json", "inseq_lists.json"}) {
        SCOPED_TRACE(name);
        const std::vector<Trace> traces = read_sample(name);
        ASSERT_EQ(traces.size(), 2u);
        EXPECT_EQ(source_words(traces[0]), source_words(plain));
        EXPECT_EQ(output_words(traces[0]), output_words(plain));
        const auto found = traces[0].maps(), wanted = plain.maps();
        ASSERT_EQ(found.size(), wanted.size());
        for (std::size_t n = 0; n < found.size(); ++n) {
            EXPECT_EQ(found[n].site, wanted[n].site);
            EXPECT_TRUE(found[n].weights->isApprox(*wanted[n].weights, 1e-6f));
        }
        EXPECT_EQ(source_words(traces[1]), output_words(plain)); // the output before
        EXPECT_FLOAT_EQ(traces[1].weight(3, 1), 1 / 3.0f);
        EXPECT_EQ(traces[1].weight(1, 4), 0.0f); // NaN: not written yet
        EXPECT_EQ(sentence_of_file(traces[1]), 0);
        EXPECT_THAT(notes_of(traces[0]),
                    Contains(HasSubstr("by the method \"attention\", of the model \"toy/en-fr\"")));
        EXPECT_THAT(traces[0].model.of<GivenFacts>().assumed, ElementsAre());
    }
}

TEST(Inseq, WhatIsNotAttentionIsSaidInEveryPicture) {
    const Trace trace = read_sample("inseq_saliency.json")[0];
    EXPECT_NEAR(trace.weight(0, 0), read_sample("LHTS.json")[0].weight(0, 0), 1e-3);
    EXPECT_THAT(trace.model.of<GivenFacts>().assumed,
                Contains("Attributions of Inseq by \"saliency\", which need not be attention"));
}

/// One sentence of one token and one output.
std::string saved(const std::string& array) {
    return R"({"__instance_type__": ["inseq.data.attribution", "FeatureAttributionOutput"], "attributes": {"info": {},
        "sequence_attributions": [{"__instance_type__": ["m", "S"], "attributes": {"source": ["a"], "target": ["p", "x"],
        "attr_pos_start": 1, "source_attributions": )" +
           array + "}}]}}";
}

TEST_F(Attention, ArraysOfInseqThatAreDamagedAreNamed) {
    EXPECT_THAT(output_words(read(saved("[[1]]"))[0]), ElementsAre("x"));
    EXPECT_EQ(
        read(saved(R"({"__ndarray__": "b64:AACAPw==", "dtype": "float32", "shape": [1, 1]})"))[0].weight(0,
                                                                                                         0),
        1);
    const std::pair<const char*, const char*> cases[] = {
        {R"({"__ndarray__": "b64:AACAPw==", "dtype": "object", "shape": [1, 1]})",
         "dtype: expected float32, float64 or float16, found \"object\""},
        {R"({"__ndarray__": "b64:AACAPw==", "dtype": 3, "shape": [1, 1]})", "dtype: expected float32"},
        {R"({"__ndarray__": "b64:AACAPw==", "dtype": "float32", "shape": [1, 2]})", "expected 8 bytes"},
        {R"({"__ndarray__": "b64:A*CAPw==", "dtype": "float32", "shape": [1, 1]})", "expected base64"},
        {R"({"__ndarray__": "zz", "dtype": "float32", "shape": [1, 1]})", "found \"zz\""},
        {R"({"__ndarray__": "b64.gz:AACAPw==", "dtype": "float32", "shape": [1, 1]})", "cannot be unpacked"},
        {R"({"__ndarray__": "b64.gz:AACAPw==", "dtype": "float32", "shape": [4096, 4096]})", "found fewer"},
        {R"({"__ndarray__": "b64:", "dtype": "float32", "shape": [4294967296, 4294967296, 4294967296]})",
         "shape: expected a list of lengths"},
        {R"({"__ndarray__": "b64:", "dtype": "float32", "shape": [-1]})",
         "shape: expected a list of lengths"},
        {R"({"__ndarray__": "b64:", "dtype": "float32"})", "shape: expected a list of lengths"},
        {R"({"a": 1})", "expected lists of numbers, or"},
        {"null", "expected source_attributions or target_attributions, found neither"},
    };
    for (const auto& [array, said] : cases) EXPECT_THAT(refusal(saved(array)), HasSubstr(said)) << array;
}

} // namespace
} // namespace heed::io
