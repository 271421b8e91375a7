// Drops files on a window as a file manager does, by the XDND protocol (freedesktop.org, version 5):
//   heed_drop WINDOW FILE…
// The pointer need not move: source and target speak by client messages. Exit status 0 when the target took
// them.
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

namespace {

struct Drag {
    Display* display;
    Window source, target;
    Atom selection, type, finished, status, enter, position, drop, copy;

    Atom atom(const char* name) const { return XInternAtom(display, name, False); }

    void say(Atom what, long a, long b, long c, long d) const {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = target;
        event.xclient.message_type = what;
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(source);
        event.xclient.data.l[1] = a;
        event.xclient.data.l[2] = b;
        event.xclient.data.l[3] = c;
        event.xclient.data.l[4] = d;
        XSendEvent(display, target, False, NoEventMask, &event);
        XFlush(display);
    }
};

std::string uri_of(const std::filesystem::path& path) {
    std::string uri = "file://";
    for (const char letter : std::filesystem::absolute(path).string()) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) || std::strchr("/-_.~", letter))
            uri += letter;
        else {
            char code[8];
            std::snprintf(code, sizeof code, "%%%02X", byte);
            uri += code;
        }
    }
    return uri + "\r\n";
}

/// The target asks for what is dragged.
void hand_over(const Drag& drag, const XSelectionRequestEvent& request, const std::string& uris) {
    XChangeProperty(drag.display, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uris.data()), static_cast<int>(uris.size()));
    XEvent answer{};
    answer.xselection.type = SelectionNotify;
    answer.xselection.requestor = request.requestor;
    answer.xselection.selection = request.selection;
    answer.xselection.target = request.target;
    answer.xselection.property = request.property;
    answer.xselection.time = request.time;
    XSendEvent(drag.display, request.requestor, False, NoEventMask, &answer);
    XFlush(drag.display);
}

} // namespace

int main(int count, char** words) {
    if (count < 3) return 2;
    Display* display = XOpenDisplay(nullptr);
    if (!display) return 77;
    Drag drag{};
    drag.display = display;
    drag.target = std::strtoul(words[1], nullptr, 0);
    drag.source = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
    drag.selection = drag.atom("XdndSelection");
    drag.type = drag.atom("text/uri-list");
    drag.finished = drag.atom("XdndFinished");
    drag.status = drag.atom("XdndStatus");
    drag.enter = drag.atom("XdndEnter");
    drag.position = drag.atom("XdndPosition");
    drag.drop = drag.atom("XdndDrop");
    drag.copy = drag.atom("XdndActionCopy");
    std::string uris;
    for (int n = 2; n < count; ++n) uris += uri_of(words[n]);

    XSetSelectionOwner(display, drag.selection, drag.source, CurrentTime);
    drag.say(drag.enter, 5L << 24, static_cast<long>(drag.type), 0, 0);
    int x = 0, y = 0;
    Window child = 0;
    XTranslateCoordinates(display, drag.target, DefaultRootWindow(display), 400, 300, &x, &y, &child);
    drag.say(drag.position, 0, (static_cast<long>(x) << 16) | y, CurrentTime, static_cast<long>(drag.copy));

    bool dropped = false;
    for (int waited = 0; waited < 1000; ++waited) {
        while (XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type == SelectionRequest) hand_over(drag, event.xselectionrequest, uris);
            if (event.type != ClientMessage) continue;
            if (event.xclient.message_type == drag.status && !dropped) {
                if (!(event.xclient.data.l[1] & 1)) return 1; // not here
                drag.say(drag.drop, 0, CurrentTime, 0, 0);
                dropped = true;
            }
            if (event.xclient.message_type == drag.finished) return 0;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::fprintf(stderr, "heed_drop: the window did not answer\n");
    return 1;
}
