// The whole application as one struct of values. Views read it; update() and apply() are the only writers.
#pragma once

#include "app/export/export.h"
#include "app/figures/base/figure.h"
#include "app/figures/maps/paper.h"
#include "app/figures/run_maps.h"
#include "app/state/cache.h"
#include "app/state/compare/compare_state.h"
#include "app/state/doctor/doctor_state.h"
#include "app/state/gallery/gallery_state.h"
#include "app/state/heads/head_off_state.h"
#include "app/state/heads/heads_state.h"
#include "app/state/inputs.h"
#include "app/state/jobs/run_state.h"
#include "app/state/meaning/meaning_state.h"
#include "app/state/memory/memory_state.h"
#include "app/state/navigator/navigator_state.h"
#include "app/state/open/open_state.h"
#include "app/state/open/report_state.h"
#include "app/state/picker/picker_state.h"
#include "app/state/search/search_state.h"
#include "app/state/session/history.h"
#include "app/state/spelling.h"
#include "app/state/states/states_state.h"
#include "app/state/step/influence_state.h"
#include "app/state/step/layers/layers_state.h"
#include "app/state/step/layers/moves_state.h"
#include "app/state/step/layers/words_state.h"
#include "app/state/step/lecture_state.h"
#include "app/state/step/what_if_state.h"
#include "app/state/step/why_state.h"
#include "app/state/step/zoom_state.h"
#include "app/state/weights/weights_state.h"
#include "core/io/report/understanding.h"
#include "core/trace/partial.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heed {

class Vocabulary;
struct Model; // views hold it and never look inside

enum class Dialog { None, Open, Export, Palette, Keys, SaveModel, SaveSession };
enum class Menu {
    None,
    Models,
    Examples,
    Score,
    More,
    Second,
    Maps,
    History,
    Force,
    Weight,
    Inputs,
    Target,
    Missing,
    Rival,
    Follow,
    HeadMeasure,
    HeadOrder,
    PanelHead,
    HeadChanged,
    HeadAbove,
    HeadOther
};

/// What is remembered from one session to the next.
struct Settings {
    Theme theme = Theme::Dark;
    float zoom = 1; // 0.75 … 2, on top of the monitor's own scale
    int width = 1600, height = 1000;
    bool maximized = false;
    ColorMapId map = ColorMapId::Ember;
    ValueScale scale = ValueScale::Linear;
    bool numbers = true, heatmap = true, inspector = true;
    bool reduced_motion = false;
    bool first_run_done = false;
    float speed = 1; // 0.25 … 8
    Granularity granularity = Granularity::Substep;
    std::string model, input;          // last used
    std::vector<std::string> recent;   // folders and files that were opened, newest first, at most 8
    std::vector<std::string> used;     // models, newest first, each behind its day: "2026-11-22 dates/dot"
    std::vector<std::string> sessions; // files of sessions that were saved or opened, likewise
    std::string export_folder;
    std::map<std::string, OpenAnswers> answers; // what was told of the recent ones, by path
    std::vector<std::string>
        compared; // keys of the functions that Compare shows, of all families; none: the usual ones
    bool operator==(const Settings&) const = default;
};

/// A model that the picker offers.
struct ModelChoice {
    std::string name;   // what to load: "dates/additive", or a path
    std::string title;  // "Dates"
    std::string detail; // "GRU 48, additive"
    std::string family; // "dates"; empty for a recent file
    std::string score;  // "additive"
    bool recent = false;
    std::string alignment = "global";
    bool at_once = false; // it answers a whole input at once
    ModelAbout about{};
    io::Understanding understanding{}; // of a recent file
};

/// A session that can be opened: one that comes with the program.
struct SessionChoice {
    std::string file, title; // "Another century"
    std::string detail;      // "dates, 7 steps"
};

/// Where the playhead stands and how it moves.
struct Playback {
    int at = 0;             // sub-steps revealed
    float progress = 1;     // of the newest change, 0..1, linear in time
    bool backwards = false; // the newest change was a step back
    bool playing = false;
};

struct Pointing { // positions; -1: none
    int column = -1, row = -1, unit = -1;
    bool past = false; // of a model with a source: the column is one of what was written before
    bool operator==(const Pointing&) const = default;
    /// The column, where it is one of the source.
    int source_column() const { return past ? -1 : column; }
};

