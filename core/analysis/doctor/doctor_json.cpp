// A diagnosis as JSON.
#include "core/analysis/doctor/doctor_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::doctor {
namespace {

nlohmann::ordered_json bars_json(const std::vector<Drawing::Bar>& bars) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Drawing::Bar& bar : bars) list.push_back({{"label", bar.label}, {"value", bar.value}});
    return list;
}

nlohmann::ordered_json rows_json(const Eigen::MatrixXf& map) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (Eigen::Index i = 0; i < map.cols(); ++i) {
        nlohmann::ordered_json row = nlohmann::ordered_json::array();
        for (const float w : map.col(i))
            row.push_back(std::isfinite(w) ? nlohmann::ordered_json(w) : nullptr);
        rows.push_back(std::move(row));
    }
    return rows;
}

nlohmann::ordered_json drawing_json(const Drawing& drawing) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (!drawing.title.empty()) json["title"] = drawing.title;
    if (!drawing.bars.empty()) json["bars"] = bars_json(drawing.bars);
    if (!drawing.beside_title.empty()) json["beside_title"] = drawing.beside_title;
    if (!drawing.beside.empty()) json["beside"] = bars_json(drawing.beside);
    if (drawing.map.size() > 0) json["rows"] = rows_json(drawing.map);
    if (drawing.beside_map.size() > 0) json["value_weighted"] = rows_json(drawing.beside_map);
    if (drawing.trained > 0) json["trained_longest"] = drawing.trained;
    return json;
}

nlohmann::ordered_json place_json(long long at, long long first) {
    return at >= first ? nlohmann::ordered_json(at) : nlohmann::ordered_json();
}

} // namespace

std::string_view severity_word(Severity severity) {
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

nlohmann::ordered_json to_json(const Diagnosis& d) {
    nlohmann::ordered_json json{{"sentences", d.sentences}, {"judged", d.judged}, {"wrong", d.wrong}};
    if (d.bad > 0) json["bad"] = d.bad;
    json["findings"] = nlohmann::ordered_json::array();
    for (const Finding& f : d.findings) {
        nlohmann::ordered_json one{{"id", f.id},         {"severity", severity_word(f.severity)},
                                   {"title", f.title},   {"sentences", f.shown},
                                   {"of", f.looked},     {"words", f.words},
                                   {"likely", f.likely}, {"try", f.advice}};
        if (!f.also.empty()) one["also"] = f.also;
        one["evidence"] = {{"text", f.text},
                           {"line", place_json(f.line, 1)},
                           {"output", place_json(f.output, 0)},
                           {"column", place_json(f.column, 0)},
                           {"numbers", drawing_json(f.drawing)}};
        json["findings"].push_back(std::move(one));
    }
    json["not_found"] = nlohmann::ordered_json::array();
    for (const NoFinding& check : d.not_found) json["not_found"].push_back(check.id);
    json["not_measured"] = nlohmann::ordered_json::array();
    for (const NoFinding& check : d.not_measured)
        json["not_measured"].push_back({{"id", check.id}, {"needs", check.needs}});
    return json;
}

} // namespace heed::doctor
