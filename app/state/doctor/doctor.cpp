#include "app/state/doctor/doctor.h"

#include "app/figures/base/format.h"
#include "app/figures/doctor/page.h"
#include "app/state/commands/row.h"
#include "app/state/jobs/runs.h"
#include "core/analysis/doctor/finding.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace fs = std::filesystem;

/// The list where there is one, the file where one was opened; else the sentence.
DoctorExtent extent_of(const AppState& s) {
    const DoctorState& d = s.doctor;
    if (d.extent == DoctorExtent::List && s.inputs.open()) return DoctorExtent::List;
    if (d.extent == DoctorExtent::File && !d.file.empty()) return DoctorExtent::File;
    return DoctorExtent::This;
}

DoctorOrder doctor_order(const AppState& s) {
    const LanguageChoice told = languages_of(s.trace->request);
    switch (extent_of(s)) {
    case DoctorExtent::List:
        return {s.model, s.inputs.lines, {}, 0, told};
    case DoctorExtent::File:
        return {s.model, {}, s.doctor.file, s.doctor.file_turn, told};
    case DoctorExtent::This:
        break;
    }
    return {s.model, {s.trace->request.text}, {}, 0, told};
}

void give_up(DoctorState& d) {
    if (d.progress) d.progress->given_up = true;
    d.progress = nullptr;
}

/// Nothing, the inspector, all of the canvas, and back.
void turn_doctor(AppState& s) {
    DoctorState& d = s.doctor;
    const bool page = shows_doctor(s);
    d.shown = !page && !shows_doctor_page(s);
    d.page = page;
    if (d.shown) s.settings.inspector = true;
    if (s.narrow()) s.drawer = d.shown;
}

/// The tab of the inspector, or away with it.
EffectList take_tab(AppState& s, const Command& c) {
    s.doctor.shown = c.i > 0;
    s.doctor.page = false;
    if (s.doctor.shown) s.settings.inspector = true;
    if (s.narrow()) s.drawer = s.doctor.shown;
    return {};
}

void show_page(AppState& s) {
    s.doctor.page = true;
    s.doctor.shown = false;
    s.drawer = false;
}

/// Shows the evidence of a finding: its worst sentence, and where to look in it.
EffectList choose_finding(AppState& s, const Command& c) {
    DoctorState& d = s.doctor;
    if (!d.diagnosis || c.i < 0 || c.i >= static_cast<int>(d.diagnosis->findings.size())) return {};
    const doctor::Finding finding = d.diagnosis->findings[static_cast<std::size_t>(c.i)];
    d.chosen = c.i;
    if (d.page) { // the picture, with the finding beside it
        d.page = false;
        d.shown = true;
    }
    EffectList effects;
    if (!finding.text.empty() && finding.text != s.input) {
        const auto in_list = std::find(s.inputs.lines.begin(), s.inputs.lines.end(), finding.text);
        effects = in_list == s.inputs.lines.end()
                      ? update(s, {"type", finding.text})
                      : update(s, {"go-to-input", "", 0, static_cast<int>(in_list - s.inputs.lines.begin())});
    }
    s.selection = {};
    s.selection.row = finding.output;
    s.selection.column = finding.column;
    return effects;
}

EffectList choose_extent(AppState& s, const Command& c) {
    if (c.i < 0 || c.i > static_cast<int>(DoctorExtent::File)) return {};
    s.doctor.extent = static_cast<DoctorExtent>(c.i);
    return {};
}

EffectList choose_doctor_file(AppState& s) { return open_dialog(s, OpenFor::Doctor); }

EffectList take_doctor_file(AppState& s, const Command& c) {
    if (c.text.empty()) return {};
    DoctorState& d = s.doctor;
    std::error_code ignored;
    d.file = fs::absolute(c.text, ignored).lexically_normal().string();
    d.extent = DoctorExtent::File;
    ++d.file_turn;
    if (!d.shown && !d.page) d.shown = true;
    s.dialog = Dialog::None;
    return {};
}

void stop_here(AppState& s) {
    if (s.doctor.progress) s.doctor.progress->enough = true;
}

bool is_looking(const AppState& s) {
    return (shows_doctor(s) || shows_doctor_page(s)) && s.doctor.progress && !s.doctor.diagnosis;
}

} // namespace

bool can_examine(const AppState& s) {
    return s.model && s.view == "step" && !s.weights_only() && s.trace != nullptr && !s.input.empty();
}

std::string why_not_examined(const AppState& s) {
    if (s.weights_only()) return without_model(s, "there is no model to examine");
    if (s.model && s.view != "step") return "The doctor stands in Step.";
    if (!s.model || s.trace == nullptr) return s.input_problem;
    return s.input.empty() ? "Type an input: the doctor looks at its run." : "";
}

bool shows_doctor(const AppState& s) { return s.doctor.shown && can_examine(s); }
bool shows_doctor_page(const AppState& s) { return s.doctor.page && !s.lecture.on && can_examine(s); }

std::string extent_words(const AppState& s, DoctorExtent extent) {
    switch (extent) {
    case DoctorExtent::This:
        return "This sentence";
    case DoctorExtent::List:
        return s.inputs.open() ? "All " + thousands(static_cast<long long>(s.inputs.lines.size())) : "";
    case DoctorExtent::File:
        return fs::path(s.doctor.file).filename().string();
    }
    return {};
}

