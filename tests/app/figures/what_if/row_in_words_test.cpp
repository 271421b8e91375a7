// Where words are shown, a weight is said to be that of a piece of its word, and an output one of its pieces.
#include "app/figures/tokens.h"
#include "app/figures/what_if/row.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

/// A run that holds a weight of a piece, at an output that is a piece of a word.
struct HeldPiece {
    RunWords words;
    int place = -1, output = -1, word = -1; // of the source; of what is written, and its word
    std::shared_ptr<const Trace> run;

    HeldPiece() {
        const Model model =
            io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string());
        Request request;
        request.text = "he does not help the students of her council";
        request.max_steps = 12;
        const Trace own = decode::run(model, request);
        words = words_of(own);
        for (const Word& each : words.source)
            if (each.last - each.first > 1 && !each.framing) place = each.first + 1;
        for (std::size_t k = 0; k < words.outputs.size() && output < 0; ++k)
            if (words.outputs[k].last - words.outputs[k].first > 1) {
                output = words.outputs[k].first + 1;
                word = static_cast<int>(k);
            }
        if (place < 0 || output < 0) return;
        request.edits.rows[output] = {RowEdit::Kind::Held, {}, {{place, 0.9f}}, {}, 0};
        run = std::make_shared<const Trace>(decode::run(model, request));
    }
};

TEST(HeldInWords, IsAPieceOfItsWord) {
    const HeldPiece held;
    ASSERT_TRUE(held.run);
    const Word& word =
        *std::find_if(held.words.source.begin(), held.words.source.end(),
                      [&](const Word& each) { return each.first <= held.place && held.place < each.last; });
    std::string whole = held.run->source_text.substr(word.begin, word.end - word.begin);
    whole.erase(0, whole.find_first_not_of(' '));
    const std::string piece = quoted_source(*held.run, held.place),
                      in_words = edit_words(*held.run, held.output, &held.words);
    EXPECT_NE(in_words.find("You hold the piece " + piece + " of “" + whole + "” at .90"), std::string::npos)
        << in_words;
    EXPECT_EQ(edit_words(*held.run, held.output).find("piece"), std::string::npos) << "pieces are shown";
    EXPECT_EQ(source_name(*held.run, 0, &held.words).find("of “"), std::string::npos) << "a whole word";
}

TEST(HeldInWords, AnOutputIsAPieceOfItsWord) {
    const HeldPiece held;
    ASSERT_TRUE(held.run);
    Trace even = *held.run;
    even.request.edits.rows = {{held.output, {RowEdit::Kind::Uniform, {}, {}, {}, 0}}};
    const std::string name = "piece 2 of output " + std::to_string(held.word + 1);
    EXPECT_NE(edit_words(even, held.output, &held.words).find("the weights of " + name + " evenly"),
              std::string::npos);
    EXPECT_NE(edit_words(even, held.output).find("the weights of output " + std::to_string(held.output + 1)),
              std::string::npos);
}

} // namespace
} // namespace heed
