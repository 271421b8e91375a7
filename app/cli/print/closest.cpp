#include "app/cli/print/closest.h"

#include <nlohmann/json.hpp>

namespace heed::cli {

nlohmann::ordered_json fit_json(const io::FamilyFit& fit) {
    nlohmann::ordered_json one{{"family", fit.id}, {"title", fit.title}, {"share", fit.share()}};
    one["taken"] = one["ignored"] = one["missing"] = nlohmann::ordered_json::array();
    for (const io::FamilyFit::Taken& taken : fit.taken)
        one[taken.ignored ? "ignored" : "taken"].push_back(
            {{"tensor", taken.tensor}, {taken.ignored ? "why" : "part", taken.part}});
    one["not_taken"] = fit.not_taken;
    for (const io::FamilyFit::Missing& part : fit.missing)
        one["missing"].push_back(
            {{"part", part.part}, {"made_of", part.from}, {"shape", part.shape}, {"alike", part.alike}});
    one["wrong_shapes"] = nlohmann::ordered_json::array();
    for (const io::FamilyFit::WrongShape& it : fit.wrong_shapes)
        one["wrong_shapes"].push_back({{"part", it.part}, {"expected", it.expected}, {"found", it.found}});
    if (!fit.renamed.empty()) one["renamed"] = nlohmann::ordered_json::array();
    for (const io::FamilyFit::OtherName& it : fit.renamed)
        one["renamed"].push_back({{"tensor", it.tensor}, {"as", it.as}});
    if (!fit.problem.empty()) one["problem"] = fit.problem;
    one["known_by"] = {{"there", fit.known}, {"missing", fit.known_by_missing}};
    return one;
}

} // namespace heed::cli
