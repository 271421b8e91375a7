// Beside changed heads: what the changes do to the run, and to the pairs of a file.
#include "app/figures/base/format.h"
#include "app/state/units.h"
#include "app/views/step/heads/head_off_side.h"

#include <algorithm>
#include <filesystem>

namespace heed {
namespace {

struct EffectRow {
    std::string name, model, changed;
};

std::string of_words(int part, int whole) { return std::to_string(part) + " of " + std::to_string(whole); }

bool knows_pairs(const HeadOffState& h) { return h.pairs && h.pairs->order == h.pairs_asked; }

std::vector<EffectRow> effect_rows(const AppState& s, const HeadOffWork& work) {
    const double own = work.model->log_prob;
    const HeadOffSums same_words = head_off_sums(own, work.forced_log_prob),
                      written = head_off_sums(own, work.changed->log_prob);
    std::vector<EffectRow> rows{
        {work.kept_changes() ? "log p, the kept run’s words" : "log p, the model’s words", same_words.before,
         same_words.now},
        {work.places ? "log p, likeliest now" : "log p, what is written", written.before, written.now},
        {"words that differ", of_words(0, work.all), of_words(work.differ, work.all)}};
    if (!knows_pairs(s.head_off) || (s.trace && s.trace->outputs() == 0)) return rows;
    const auto &model = s.head_off.pairs->model, &changed = s.head_off.pairs->changed;
    const std::string name = counted(changed.pairs, "pair");
    const HeadOffSums each = head_off_sums(model.per_output(), changed.per_output());
    rows.push_back({name + ", log p per " + std::string(read_unit(s).one), each.before, each.now});
    rows.push_back({name + ", exact", std::to_string(model.exact), std::to_string(changed.exact)});
    return rows;
}

/// Those that were stopped, or failed: why, and what asks for them once more.
void pairs_again(HeadOffSide& p, const std::string& words) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const bool failed = !s.head_off.pairs_problem.empty();
    const float room = p.wide() - 72;
    const float used = ui.paragraph({p.left(), p.y - 8, room, 0}, words, failed ? Face::Regular : Face::Mono,
                                    11, 16, failed ? ui.colors.error : ui.colors.t2);
    const Box again{p.right() - 60, p.y - 12, 60, 24};
    if (button(ui, "head-off:pairs-again", again, "Again")) ui.send({"head-pairs"});
    ui.tooltip("head-off:pairs-again", again,
               "Measure over the pairs of " + std::filesystem::path(s.heads.file).filename().string() +
                   ", from the first on");
    p.y += std::max(26.0f, used + 8);
}

/// How far it is over the pairs of a file, or what asks for them.
void pairs_controls(HeadOffSide& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const HeadOffState& h = s.head_off;
    const Palette& c = ui.colors;
    if (knows_pairs(h) || (s.trace && s.trace->outputs() == 0)) return;
    const std::string words = head_pairs_words(s);
    if (h.pairs_progress) {
        ui.text({p.left(), p.y}, words, Face::Mono, 11, c.t2);
        const Box stop{p.right() - 52, p.y - 12, 52, 24};
        if (button(ui, "head-off:stop-pairs", stop, "Stop")) ui.send({"head-pairs-stop"});
        ui.tooltip("head-off:stop-pairs", stop,
                   "The pairs of " + std::filesystem::path(s.heads.file).filename().string() +
                       ", with the heads changed and as they are");
        p.y += 26;
        return;
    }
    const bool again = is_enabled(command_info("head-pairs"), s);
    if (!words.empty() && !again) {
        p.y += ui.paragraph({p.left(), p.y - 8, p.wide(), 0}, words, Face::Regular, 11, 16, c.t3);
        return;
    }
    if (again) pairs_again(p, words);
    p.y += p.air(6);
    const Box open{p.left(), p.y - 10, 190, 26};
    if (button(ui, "head-off:pairs", open, again ? "Over another file…" : "Over a file of pairs…",
               {.icon = Icon::Folder}))
        ui.send({"heads-measure-file"});
    ui.tooltip("head-off:pairs", open,
               "How likely the right sentences are, and how many are written as they are");
    p.y += 26;
}

} // namespace

/// Both columns of numbers are as wide as what stands in them.
void head_off_effects(HeadOffSide& p, const HeadOffWork& work) {
    Ui& ui = p.ui;
    const Palette& c = ui.colors;
    const std::vector<EffectRow> rows = effect_rows(ui.state, work);
    float model = 40, changed = 54;
    for (const EffectRow& row : rows) {
        model = std::max(model, ui.text_width(row.model, Face::Mono, 11));
        changed = std::max(changed, ui.text_width(row.changed, Face::MonoMedium, 11));
    }
    const float middle = p.right() - changed - 16;
    ui.text({p.left(), p.y}, "What it does", Face::Semibold, 13, c.t1);
    ui.text({middle, p.y}, work.kept_changes() ? "kept, changed" : "model", Face::Regular, 11, c.t3,
            Align::Right);
    ui.text({p.right(), p.y}, "changed", Face::Medium, 11, c.t1, Align::Right);
    p.y += 24;
    for (const EffectRow& row : rows) {
        ui.text({p.left(), p.y},
                ui.cut(row.name, Face::Regular, 13, middle - std::max(model, 40.0f) - 12 - p.left()),
                Face::Regular, 13, c.t2);
        ui.text({middle, p.y}, row.model, Face::Mono, 11, c.t3, Align::Right);
        ui.text({p.right(), p.y}, row.changed, Face::MonoMedium, 11, c.t1, Align::Right);
        p.y += p.air(2) + 20;
    }
    pairs_controls(p);
    p.y += p.air(14);
}

} // namespace heed
