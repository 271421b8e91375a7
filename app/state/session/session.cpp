#include "app/state/session/session.h"

#include "app/state/compare/compare.h"
#include "app/state/fields.h"
#include "app/state/open/opening.h"
#include "app/state/session/settings.h"
#include "app/state/states/states.h"
#include "app/state/version.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/run/edits_json.h"

#include <algorithm>
#include <cctype>

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t largest = 64'000'000;
constexpr double long_ago = -1e9; // no typing goes on from there

template <class Fields, class S>
void search_fields(Fields fields, S& s) {
    fields.number("width", 1, 100, s.width);
    fields.number("length_penalty", -10, 10, s.length_penalty);
    fields.number("coverage_penalty", 0, 100, s.coverage_penalty);
    fields.number("longest", 0, 100'000, s.longest);
}

template <class Fields, class L>
void language_fields(Fields fields, L& languages) {
    fields.text("source", languages.source);
    fields.text("target", languages.target);
    fields.text("prefix", languages.prefix);
}

template <class Fields, class P>
void pointing_fields(Fields fields, P& p) {
    fields.number("column", -1, 1'000'000, p.column);
    fields.number("row", -1, 1'000'000, p.row);
    fields.number("unit", -1, 1'000'000, p.unit);
    fields.flag("past", p.past);
}

template <class Fields, class L>
void looks_fields(Fields fields, L& looks) {
    fields.name("map", color_map_names, looks.map);
    fields.name("scale", scale_names, looks.scale);
    fields.flag("numbers", looks.numbers);
    fields.flag("heatmap", looks.heatmap);
    fields.name("changed", what_if_map_names, looks.changed);
    fields.list("compared", 64, looks.compared);
}

ordered_json to_json(const Version& v) {
    ordered_json j = {{"model", v.model}, {"input", v.input}};
    if (v.answers != OpenAnswers{}) answer_fields(FieldWriter{j["answers"]}, v.answers);
    if (v.edits.any()) j["edits"] = io::edits_to_json(v.edits);
    if (v.kept) j["kept"] = io::edits_to_json(*v.kept);
    if (v.languages != LanguageChoice{}) language_fields(FieldWriter{j["languages"]}, v.languages);
    search_fields(FieldWriter{j["search"]}, v.search);
    if (v.compare != CompareChoices{}) j["compare"] = compare_choices_to_json(v.compare);
    if (v.states != StatesOptions{}) j["states"] = state_settings_to_json(v.states);
    looks_fields(FieldWriter{j["looks"]}, v.looks);
    return j;
}

/// How it is looked at, where the version itself says so; files of before do not.
bool read_how(const ordered_json& j, Version& v) {
    const auto looks = j.find("looks");
    if (looks == j.end()) return false;
    looks_fields(FieldReader{*looks}, v.looks);
    if (const auto at = j.find("compare"); at != j.end())
        compare_from_json(json::parse(at->dump()), v.compare);
    if (const auto at = j.find("states"); at != j.end()) states_from_json(json::parse(at->dump()), v.states);
    return true;
}

void look_alike(Version& v, const Version& other) {
    v.compare = other.compare;
    v.states = other.states;
    v.looks = other.looks;
}

/// What the file says of it in its parts and settings.
void read_parts(const ordered_json& j, const std::optional<Settings>& settings, Version& v) {
    if (const auto at = j.find("compare"); at != j.end())
        compare_from_json(json::parse(at->dump()), v.compare);
    if (const auto at = j.find("trajectory"); at != j.end())
        states_from_json(json::parse(at->dump()), v.states);
    if (settings)
        v.looks = {settings->map,     settings->scale,    settings->numbers,
                   settings->heatmap, WhatIfMap::Changed, settings->compared};
}

std::string text_of(const ordered_json& j, const char* key) {
    std::string text;
    FieldReader{j}.text(key, text);
    return text;
}

Version version_from(const ordered_json& j, const std::string& name, const char* place) {
    if (!j.is_object()) throw Error(name, place, "an object", j.is_null() ? "none" : "something else");
    Version v;
    for (const char* key : {"model", "input"})
        if (const auto at = j.find(key); at != j.end() && !at->is_string())
            throw Error(name, std::string(place) + "." + key, "text", at->dump().substr(0, 40));
    if (text_of(j, "model").empty())
        throw Error(name, std::string(place) + ".model", "the name of a model", "none");
    v.model = text_of(j, "model");
    v.input = text_of(j, "input");
    if (const auto at = j.find("answers"); at != j.end()) answer_fields(FieldReader{*at}, v.answers);
    if (const auto at = j.find("edits"); at != j.end()) v.edits = io::edits_from_json(*at, name);
    if (const auto at = j.find("kept"); at != j.end() && !at->is_null())
        v.kept = io::edits_from_json(*at, name);
    if (const auto at = j.find("languages"); at != j.end()) language_fields(FieldReader{*at}, v.languages);
    if (const auto at = j.find("search"); at != j.end()) search_fields(FieldReader{*at}, v.search);
    return v;
}

/// `now` is what the session shows; steps that do not say how they are looked at are as it is.
History history_from(const ordered_json& j, const Version& now, const std::string& name) {
    History history;
    const auto steps = j.find("steps");
    if (steps == j.end() || !steps->is_array()) return history;
    for (const auto& step : *steps) {
        if (!step.is_object()) throw Error(name, "a step of the history", "an object", "something else");
        const ordered_json version = step.value("version", ordered_json());
        HistoryStep& read = history.steps.emplace_back();
        read.name = text_of(step, "name");
        read.version = version_from(version, name, "a step of the history");
        read.at = long_ago;
        read.view = text_of(step, "view");
        if (!read_how(version, read.version)) look_alike(read.version, now);
    }
    history.now = static_cast<int>(history.steps.size()) - 1;
    FieldReader{j}.number("now", 0, history.now, history.now);
    return history;
}

/// What --dump-state writes holds the version in its own words.
Version version_of_dump(const ordered_json& j, const Settings& settings, const std::string& name) {
    Version v = version_from(j, name, "the state");
    if (!settings.model.empty()) v.model = settings.model;
    if (const auto known = settings.answers.find(v.model); known != settings.answers.end())
        v.answers = known->second;
    return v;
}

/// What of the settings belongs to the picture; the rest stays as it is here.
void look_as(Settings& here, const Settings& there) {
    here.theme = there.theme;
    here.map = there.map;
    here.scale = there.scale;
    here.numbers = there.numbers;
    here.heatmap = there.heatmap;
    here.inspector = there.inspector;
    here.granularity = there.granularity;
    here.compared = there.compared;
    here.speed = there.speed;
}

/// The same as JSON, with the window's size: what belongs to a person or a machine is left out.
json looks(const Settings& settings) {
    json j = settings_to_json(settings);
    for (const char* own :
         {"recent", "sessions", "answers", "export_folder", "model", "input", "first_run_done"})
        j.erase(own);
    return j;
}

/// The family that the model is read by; empty for Heed's own.
std::string family_of(const AppState& s) {
    return s.report.current ? s.report.current->family : std::string();
}

/// Of the model, since the session was saved; empty: nothing, or it is not known.
std::string what_changed(const AppState& s, const Session& session) {
    const auto differ = [](const std::string& a, const std::string& b) {
        return !a.empty() && !b.empty() && a != b;
    };
    if (differ(session.model_hash, s.model_hash)) return "Its numbers have changed since";
    if (!differ(session.model_form, s.model_form)) return {};
    const std::string now = family_of(s);
    return differ(session.family, now) ? "It was read by " + session.family + " and is by " + now + " now"
                                       : "What it computes with its numbers has changed since";
}

/// What each workspace has kept, by its key.
std::shared_ptr<const json> parts_of(const AppState& s) {
    auto parts = std::make_shared<json>(json::object());
    for (const Workspace& w : workspaces())
        if (w.choices)
            (*parts)[std::string(w.key_in_session)] =
                json::parse(w.choices(s).dump(-1, ' ', false, json::error_handler_t::replace));
    return parts;
}

/// In place of what each had; one of which the session says nothing begins anew.
void put_workspaces(AppState& s, const Session& session) {
    for (const Workspace& w : workspaces())
        if (w.from_json)
            w.from_json(session.workspaces ? session.workspaces->value(std::string(w.key_in_session), json())
                                           : json(),
                        s);
}

} // namespace

