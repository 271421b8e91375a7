#include "app/window/glfw_window.h"

#include "app/render/imgui_compat.h"
#include "core/base/error.h"

#include <epoxy/gl.h>
// After epoxy, which brings its own OpenGL headers.
#include <GLFW/glfw3.h>
#include <imgui_impl_glfw.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

namespace heed {
namespace {

GlfwWindow& self(GLFWwindow* window) { return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window)); }

void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
    if (action == GLFW_PRESS) self(window).end_clicks();
    self(window).push({GlfwWindow::KeyEvent::Kind::Key, key, scancode, action, mods, 0});
}

void on_character(GLFWwindow* window, unsigned int code_point) {
    self(window).push({GlfwWindow::KeyEvent::Kind::Character, 0, 0, 0, 0, code_point});
}

void on_button(GLFWwindow* window, int button, int action, int mods) {
    // Keys that come after a click go where the click led.
    self(window).push({GlfwWindow::KeyEvent::Kind::Click, 0, 0, 0, 0, 0});
    GlfwWindow::Input& input = self(window).input();
    if (action == GLFW_PRESS) {
        self(window).count_click(button);
        input.pressed_at = {input.pointer_x, input.pointer_y};
        input.released_at.reset();
    } else if (action == GLFW_RELEASE) {
        input.released_at = {input.pointer_x, input.pointer_y};
    }
    ImGui_ImplGlfw_MouseButtonCallback(window, button, action, mods);
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
    GlfwWindow& w = self(window);
    w.input().happened = true;
    for (int n = 0; n < count; ++n) w.input().dropped.emplace_back(paths[n]);
}

/// The mark as an icon: 3 × 3 cells.
void set_icon(GLFWwindow* window) {
    constexpr int side = 48;
    std::vector<unsigned char> pixels(side * side * 4, 0);
    const unsigned char bright[3] = {0xFB, 0xC9, 0x4B}, half[3] = {0x93, 0x4C, 0x1E},
                        faint[3] = {0x3B, 0x45, 0x54};
    const unsigned char* cells[3][3] = {{faint, bright, faint}, {bright, faint, half}, {faint, half, bright}};
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            if (x % 16 >= 14 || y % 16 >= 14) continue;
            const unsigned char* color = cells[y / 16][x / 16];
            unsigned char* p = &pixels[static_cast<std::size_t>((y * side + x) * 4)];
            for (int n = 0; n < 3; ++n) p[n] = color[n];
            p[3] = 255;
        }
    const GLFWimage image{side, side, pixels.data()};
    glfwSetWindowIcon(window, 1, &image);
}

} // namespace

GlfwWindow::GlfwWindow(const Wish& wish) {
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY"))
        throw Error("there is no display to open a window on; heed trace dates \"3 March 1987\" shows a run "
                    "in a terminal");
    glfwSetErrorCallback([](int, const char*) {});
    if (!glfwInit())
        throw Error(
            "the display cannot be used; heed trace dates \"3 March 1987\" shows a run in a terminal");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_MAXIMIZED, wish.maximized ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "heed");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "heed");
    window_ = glfwCreateWindow(wish.width, wish.height, "Heed", nullptr, nullptr);
    if (!window_) { // the destructor does not run
        glfwTerminate();
        throw Error("this display has no OpenGL 3.3: expected 3.3 or newer; LIBGL_ALWAYS_SOFTWARE=1 draws "
                    "without a graphics card");
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, on_key);
    glfwSetCharCallback(window_, on_character);
    glfwSetDropCallback(window_, on_drop);
    glfwSetMouseButtonCallback(window_, on_button);
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
        self(w).input().happened = true;
        ImGui_ImplGlfw_ScrollCallback(w, x, y);
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        GlfwWindow::Input& input = self(w).input();
        input.happened = true;
        input.pointer_x = x;
        input.pointer_y = y;
        self(w).note_move();
        compat::pointer_moved(w, x, y);
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int in) {
        self(w).input().happened = true;
        ImGui_ImplGlfw_CursorEnterCallback(w, in);
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int on) {
        self(w).input().happened = true;
        ImGui_ImplGlfw_WindowFocusCallback(w, on);
    });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { self(w).input().happened = true; });
    glfwSetWindowRefreshCallback(
        window_, [](GLFWwindow* w) { self(w).input().uncovered = self(w).input().happened = true; });
    glfwSetWindowContentScaleCallback(window_,
                                      [](GLFWwindow* w, float, float) { self(w).input().happened = true; });
    glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) {
        self(w).input().close = self(w).input().happened = true;
        glfwSetWindowShouldClose(w, GLFW_FALSE); // the state decides
    });
    if (wish.visible) {
        set_icon(window_);
        glfwShowWindow(window_);
    }
}

