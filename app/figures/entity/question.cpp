// Below the story: what is asked, how far each slot answers, and the likeliest places; beside it, where keys
// are free, which slot opens for which name.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/entity/draw.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>

namespace heed::slots {
namespace {

struct Word {
    std::string text;
    double p = 0;
};

/// The places of the task, or the four likeliest words.
std::vector<Word> answers(const Painter& p) {
    const auto words = p.reading.run.labels_of(Axis::Vocabulary);
    const MatrixXf& logs = p.reading.value("log_probs");
    std::vector<Word> all;
    for (std::size_t n = 0; n < words.size() && static_cast<Eigen::Index>(n) < logs.rows(); ++n)
        all.push_back({words[n], std::exp(static_cast<double>(logs(static_cast<Eigen::Index>(n), 0)))});
    std::vector<Word> places;
    for (const std::string& place : p.board.places)
        for (const Word& word : all)
            if (word.text == place) places.push_back(word);
    if (places.size() > 1) return places;
    std::stable_sort(all.begin(), all.end(), [](const Word& a, const Word& b) { return a.p > b.p; });
    all.resize(std::min<std::size_t>(all.size(), 4));
    return all;
}

void draw_weights(const Painter& p, float base, float high) {
    const Palette& c = p.colors();
    p.text({p.plan.gates - 14, base - high / 2}, "weights p", label_size, c.attention, Align::Right);
    add_line(p.scene, {p.plan.gates, base}, {p.plan.left_end, base}, c.line2);
    Eigen::Index most = 0;
    p.reading.value("answer.weights").col(0).maxCoeff(&most);
    for (int j = 0; j < p.reading.slots; ++j) {
        const float weight = p.reading.weight(j), tall = std::max(1.0f, weight * high);
        const float wide = std::min(28.0f, 0.5f * p.plan.pitch);
        add_fill(p.scene, {p.plan.x(j) - wide / 2, base - tall, wide, tall},
                 fade(c.attention, j == p.slot || j == most ? 1 : 0.75f), std::min(2.0f, tall / 2));
        const std::string number = cell_number(static_cast<double>(weight));
        if (p.measure(number, Face::Mono, label_size) <= p.plan.pitch)
            p.text({p.plan.x(j), base + 12}, number, label_size, j == most ? c.t1 : c.t2, Align::Centre,
                   j == most ? Face::MonoSemibold : Face::Mono);
    }
}

void draw_answers(const Painter& p, float y) {
    const Palette& c = p.colors();
    const std::vector<Word> words = answers(p);
    const float pitch =
        (p.plan.left_end - p.plan.gates) / static_cast<float>(std::max<std::size_t>(1, words.size()));
    p.text({p.plan.gates - 14, y}, "answer", label_size, c.output, Align::Right);
    for (std::size_t n = 0; n < words.size(); ++n) {
        const Word& word = words[n];
        const bool chosen = word.text == p.reading.run.target_text;
        const float x = p.plan.gates + static_cast<float>(n) * pitch, bar = pitch - 52;
        p.text({x, y}, fitted(p.style, shown(word.text), Face::Mono, 13, pitch - 10), 13,
               chosen ? c.output : c.t2, Align::Left, Face::Mono);
        add_fill(p.scene, {x, y + 14, bar, 5}, c.bg2, 2.5f);
        add_fill(p.scene, {x, y + 14, std::max(2.0f, bar * static_cast<float>(word.p)), 5},
                 chosen ? c.output : c.t3, 2.5f);
        p.text({x + bar + 8, y + 16}, cell_probability(word.p), label_size, chosen ? c.t1 : c.t2, Align::Left,
               Face::Mono);
    }
}

} // namespace

void draw_question(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    add_line(p.scene, {plan.edge, plan.question}, {plan.left_end, plan.question}, c.line);
    const float top = plan.question + (plan.tall ? 26 : 18);
    p.text({plan.edge, top}, "Question", 13, c.decoder, Align::Left, Face::Semibold);
    const float room = plan.gates - plan.edge - 84;
    p.text({plan.edge, top + 22}, fitted(p.style, p.reading.question(), Face::Regular, 13, room), 13,
           p.done(Doing::Match) ? c.t1 : c.t2);
    if (plan.tall) {
        const std::vector<std::string> lines = wrap("Each slot answers as far as it matches the question.",
                                                    room, Face::Regular, label_size, *p.style.metrics);
        for (std::size_t n = 0; n < lines.size() && n < 3; ++n)
            p.text({plan.edge, top + 44 + 15 * static_cast<float>(n)}, lines[n], label_size, c.t3);
        if (p.settings.writable)
            p.text({plan.edge, p.settings.height - 30},
                   fitted(p.style, "Click a sentence to edit or delete it; the story is read again at once.",
                          Face::Regular, label_size, plan.left_end - plan.edge),
                   label_size, c.t3);
    }
    const float high = plan.tall ? 60.0f : 26.0f, base = plan.question + (plan.tall ? 84 : 46);
    if (p.done(Doing::Match))
        draw_weights(p, base, high);
    else
        p.text({plan.gates, base - high / 2}, "asked after the last sentence", label_size, c.t3);
    if (p.done(Doing::Answer)) draw_answers(p, base + (plan.tall ? 48 : 36));
    for (int j = 0; j < p.reading.slots && p.done(Doing::Match); ++j)
        p.scene.pick({plan.x(j) - plan.pitch / 2, base - high, plan.pitch, high + 20},
                     {PickKind::Column, j, -1, -1, {}},
                     capitalized_slot(p.reading, j) + " answers with " +
                         exact(static_cast<double>(p.reading.weight(j))));
}

// -------------------------------------------------------------------------------------- free keys

namespace {

/// How far a slot opens for a name, on average over the sentences that say it; none where none does.
std::vector<float> opened_for(const Reading& r, const StoryBoard& board, int name) {
    std::vector<float> sums(static_cast<std::size_t>(r.slots), 0.0f);
    int count = 0;
    for (int t = 0; t < r.sentences; ++t) {
        const StoryBoard::Sentence* told = told_of(board, r, t);
        if (!told || !concerns(*told, name, true, false)) continue;
        ++count;
        for (int j = 0; j < r.slots; ++j) sums[static_cast<std::size_t>(j)] += r.gate(t, j);
    }
    if (count == 0) return {};
    for (float& sum : sums) sum /= static_cast<float>(count);
    return sums;
}

} // namespace

void draw_serving(const Painter& p) {
    const Palette& c = p.colors();
    const Box& panel = p.plan.panel;
    add_frame(p.scene, panel, c.line, 1, 6);
    const Trace* run = p.reading.config.tied() ? p.board.free.get() : &p.reading.run;
    const std::string heading = p.reading.config.tied() ? "Free keys, same story" : "Free keys";
    const float left = panel.x + 16, first = panel.x + 86;
    p.title({left, panel.y + 20}, heading, c.t1, "which slot opens for which name", panel.w - 32);
    if (!run || p.board.told.empty()) {
        p.text({left, panel.y + 50},
               run ? "Known for stories in the small language alone." : "No model with free keys is at hand.",
               label_size, c.t3);
        return;
    }
    const Reading free(*run);
    std::vector<std::pair<int, std::vector<float>>> rows;
    for (int name = 0; name < static_cast<int>(p.board.slots.size()); ++name)
        if (auto gates = opened_for(free, p.board, name); !gates.empty())
            rows.emplace_back(name, std::move(gates));
    const float pitch =
        std::min(64.0f, (panel.right() - 16 - first) / static_cast<float>(std::max(1, free.slots)));
    const float top = panel.y + 54,
                row = std::min(16.0f, (panel.bottom() - 10 - top) /
                                          static_cast<float>(std::max<std::size_t>(1, rows.size())));
    const Shading shading{p.style};
    for (int j = 0; j < free.slots; ++j)
        p.text({first + (static_cast<float>(j) + 0.5f) * pitch, top - 9},
               (pitch >= 40 ? "slot " : "") + std::to_string(j + 1), label_size, c.t3, Align::Centre);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const float y = top + (static_cast<float>(n) + 0.5f) * row;
        const auto& [name, gates] = rows[n];
        if (row >= 11)
            p.text({first - 8, y}, p.board.slots[static_cast<std::size_t>(name)], label_size, c.t2,
                   Align::Right);
        for (int j = 0; j < free.slots; ++j) {
            const float value = gates[static_cast<std::size_t>(j)];
            add_fill(p.scene,
                     {first + static_cast<float>(j) * pitch + 0.5f, y - row / 2 + 0.5f, pitch - 1, row - 1},
                     shading.color(value), 2);
        }
    }
}

} // namespace heed::slots
