#include "app/state/doctor/doctor.h"

#include "app/state/jobs/runs.h"
#include "core/analysis/doctor/doctor.h"
#include "core/base/error.h"
#include "core/decode/run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

struct Diagnosed {
    DoctorOrder order;
    std::shared_ptr<const doctor::Diagnosis> diagnosis; // null: it was given up
};

DoctorOrder doctor_order(const AppState& s) {
    if (s.doctor.all && s.inputs.open()) return {s.model, s.inputs.lines};
    return {s.model, {s.trace->request.text}};
}

void turn_doctor(AppState& s) {
    s.doctor.shown = !shows_doctor(s);
    if (s.doctor.shown) s.settings.inspector = true;
    if (s.narrow()) s.drawer = s.doctor.shown;
}

/// Shows the evidence of a finding: its worst sentence, and where to look in it.
EffectList choose_finding(AppState& s, const Command& c) {
    DoctorState& d = s.doctor;
    if (!d.diagnosis || c.i < 0 || c.i >= static_cast<int>(d.diagnosis->findings.size())) return {};
    const doctor::Finding finding = d.diagnosis->findings[static_cast<std::size_t>(c.i)];
    d.chosen = c.i;
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
    s.doctor.all = c.i == 1 && s.inputs.open();
    return {};
}

} // namespace

bool can_examine(const AppState& s) {
    return s.model && s.view == "step" && !s.weights_only() && s.trace != nullptr && !s.input.empty();
}

bool shows_doctor(const AppState& s) { return s.doctor.shown && can_examine(s); }

EffectList follow_doctor(AppState& s) {
    DoctorState& d = s.doctor;
    if (!shows_doctor(s) || s.running || s.trace_model != model_id(s)) return {};
    const DoctorOrder wanted = doctor_order(s);
    if (wanted == d.asked) return {};
    d.asked = wanted;
    d.problem.clear();
    if (wanted == d.order) return {};
    d.diagnosis = nullptr;
    d.chosen = -1;
    if (d.done) d.done->store(-1); // what is under way is given up
    d.done = std::make_shared<std::atomic<int>>(0);
    return {{Effect::Kind::Work, "doctor"}};
}

WorkspaceJob doctor_job(const AppState& s) {
    return [order = s.doctor.asked, done = s.doctor.done](const Engine&,
                                                          const std::atomic<bool>& cancelled) -> std::any {
        if (!order.model || !done) return {};
        doctor::Doctor looking(*order.model);
        std::string problem;
        try {
            for (std::size_t n = 0; n < order.texts.size(); ++n) {
                if (cancelled.load(std::memory_order_relaxed) || done->load() < 0)
                    return Diagnosed{order, nullptr};
                try {
                    looking.add(doctor::examine(
                        *order.model,
                        doctor::doctor_input(*order.model, order.texts[n], static_cast<long long>(n) + 1),
                        doctor::trials_of(static_cast<long long>(n)), &cancelled));
                } catch (const Error& error) { // a sentence that the model cannot read
                    if (problem.empty()) problem = error.what();
                }
                int expected = static_cast<int>(n);
                done->compare_exchange_strong(expected, expected + 1);
            }
        } catch (const decode::Cancelled&) {
            return Diagnosed{order, nullptr};
        }
        if (looking.sentences() == 0)
            throw Error(problem.empty() ? "there is no sentence to look at" : problem);
        return Diagnosed{order, std::make_shared<const doctor::Diagnosis>(looking.diagnosis())};
    };
}

void apply_doctor(AppState& s, const WorkDone& done) {
    DoctorState& d = s.doctor;
    if (!done.problem.empty()) {
        d.problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<Diagnosed>(&done.result);
    if (!made || !made->diagnosis || made->order != d.asked) return;
    d.order = made->order;
    d.diagnosis = made->diagnosis;
    d.done = nullptr;
}

void reset_doctor(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Input) return; // an order is told by its sentences
    const bool shown = s.doctor.shown;
    if (s.doctor.done) s.doctor.done->store(-1);
    s.doctor = {};
    s.doctor.shown = shown;
}

Rows doctor_commands() {
    return {
        recorded<Records::Nothing>(
            {"doctor", "Doctor: what looks wrong with this model", keys("Shift+F2"), "Looking", false,
             can_examine, plain<turn_doctor>,
             "broken diagnosis sink entropy coverage saturated padding check inspector"}),
        recorded<Records::Nothing>(hidden("doctor-over", choose_extent, {whole("all", &Command::i)})),
        hidden("doctor-finding", choose_finding, {whole("finding", &Command::i)}),
    };
}

nlohmann::ordered_json doctor_json(const AppState& s) {
    nlohmann::ordered_json json{
        {"shown", shows_doctor(s)}, {"all", s.doctor.all}, {"chosen", s.doctor.chosen}};
    if (!s.doctor.problem.empty()) json["problem"] = s.doctor.problem;
    if (!s.doctor.diagnosis) return json;
    json["sentences"] = s.doctor.diagnosis->sentences;
    json["findings"] = nlohmann::ordered_json::array();
    for (const doctor::Finding& f : s.doctor.diagnosis->findings)
        json["findings"].push_back({{"id", f.id}, {"sentences", f.shown}, {"of", f.looked}});
    return json;
}

} // namespace heed
