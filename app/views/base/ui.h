// What a view draws with. Everything is in design px (scale 1) from the window's top left.
//
// Widgets keep no truth: they show what they are given and return what the user did. What must live between
// two frames (which widget is pressed, where the keyboard's focus is, how far a hover has faded in) is in
// UiMemory.
#pragma once

#include "app/figures/base/palette.h"
#include "app/figures/what_if/marks.h"
#include "app/figures/what_if/what_if.h"
#include "app/render/scene_renderer.h"
#include "app/state/commands/command.h"
#include "app/text/edit.h"
#include "app/views/base/type_ahead.h"

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct ImDrawList;

namespace heed {

/// Keys that reached no text field and no command, for the dialogs: chords as in the command table.
using Chords = std::vector<std::string>;

/// What is typed while a text field has the keyboard: characters, or a chord.
struct FieldKey {
    std::string text{}, chord{};
};

/// The arrow keys that a control has for itself while the keyboard points at it.
enum class Arrows { Across, UpDown }; // ← and →; ↑ and ↓

/// The text field that is being edited, and how far that has come.
struct FieldMemory {
    std::string id, last; // which has the keyboard; which had it last
    TextEdit edit;        // of the last
    std::string seen;     // the value that it was given last
    float scroll = 0;     // px by which the text is moved left
    std::size_t grip = 0; // the word that a double click has taken hold of
    enum class Held { No, Characters, Words } held = Held::No; // what the mouse selects
};

struct CachedScene {
    std::any key;                     // all that the scene depends on
    std::shared_ptr<const void> kept; // what the key holds by address
    Scene scene;
    std::any beside; // what was laid out with it, where more than the scene is asked for
};

struct UiMemory {
    std::string pressed;                  // the widget that holds the mouse
    std::string focus;                    // the widget that the keyboard points at
    bool focus_visible = false;           // it was reached by keyboard: draw the ring
    std::map<std::string, Arrows> arrows; // of the controls drawn that have such keys for themselves
    Box focus_box;                        // where that was drawn
    std::string first, last_first; // where Tab begins; a frame before; empty: with what was drawn first
    std::string reveal, revealed;  // the widget that is to be scrolled into sight; that has been
    std::vector<std::string> order, last_order; // of focusable widgets, as they were drawn
    std::string wanted_field;                   // text field to give the keyboard to
    std::string active_field, last_field;       // text field that has it; that had it a frame before
    TypeAhead type_ahead;
    FieldMemory field;
    std::vector<FieldKey> typed; // for it, since the last frame
    int clicks = 0;              // presses in a row, the newest included
    struct FieldEdit {
        std::string field;
        int caret = 0; // bytes before it
    };
    FieldEdit field_edit;   // a field that is to take over its new value while it is being edited
    Box input_box;          // of the input's field, in this frame
    Box history_button;     // and the button that its list hangs from
    float input_scroll = 0; // px by which its text is moved left
    Box shield,
        next_shield; // what lies over the workspace without being a layer: the frame before's, this one's
    Box dialog;      // the one that is open
    int message_said = 0;     // the id of what stands beside the words below the picture; 0: nothing
    float dialog_heading = 0; // where the words of its heading end; as far as it reaches: it has none
    std::map<std::string, float> hover; // how far each has faded in, 0..1
    // tooltips
    std::string tip_widget;
    double tip_since = 0, tip_seen = -10;
    std::map<std::string, std::string> drafts; // what is typed in fields that are taken when they are left
    // scrolling of panels, in px
    std::map<std::string, float> scroll;
    std::map<std::string, CachedScene> scenes;
    bool animating = false; // something in here moves: draw again
    double wake_at = 0;     // and if nothing does, draw again then; 0: no need
    Dialog last_dialog = Dialog::None;
    Menu last_menu = Menu::None;
    std::shared_ptr<const void> asked_words; // the load report whose question was on the screen last
    Pointing hovered;                        // what the pointer is over, in the figures
    struct WeightDrag {                      // a bar or a cell that the mouse holds
        bool on = false, moved = false, cell = false, past = false;
        int output = -1, column = -1;
        float from_y = 0, from = 0, per_px = 0; // where it began, its weight then, what a px is worth
        double last = -1;                       // the newest weight that was asked for
    } drag;
    std::shared_ptr<struct KnownRun> known_run; // what is found once a run (views/step/zoom_view.h)
    struct {
        std::shared_ptr<const Trace> run;
        std::shared_ptr<const struct TransformerMaps> maps;
        std::shared_ptr<const struct WordRun> words;
        struct {
            std::shared_ptr<const struct WordRun> words;
            std::shared_ptr<const struct TransformerMaps> measured, folded;
        } weighted;
        struct {
            std::shared_ptr<const Trace> run;
            std::shared_ptr<const struct WordRun> words;
        } laid_out;   // whose layout is kept while a weight is held
    } layered;        // the maps of a Transformer's run and its words, made once
    Point frame_grip; // from the pointer to the middle of the frame that it holds
    struct SeenRun {  // a run of several heads with one of them in front, made once
        std::shared_ptr<const Trace> run, seen;
        int head = 0;
    };
    std::vector<SeenRun> seen_runs; // of what Step shows and of what that is compared with, the newest last
    std::shared_ptr<const WhatIf> what_if;         // of the run that Step shows and what it is compared with
    std::shared_ptr<const WhatIf> preview_what_if; // and with the change that is looked at first
    RowPreview preview; // that change, and the column of fragilities, as they are drawn
    std::vector<FragilityMark> fragility;
    std::map<std::string, Box> places; // in this frame: where a field over the canvas is to stand
    double fonts_version = 0;          // counts bakes: widths may differ after one
};

class Ui {
public:
    Ui(const AppState& state, SceneRenderer& renderer, UiMemory& memory, std::vector<Command>& out,
       const Chords& chords, float seconds);