std::string session_text(const AppState& s) {
    ordered_json steps = ordered_json::array();
    for (const HistoryStep& step : s.history.steps)
        steps.push_back({{"name", step.name}, {"view", step.view}, {"version", to_json(step.version)}});
    ordered_json j = {
        {"format", "heed.session"},
        {"version", 1},
        {"program", std::string("Heed ") + std::string(heed::version())},
        {"model",
         {{"name", model_reference(s)},
          {"title", s.facts.title},
          {"hash", s.model_hash},
          {"form", s.model_form},
          {"family", family_of(s)}}},
        {"request", to_json(version_of(s))},
        {"view", s.view},
        {"at", s.playback.at},
        {"selection",
         {{"column", s.selection.column},
          {"row", s.selection.row},
          {"unit", s.selection.unit},
          {"past", s.selection.past}}},
        {"path", nullptr}, // parts of workspaces, where files have them; that of another is the last
        {"compare", nullptr},
        {"trajectory", nullptr},
        {"history", {{"now", s.history.now}, {"steps", steps}}},
        {"settings", looks(s.settings)}};
    if (s.inputs.open()) j["inputs"] = {{"lines", s.inputs.lines}, {"at", s.inputs.at}};
    for (const Workspace& w : workspaces())
        if (w.choices) j[std::string(w.key_in_session)] = w.choices(s);
    return j.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Session parse_session(const std::string& text, const std::string& name) {
    io::check_nesting(text, name);
    const auto j = ordered_json::parse(text, nullptr, false);
    if (!j.is_object()) throw Error(name, "not a session", "a JSON object", "something else");
    const std::string format = text_of(j, "format");
    if (format != "heed.session" && format != "heed.state")
        throw Error(name, "not a session", "\"format\": \"heed.session\" or \"heed.state\"", "another");
    if (j.value("version", ordered_json()) != 1)
        throw Error(name, "a session this version cannot read", "version 1", "another");
    Session session;
    if (j.contains("settings")) session.settings = settings_from_json(json::parse(j.at("settings").dump()));
    if (format == "heed.session") {
        session.version = version_from(j.value("request", ordered_json()), name, "request");
        const ordered_json model = j.value("model", ordered_json::object());
        session.model_hash = text_of(model, "hash");
        session.model_form = text_of(model, "form");
        session.family = text_of(model, "family");
        if (!read_how(j.at("request"), session.version)) read_parts(j, session.settings, session.version);
        session.history = history_from(j.value("history", ordered_json::object()), session.version, name);
    } else {
        session.version = version_of_dump(j, session.settings.value_or(Settings{}), name);
        read_parts(j, session.settings, session.version);
    }
    const std::string view = text_of(j, "view");
    for (const Workspace& w : workspaces())
        if (!w.title.empty() && w.id == view) session.view = view;
    FieldReader{j}.number("at", 0, 100'000'000, session.at);
    if (const auto at = j.find("selection"); at != j.end() && at->is_object())
        pointing_fields(FieldReader{*at}, session.selection);
    if (const auto at = j.find("inputs"); at != j.end() && at->is_object()) {
        FieldReader{*at}.list("lines", 10'000, session.inputs.lines);
        FieldReader{*at}.number("at", 0, static_cast<double>(session.inputs.lines.size()) - 1,
                                session.inputs.at);
    }
    auto parts = std::make_shared<json>(json::object());
    for (const Workspace& w : workspaces())
        if (const auto at = j.find(std::string(w.key_in_session)); w.from_json && at != j.end())
            (*parts)[std::string(w.key_in_session)] = json::parse(at->dump());
    session.workspaces = std::move(parts);
    return session;
}

Session read_session(const std::filesystem::path& file) {
    return parse_session(io::read_regular_file(file, largest), io::shown(file));
}

bool is_session_file(const std::filesystem::path& file) {
    try {
        const io::InputFile input(file);
        std::string beginning(std::min<std::uint64_t>(input.size(), 256), ' ');
        input.read(0, beginning.data(), beginning.size());
        std::erase_if(beginning, [](unsigned char c) { return std::isspace(c); });
        return file.native().ends_with(".session.json") ||
               beginning.starts_with("{\"format\":\"heed.session\"") ||
               beginning.starts_with("{\"format\":\"heed.state\"");
    } catch (const Error&) {
        return false;
    }
}

void begin_session(AppState& s, Session session) {
    if (session.settings) {
        look_as(s.settings, *session.settings);
        s.settings.width = session.settings->width;
        s.settings.height = session.settings->height;
        s.settings.zoom = session.settings->zoom;
        s.settings.maximized = session.settings->maximized;
    }
    s.model_name = session.version.model;
    s.input = session.version.input;
    s.input_given = true;
    s.wanted_at = session.at;
    s.view = session.view;
    put_workspaces(s, session);
    s.restoring = session.version;
    s.restoring_session = std::make_shared<const Session>(std::move(session));
}

void amend_session(AppState& s, const std::optional<std::string>& input) {
    if (!s.restoring_session) return;
    Session session = *s.restoring_session;
    session.settings = s.settings;
    look_alike(session.version, version_of(s));
    session.view = s.view;
    session.at = s.wanted_at.value_or(session.at);
    if (input) {
        session.version.input = *input;
        session.version.edits = {};
        session.version.kept.reset();
        session.history = {};
        s.search.path.clear();
    }
    session.workspaces = parts_of(s);
    s.restoring = session.version;
    s.restoring_session = std::make_shared<const Session>(std::move(session));
}

EffectList open_session(AppState& s, Session session) {
    s.restoring = session.version;
    const std::string model = session.version.model;
    const OpenAnswers answers = session.version.answers;
    s.restoring_session = std::make_shared<const Session>(std::move(session));
    return open_named(s, model, answers);
}

EffectList open_session_with(AppState& s, Session session, const std::string& model,
                             const OpenAnswers& answers) {
    const auto move = [&, before = session.version.model](Version& version) {
        if (version.model != before) return;
        version.model = model;
        version.answers = answers;
    };
    move(session.version);
    for (HistoryStep& step : session.history.steps) move(step.version);
    return open_session(s, std::move(session));
}

EffectList put_session(AppState& s, const Session& session) {
    if (session.settings) look_as(s.settings, *session.settings);
    s.view = session.view;
    s.wanted_at = session.at;
    put_workspaces(s, session);
    s.session_file = session.file;
    s.hint = false;
    std::erase_if(s.toasts, [](const Toast& toast) { return toast.action == "restore-session"; });
    EffectList effects = put_version(s, session.version);
    s.inputs = session.inputs;
    s.selection = session.selection;
    s.history = session.history;
    if (const std::string changed = what_changed(s, session); !changed.empty())
        s.toasts.push_back({s.next_toast++, true, "The model is not the one this session was saved with",
                            changed + "; what you see may differ.", 0});
    return effects;
}

} // namespace heed
