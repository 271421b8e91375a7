// A message in one line, wherever it stands.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

struct AppState;
struct Toast;

/// What the button on it says; none: there is no button.
std::string message_action(const Toast& toast);
/// What it says as far as there is room, all of it as a tip, and what can be done about it.
void message_line(Ui& ui, const Toast& toast, Box box);
/// How wide that is where nothing is cut.
float message_width(const Ui& ui, const Toast& toast);

/// The newest that leaves by itself, where it belongs beside the words below the picture; null: none.
const Toast* passing_message(const AppState& state);
/// How wide it is there, px: whole where it has its `wanted` room beside the words, else as much as is
/// `free`, but never so little that it cannot be read; then the words give way, and never it lies on them.
float message_room(float wanted, float free, float window);

/// Whether it is told while a dialog is open: bad news, and what leaves by itself. The words in the dialog's
/// heading give way to it.
bool told_over_dialog(const Toast& toast);
bool told_over_dialog(const AppState& state); // any of them

} // namespace heed
