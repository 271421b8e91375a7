// Runs of a small Transformer with heads that are changed, for tests of their pictures.
#pragma once

#include "app/figures/head_off/head_off.h"
#include "core/decode/run.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_heads.h"

#include <memory>
#include <string>
#include <utility>

namespace heed {

struct HeadOffFigure : FigureTest {
    static constexpr HeadPlace middle{HeadKind::Cross, 0, 1};
    const Model model = test::small_transformer();

    std::shared_ptr<const Trace> run(const std::string& text, HeadEdits edits = {}) const {
        Request request;
        request.text = text;
        request.max_steps = 7;
        request.edits.heads = std::move(edits);
        return std::make_shared<const Trace>(decode::run(model, request));
    }
    HeadOffWork work(const HeadEdits& edits, const std::string& text = "a b c d") const {
        const auto own = run(text), changed = run(text, edits);
        const auto forced =
            std::make_shared<const Trace>(heads::forced_run(model, *own, changed->request.edits));
        return head_off_work(own, changed, forced, edits);
    }
    HeadCosts costs(const HeadOffWork& of) const {
        return {of.model, heads::costs_of_heads(model, *of.model), 3.14};
    }
};

} // namespace heed
