#include "app/state/session/state_json.h"
#include "app/state/open/standing.h"

#include "app/state/heads/paper_head.h"
#include "app/state/jobs/check_run.h"
#include "app/state/jobs/runs.h"
#include "app/state/names.h"
#include "app/state/session/settings.h"
#include "app/state/step/lecture.h"
#include "app/state/workspaces.h"
#include "core/io/run/edits_json.h"

#include <array>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using nlohmann::ordered_json;

ordered_json pointing(const Pointing& p) { return {{"column", p.column}, {"row", p.row}, {"unit", p.unit}}; }

/// What was asked for, and what is in view of it; the picture of the whole in px from the canvas' corner.
ordered_json zoom(const AppState& s) {
    ordered_json view = nullptr;
    if (const auto seen = map_in_view(s)) {
        const MapWindow& w = seen->window;
        view = {{"scale", seen->scale},
                {"column", w.column},
                {"row", w.row},
                {"columns", w.columns},
                {"rows", w.rows},
                {"stop", std::string(zoom_stops[static_cast<std::size_t>(stop_at(w.cell.width))].name)},
                {"all", seen->all},
                {"whole", {seen->whole.x, seen->whole.y, seen->whole.w, seen->whole.h}}};
    }
    return {{"scale", s.zoom.now.scale},
            {"following", s.zoom.now.following},
            {"column", s.zoom.now.column},
            {"row", s.zoom.now.row},
            {"view", view}};
}

/// The output's tokens and, as far as there are any, the phase that is looked at.
ordered_json moment(const AppState& s) {
    if (!s.trace) return nullptr;
    const Moment m = moment_at(s.trace->outline, s.playback.at);
    if (!m.started) return {{"phase", nullptr}};
    return {{"phase", m.phase.info->id}, {"decoding", m.decoding()}, {"position", m.position}};
}

constexpr std::array purposes = {"model",  "source-words", "target-words", "sentences",
                                 "survey", "doctor",       "heads"};
static_assert(purposes.size() == static_cast<std::size_t>(OpenFor::Heads) + 1, "a word for each");

ordered_json words(const io::ReportVocabulary& v) {
    return {{"expected", v.expected},
            {"tokens", v.tokens},
            {"file", v.file},
            {"problem", v.problem},
            {"numbers", v.numbers}};
}

/// What each file that the filter leaves is.
ordered_json kinds_of(const AppState& s) {
    ordered_json kinds = ordered_json::object();
    if (s.dialog != Dialog::Open) return kinds;
    const std::vector<const FileEntry*> entries = filtered(s.open);
    if (entries.size() > 200) return kinds;
    for (const FileEntry* entry : entries) kinds[entry->name] = entry->known ? entry->kind : "";
    return kinds;
}

ordered_json report(const AppState& s) {
    const io::LoadReport* r = s.report.on_screen();
    if (!r) return nullptr;
    ordered_json groups = ordered_json::object();
    for (const io::ReportGroup& group : r->groups) groups[group.title] = group.rows.size();
    ordered_json lines = ordered_json::array();
    if (r->own_case)
        for (const auto& line : r->own_case->lines)
            lines.push_back({{"what", line.what}, {"found", line.found}, {"good", line.good}});
    return {
        {"shown", s.report.shown},
        {"waiting", s.report.waiting()},
        {"file", r->file},
        {"container", r->container},
        {"family", r->family},
        {"groups", groups},
        {"parameters", r->parameters},
        {"source", words(r->source)},
        {"target", words(r->target)},
        {"case", lines},
        {"standing", standing_word(standing_of(s))},
        {"doubt", r->doubt()},
        {"summary", r->summary},
        {"problem", s.report.problem},
        {"refused", s.report.refused},
        {"answers",
         {{"source_words", s.report.answers.source_words}, {"target_words", s.report.answers.target_words}}}};
}

ordered_json edits(const Edits& e) {
    ordered_json json = {{"forced", ordered_json::object()}, {"rows", ordered_json::object()}};
    json.update(io::edits_to_json(e));
    return json;
}

ordered_json history(const History& h) {
    ordered_json names = ordered_json::array();
    for (const HistoryStep& step : h.steps) names.push_back(step.name);
    return {{"steps", names}, {"now", h.now}};
}

} // namespace

