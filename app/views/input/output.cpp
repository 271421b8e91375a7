// The output beside the input, and the truth beside the output.
#include "app/figures/base/format.h"
#include "app/figures/changes.h"
#include "app/figures/tokens.h"
#include "app/state/jobs/runs.h"
#include "app/state/picker/picker.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/input/beside.h"
#include "app/views/input/difference.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float gap = 14;

/// Part of a text, from `from` on; what is left out at its front is an ellipsis.
struct Shown {
    std::string text;
    std::size_t from = 0;
    float lead = 0; // px of the ellipsis
};

Shown shown_part(const Ui& ui, const std::string& text, tasks::Truth::Bytes differs, float room) {
    Shown part{text};
    const auto fits = [&](const std::string& some) { return ui.text_width(some, Face::Mono, 13) <= room; };
    if (!fits(text)) {
        part.from = part_around(text, differs.begin, differs.end, ui.state.facts.character_level, fits);
        part.lead = part.from > 0 ? ui.text_width("…", Face::Mono, 13) : 0;
        part.text = text.substr(part.from);
    }
    part.text = (part.from > 0 ? "…" : "") + ui.cut(part.text, Face::Mono, 13, room - part.lead);
    return part;
}

/// How far it is, or what it came to.
std::string run_tail(const AppState& s) {
    if (s.writing()) return "… " + counted(outputs_so_far(s), "output") + " so far";
    if (!s.runs.stopped) return run_words(*s.trace);
    return s.runs.stopped->outputs > 0 ? "stopped after " + counted(s.runs.stopped->outputs, "output")
                                       : "stopped before the first output";
}

/// A line below the token that differs; below what is missing, where there is none.
void underline(Ui& ui, Point left, const Shown& part, const std::string& whole, tasks::Truth::Bytes bytes,
               Color color) {
    if (bytes.end <= bytes.begin || bytes.begin < part.from || bytes.end > whole.size()) return;
    const float from =
        part.lead + ui.text_width(whole.substr(part.from, bytes.begin - part.from), Face::Mono, 13);
    const float wide = ui.text_width(whole.substr(bytes.begin, bytes.end - bytes.begin), Face::Mono, 13);
    if (from + wide > ui.text_width(part.text, Face::Mono, 13) + 1) return;
    ui.fill({left.x + from, left.y + 9, wide, 2}, color);
}

/// What of the chip is words.
std::string chip_words(const AppState& s, const tasks::Truth& truth) {
    const std::string whose = s.truth.changed ? "as you changed it: " : "";
    return whose + (truth.right ? "right" : "should be");
}

/// "end": behind an answer that ended where the model went on.
constexpr const char* end_word = "end";
float end_width(const Ui& ui, const tasks::Truth& truth) {
    const bool ended = !truth.right && truth.output >= 0 && truth.wanted.empty();
    return ended ? 8 + ui.text_width(end_word, Face::Italic, 13) : 0;
}

float chip_width(const Ui& ui, const tasks::Truth& truth) {
    const float words = ui.text_width(chip_words(ui.state, truth), Face::Regular, 13);
    if (truth.right) return 20 + words;
    return 10 + 18 + words + 7 + ui.text_width(truth.answer, Face::Mono, 13) + end_width(ui, truth) + 10;
}

/// Without the words that go first.
float least_chip_width(const Ui& ui, const tasks::Truth& truth) {
    return truth.right ? 20 + ui.text_width("right", Face::Regular, 13)
                       : 28 + ui.text_width(truth.answer, Face::Mono, 13) + end_width(ui, truth) + 10;
}

} // namespace

