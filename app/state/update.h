// state × command → state, and what must be done outside it.
#pragma once

#include "app/figures/figures.h"
#include "app/state/app_state.h"
#include "app/state/commands/command.h"
#include "app/state/event.h"

#include <string>

namespace heed {

EffectList update(AppState& state, const Command& command);
/// Moves the clock: animations, playing, toasts.
void advance(AppState& state, double seconds);
/// A job's result.
EffectList apply(AppState& state, const Event& event);
/// The first things to do: list the models, load one. `options` of the command line are already in the state.
EffectList begin(AppState& state);

/// With a capital, unless a name stands in front ("nosuch: no such model"), and a full stop: words for a
/// window.
std::string as_sentence(std::string problem);
/// What follows from any change: runs that are wanted, what Compare shows.
void follow(AppState& state, EffectList& effects);
/// The request of the run that Step shows.
Request wanted_request(const AppState& state);
/// Whether there is anything on the screen to export.
bool can_export(const AppState& state);
/// What of the screen can be drawn: ids of figures(), in their order.
std::vector<std::string_view> exportable_figures(const AppState& state);
/// What the export dialog and "copy" draw. Throws heed::Error where there is nothing to draw.
Picture export_picture(const AppState& state, const ExportDialog& options, const TextMetrics& metrics);
/// What a file of numbers holds, of that kind. Throws heed::Error as above.
std::string export_numbers(const AppState& state, const ExportDialog& options, FileKind kind);
/// The file that the dialog's path names: "~" is the home folder, and without an ending it gets its own.
std::filesystem::path export_target(const ExportDialog& dialog);

} // namespace heed
