#include "app/render/dashes.h"

#include <cmath>

namespace heed {

std::vector<std::vector<Point>> split_by_length(const std::vector<Point>& line, Dash dash) {
    std::vector<std::vector<Point>> pieces;
    if (line.size() < 2) return pieces;
    if (dash.on <= 0 || dash.off <= 0) return {line};

    bool drawing = true;
    float left = dash.on; // of the current dash or gap
    std::vector<Point> piece{line.front()};
    for (std::size_t n = 1; n < line.size(); ++n) {
        Point from = line[n - 1];
        const Point to = line[n];
        float length = std::hypot(to.x - from.x, to.y - from.y);
        while (length > left) {
            const float share = left / length;
            from = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
            length -= left;
            if (drawing) {
                piece.push_back(from);
                pieces.push_back(std::move(piece));
                piece.clear();
            } else {
                piece = {from};
            }
            drawing = !drawing;
            left = drawing ? dash.on : dash.off;
        }
        left -= length;
        if (drawing && length > 0) piece.push_back(to);
    }
    if (drawing && piece.size() >= 2) pieces.push_back(std::move(piece));
    return pieces;
}

} // namespace heed
