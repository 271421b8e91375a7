// Which keys are commands, and which are for the control or field that has the keyboard.
#include "app/window/app.h"

#include "core/text/tokenizer.h"

#include <algorithm>

namespace heed {

void App::take_keys() {
    chords_.clear();
    const bool in_field = !memory_.active_field.empty();
    const bool lost = !in_field && (state_.menu == Menu::Force || state_.menu == Menu::Weight ||
                                    state_.menu == Menu::Rival); // Enter let go of it: it comes back
    if (!lost)
        frames_without_field_ = 0;
    else if (window_->keys_waiting() && frames_without_field_ < 6) {
        ++frames_without_field_;
        frames_due_ = std::max(frames_due_, 2);
        return;
    }
    if (in_field)
        frames_until_field_ = 0;
    else if (frames_until_field_ > 0) { // a field is about to get the keyboard: what is typed is for it
        --frames_until_field_;
        frames_due_ = std::max(frames_due_, 2);
        return;
    }
    window_->deliver_keys(
        in_field, [&](char32_t c) { memory_.typed.push_back({.text = encode_utf8(c)}); },
        [&](const std::string& chord) { return take_chord(chord, in_field); }, [&] { return opens_field(); });
    if (window_->keys_waiting()) frames_due_ = std::max(frames_due_, 2);
}

/// A letter typed at the search tree begins a token in place of the selected one.
bool App::opens_field() {
    const bool at_tree =
        state_.searching() && state_.search.tree && memory_.focus == "tree" && !state_.report.shown;
    if (!at_tree || state_.dialog != Dialog::None || state_.menu != Menu::None) return false;
    if (!state_.search.typed) send({"tree-type"});
    memory_.wanted_field = "field:typed";
    frames_until_field_ = 6;
    frames_due_ = std::max(frames_due_, 3);
    return true;
}

/// The keys of the list of words under the input; whether this is one.
bool App::complete_by(const std::string& chord) {
    if (chord == "Tab" || chord == "Right")
        send({"completion-accept"});
    else if (chord == "Down")
        send({"completion-move", "", 0, 1});
    else if (chord == "Up")
        send({"completion-move", "", 0, -1});
    else if (chord == "Esc")
        send({"completion-close"});
    else
        return false;
    frames_due_ = std::max(frames_due_, 2);
    return true;
}

/// The keys of the list of words under a sentence that is being written; whether this is one.
bool App::write_by(const std::string& chord) {
    if (chord == "Tab")
        send({"story-take"});
    else if (chord == "Down")
        send({"story-move", "", 0, 1});
    else if (chord == "Up")
        send({"story-move", "", 0, -1});
    else if (chord == "Enter")
        send({"story-read"});
    else if (chord == "Esc")
        send({"story-leave"});
    else
        return false;
    frames_due_ = std::max(frames_due_, 2);
    return true;
}

/// Whether the keys after this one must wait for the next frame.
bool App::take_chord(const std::string& chord, bool in_field) {
    const bool over = state_.dialog != Dialog::None || state_.menu != Menu::None;
    if (in_field && state_.completion.open() && memory_.active_field == "field:input" && complete_by(chord))
        return true;
    if (in_field && memory_.active_field == "field:story" && write_by(chord)) return true;
    const CommandInfo* command = command_for(chord, state_, in_field);
    // A focused control takes Enter and Space; what lies on top takes what is not a Ctrl chord.
    const auto own = memory_.arrows.find(memory_.focus);
    const bool across = chord == "Left" || chord == "Right", up_down = chord == "Up" || chord == "Down";
    const bool arrow = own != memory_.arrows.end() && (own->second == Arrows::Across ? across : up_down);
    const bool to_control =
        memory_.focus_visible && !in_field && (chord == "Enter" || chord == "Space" || arrow);
    const bool to_dialog = over && !chord.starts_with("Ctrl+") &&
                           !(chord.size() > 1 && chord.starts_with("F")) && chord != "Esc" &&
                           !(state_.dialog == Dialog::Keys && chord == "?");
    const bool to_other_field = in_field && chord == "Enter" && memory_.active_field != "field:input";
    const bool moves_focus = chord == "Esc" || chord == "Enter" || chord == "Tab" || chord == "Shift+Tab";
    if (!command && !over && !to_control && !why_no_command(chord, state_, in_field).empty())
        send({"refuse-key", chord, 0, in_field ? 1 : 0});
    if (!command || to_control || to_dialog || to_other_field) {
        chords_.push_back(chord);
        if (in_field) memory_.typed.push_back({.chord = chord});
        return moves_focus || over || to_control; // a control takes one key a frame
    }
    const std::string_view what = command->id;
    send({what, chord}); // of several keys the command asks which
    const bool field_opens = (what == "force" || what == "type-weight") && state_.menu != Menu::None;
    const bool to_mend = what == "run" && !state_.input_problem.empty();
    if (what == "focus-input" || field_opens || to_mend ||
        ((what == "palette" || what == "open" || what == "save-model" || what == "save-session") &&
         state_.dialog != Dialog::None)) {
        frames_until_field_ = 6;
        return true;
    }
    return moves_focus || state_.dialog != Dialog::None;
}

} // namespace heed
