// GLFW and the OpenGL context, for as long as this lives; and what the user does to the window, as plain values.
#pragma once

#include "app/window/keyboard.h"

#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace heed {

class GlfwWindow {
public:
    struct Wish {
        int width = 1600, height = 1000; // px
        bool maximized = false;
        bool visible = true;
    };
    /// Throws heed::Error: no display, no OpenGL 3.3.
    explicit GlfwWindow(const Wish& wish);
    ~GlfwWindow();
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    GLFWwindow* handle() const { return window_; }
    float content_scale() const;
    void pixels(int& width, int& height) const;
    void set_full_screen(bool on);
    bool maximized() const;
    void show_frame();

    /// What has happened since it was last asked.
    struct Input {
        std::vector<std::string> chords; // key presses: "Ctrl+K", "?"
        std::vector<std::string> dropped;
        bool close = false, happened = false;
    };
    Input take_input();
    /// Whether a text field has the keyboard: then printable characters go to ImGui only.
    void set_text_field_active(bool active) { field_active_ = active; }
    void set_minimum(int width, int height);
    /// Called by the callbacks.
    Input& input() { return input_; }
    bool field_active() const { return field_active_; }

private:
    GLFWwindow* window_ = nullptr;
    Input input_;
    bool field_active_ = false;
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0; // before full screen
};

/// Wakes the loop from any thread.
void wake_window();
void wait_for_input(double seconds); // 0: returns at once; < 0: for ever

} // namespace heed
