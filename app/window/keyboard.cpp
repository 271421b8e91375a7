#include "app/window/keyboard.h"

#include "core/text/tokenizer.h"

#include <GLFW/glfw3.h>

#include <array>
#include <cctype>
#include <utility>

namespace heed {
namespace {

constexpr std::array<std::pair<int, const char*>, 30> named_keys = {{
    {GLFW_KEY_RIGHT, "Right"},    {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_UP, "Up"},          {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_HOME, "Home"},      {GLFW_KEY_END, "End"},
    {GLFW_KEY_SPACE, "Space"},    {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"}, {GLFW_KEY_ESCAPE, "Esc"},
    {GLFW_KEY_TAB, "Tab"},        {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_DELETE, "Delete"},  {GLFW_KEY_INSERT, "Insert"},
    {GLFW_KEY_PAGE_UP, "PageUp"}, {GLFW_KEY_PAGE_DOWN, "PageDown"},
    {GLFW_KEY_KP_ADD, "+"},       {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_F1, "F1"},          {GLFW_KEY_F2, "F2"},
    {GLFW_KEY_F3, "F3"},          {GLFW_KEY_F4, "F4"},
    {GLFW_KEY_F5, "F5"},          {GLFW_KEY_F6, "F6"},
    {GLFW_KEY_F7, "F7"},          {GLFW_KEY_F8, "F8"},
    {GLFW_KEY_F9, "F9"},          {GLFW_KEY_F10, "F10"},
    {GLFW_KEY_F11, "F11"},        {GLFW_KEY_F12, "F12"},
}};

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

} // namespace

std::string chord_of_key(int key, int scancode, int mods) {
    std::string name;
    for (const auto& [code, known] : named_keys)
        if (code == key) name = known;
    const bool command = mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER);
    if (name.empty()) {
        if (!command) return {}; // comes as a character
        if (const char* printed = glfwGetKeyName(key, scancode)) name = upper(printed);
        // Where the layout has another script, Ctrl+C lies where it lies on a Latin one.
        const bool latin = name.size() == 1 && static_cast<unsigned char>(name[0]) < 0x80;
        if (!latin && key > GLFW_KEY_SPACE && key <= GLFW_KEY_GRAVE_ACCENT)
            name = std::string(1, static_cast<char>(key));
        if (name.empty()) return {};
    }
    std::string chord;
    if (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) chord += "Ctrl+";
    if (mods & GLFW_MOD_ALT) chord += "Alt+";
    // Shift is part of what a printable key types; but a letter stays the same letter.
    const bool letter = name.size() == 1 && std::isupper(static_cast<unsigned char>(name[0]));
    if ((mods & GLFW_MOD_SHIFT) && (name.size() > 1 || letter)) chord += "Shift+";
    return chord + name;
}

std::string chord_of_character(unsigned int code_point) {
    if (code_point <= 32 || (code_point > 126 && code_point <= 160)) return {};
    if (code_point > 126) return encode_utf8(code_point); // no command's, but a list may be looked through
    return upper(std::string(1, static_cast<char>(code_point)));
}

} // namespace heed
