// The card of coverage: two models copy the same words, and one of them loses its place (gallery §11, picture
// 6).
#pragma once

#include "app/figures/gallery/gallery.h"
#include "core/trace/trace.h"

#include <memory>

namespace heed {

struct CopyRuns {
    struct Side {
        std::string title; // "plain"
        std::shared_ptr<const Trace> run;
        bool right = false; // it wrote what it read
    };
    Side plain, with;
};

Miniature coverage_miniature(const CopyRuns& runs, float width, float height, float loop,
                             const FigureStyle& style);

} // namespace heed