GlfwWindow::~GlfwWindow() {
    if (window_) glfwDestroyWindow(window_);
    glfwTerminate();
}

float GlfwWindow::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return x > 0 ? x : 1;
}

void GlfwWindow::pixels(int& width, int& height) const { glfwGetFramebufferSize(window_, &width, &height); }
bool GlfwWindow::maximized() const { return glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0; }
void GlfwWindow::show_frame() { glfwSwapBuffers(window_); }
void GlfwWindow::set_minimum(int width, int height) {
    glfwSetWindowSizeLimits(window_, width, height, GLFW_DONT_CARE, GLFW_DONT_CARE);
}

void GlfwWindow::set_full_screen(bool on) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (on && mode) {
        glfwGetWindowPos(window_, &x_, &y_);
        glfwGetWindowSize(window_, &width_, &height_);
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else if (!on && width_ > 0) {
        glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
    }
}

void GlfwWindow::note_move() { clicks_.moved(input_.pointer_x, input_.pointer_y); }

void GlfwWindow::count_click(int button) {
    clicks_.press(button, input_.pointer_x, input_.pointer_y, glfwGetTime());
}

void GlfwWindow::listen(double seconds) {
    clicks_.listens(glfwGetTime());
    wait_for_input(seconds);
    clicks_.stops(glfwGetTime());
}

GlfwWindow::Input GlfwWindow::take_input() {
    Input taken = std::exchange(input_, {});
    input_.pointer_x = taken.pointer_x;
    input_.pointer_y = taken.pointer_y;
    return taken;
}

void GlfwWindow::deliver_keys(bool field_active, const std::function<void(char32_t)>& types,
                              const std::function<bool(const std::string&)>& chord,
                              const std::function<bool()>& opens_field) {
    std::set<int> pressed; // in this frame: ImGui would not see a key that is released in it as well
    bool typed =
        false; // a field takes in what is typed at the end of the frame: Enter and the like come after that
    while (!keys_.empty()) {
        const KeyEvent event = keys_.front();
        if (event.kind == KeyEvent::Kind::Click) {
            keys_.pop_front();
            if (!keys_.empty() && keys_.front().kind != KeyEvent::Kind::Click) return;
            continue;
        }
        const bool modifier = event.key >= GLFW_KEY_LEFT_SHIFT && event.key <= GLFW_KEY_RIGHT_SUPER;
        if (event.kind == KeyEvent::Kind::Key && !pressed.empty() &&
            (modifier || (event.action == GLFW_RELEASE && pressed.contains(event.key))))
            return;
        if (event.kind == KeyEvent::Kind::Character && !field_active && event.character > ' ' &&
            opens_field())
            return;
        if (typed && event.kind == KeyEvent::Kind::Key && event.action != GLFW_RELEASE &&
            event.key != GLFW_KEY_SPACE && !chord_of_key(event.key, event.scancode, event.mods).empty())
            return;
        keys_.pop_front();
        std::string told;
        if (event.kind == KeyEvent::Kind::Character) {
            typed = typed || field_active;
            if (field_active)
                types(event.character);
            else
                told = chord_of_character(event.character);
        } else {
            // ImGui knows of them what is held down; Tab would move its own focus.
            if (event.key != GLFW_KEY_ESCAPE && event.key != GLFW_KEY_TAB)
                ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, event.action, event.mods);
            if (event.action != GLFW_RELEASE) {
                told = chord_of_key(event.key, event.scancode, event.mods);
                if (!told.empty()) pressed.insert(event.key);
            }
        }
        if (!told.empty() && chord(told)) return;
    }
}

void wake_window() { glfwPostEmptyEvent(); }

void wait_for_input(double seconds) {
    if (seconds < 0)
        glfwWaitEvents();
    else if (seconds == 0)
        glfwPollEvents();
    else
        glfwWaitEventsTimeout(seconds);
}

} // namespace heed
