// The lanes: one output's weights, what is added, what reading moves, what leaving out changes, another map.
#include "app/figures/meaning/parts.h"
#include "app/figures/tokens.h"
#include "core/analysis/entropy.h"

#include <algorithm>
#include <cmath>

namespace heed::meaning {
namespace {

using namespace analysis::meaning;
using Values = Eigen::VectorXf;

/// A number under a bar, or beside a lane.
std::string lane_number(double value) {
    if (!std::isfinite(value)) return "–";
    return value > 0 && value < 0.005 ? ".00" : cell_number(value);
}
std::string tau_words(const Taus& taus, int row) {
    const auto& tau = taus[static_cast<std::size_t>(row)];
    return tau ? tau_number(*tau) : "–";
}

struct Lane {
    const char* name;
    const char* gloss;
    Color color;
    Values values;                                        // (S)
    float full = 1;                                       // that fills the lane
    std::string first, first_value, second, second_value; // at the right
};

int strongest(const Values& v) {
    Eigen::Index best = 0;
    v.maxCoeff(&best);
    return static_cast<int>(best);
}

class Draw {
public:
    Draw(const Sheet& sheet, int index, const Lane& lane)
        : s_(sheet), lane_(lane), top_(sheet.plan.lanes + sheet.plan.lane * static_cast<float>(index)),
          base_(top_ + sheet.plan.lane - 26), bar_(std::min(42.0f, sheet.plan.lane - 30)) {}

    void names() const {
        const Palette& c = s_.colors();
        const float y = base_ - std::min(24.0f, bar_ * 0.6f);
        s_.text({16, y}, s_.cut(lane_.name, Face::Semibold, 13, s_.plan.left - 24), 13, lane_.color,
                Align::Left, Face::Semibold);
        s_.text({16, y + 17}, s_.cut(lane_.gloss, Face::Regular, 11, s_.plan.left - 20), 11, c.t3);
        const float x = s_.plan.right() + 16, right = s_.plan.numbers();
        s_.text({x, y}, lane_.first, 11, c.t3);
        s_.text({right, y}, lane_.first_value, 11, c.t1, Align::Right, Face::Mono);
        s_.text({x, y + 17}, lane_.second, 11, c.t3);
        s_.text({right, y + 17},
                s_.cut(lane_.second_value, Face::Mono, 11,
                       right - x - s_.measure(lane_.second, Face::Regular, 11) - 8),
                11, c.t1, Align::Right, Face::Mono);
    }

    Box bar(int j, float value) const {
        const float w = std::clamp(s_.plan.pitch * 0.5f, 3.0f, 28.0f);
        const float share =
            lane_.full > 0 && std::isfinite(value) ? std::clamp(value / lane_.full, 0.0f, 1.0f) : 0.0f;
        const float h = std::max(1.0f, bar_ * share);
        return {s_.plan.x(j) - w / 2, base_ - h, w, h};
    }