float truth_chip(Ui& ui, Point at, float room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const tasks::Truth* truth = truth_of(s);
    if (!truth || room < 40) return 0;
    const std::string words = chip_words(s, *truth);
    if (truth->right) {
        const bool whole = chip_width(ui, *truth) <= room;
        ui.draw(icon(Icon::Check, c.t2), {at.x + 8, at.y});
        ui.text({at.x + 20, at.y}, whole ? words : ui.cut("right", Face::Regular, 13, room - 20),
                Face::Regular, 13, c.t2);
        ui.tooltip("truth", {at.x, at.y - 14, std::min(room, 60.0f), 28}, whole ? "" : "As you changed it");
        return std::min(room, whole ? chip_width(ui, *truth) : least_chip_width(ui, *truth));
    }
    // The words go before the answer is cut, whose change it is first.
    const float ends = end_width(ui, *truth), all = ui.text_width(truth->answer, Face::Mono, 13) + ends,
                least = std::min(ui.text_width("…0000…", Face::Mono, 13) + ends, all);
    std::string said;
    for (const std::string& fitting : {words, std::string("should be")})
        if (said.empty() && 28 + ui.text_width(fitting, Face::Regular, 13) + 7 + least + 10 <= room)
            said = fitting;
    const float needed = said.empty() ? 0 : ui.text_width(said, Face::Regular, 13) + 7;
    const float x = at.x + 28 + needed, widest = std::min(room - 28 - needed - 10, all) - ends;
    const Shown part = shown_part(ui, truth->answer, truth->in_answer, widest);
    const float shown = ui.text_width(part.text, Face::Mono, 13);
    const Box box{at.x, at.y - 14, 28 + needed + shown + ends + 10, 28};
    const bool leads = truth->output >= 0;
    const Ui::Hit hit = ui.press("truth", box, 6, leads);
    ui.fill(box, leads ? ui.control_fill(hit) : c.bg2, 6);
    ui.draw(icon(Icon::Close, c.error), {box.x + 17, at.y});
    ui.text({box.x + 28, at.y}, said, Face::Regular, 13, c.t1);
    ui.text({x, at.y}, part.text, Face::Mono, 13, c.t1);
    if (ends > 0) { // what differs is that it ends here
        const float after = x + shown + 8;
        ui.text({after, at.y}, end_word, Face::Italic, 13, c.t1);
        ui.fill({after, at.y + 9, ends - 8, 2}, c.t1);
    }
    underline(ui, {x, at.y}, part, truth->answer, truth->in_answer, c.t1);
    const std::string tip = leads ? "Go to the first output that is wrong" : "It was stopped before its end";
    ui.tooltip("truth", box, part.text == truth->answer ? tip : tip + ". Right is " + truth->answer);
    if (hit.clicked && leads) ui.send({"first-wrong-output"});
    return box.w;
}

namespace {

/// What is no text, muted; returns its width.
float draw_names(Ui& ui, Box room, const std::string& names) {
    const std::string cut = ui.cut(names, Face::Italic, 13, room.w);
    const float wide = ui.text_width(cut, Face::Italic, 13);
    ui.text({room.x, room.centre().y}, cut, Face::Italic, 13, ui.colors.t2);
    ui.tooltip("output", {room.x, room.y, wide, room.h}, cut == names ? "" : names);
    return wide;
}

} // namespace

float output_width(const Ui& ui) {
    const AppState& s = ui.state;
    if (!s.trace || s.input.empty()) return 0;
    const std::string note = output_note(s);
    const std::string names = written_names(*s.trace);
    float w = 62 + (names.empty() ? ui.text_width(written_text(*s.trace), Face::Mono, 13)
                                  : ui.text_width(names, Face::Italic, 13));
    if (const tasks::Truth* truth = truth_of(s)) w += chip_width(ui, *truth) + gap;
    if (!note.empty()) w += ui.text_width(note, Face::Regular, 11) + 12;
    return w + (s.facts.task.empty() ? 122 : 0);
}

