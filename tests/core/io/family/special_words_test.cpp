// How people's programs spell the words that stand for none.
#include "core/io/family/special_words.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

using Ids = std::vector<std::size_t>;

TEST(SpecialWords, AreKnownInEveryDress) {
    for (const char* word : {"<s>",       "<S>",     "<sos>",    "<SOS>",  "SOS",     "sos",
                             "[SOS]",     "_GO",     "<go>",     "__go__", "GO",      "[CLS]",
                             "<start>",   "<START>", "START",    "<BOS>",  "@start@", "<|startofseq|>",
                             "SOS_token", "<BEGIN>", "__start__"})
        EXPECT_EQ(special_meaning(word), "start") << word;
    for (const char* word :
         {"</s>", "</S>", "<eos>", "EOS", "_EOS", "[SEP]", "@end@", "<END>", "<\\s>", "<stop>"})
        EXPECT_EQ(special_meaning(word), "end") << word;
    for (const char* word : {"<pad>", "PAD", "_PAD", "<blank>", "@@PADDING@@", "[PAD]", "__null__"})
        EXPECT_EQ(special_meaning(word), "pad") << word;
    for (const char* word : {"<unk>", "UNK", "_UNK", "<OOV>", "@@UNKNOWN@@", "[UNK]", "<unknown>"})
        EXPECT_EQ(special_meaning(word), "unknown") << word;
}

TEST(SpecialWords, AreNoWordsOfALanguage) {
    for (const char* word :
         {"go",      "start", "end", "stop", "s", "S",   "go@@", "s@@",  "_go", "_s",    "begin", "pad",
          "unknown", "",      "@",   "<>",   "_", "the", "@-@",  "rare", "sep", "blank", "Start"})
        EXPECT_EQ(special_meaning(word), "") << word;
}

TEST(SpecialWords, TheBestStandsFirst) {
    EXPECT_EQ(ids_of_meaning("start", {"<go>", "a", "<SOS>", "<s>"}), (Ids{3, 2, 0}));
    EXPECT_EQ(ids_of_meaning("end", {"go", "END", "EOS"}), (Ids{2}));
    EXPECT_EQ(ids_of_meaning("start", {"a", "GO"}), (Ids{1}));
    EXPECT_EQ(ids_of_meaning("start", {"A", "GO", "HOME"}), (Ids{})) << "a text in capitals";
}

} // namespace
} // namespace heed::io