    void ground() const {
        add_line(s_.scene, {s_.plan.left, base_}, {s_.plan.right(), base_}, s_.colors().line2);
    }
    void bars() const {
        const float least = s_.plan.pitch < 24 ? 0.03f * lane_.full : 0; // else they are a dashed line
        for (int j = 0; j < s_.plan.columns; ++j)
            if (lane_.values(j) >= least) add_fill(s_.scene, bar(j, lane_.values(j)), lane_.color, 2);
    }
    /// Dashed, over what it is an alternative to.
    void dashed_over(const Values& below) const {
        for (int j = 0; j < s_.plan.columns; ++j) {
            if (below(j) > 0.005f) add_fill(s_.scene, bar(j, below(j)), fade(lane_.color, 0.22f), 2);
            if (lane_.values(j) > 0.005f)
                add_frame(s_.scene, bar(j, lane_.values(j)), lane_.color, 1, 2, {3, 2});
        }
    }
    void numbers() const {
        if (s_.plan.pitch < 24) return;
        const Palette& c = s_.colors();
        const float most = lane_.values.size() > 0 ? lane_.values.maxCoeff() : 0;
        for (int j = 0; j < s_.plan.columns; ++j)
            s_.text({s_.plan.x(j), base_ + 11}, lane_number(static_cast<double>(lane_.values(j))), 11,
                    lane_.values(j) > std::max(0.4f * most, 0.005f) || j == s_.settings.column ? c.t1 : c.t3,
                    Align::Centre, Face::Mono);
    }
    void waiting() const {
        s_.text({s_.plan.left + (s_.plan.right() - s_.plan.left) / 2, base_ - bar_ / 2}, "Being looked for…",
                13, s_.colors().t3, Align::Centre);
    }
    float base() const { return base_; }

private:
    const Sheet& s_;
    const Lane& lane_;
    float top_, base_, bar_;
};

Lane attention_lane(const Sheet& s, const Values& weights) {
    const double entropy = analysis::entropy(weights);
    return {"Attention",       "where it looked",  s.colors().attention,
            weights,           weights.maxCoeff(), "entropy",
            fixed(entropy, 2), "strongest",        lane_number(static_cast<double>(weights.maxCoeff()))};
}

Lane measured(const Sheet& s, const char* name, const char* gloss, Values values, float full,
              const Taus& taus) {
    const int first = values.size() > 0 ? strongest(values) : 0;
    return {name,
            gloss,
            s.colors().t2,
            values,
            full,
            "τ with α",
            tau_words(taus, s.picture.row),
            "strongest",
            shown_source(s.picture.run, first)};
}

Values shares(Values values) {
    const float sum = values.sum();
    return sum > 0 ? Values(values / sum) : values;
}

void draw(const Sheet& s, int index, const Lane& lane) {
    const Draw one(s, index, lane);
    one.names();
    one.ground();
    one.bars();
    one.numbers();
}

void draw_other_map(const Sheet& s, int index, const Values& weights) {
    const OtherRow* other = s.picture.output ? s.picture.output->find(OtherRow::Kind::OtherMap) : nullptr;
    Lane lane{"Another map",
              "same output, other α",
              s.colors().attention,
              Values::Zero(weights.size()),
              1,
              "",
              "",
              "",
              ""};
    if (!other) {
        const Draw one(s, index, lane);
        one.names();
        one.ground();
        if (!s.picture.output) one.waiting();
        return;
    }
    lane.values = Eigen::Map<const Values>(other->row.data(), weights.size());
    lane.full = std::max(lane.values.maxCoeff(), weights.maxCoeff());
    lane.first = "JSD, bits";
    lane.first_value = lane_number(s.picture.output->jsd);
    lane.second = "TVD of p";
    lane.second_value = printed(std::chars_format::fixed, 3, other->tvd).substr(1);
    const Draw one(s, index, lane);
    one.names();
    one.ground();
    one.dashed_over(weights);
    one.numbers();
}

} // namespace

void draw_lanes(const Sheet& s) {
    const auto& m = s.picture.sentence;
    const Values weights = m.weights.col(s.picture.row);
    draw(s, 0, attention_lane(s, weights));
    const Values added = shares(m.norms.col(s.picture.row)), moved = shares(m.gradient.col(s.picture.row));
    draw(s, 1, measured(s, "What is added", "‖α h‖, its share", added, added.maxCoeff(), m.with_norms));
    draw(s, 2, measured(s, "Gradient × input", "moves p, α held", moved, moved.maxCoeff(), m.with_gradient));
    if (m.left_out.size() > 0)
        draw(s, 3,
             measured(s, "Leave one out", "TVD of p without it", m.left_out.col(s.picture.row),
                      m.left_out.maxCoeff(), m.with_left_out));
    draw_other_map(s, 4, weights);
    for (int j = 0; j < s.plan.columns; ++j)
        s.scene.pick({s.plan.left + static_cast<float>(j) * s.plan.pitch, s.plan.map_bottom() + 1,
                      s.plan.pitch, s.plan.lanes_bottom() - s.plan.map_bottom() - 1},
                     {PickKind::Column, -1, j});
}

} // namespace heed::meaning
