#include "core/models/typed_token.h"

#include "core/models/model.h"
#include "core/text/subword/subword_tokenizer.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Model model_of_pieces() {
    Model model;
    model.name = "m";
    subword::TokenizerParts parts;
    parts.source = parts.target = std::make_shared<const subword::Pipeline>();
    model.subword = std::make_shared<const subword::SubwordTokenizer>(parts);
    return model;
}

const OutputWords& some_pieces() {
    static const OutputWords words(
        Vocabulary({"</s>", "<unk>", "▁rapport", "t", "▁t", "Ġcat", "_raw", "##ly", "▁ly", "up"}));
    return words;
}

int typed_piece(const std::string& typed) {
    return typed_token(model_of_pieces(), some_pieces(), typed, "rival");
}

TEST(TypedToken, APieceIsFoundWithItsSignWithoutItAndAsItIsShown) {
    for (const char* typed : {"▁rapport", "rapport", "_rapport", "␣rapport", " rapport"})
        EXPECT_EQ(typed_piece(typed), 2) << typed;
    EXPECT_EQ(typed_piece("cat"), 5);
    EXPECT_EQ(typed_piece("_cat"), 5);
}

TEST(TypedToken, WhatTheVocabularySpellsSoComesFirst) {
    EXPECT_EQ(typed_piece("t"), 3);
    EXPECT_EQ(typed_piece("_t"), 4);
    EXPECT_EQ(typed_piece("_raw"), 6);
}

TEST(TypedToken, SeveralThatReadSoAreNamed) {
    EXPECT_EQ(test::message_of([] { typed_piece("ly"); }),
              "m: rival: \"ly\" may be \"▁ly\" or \"##ly\": say which");
}

TEST(TypedToken, OtherModelsHaveTheirWordsAlone) {
    Model model;
    model.name = "m";
    EXPECT_EQ(test::message_of([&] { typed_token(model, some_pieces(), "rapport", ""); }),
              "m: \"rapport\" is not in the target vocabulary");
    EXPECT_EQ(test::message_of([] { typed_piece("zebra"); }),
              "m: rival: \"zebra\" is not in the target vocabulary");
    EXPECT_EQ(test::message_of([] { typed_piece("_up"); }), // "up" goes on
              "m: rival: \"_up\" is not in the target vocabulary");
}

} // namespace
} // namespace heed
