// Attention pooling in small: weights that move with the marks, and Dense's numbers, which do not.
#include "app/figures/base/color_map.h"
#include "app/figures/base/marks.h"
#include "app/figures/gallery/gallery.h"
#include "app/figures/maps/cells.h"
#include "app/figures/pooling/reading.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

using namespace pools;

constexpr std::size_t most_samples = 3;
constexpr float caption = 11;

struct Strip {
    Scene& scene;
    const FigureStyle& style;
    float width, pitch;
    Input input;
    Eigen::VectorXf weights;
    float x(int t) const { return (static_cast<float>(t) + 0.5f) * pitch; }
};

/// Weights upwards from the line; below it the values, the marked ones bright.
void draw_strip(const Strip& s, float base, float unit, float grown) {
    const Palette& c = s.style.colors();
    const float wide = std::max(1.5f, s.pitch * 0.6f);
    const auto count = static_cast<float>(std::max<Eigen::Index>(1, s.weights.size()));
    add_line(s.scene, {0, base}, {s.pitch * count, base}, c.line2, 1);
    for (int t = 0; t < s.weights.size(); ++t) {
        const float weight = std::lerp(1 / count, s.weights(t), grown), high = std::max(1.5f, weight * unit);
        s.scene.add(RectItem{{s.x(t) - wide / 2, base - high, wide, high},
                             c.attention,
                             {0, 0, 0, 0},
                             0,
                             std::min({1.5f, wide / 3, high / 2}),
                             {}});
        const bool marked = s.input.is_marked(t);
        const float value = s.input.features.rows() > 0 ? s.input.features(0, t) : marked ? 1 : 0.4f;
        const float low = std::max(1.0f, std::min(1.0f, std::abs(value)) * 6);
        s.scene.add(RectItem{{s.x(t) - wide / 2, value > 0 ? base + 11 - low : base + 11, wide, low},
                             fade(c.forward, marked ? 1.0f : 0.42f),
                             {0, 0, 0, 0},
                             0,
                             0,
                             {}});
    }
}

/// As many rows as samples; of a sample nothing past its end.
void draw_dense(Scene& scene, const PoolingBoard& board, int member, int columns, Box box,
                const FigureStyle& style) {
    const int rows = static_cast<int>(std::min(most_samples, board.samples.size()));
    auto shades = std::make_shared<std::vector<float>>(static_cast<std::size_t>(rows * columns),
                                                       std::numeric_limits<float>::quiet_NaN());
    FigureStyle grey = style;
    Shading shading{grey, 1};
    for (int i = 0; i < rows; ++i) {
        const Trace* run = run_of(board.samples[static_cast<std::size_t>(i)], member);
        if (!run) continue;
        const Learned learned = learned_numbers(*run);
        const float most = round_above(learned.largest);
        shading.scale = learned.lengths ? 0 : most; // lengths have no sign
        const auto count =
            std::min<std::size_t>({learned.values.size(), static_cast<std::size_t>(run->source_length()),
                                   static_cast<std::size_t>(columns)});
        for (std::size_t t = 0; t < count; ++t)
            (*shades)[static_cast<std::size_t>(i * columns) + t] =
                learned.lengths ? learned.values[t] / most : shading.shade(learned.values[t]);
    }
    if (!shading.difference()) grey.map = ColorMapId::Grey;
    MatrixItem matrix = shading.matrix(box, rows, columns, std::move(shades));
    matrix.gap = cell_gap(
        std::min(box.w / static_cast<float>(columns), box.h / static_cast<float>(std::max(1, rows))));
    scene.add(std::move(matrix));
}

} // namespace

Miniature pooling_miniature(const PoolingBoard& board, float width, float height, float loop,
                            const FigureStyle& style) {
    Miniature small;
    Scene& scene = small.scene;
    scene.width = width;
    scene.height = height;
    const Palette& c = style.colors();
    const int member = map_member(board), dense = dense_member(board);
    const std::size_t count = std::min(most_samples, board.samples.size());
    int columns = 1;
    for (std::size_t i = 0; i < count; ++i) columns = std::max(columns, length_of(board.samples[i]));
    const std::string samples = count_word(static_cast<int>(count)) + (count == 1 ? " sample" : " samples");
    const float pitch = width / static_cast<float>(columns), below = dense >= 0 ? 52.0f : 4.0f;
    const float top = 22, each = (height - top - below) / static_cast<float>(std::max<std::size_t>(1, count));
    if (member >= 0) {
        add_text(scene, {0, 8},
                 (is_attention(board.members[static_cast<std::size_t>(member)]) ? "attention, "
                                                                                : "mean pooling, ") +
                     samples,
                 Face::Regular, caption, c.t3);
        std::vector<Strip> strips;
        float largest = 0.05f;
        for (std::size_t i = 0; i < count; ++i)
            if (const Trace* run = run_of(board.samples[i], member)) {
                strips.push_back({scene, style, width, pitch, input_of(board.samples[i]), weights_of(*run)});
                if (strips.back().weights.size() > 0)
                    largest = std::max(largest, strips.back().weights.maxCoeff());
            }
        for (std::size_t i = 0; i < strips.size(); ++i) {
            const float n = static_cast<float>(i);
            const float from = 0.05f + 0.25f * n; // one sample after the other
            const float grown = loop <= 0 ? 1 : ease_in_out(stage(loop, from, from + 0.22f));
            draw_strip(strips[i], top + each * (n + 1) - 20, (each - 24) / largest, grown);
        }
    }
    if (dense >= 0 && count > 0) {
        add_text(scene, {0, height - 40}, "Dense, the same " + count_word(static_cast<int>(count)),
                 Face::Regular, caption, c.t3);
        draw_dense(scene, board, dense, columns, {0, height - 31, width, 18}, style);
    }
    return small;
}

} // namespace heed
