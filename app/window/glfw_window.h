// GLFW and the OpenGL context, for as long as this lives; and what the user does to the window, as plain
// values.
#pragma once

#include "app/window/click_count.h"
#include "app/window/keyboard.h"

#include <deque>
#include <functional>
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

    /// What has happened since it was last asked, but for keys.
    struct Input {
        std::vector<std::string> dropped;
        bool close = false, happened = false;
        bool uncovered = false;              // what was shown may be lost
        double pointer_x = 0, pointer_y = 0; // the newest place of the pointer
        struct Place {
            double x, y;
        };
        std::optional<Place> pressed_at,
            released_at; // where a button went down and, after that, up: the pointer may be elsewhere by now
    };
    Input take_input();
    /// Key presses and characters wait in a queue, since a slow frame may bring several that only make sense
    /// one after the other ("/" gives the keyboard to a field, "5" is typed there).
    struct KeyEvent {
        enum class Kind { Key, Character, Click } kind;
        int key = 0, scancode = 0, action = 0, mods = 0;
        unsigned int character = 0;
    };
    /// Hands on what this frame can take. `chord` is told each chord ("Ctrl+K", "?") and says whether the
    /// rest must wait for the next frame. While a text field has the keyboard, characters go to `types`
    /// instead. `opens_field`: a character begins a text; it and what follows waits for the field.
    void deliver_keys(bool field_active, const std::function<void(char32_t)>& types,
                      const std::function<bool(const std::string&)>& chord,
                      const std::function<bool()>& opens_field);
    /// Presses in a row at one place, the newest included: 2 is a double click, however slow the frames are.
    int clicks() const { return clicks_.count(); }
    void count_click(int button);
    void note_move();
    void end_clicks() { clicks_.ends(); }
    /// Waits for input; 0: what is there already, < 0: for ever.
    void listen(double seconds);
    bool keys_waiting() const { return !keys_.empty(); }
    void set_minimum(int width, int height);
    /// Called by the callbacks.
    Input& input() { return input_; }
    void push(const KeyEvent& event) {
        keys_.push_back(event);
        input_.happened = true;
    }

private:
    GLFWwindow* window_ = nullptr;
    Input input_;
    std::deque<KeyEvent> keys_;
    ClickCount clicks_;
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0; // before full screen
};

/// Wakes the loop from any thread.
void wake_window();
void wait_for_input(double seconds); // 0: returns at once; < 0: for ever

} // namespace heed