    const AppState& state;
    const Palette& colors;
    SceneRenderer& renderer;
    UiMemory& memory;
    const Chords& chords;
    float scale;
    float width, height; // of the window
    float seconds;       // since the frame before

    void send(Command command) { out_.push_back(std::move(command)); }

    // ---- layers: what is drawn in a higher one covers the lower ones for the mouse as well
    void begin_layer(int layer, const char* name);
    void end_layer();
    /// What is drawn from here on lies over the rest of its layer; the box hides that from the mouse.
    void raise(Box box) {
        memory.next_shield = box;
        above_shield_ = true;
    }
    void lower() { above_shield_ = false; }
    void clip(Box box);
    void end_clip();
    /// What is clipped next can be scrolled under that name; a widget in it that the keyboard comes to is
    /// brought into sight.
    void scrolls(const std::string& id, Box room) { coming_ = {id, room, 0}; }
    /// Gives a widget the keyboard, in sight.
    void point_at(const std::string& id);
    /// For widgets: this one stands there, and scrolls into sight if the keyboard has just come to it.
    void stands(const std::string& id, Box box);
    Point mouse() const;
    /// The pointer is in the box, and nothing lies above it.
    bool over(Box box) const;
    /// No dialog and no menu lies above what is being drawn.
    bool reachable() const { return layer_ >= top_layer_; }
    bool mouse_pressed() const, mouse_down() const;
    bool other_pressed() const;                  // the right button
    int clicks() const { return memory.clicks; } // 2: the press is the second of a double click
    bool shift() const, control() const;         // are held down
    void show_vertical_cursor() const;           // of what can be moved up and down
    void show_horizontal_cursor() const;
    void show_text_cursor() const;
    std::string clipboard() const;
    void set_clipboard(const std::string& text) const;
    float wheel() const, wheel_across() const;

    // ---- ink
    void draw(const SceneItem& item, float opacity = 1) const;
    void draw(const Scene& scene, Point at, float opacity = 1) const;
    void draw(const std::shared_ptr<const Pixels>& pixels, Point at) const; // a device px each
    void fill(Box box, Color color, float radius = 0) const;
    void frame(Box box, Color fill, Color border, float radius, float width = 1) const;
    void text(Point at, const std::string& text, Face face, float size, Color color,
              Align align = Align::Left) const;
    /// Cut with an ellipsis where it is wider than that.
    std::string cut(const std::string& text, Face face, float size, float width) const;
    /// Lines of at most that width; returns the height used.
    float paragraph(Box box, const std::string& text, Face face, float size, float line, Color color) const;
    float text_width(const std::string& text, Face face, float size) const;
    TextPlaces places(const std::string& text, Face face, float size) const;
    void line(Point a, Point b, Color color, float width = 1) const;

    // ---- widgets; ids are unique in the window
    struct Hit {
        bool hovered = false, held = false, clicked = false, focused = false;
        float warmth = 0; // of the hover, 0..1
    };
    /// Mouse and keyboard on a box. Draws the focus ring when the keyboard is here.
    Hit press(const std::string& id, Box box, float radius = 6, bool focusable = true, bool enabled = true);
    void tooltip(const std::string& id, Box box, const std::string& words, std::string_view key = {});
    /// Whether the pointer has been over it long enough for a tip.
    bool tip_due(const std::string& id, Box box);
    /// What the pointer is over in a scene that is drawn at `origin`; null where nothing is, and while
    /// something else holds the mouse.
    const Pick* pick(const Scene& scene, Point origin) const;
    /// The words of one of its picks; above `top`, where that is given: what stands between is not covered.
    void tooltip(const std::string& id, const Scene& scene, const Pick& pick, Point origin, float top = -1);
    /// An animated value that runs from 0 to 1 and back in `length` seconds.
    float ease(const std::string& id, bool on, float length);
    Color control_fill(const Hit& hit) const;

    bool pressed(std::string_view chord) const;
    /// For widgets, whether or not the keyboard is here: a key may come before the next frame.
    void keeps(const std::string& id, Arrows arrows) { memory.arrows[id] = arrows; }

    void draw_tooltip();
    void finish();

private:
    std::vector<Command>& out_;
    ImDrawList* list_ = nullptr;
    int layer_ = 0, top_layer_ = 0;
    bool above_shield_ = false;
    std::vector<Box> clips_;
    struct ScrollArea {
        std::string id;
        Box room;
        std::size_t depth = 0; // of the clip that is its own
    };
    ScrollArea coming_;
    std::vector<ScrollArea> areas_;
    struct Tip {
        Box box;
        std::string words, key;
        bool above = false;
    };
    std::unique_ptr<Tip> tip_;
    friend struct TextFields;
};

} // namespace heed
