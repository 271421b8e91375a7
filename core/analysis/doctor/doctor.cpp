#include "core/analysis/doctor/doctor.h"

#include "core/analysis/doctor/row_measures.h"
#include "core/base/error.h"
#include "core/trace/places.h"

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

/// What is written of words that a model does not know says nothing of how well it does.
bool is_in_its_words(const Trace& run) {
    const auto unknown = std::count_if(run.source.begin(), run.source.end(),
                                       [](const TraceToken& token) { return token.unknown; });
    return 3 * unknown <= words_read(run);
}

/// What another finding names the cause of is said there, and not a second time.
void say_once(std::vector<Finding>& all) {
    const auto by = [&](const Finding& f) {
        return std::find_if(all.begin(), all.end(), [&](const Finding& other) {
            return !f.check->said_by.empty() && other.id == f.check->said_by;
        });
    };
    for (const Finding& f : all)
        if (const auto other = by(f); other != all.end()) other->also.push_back(f.id);
    std::erase_if(all, [&](const Finding& f) {
        return std::any_of(all.begin(), all.end(), [&](const Finding& other) {
            return std::find(other.also.begin(), other.also.end(), f.id) != other.also.end();
        });
    });
}

} // namespace

Doctor::Doctor(const Model& model) : Doctor(model.facts) {
    patient_.has_model = true;
    patient_.trained_longest = trained_on(model.config_json, "longest");
    patient_.trained_shortest = trained_on(model.config_json, "shortest");
}

Doctor::Doctor(const ModelFacts& facts) : tallies_(doctor_checks().size()) { patient_.facts = facts; }

void Doctor::add(const Examined& sentence) {
    if (patient_.sentences++ == 0) patient_.unit = unit_of(sentence.run());
    patient_.judged += sentence.truth.has_value();
    patient_.wrong += sentence.wrong();
    if (is_in_its_words(sentence.run())) {
        patient_.log_prob += sentence.run().log_prob;
        patient_.outputs += sentence.run().outputs();
    }
    if (sentence.truth) {
        Patient::OfLength& like_it = patient_.by_length[words_read(sentence.run())];
        ++like_it.judged;
        like_it.wrong += sentence.wrong();
    }
    for (std::size_t k = 0; k < tallies_.size(); ++k)
        if (auto sign = doctor_checks()[k].look(sentence, patient_))
            count(tallies_[k], std::move(*sign), sentence.input);
}

std::vector<Finding> Doctor::findings() const {
    std::vector<Finding> all;
    for (std::size_t k = 0; k < tallies_.size(); ++k) {
        const Check& check = doctor_checks()[k];
        const Tally& tally = tallies_[k];
        auto verdict = check.measured_in(tally) ? check.judge(tally, patient_) : std::nullopt;
        if (!verdict) continue;
        const bool drawn = verdict->drawing.kind != Drawing::Kind::None;
        if (drawn && verdict->drawing.map.size() == 0 && verdict->drawing.kind == Drawing::Kind::Shares) {
            verdict->drawing.map = tally.worst.drawing.map;
            verdict->drawing.beside_map = tally.worst.drawing.beside_map;
        }
        all.push_back({&check,
                       check.id,
                       verdict->severity,
                       verdict->title.empty() ? with_unit(check.title, patient_.unit) : verdict->title,
                       std::move(verdict->words),
                       std::move(verdict->likely),
                       std::move(verdict->advice),
                       {},
                       tally.shown,
                       tally.looked,
                       tally.text,
                       tally.line,
                       tally.worst.output,
                       tally.worst.column,
                       drawn ? std::move(verdict->drawing) : tally.worst.drawing});
    }
    say_once(all);
    std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) {
        if ((a.severity == Severity::Fault) != (b.severity == Severity::Fault))
            return a.severity == Severity::Fault;
        return double(a.shown) / double(a.looked) > double(b.shown) / double(b.looked);
    });
    return all;
}

Diagnosis Doctor::diagnosis() const {
    Diagnosis d{.findings = findings(),
                .sentences = patient_.sentences,
                .judged = patient_.judged,
                .wrong = patient_.wrong};
    for (std::size_t k = 0; k < tallies_.size(); ++k) {
        const Check& check = doctor_checks()[k];
        if (!check.measured_in(tallies_[k]))
            d.not_measured.push_back(
                {check.id, with_unit(check.title, patient_.unit), check.needed(tallies_[k])});
        else if (!check.judge(tallies_[k], patient_))
            d.not_found.push_back({check.id, with_unit(check.title, patient_.unit), {}});
    }
    return d;
}

void add_examined(Doctor& doctor, const Model& model, std::span<const DoctorInput> inputs, long long before,
                  const Executor& executor, const std::atomic<bool>* cancelled,
                  const DoctorComplaint& complain, const Request& told) {
    std::vector<std::optional<Examined>> examined(inputs.size());
    std::vector<std::string> errors(inputs.size());
    executor(static_cast<int>(inputs.size()), [&](int k) {
        const auto n = static_cast<std::size_t>(k);
        try {
            examined[n] = examine(model, inputs[n], trials_of(before + k), cancelled, told);
        } catch (const Error& error) {
            errors[n] = error.what();
        }
    });
    for (std::size_t n = 0; n < inputs.size(); ++n)
        if (examined[n])
            doctor.add(*examined[n]);
        else
            complain(inputs[n], errors[n]);
}

} // namespace heed::doctor