/// Something that went wrong and is shown in place until dismissed.
struct Failure {
    std::string title;       // "my-model was not opened"
    std::string detail;      // what happened, why
    std::string consequence; // "You are still using Dates, GRU 48."
    /// What may mend it, of a button: a command's id, or one and its words, "load-percent PATH"; empty: none.
    std::string action{};
    OpenAnswers answers{};                           // what went with the name of what was not opened
    std::shared_ptr<const struct Session> session{}; // whose model it is; null: no session's
    std::string file{};                              // what was not opened, as it was named
};

struct Toast {
    int id = 0;
    bool bad = false;
    std::string title, detail;
    double leaves = 0;    // on the state's clock; bad news stays: 0
    std::string action{}; // id of a command that a button on it runs; empty: no button
    bool refused = false; // nothing was done
};

/// Of a run of several heads, which map a figure of one map has.
enum class PaperHead {
    Mean,  // that which stands for the model
    Front, // of the head that is looked at
    Best   // of the one that aligns best, as it was measured
};

struct ExportDialog {
    std::string_view figure = "heatmap"; // a row of figures()
    std::optional<PaperHead> head;       // none: as paper_head() has it
    FileKind kind = FileKind::Png;
    PaperSettings paper;
    double dpi = 300;
    ColorMapId map = ColorMapId::Ember;
    std::string path;
    bool named = false;   // by the user; else the path follows what is drawn
    bool busy = false;    // it is being written
    bool replace = false; // … in place of what is there
    std::string error;    // a sentence: why it was not written
    /// What was seen of a path: whether something would be lost, and the next name that is free.
    struct Target {
        std::string path, free;
        bool there = false;
    } target;
};

/// Ctrl+S: the model as a folder in Heed's own format. Ctrl+Shift+S: the session.
struct SaveDialog {
    std::string path;
    bool busy = false;
    std::string error;
};

struct PaletteDialog {
    std::string query;
    int chosen = 0;
};

/// The control that the keyboard points at, and where it stands, as the window last drew it.
struct FocusPlace {
    std::string control; // empty: none
    bool ring = false;   // it was reached by keyboard
    float x = 0, y = 0, width = 0, height = 0;
    bool operator==(const FocusPlace&) const = default;
};

struct AppState {
    // What is looked at.
    Settings settings;
    std::string view = "step";
    std::shared_ptr<const Model> model;
    std::string model_name; // as it was asked for
    ModelFacts facts;       // of the loaded model
    bool pieces = false;    // it reads pieces of words
    int longest_input = 2000;
    std::string input;        // as typed
    bool input_given = false; // on the command line, be it empty: no example takes its place
    std::shared_ptr<const Trace>
        trace;               // the newest run; the model's and the input's, and finished, unless `running`
    std::string trace_model; // which model made it

    // What the user changes in the run, and what that is compared with.
    LanguageChoice languages{}; // that the model is told
    Edits edits;                // of `trace`, unless `running`
    std::optional<Edits> kept;  // edits that the next ones are compared with; none: the model's own run
    std::shared_ptr<const Trace> baseline; // the run of `kept`; null while the edits are those
    int gesture = 0;                       // the drag that is on; 0: none
    int gestures = 0;                      // so many there were
    WhatIfState what_if;
    WhyState why;
    MovesState moves;
    InfluenceState influence;
    RunState runs;
    RunCache cache;
    History history;
    std::optional<Version> restoring;                          // what is put in place when its model has come
    std::shared_ptr<const struct Session> restoring_session{}; // and what comes with it, of a session
    std::string model_hash, model_form, model_id;              // of the loaded model
    std::map<std::string, std::string> model_ids; // of the others that Compare has read, by their names
    std::string session_file;                     // where the session is saved; empty: not yet
    std::string orphan;                           // a session that was not closed; empty: none
    std::string last_session;                     // the one before this; empty: none
    bool orphan_taken = false;                    // it is this one now
    SearchState search;
    StatesState states;
    DoctorState doctor;
    HeadsState heads;
    HeadOffState head_off;
    MeaningState meaning;
    MemoryState memory;
    GalleryState gallery;
    NavigatorState navigator;

    bool running = false;
    std::string input_problem;                 // why the input was not run; empty when it was
    int tokens = 0;                            // of the input, end token not counted
    std::vector<std::string> shared_functions; // that the model's states can be scored by as well
    bool too_long = false;                     // only the first longest_input - 1 tokens were run
    std::size_t fitting = 0;                   // bytes of the input that were run