std::string doctor_words(const AppState& s) {
    const DoctorState& d = s.doctor;
    if (!d.problem.empty()) return {};
    if (d.diagnosis) return diagnosis_words(*d.diagnosis);
    if (!d.progress || extent_of(s) == DoctorExtent::This) return "Looking …";
    const std::string done = thousands(d.progress->sentences.load());
    return extent_of(s) == DoctorExtent::List
               ? done + " of " + thousands(static_cast<long long>(d.asked.texts.size())) + " sentences"
               : done + " sentences looked at";
}

std::string doctor_sentence(const AppState& s) {
    const DoctorState& d = s.doctor;
    if (!d.problem.empty()) return d.problem;
    return d.diagnosis ? findings_sentence(*d.diagnosis) : doctor_words(s) + ".";
}

EffectList follow_doctor(AppState& s) {
    DoctorState& d = s.doctor;
    if (!shows_doctor(s) && !shows_doctor_page(s)) return {};
    if (s.running || s.trace_model != model_id(s)) return {};
    const DoctorOrder wanted = doctor_order(s);
    if (wanted == d.asked) return {};
    d.asked = wanted;
    d.problem.clear();
    give_up(d);
    if (wanted == d.order) return {};
    d.order = {};
    d.diagnosis = nullptr;
    d.chosen = -1;
    d.progress = std::make_shared<DoctorProgress>();
    return {{Effect::Kind::Work, "doctor"}};
}

void reset_doctor(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Input) return; // an order is told by its sentences
    DoctorState& d = s.doctor;
    give_up(d);
    DoctorState next;
    next.shown = d.shown;
    next.page = d.page;
    next.extent = d.extent;
    next.file = d.file;
    next.file_turn = d.file_turn;
    d = std::move(next);
}

bool leave_doctor(AppState& s) {
    if (!shows_doctor_page(s)) return false;
    s.doctor.page = false;
    s.doctor.shown = true;
    return true;
}

std::string_view doctor_figure_id(const AppState& s) { return s.doctor.diagnosis ? "doctor" : ""; }

std::shared_ptr<const Board> doctor_board(const AppState& s) {
    auto board = std::make_shared<DoctorBoard>();
    board->diagnosis = s.doctor.diagnosis;
    board->model = s.facts.name;
    board->over = extent_of(s) == DoctorExtent::This ? "“" + s.input + "”" : extent_words(s, extent_of(s));
    return board;
}

Rows doctor_commands() {
    constexpr std::string_view group = "Looking", words = "broken diagnosis sink entropy coverage check";
    return {
        explained<why_not_examined>(recorded<Records::Nothing>(
            {"doctor", "Doctor: what looks wrong, then as a page", keys("Shift+F2"), group, false,
             can_examine, plain<turn_doctor>,
             "broken diagnosis sink entropy coverage saturated padding check inspector"})),
        recorded<Records::Nothing>({"doctor-page", "Doctor: every finding side by side", keys(), group, false,
                                    can_examine, plain<show_page>, words}),
        recorded<Records::Nothing>({"doctor-choose", "Doctor: over a file of sentences", keys(), group, true,
                                    can_examine, plain<choose_doctor_file>, words}),
        recorded<Records::Nothing>({"doctor-stop", "Doctor: stop here, with what was found so far", keys(),
                                    group, false, is_looking, plain<stop_here>, words}),
        recorded<Records::Nothing>(hidden("doctor-tab", take_tab, {flag("on")})),
        recorded<Records::Nothing>(hidden("doctor-over", choose_extent, {whole("extent", &Command::i)})),
        recorded<Records::Nothing>(hidden("doctor-file", take_doctor_file, {text("file")})),
        hidden("doctor-finding", choose_finding, {whole("finding", &Command::i)}),
    };
}

nlohmann::ordered_json doctor_choices(const AppState& s) {
    constexpr std::string_view extents[] = {"this", "list", "file"};
    const DoctorState& d = s.doctor;
    return {{"shown", d.shown},
            {"page", d.page},
            {"over", extents[static_cast<std::size_t>(d.extent)]},
            {"file", d.file}};
}

void doctor_from_json(const nlohmann::json& j, AppState& s) {
    DoctorState& d = s.doctor;
    give_up(d);
    const int turn = d.file_turn;
    d = {};
    d.file_turn = turn + 1;
    if (!j.is_object()) return;
    d.shown = j.value("shown", nlohmann::json()) == true;
    d.page = j.value("page", nlohmann::json()) == true && !d.shown;
    const nlohmann::json over = j.value("over", nlohmann::json()), file = j.value("file", nlohmann::json());
    d.extent = over == "list" ? DoctorExtent::List : over == "file" ? DoctorExtent::File : DoctorExtent::This;
    if (file.is_string()) d.file = file.get<std::string>();
}

nlohmann::ordered_json doctor_json(const AppState& s) {
    nlohmann::ordered_json json = doctor_choices(s);
    json["shown"] = shows_doctor(s);
    json["page"] = shows_doctor_page(s);
    json["chosen"] = s.doctor.chosen;
    json["words"] = doctor_words(s);
    if (!s.doctor.problem.empty()) json["problem"] = s.doctor.problem;
    if (!s.doctor.diagnosis) return json;
    json["sentences"] = s.doctor.diagnosis->sentences;
    json["bad"] = s.doctor.diagnosis->bad;
    json["findings"] = nlohmann::ordered_json::array();
    for (const doctor::Finding& f : s.doctor.diagnosis->findings)
        json["findings"].push_back(
            {{"id", f.id}, {"sentences", f.shown}, {"of", f.looked}, {"text", f.text}});
    return json;
}

} // namespace heed
