// A run of 6 × 8 heads with what was measured of it, and where its maps stand.
#pragma once

#include "app/figures/heads/heads.h"
#include "app/figures/heads/plan.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_heads.h"

namespace heed {

struct HeadsFigure : FigureTest {
    Trace run = test::sample_heads(6, 8);
    std::shared_ptr<const HeadMaps> maps = head_maps(run);
    HeadReport alone = head_report(run), measured = test::sample_head_corpus(run);

    static int number_of(const HeadReport& report, int layer, int head) {
        for (std::size_t h = 0; h < report.all.size(); ++h)
            if (report.all[h].head.site.layer == layer && report.all[h].head.site.head == head)
                return static_cast<int>(h);
        return -1;
    }
    static atlas::Plan plan(const HeadReport& report, const HeadsSettings& settings) {
        return atlas::plan_of(atlas::seen(report, settings.look), settings);
    }
    static Box map_of(const HeadReport& report, const HeadsSettings& settings, int head) {
        const atlas::Plan p = plan(report, settings);
        return p.map(*p.grid.of(head));
    }
};

} // namespace heed
