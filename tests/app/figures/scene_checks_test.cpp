// The checks that the figures' tests rely on can fail.
#include "tests/app/figures/scene_checks.h"

#include "app/export/export.h"

#include <gtest/gtest.h>

#include <limits>

namespace heed {
namespace {

Scene with(TextItem a, TextItem b) {
    Scene scene;
    scene.width = scene.height = 100;
    scene.add(std::move(a));
    scene.add(std::move(b));
    return scene;
}

TextItem text(Point at, const char* words, float angle = 0) {
    return {at, words, Face::Regular, 11, {}, Align::Left, angle};
}

TEST(SceneChecks, FindWhatIsWrong) {
    const auto metrics = paper_metrics();
    EXPECT_NE(overlapping(with(text({10, 10}, "weight"), text({20, 14}, "score")), *metrics), "");
    EXPECT_EQ(overlapping(with(text({10, 10}, "weight"), text({10, 24}, "score")), *metrics), "");
    EXPECT_NE(outside(with(text({90, 10}, "weight"), text({10, 30}, "score")), *metrics), "");
    EXPECT_NE(outside(with(text({10, 20}, "a long word", 60), text({10, 30}, "score")), *metrics), "");
    EXPECT_EQ(outside(with(text({10, 20}, "weight"), text({10, 30}, "score")), *metrics), "");
    EXPECT_EQ(unsound(with(text({10, 20}, "weight"), text({10, 30}, "score"))), "");
    EXPECT_NE(
        unsound(with(text({10, std::numeric_limits<float>::quiet_NaN()}, "weight"), text({10, 30}, "score"))),
        "");
    Scene open;
    open.add(ClipItem{{0, 0, 1, 1}});
    EXPECT_NE(unsound(open), "");
}

} // namespace
} // namespace heed
