// What the picture of a Transformer calls things: outputs, pieces of bytes, the map that is read, changed
// heads.
#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/maps.h"
#include "tests/app/figures/transformer/picture.h"

namespace heed {
namespace {

using namespace test;

TEST_F(TransformerPicture, OutputsThatAreNoTextAreNamed) {
    Trace run = checkpoint_run("hf_gpt2_base_prefix", "the council");
    ASSERT_GE(run.outputs(), 2);
    EXPECT_EQ(written_names(run), "") << "what is text is read as text";
    run.steps.resize(1);
    run.steps[0].token = {};
    run.steps[0].token.text = "</s>";
    run.steps[0].token.is_end = true;
    run.target_text.clear();
    EXPECT_EQ(written_text(run), "");
    EXPECT_EQ(written_names(run), "end");
}

TEST_F(TransformerPicture, PiecesOfBytesReadAsTheirLetters) {
    Trace run = checkpoint_run("hf_gpt2_base_prefix", "the council");
    ASSERT_GE(run.outputs(), 2);
    run.steps[0].token.text = "Ã©";
    run.steps[1].token.text = "Ġcit";
    EXPECT_EQ(shown_output(run, 0), "é");
    EXPECT_EQ(shown_output(run, 1), "␣cit");
    EXPECT_EQ(written_text(run, 1), "é") << "no piece of what was written says so, the source's do";
    const auto read = reader_of_written(run);
    for (const char* piece : {"Ã©", "Ġcit", "Ġ", "Ċ", "it", "ĠÃ©t", "\xFF"})
        EXPECT_EQ(read(piece), shown_written(run, piece)) << piece;
    EXPECT_EQ(shown_written(run, "Ã"), "‹0xC3›"); // a part of a letter: another than
    EXPECT_EQ(shown_written(run, "ĠÅ"), "␣‹0xC5›");
    EXPECT_EQ(shown_written(run, "Ā"), "‹0x00›"); // no letter
    EXPECT_EQ(shown_written(run, "Ģ"), "‹0x80›");
    EXPECT_EQ(shown_written(run, "Ġ"), "␣");
    EXPECT_EQ(shown_written(run, "Ċ"), "␣"); // a line feed
    EXPECT_EQ(shown_written(run, "<|endoftext|>"), "end");
    const Trace words = letters_run(model, 3, 3);
    EXPECT_EQ(shown_written(words, "été"), "été"); // no bytes
    TraceToken& last = run.steps.back().token;     // the end has one name, whatever the vocabulary calls it
    last.text = "s";
    last.is_end = false;
    EXPECT_EQ(shown_written(run, "s"), "s");
    last.is_end = true;
    EXPECT_EQ(shown_written(run, "s"), "end");
    EXPECT_EQ(reader_of_written(run)("s"), "end");
}

TEST_F(TransformerPicture, BarsAndSentencesAreOfTheMapThatIsSeen) {
    const Trace run = letters_run(model, 4, 5);
    const int softmax = at_step(run, 2, layered::Looks::Cross, Doing::Softmax);
    TransformerSettings settings;
    settings.front.read = MapReading::Mean;
    const Scene scene = transformer_figure(run, at(softmax), settings, style);
    EXPECT_TRUE(says(scene, "mean of layer 2"));
    EXPECT_TRUE(says(scene, "2 heads, their mean above"));
    EXPECT_FALSE(says(scene, "one in front"));
    const MatrixXf& mean = run.at(transformer::decoder_values.cross.mean, 1);
    int same = 0;
    for (const TextItem* text : items_of<TextItem>(scene))
        same += text->text == cell_number(static_cast<double>(mean(0, 2)));
    EXPECT_GE(same, 2); // below the bar, and in the cell
    const auto said = [&](MapReading read) {
        HeadsInFront front;
        front.read = read;
        return transformer_narration(run, at(softmax), front, style.colors()).sentence;
    };
    EXPECT_TRUE(said(MapReading::Head).starts_with("Output 3: head 1 of layer 2 gives "))
        << said(MapReading::Head);
    EXPECT_TRUE(said(MapReading::Mean).starts_with("Output 3: the mean of the two heads of layer 2 gives "));
    EXPECT_TRUE(said(MapReading::Rollout).starts_with("Output 3: through all layers up to 2, "));
}

// A mean of heads that a hand changed is not called the model's.
TEST_F(TransformerPicture, TheMeanOfChangedHeadsSaysWhatWasDone) {
    Trace run = letters_run(model, 4, 5);
    run.request.edits.heads = {{{HeadKind::Cross, 1, 0}, {HeadEdit::Kind::Off}}};
    HeadsInFront front;
    front.read = MapReading::Mean;
    const int softmax = at_step(run, 2, layered::Looks::Cross, Doing::Softmax);
    const std::string words = transformer_narration(run, at(softmax), front, style.colors()).sentence;
    EXPECT_TRUE(words.starts_with("Output 3: the mean of the two heads of layer 2, 2:1 off, gives "))
        << words;
    run.request.edits.heads = {{{HeadKind::Cross, 0, 0}, {HeadEdit::Kind::Off}}};
    const std::string above = transformer_narration(run, at(softmax), front, style.colors()).sentence;
    EXPECT_TRUE(above.starts_with("Output 3: the mean of the two heads of layer 2 gives ")) << above;
}

TEST_F(TransformerPicture, WordsHaveTheRoomThatIsThere) {
    const Trace run = checkpoint_run("hf_marian_toy_enfr", "the important ministers");
    Playhead head = at(at_step(run, 0, layered::Looks::Cross, Doing::Softmax));
    const Scene scene = transformer_inspector(run, head, {}, 360, style);
    for (const TextItem* text : items_of<TextItem>(scene))
        EXPECT_EQ(text->text.find("…"), std::string::npos) << text->text;
    EXPECT_TRUE(prints(scene, "important") || prints(scene, "ministers"));
}

} // namespace
} // namespace heed
