#include "app/views/step/layers/drawn_run.h"

#include "app/figures/moves/moves.h"
#include "app/state/heads/head_off.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/moves.h"
#include "app/state/step/layers/words.h"

namespace heed {
namespace {

/// The maps of the run, made once.
std::shared_ptr<const TransformerMaps> maps_of_run(Ui& ui) {
    const std::shared_ptr<const Trace>& run = ui.state.trace;
    if (ui.memory.layered.run != run) {
        auto kept = std::move(ui.memory.layered.laid_out);
        ui.memory.layered = {run, transformer_maps(*run), nullptr, {}, std::move(kept)};
    }
    return ui.memory.layered.maps;
}

std::shared_ptr<const WordRun> words_of_run(Ui& ui, int outputs) {
    auto& known = ui.memory.layered;
    if (!known.words || known.words->outputs != outputs) known.words = word_run(*ui.state.trace, outputs);
    return known.words;
}

/// Weights times what they bring, over the columns that are drawn.
std::shared_ptr<const TransformerMaps> weighted_of_run(Ui& ui, const DrawnRun& drawn) {
    const auto measured = measured_beside(ui.state).weighted;
    if (!measured || !drawn.words) return measured;
    auto& known = ui.memory.layered.weighted;
    if (known.words != drawn.words || known.measured != measured)
        known = {drawn.words, measured, weighted_in_words(*ui.state.trace, *drawn.words, *measured)};
    return known.folded;
}

/// While a hand holds a weight: what lay under it.
LaidOut laid_out(Ui& ui, const DrawnRun& drawn) {
    const AppState& s = ui.state;
    const LaidOut& held = s.what_if.laid_out;
    if (s.gesture == 0 || !held.run || !is_transformer(held.run->model)) return {};
    if (!drawn.words) return {held.run, held.head};
    auto& known = ui.memory.layered.laid_out;
    if (known.run != held.run)
        known = {held.run, word_run(*held.run, pieces_of_word(*held.run, words_of(*held.run), held.head.at))};
    return {known.words->run, in_words(held.head, s.layers.front, *held.run, *known.words)};
}

} // namespace

const Trace* layered_run(const AppState& s) {
    return s.trace && is_transformer(s.trace->model) ? s.trace.get() : nullptr;
}

DrawnRun drawn_run(Ui& ui, const Playhead& head) {
    const AppState& s = ui.state;
    DrawnRun drawn{s.trace, maps_of_run(ui), nullptr, head, head};
    if (!shows_words(s)) return drawn;
    drawn.words = words_of_run(ui, pieces_of_word(*s.trace, drawn.maps->words, head.at));
    drawn.run = drawn.words->run;
    drawn.maps = drawn.words->maps;
    drawn.head = in_words(head, s.layers.front, *s.trace, *drawn.words);
    return drawn;
}

PickId in_run(const Ui& ui, const DrawnRun& drawn, const PickId& pick) {
    return drawn.words ? in_pieces(pick, *ui.state.trace, *drawn.words, drawn.pieces, ui.state.layers.front)
                       : pick;
}

TransformerSettings transformer_settings(Ui& ui, const DrawnRun& drawn, float width, float height) {
    TransformerSettings settings{width, height, ui.state.layers.front, ui.state.canvas_scroll};
    settings.maps = drawn.maps;
    settings.beside.weighted = weighted_of_run(ui, drawn);
    settings.laid_out = laid_out(ui, drawn);
    return settings;
}

} // namespace heed