void output_preview(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float middle = room.centre().y;
    float x = room.x + 29;
    if (reads_the_source(s) && room.w >= 60) { // what stands there is another's
        const std::string far = "… " + reading_words(s.runs.on_its_way->far);
        ui.draw(icon(Icon::Arrow, c.t2), {room.x + 10, middle});
        return ui.text({x, middle}, ui.cut(far + "; Esc stops", Face::Regular, 11, room.right() - x),
                       Face::Regular, 11, c.t2);
    }
    if (!s.trace || s.input.empty() || room.w < 60 || s.trace->outputs() == 0)
        return; // an encoder writes nothing
    ui.draw(icon(Icon::Arrow, c.t2), {room.x + 10, middle});
    const tasks::Truth* truth = truth_of(s);
    const bool told = !truth || truth->right || s.writing() || s.runs.stopped;
    const std::string ending = told ? run_tail(s) : "";
    const std::string names = written_names(*s.trace), written = written_text(*s.trace);
    const float full = ui.text_width(written, Face::Mono, 13);
    float all = room.right() - x;
    // What a run that takes long came to matters more than a little more of a text that is cut in any case.
    if (const float least = 120, words = ui.text_width(ending, Face::Regular, 11) + gap + 1;
        !truth && told && full > all && all - words >= least)
        all -= words;
    if (!names.empty()) x += draw_names(ui, {x, room.y, all, room.h}, names) + gap;
    // Where not both fit, the chip loses its words; then each gets half, or what the other leaves.
    float chip = truth ? chip_width(ui, *truth) + gap : 0;
    if (truth && full + chip > all) chip = least_chip_width(ui, *truth) + gap;
    const float out =
        std::min(full, full + chip <= all ? full : std::max(all - chip, truth ? all * 0.45f : all));
    const Shown part = shown_part(ui, written, truth ? truth->in_written : tasks::Truth::Bytes{}, out);
    const bool earlier = (s.running && !s.writing()) || s.trace->source_text != s.input;
    const Color ink = earlier ? fade(c.output, 0.6f) : c.output;
    ui.text({x, middle}, part.text, Face::Mono, 13, ink);
    if (truth && !truth->right) underline(ui, {x, middle}, part, written, truth->in_written, c.error);
    ui.tooltip("output", {x, room.y, out, room.h}, part.text == written ? "" : written);
    if (names.empty()) x += ui.text_width(part.text, Face::Mono, 13) + gap;
    if (const float used = truth_chip(ui, {x, middle}, room.right() - x); used > 0) x += used + 12;
    const auto tail = [&](const std::string& words, Color color) {
        const float w = ui.text_width(words, Face::Regular, 11);
        if (words.empty() || x + w > room.right()) return;
        ui.text({x, middle}, words, Face::Regular, 11, color);
        x += w + 12;
    };
    tail(output_note(s), c.t2);
    if (!truth && !changes_of(*s.trace).empty()) tail("as you changed it", c.t1);
    tail(ending, s.writing() || s.runs.stopped ? c.t2 : c.t3);
}

// ------------------------------------------------------------------------------------------- in the field

std::string input_note(const Ui& ui) {
    const AppState& s = ui.state;
    std::string note = beyond_training(s);
    if (!s.trace || s.trace->source_text != s.input) return note;
    const auto unknown = std::count_if(s.trace->source.begin(), s.trace->source.end(),
                                       [](const TraceToken& t) { return t.unknown; });
    if (unknown == 0) return note.empty() && unlike_training(s) ? "unlike its training" : note;
    return counted(static_cast<int>(unknown), read_unit(s).one) + " unknown" +
           (note.empty() ? "" : ", " + note);
}

namespace {

/// The first few, as they were typed.
std::string unknown_words(const AppState& s) {
    constexpr int most = 5;
    std::string all;
    int count = 0;
    if (!s.trace || s.trace->source_text != s.input) return all;
    for (const TraceToken& token : s.trace->source) {
        if (!token.unknown || token.end > s.input.size() || token.begin >= token.end) continue;
        if (++count <= most)
            all += (all.empty() ? "" : ", ") + ("“" + s.input.substr(token.begin, token.end - token.begin)) +
                   "”";
    }
    return count > most ? all + " and " + std::to_string(count - most) + " more" : all;
}

} // namespace

float input_note_width(const Ui& ui, const std::string& note, bool in_words) {
    return note.empty() ? 0 : in_words ? ui.text_width(note, Face::Regular, 11) + 34 : 28;
}

void draw_input_note(Ui& ui, Point at, const std::string& note, bool in_words) {
    if (note.empty()) return;
    const float w = in_words ? ui.text_width(note, Face::Regular, 11) : -6;
    if (in_words) ui.text({at.x, at.y}, note, Face::Regular, 11, ui.colors.t1, Align::Right);
    ui.draw(icon(Icon::Eye, ui.colors.t1), {at.x - w - 12, at.y});
    std::string why = in_words ? "" : note + ". ";
    if (const std::string unknown = unknown_words(ui.state); !unknown.empty())
        why += "Not in its vocabulary, read as ‹unknown›: " + unknown;
    else if (!beyond_training(ui.state).empty())
        why += "It was never trained on an input as long as this one";
    else
        why += "It was trained on other texts (" +
               std::string(task_words(ui.state.facts.task, ui.state.facts.character_level).holds) + ")";
    ui.tooltip("input-note", {at.x - w - 20, at.y - 14, w + 20, 28}, why);
}

} // namespace heed