    InputList inputs;

    // Help with a closed vocabulary.
    std::shared_ptr<const Vocabulary> source_words; // the loaded model's
    std::vector<UnknownWord> unknown;               // of the newest run, the first few
    Completion completion;
    int caret = -1; // bytes before it while the input has the keyboard, else -1

    // Weights that were computed elsewhere, in place of a model: every map of the file, and in `trace` the
    // chosen one alone.
    std::vector<RunMap> maps;
    int map = 0;
    std::shared_ptr<const struct RunCheck> run_check; // of the file of runs that was opened last; null: none
    WeightsState weights;
    std::shared_ptr<const struct WatchState> watch; // a file that is followed; null: none
    /// Files of no known family that are being mapped by hand; null: none are.
    std::shared_ptr<const struct AssistantState> assistant{};
    /// What was said of files that were left, by their paths.
    std::map<std::string, std::shared_ptr<const AssistantState>> mapped{};

    ReportState report;
    CompareState compare;
    Playback playback;
    Pointing hover, selection;
    float canvas_scroll = -1; // px at scale 1, of a mechanism's moments; -1: follows the playhead
    ZoomState zoom;           // of Step's map
    LectureState lecture;
    LayersState layers;           // of a Transformer
    WordsState words;             // in place of pieces
    bool hint = false;            // "Start here": until the first step of the first run
    std::optional<int> wanted_at; // --at, until the first run is there

    // Models.
    std::vector<ModelChoice> models;
    bool models_listed = false;
    std::string picker_today{}; // "2026-11-22", when they were listed
    PickerState picker;
    io::ModelCard card; // of the loaded model
    RunTruth truth;
    std::vector<SessionChoice> sessions; // bundled
    std::string opening;                 // the name of the model that is being read; empty: none
    OpenAnswers opening_with;            // what goes with it
    std::string opening_input;           // what it begins with; empty: as always
    std::string opening_family;          // that was saved for it just now; empty: none was
    double opening_since = 0;            // on the clock
    std::optional<Failure> failure;
    std::string last_input; // what Esc brings back in an empty field

    // What lies over the workspace.
    Dialog dialog = Dialog::None;
    Menu menu = Menu::None;
    bool drawer = false; // the inspector over the canvas, in a narrow window
    OpenDialog open;
    ExportDialog exporting;
    SaveDialog saving;
    PaletteDialog palette;
    std::vector<Toast> toasts;
    int next_toast = 1;
    bool no_shaders = false; // "Drawing without effects"
    std::string shader_details;
    bool fullscreen = false;
    bool can_copy_images = false;

    FocusPlace focus;
    float width = 1600, height = 1000; // of the window, px at scale 1
    float scale = 1;                   // device px a unit: the monitor's times the zoom
    double clock = 0;                  // seconds since the start, as update() was told
    bool leaving = false;

    /// The run that is shown is still being written: a part of it, with an open place (core/trace/partial.h).
    bool writing() const { return runs.writing.has_value(); }
    int total() const { return trace ? written_substeps(*trace) : 0; } // that can be shown
    bool narrow() const { return width < 1200; }                       // the inspector is a drawer
    bool comparing() const { return view == "compare"; }
    bool searching() const { return view == "search"; }
    bool weights_only() const { return !maps.empty(); } // nothing can be run
    bool animating() const { return playback.playing || playback.progress < 1 || zoom.arrived < 1; }
};

/// The playhead as figures read it: eased by them, a step back shown as the last sub-step undone.
Playhead playhead_of(const AppState& state);
/// Seconds the animation of the sub-step at `at` takes at speed 1 (design §6).
double substep_seconds(const Outline& outline, int at);
/// What hint, examples and unit a task's input line shows.
struct TaskWords {
    std::string_view task, title, hint;
    std::span<const std::string_view> examples;
    std::string_view unit, units; // "character", "characters"
    std::string_view holds;       // what its language holds: "25 written forms, years 1700 to 2199"
};
TaskWords task_words(const std::string& task, bool character_level);
/// The loaded model as a session names it: bundled, or by its absolute path.
const std::string& model_reference(const AppState& state);
/// "GRU 48, additive".
std::string model_detail(const Model& model);
/// What is said beside the output: "read day first", or nothing.
std::string output_note(const AppState& state);

} // namespace heed
