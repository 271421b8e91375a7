#include "app/state/gallery/coverage_card.h"

#include "app/figures/gallery/coverage.h"
#include "app/figures/tokens.h"
#include "app/state/gallery/measured.h"
#include "app/state/open/opening.h"
#include "core/base/error.h"
#include "core/models/model.h"

namespace heed {
namespace {

constexpr const char *with_memory = "copy/coverage", *without = "copy/plain";

CopyRuns::Side side_of(const Engine& engine, const Model& model, const std::string& title) {
    CopyRuns::Side side{title, run_of(engine, model, std::string(coverage_text))};
    side.right = side.run->finished && side.run->target_text == coverage_text;
    return side;
}

} // namespace

CardPicture coverage_card(const Engine& engine) {
    const auto model = bundled(engine, with_memory), plain = bundled(engine, without);
    if (!model || !plain) throw Error(model ? without : with_memory, "no such model");
    CardPicture card;
    card.measure = "exact copies with repeats, held out";
    if (const auto right = measured_of(*model).right)
        card.bars.push_back(share_bar("coverage", *right, true));
    if (const auto right = measured_of(*plain).right)
        card.bars.push_back(share_bar("plain attention", *right, false));
    auto runs = std::make_shared<CopyRuns>();
    runs->plain = side_of(engine, *plain, "plain");
    runs->with = side_of(engine, *model, "coverage");
    card.draw = [runs](float width, float height, float loop, const FigureStyle& style) {
        return coverage_miniature(*runs, width, height, loop, style);
    };
    return card;
}

EffectList open_coverage(AppState& s) {
    Version version = version_of(s);
    version.model = with_memory;
    version.answers = {};
    version.input = coverage_text;
    version.edits = {};
    version.kept.reset();
    s.view = "step";
    return put_version(s, version);
}

} // namespace heed
