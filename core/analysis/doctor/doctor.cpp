#include "core/analysis/doctor/doctor.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::doctor {
namespace {

int trained_on(const nlohmann::json& config, const char* key) {
    const auto training = config.find("training");
    if (training == config.end() || !training->is_object()) return 0;
    const auto found = training->find(key);
    return found != training->end() && found->is_number_integer() ? found->get<int>() : 0;
}

void count(Tally& tally, Sign sign, const DoctorInput& input) {
    ++tally.looked;
    for (std::size_t k = 0; k < sign.sums.size(); ++k) tally.sums[k] += sign.sums[k];
    if (!sign.shown) return;
    for (std::size_t k = 0; k < sign.sums.size(); ++k) tally.of_shown[k] += sign.sums[k];
    if (tally.shown++ > 0 && sign.degree <= tally.degree) return;
    tally.degree = sign.degree;
    tally.text = input.text;
    tally.line = input.line;
    tally.worst = std::move(sign);
}

constexpr std::string_view severity_word(Severity severity) {
    switch (severity) {
    case Severity::Fault:
        return "fault";
    case Severity::Notice:
        return "notice";
    case Severity::Harmless:
        return "harmless";
    }
    return "";
}

nlohmann::ordered_json bars_json(const std::vector<Drawing::Bar>& bars) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Drawing::Bar& bar : bars) list.push_back({{"label", bar.label}, {"value", bar.value}});
    return list;
}

nlohmann::ordered_json drawing_json(const Drawing& drawing) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (!drawing.title.empty()) json["title"] = drawing.title;
    if (!drawing.bars.empty()) json["bars"] = bars_json(drawing.bars);
    if (!drawing.beside.empty()) {
        json["beside_title"] = drawing.beside_title;
        json["beside"] = bars_json(drawing.beside);
    }
    if (drawing.map.size() > 0) {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        for (Eigen::Index i = 0; i < drawing.map.cols(); ++i) {
            nlohmann::ordered_json row = nlohmann::ordered_json::array();
            for (const float w : drawing.map.col(i))
                row.push_back(std::isfinite(w) ? nlohmann::ordered_json(w) : nullptr);
            rows.push_back(std::move(row));
        }
        json["rows"] = std::move(rows);
    }
    return json;
}

} // namespace

Doctor::Doctor(const Model& model) : Doctor(model.facts) {
    patient_.has_model = true;
    patient_.trained_longest = trained_on(model.config_json, "longest");
    patient_.trained_shortest = trained_on(model.config_json, "shortest");
}

Doctor::Doctor(const ModelFacts& facts) : tallies_(doctor_checks().size()) { patient_.facts = facts; }

void Doctor::add(const Examined& sentence) {
    ++patient_.sentences;
    patient_.judged += sentence.truth.has_value();
    patient_.wrong += sentence.wrong();
    patient_.log_prob += sentence.run().log_prob;
    patient_.outputs += sentence.run().outputs();
    for (std::size_t k = 0; k < tallies_.size(); ++k)
        if (auto sign = doctor_checks()[k].look(sentence, patient_))
            count(tallies_[k], std::move(*sign), sentence.input);
}

std::vector<Finding> Doctor::findings() const {
    std::vector<Finding> all;
    for (std::size_t k = 0; k < tallies_.size(); ++k) {
        const Check& check = doctor_checks()[k];
        const Tally& tally = tallies_[k];
        auto verdict = tally.looked > 0 ? check.judge(tally, patient_) : std::nullopt;
        if (!verdict) continue;
        const bool drawn = verdict->drawing.kind != Drawing::Kind::None;
        all.push_back({&check, check.id, verdict->severity,
                       verdict->title.empty() ? std::string(check.title) : verdict->title,
                       std::move(verdict->words), std::move(verdict->likely), std::move(verdict->advice),
                       tally.shown, tally.looked, tally.text, tally.line, tally.worst.output,
                       tally.worst.column, drawn ? std::move(verdict->drawing) : tally.worst.drawing});
    }
    std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) {
        if ((a.severity == Severity::Fault) != (b.severity == Severity::Fault))
            return a.severity == Severity::Fault;
        return double(a.shown) / double(a.looked) > double(b.shown) / double(b.looked);
    });
    return all;
}

std::vector<const Check*> Doctor::not_found() const {
    std::vector<const Check*> all;
    for (std::size_t k = 0; k < tallies_.size(); ++k)
        if (tallies_[k].looked > 0 && !doctor_checks()[k].judge(tallies_[k], patient_))
            all.push_back(&doctor_checks()[k]);
    return all;
}

std::vector<const Check*> Doctor::not_measured() const {
    std::vector<const Check*> all;
    for (std::size_t k = 0; k < tallies_.size(); ++k)
        if (tallies_[k].looked == 0) all.push_back(&doctor_checks()[k]);
    return all;
}

Diagnosis Doctor::diagnosis() const {
    Diagnosis d{findings(), {}, {}, patient_.sentences};
    for (const Check* check : not_found()) d.not_found.push_back(check->title);
    for (const Check* check : not_measured()) d.not_measured.push_back(check->title);
    return d;
}

nlohmann::ordered_json to_json(const Doctor& doctor) {
    const Patient& p = doctor.patient();
    nlohmann::ordered_json json{{"sentences", p.sentences}, {"judged", p.judged}, {"wrong", p.wrong}};
    json["findings"] = nlohmann::ordered_json::array();
    for (const Finding& f : doctor.findings())
        json["findings"].push_back({{"id", f.check->id},
                                    {"severity", severity_word(f.severity)},
                                    {"title", f.title},
                                    {"sentences", f.shown},
                                    {"of", f.looked},
                                    {"words", f.words},
                                    {"likely", f.likely},
                                    {"try", f.advice},
                                    {"evidence",
                                     {{"text", f.text},
                                      {"line", f.line > 0 ? nlohmann::ordered_json(f.line) : nullptr},
                                      {"output", f.output >= 0 ? nlohmann::ordered_json(f.output) : nullptr},
                                      {"column", f.column >= 0 ? nlohmann::ordered_json(f.column) : nullptr},
                                      {"numbers", drawing_json(f.drawing)}}}});
    json["not_found"] = nlohmann::ordered_json::array();
    for (const Check* check : doctor.not_found()) json["not_found"].push_back(check->id);
    json["not_measured"] = nlohmann::ordered_json::array();
    for (const Check* check : doctor.not_measured())
        json["not_measured"].push_back({{"id", check->id}, {"needs", check->needs}});
    return json;
}

} // namespace heed::doctor
