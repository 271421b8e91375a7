// Key presses as chords: "Ctrl+Shift+Right", "Space", "K", "?". The layout decides which letter a key is.
#pragma once

#include <string>

namespace heed {

/// Of a GLFW key event; empty for modifiers alone and for keys that have no chord. Printable keys without
/// Ctrl or Alt give nothing: what they type comes as a character.
std::string chord_of_key(int key, int scancode, int mods);
/// Of a typed character: "K" for k and K, "?" for ?; empty for the space.
std::string chord_of_character(unsigned int code_point);

} // namespace heed
