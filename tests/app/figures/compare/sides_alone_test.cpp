// Models of one side alone in Compare: an encoder's heads over its own input, a decoder's with its own past
// beside the source.
#include "app/figures/compare/compare.h"

#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/source_dir.h"

namespace heed {
namespace {

struct CompareAlone : FigureTest {
    static ComparePanel panel_of(const char* folder, const std::string& head) {
        const auto path = test::source_dir() / "tests/checkpoints" / folder;
        Request request;
        request.text = "the old council signed it";
        request.max_steps = 6;
        const auto run =
            std::make_shared<const Trace>(decode::run(io::ModelLibrary({}).load(path.string()), request));
        ComparePanel panel = compare_panel(run);
        show_head(panel, run, head);
        return panel;
    }
    /// All lines of what is drawn of it, beside another head.
    std::vector<std::string> said_of(const char* folder) {
        const std::vector<ComparePanel> panels{panel_of(folder, ""), panel_of(folder, "0:1")};
        std::vector<std::string> said;
        PaperSettings wide;
        wide.width_mm = 174;
        for (const Scene& scene :
             {compare_panels(panels, {}, 1132, 784, style), compare_side(panels, {}, 420, 784, style),
              paper_compare(panels, wide, style_of(Theme::Light))}) {
            EXPECT_EQ(unsound(scene), "") << folder;
            EXPECT_EQ(outside(scene, *metrics), "") << folder;
            for (const TextItem* text : items_of<TextItem>(scene)) said.push_back(text->text);
        }
        return said;
    }
};

bool any_has(const std::vector<std::string>& lines, const std::string& words) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

TEST_F(CompareAlone, AnEncodersRowsAndColumnsAreItsInput) {
    const ComparePanel own = panel_of("hf_bert_uncased_old", "");
    ASSERT_TRUE(own.trace->has_weights()); // it stands for itself, too
    EXPECT_TRUE(own.has_heads);
    EXPECT_EQ(own.formula, "layer 2, mean of 4 heads");
    const LabelledMap map = map_of(*own.trace);
    ASSERT_EQ(map.row_count(), map.column_count());
    for (int i = 0; i < map.row_count(); ++i) EXPECT_EQ(map.row(i).text, map.column(i).text);
    const auto said = said_of("hf_bert_uncased_old");
    EXPECT_TRUE(any_has(said, "[CLS]"));
    EXPECT_TRUE(any_has(said, "place "));
    EXPECT_FALSE(any_has(said, "Likeliest at each place")); // in place of a map
    EXPECT_TRUE(any_has(said, "what looks down, what it looks at across"));
    const std::vector<ComparePanel> panels{own};
    EXPECT_FALSE(compare_numbers(panels).rows[0].log_prob); // nothing was written
}

TEST_F(CompareAlone, ADecodersRowsGoOnToItsOwnPast) {
    const ComparePanel own = panel_of("hf_gpt2_base_prefix", "");
    EXPECT_EQ(own.formula, "layer 3, mean of 4 heads");
    float past = 0;
    for (int i = 0; i < own.trace->outputs(); ++i) {
        const float share = own_past_weight(*own.trace, i);
        EXPECT_NEAR(share, 1 - own.trace->at(Quantity::Weights).col(i).sum(), 1e-5) << i;
        past += share;
    }
    EXPECT_GT(past, 0);
    const auto said = said_of("hf_gpt2_base_prefix");
    EXPECT_TRUE(any_has(said, "Left source, "));
    EXPECT_TRUE(any_has(said, "of the weight is on its own past"));
}

} // namespace
} // namespace heed