ordered_json state_to_json(const AppState& s) {
    ordered_json error = nullptr;
    if (s.failure)
        error = {{"title", s.failure->title}, {"detail", s.failure->detail}, {"mends", s.failure->action}};
    else if (!s.input_problem.empty() && !stopped_reading(s))
        error = {{"title", "The input was not run"}, {"detail", s.input_problem}};
    ordered_json toasts = ordered_json::array();
    for (const Toast& t : s.toasts)
        toasts.push_back({{"bad", t.bad}, {"title", t.title}, {"detail", t.detail}});
    ordered_json models = ordered_json::array();
    for (const ModelChoice& m : s.models) models.push_back(m.name);
    ordered_json unknown = ordered_json::array();
    if (s.trace)
        for (int j = 0; j < s.trace->source_length(); ++j)
            if (s.trace->source[static_cast<std::size_t>(j)].unknown) unknown.push_back(j);
    ordered_json written = ordered_json::array();
    if (s.trace && !s.input.empty())
        for (int i = 0; i < written_outputs(*s.trace); ++i)
            written.push_back(s.trace->steps[static_cast<std::size_t>(i)].token.text);
    ordered_json unknown_words = ordered_json::array();
    for (const UnknownWord& w : s.unknown)
        unknown_words.push_back({{"word", w.word}, {"nearest", w.nearest}});
    const ExportDialog& e = s.exporting;
    // The parts of workspaces stand where files have them; that of another stands at the end.
    ordered_json all = {
        {"format", "heed.state"},
        {"version", 1},
        {"view", s.view},
        {"model", s.facts.name.empty() ? s.model_name : s.facts.name},
        {"input", s.input},
        {"output", s.trace && !s.input.empty() ? s.trace->target_text : ""},
        {"output_tokens", written},
        {"at", s.playback.at},
        {"total", s.total()},
        {"moment", moment(s)},
        {"playing", s.playback.playing},
        {"animating", s.animating()},
        {"running", s.running},
        {"writing", s.writing()},
        {"reading",
         reads_the_source(s) ? ordered_json(s.runs.on_its_way->far.read + 1) : ordered_json(nullptr)},
        {"stopped", s.runs.stopped ? ordered_json(s.runs.stopped->outputs) : ordered_json(nullptr)},
        {"opening", s.opening},
        {"tokens", s.tokens},
        {"unknown", unknown},
        {"unknown_words", unknown_words},
        {"completion", {{"words", s.completion.words}, {"chosen", s.completion.chosen}}},
        {"inputs", {{"offered", s.inputs.offered.size()}, {"lines", s.inputs.lines}, {"at", s.inputs.at}}},
        {"too_long", s.too_long},
        {"theme", s.settings.theme == Theme::Dark ? "dark" : "light"},
        {"scale", s.scale},
        {"width", s.width},
        {"height", s.height},
        {"selection", pointing(s.selection)},
        {"hover", pointing(s.hover)},
        {"zoom", zoom(s)},
        {"lecture", {{"on", s.lecture.on}, {"shown", shows_lecture(s)}, {"blank", s.lecture.blank}}},
        {"report", report(s)},
        {"run_check", s.run_check
                          ? ordered_json({{"agrees", s.run_check->verdict == RunCheck::Verdict::Agrees},
                                          {"compared", s.run_check->compared},
                                          {"words", s.run_check->words}})
                          : ordered_json(nullptr)},
        {"maps",
         {{"count", s.maps.size()},
          {"chosen", s.map},
          {"all", s.weights.all},
          {"enlarged", s.weights.enlarged},
          {"scroll", {s.weights.scroll_x, s.weights.scroll_y}}}},
        {"compare", nullptr},
        {"trajectory", nullptr},
        {"languages",
         {{"source", s.languages.source}, {"target", s.languages.target}, {"prefix", s.languages.prefix}}},
        {"edits", edits(s.edits)},
        {"kept", s.kept ? edits(*s.kept) : ordered_json(nullptr)},
        {"changed_from", s.baseline ? ordered_json(s.baseline->target_text) : ordered_json(nullptr)},
        {"what_if", nullptr},
        {"history", history(s.history)},
        {"session_file", s.session_file},
        {"orphan", s.orphan},
        {"search", nullptr},
        {"dialog", dialog_names[static_cast<std::size_t>(s.dialog)]},
        {"menu", menu_names[static_cast<std::size_t>(s.menu)]},
        {"error", error},
        {"hint", s.hint},
        {"focus",
         {{"control", s.focus.control},
          {"ring", s.focus.ring},
          {"box", {s.focus.x, s.focus.y, s.focus.width, s.focus.height}}}},
        {"toasts", toasts},
        {"models", models},
        {"save_model", {{"path", s.saving.path}, {"busy", s.saving.busy}, {"error", s.saving.error}}},
        {"open",
         {{"purpose", purposes[static_cast<std::size_t>(s.open.purpose)]},
          {"folder", s.open.folder.string()},
          {"chosen", s.open.chosen.string()},
          {"filter", s.open.filter},
          {"entries", s.open.entries.size()},
          {"kinds", kinds_of(s)},
          {"preview",
           {{"title", s.open.preview.title},
            {"text", s.open.preview.text},
            {"mappable", s.open.preview.mappable}}},
          {"families", {{"shown", s.open.families_shown}, {"pointed", s.open.family_pointed}}},
          {"error", s.open.error},
          {"problem", s.open.problem}}},
        {"export",
         {{"figure", e.figure},
          {"head", paper_heads(s, e.figure).empty()
                       ? ordered_json(nullptr)
                       : ordered_json(name_of(paper_head_names, paper_head(s, e)))},
          {"kind", file_kind_names[static_cast<std::size_t>(e.kind)]},
          {"path", e.path},
          {"there", e.target.there && e.target.path == export_target(e).string()},
          {"error", e.error},
          {"busy", e.busy},
          {"width_mm", e.paper.width_mm},
          {"dpi", e.dpi},
          {"numbers", e.paper.numbers}}},
        {"palette", {{"query", s.palette.query}, {"chosen", s.palette.chosen}}},
        {"no_shaders", s.no_shaders},
        {"settings", settings_to_json(s.settings)}};
    for (const Workspace& w : workspaces())
        if (w.json) all[std::string(w.key_in_dump)] = w.json(s);
    return all;
}

std::string state_text(const AppState& state) {
    return state_to_json(state).dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace heed
