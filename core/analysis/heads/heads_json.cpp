#include "core/analysis/heads/heads_json.h"

#include "core/text/strings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed::heads {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered number_or_null(std::optional<double> value) {
    return value ? Ordered(at_nine_digits(*value)) : Ordered();
}

Ordered measured_json(const Sums& sums) {
    Ordered json = Ordered::object();
    for (const Measure& measure : measures())
        json[std::string(measure.id)] = number_or_null(measure.value(sums));
    return json;
}

Ordered gold_json(const AgainstGold& gold) {
    return {{"aer", number_or_null(gold.error_rate())}, {"in_gold", number_or_null(gold.in_gold())}};
}

Ordered candidate_json(const Candidate& candidate, const std::vector<Head>& heads) {
    Ordered json = Ordered::object();
    for (const int h : candidate.heads) {
        const Site& site = heads[static_cast<std::size_t>(h)].site;
        json["heads"].push_back({site.layer, site.head});
    }
    json["fitted"] = gold_json(candidate.fitted);
    json["held_out"] = gold_json(candidate.held_out);
    return json;
}

Ordered choice_json(const Choice& choice, const std::vector<Head>& heads) {
    Ordered json = {{"fitted_on", choice.fitted_on},
                    {"held_out_on", choice.held_out_on},
                    {"reading", std::string(to_string(choice.reading))},
                    {"best", candidate_json(choice.best, heads)},
                    {"mean", candidate_json(choice.mean, heads)},
                    {"layer", candidate_json(choice.layer, heads)},
                    {"all", candidate_json(choice.all, heads)},
                    {"diagonal", candidate_json(choice.diagonal, heads)},
                    {"curve", Ordered::array()}};
    for (const Candidate& mean : choice.curve) json["curve"].push_back(candidate_json(mean, heads));
    return json;
}

Ordered head_json(const Corpus::OfHead& head, int rank) {
    Ordered json = {{"name", head.head.name},
                    {"kind", std::string(to_string(head.head.kind))},
                    {"layer", head.head.site.layer},
                    {"head", head.head.site.head},
                    {"rank", rank},
                    {"type", head.type ? Ordered(std::string(head.type->id)) : Ordered()},
                    {"reading", std::string(to_string(head.better))},
                    {"predicts", measured_json(head.sums[0])}};
    if (head.head.kind == Kind::Cross) json["reads"] = measured_json(head.sums[1]);
    return json;
}

} // namespace

Ordered to_json(const Corpus& corpus, const std::vector<Corpus::OfHead>& ordered,
                const std::optional<Choice>& choice) {
    Ordered json = {{"pairs", corpus.runs()}, {"judged", corpus.judged()}, {"diagonal", nullptr}};
    if (corpus.diagonal_error())
        json["diagonal"] = {{"aer", number_or_null(corpus.diagonal_error())},
                            {"in_gold", number_or_null(corpus.diagonal_in_gold())}};
    json["maps"] = Ordered::array();
    int rank = 0;
    for (std::size_t n = 0; n < ordered.size(); ++n) {
        rank = n > 0 && ordered[n].head.kind == ordered[n - 1].head.kind ? rank + 1 : 1;
        json["maps"].push_back(head_json(ordered[n], rank));
    }
    json["choice"] = choice ? choice_json(*choice, cross_heads(corpus)) : Ordered();
    return json;
}

std::vector<Corpus::OfHead> ordered(std::vector<Corpus::OfHead> heads, const Measure* by) {
    const Measure &error = *find_measure("aer"), &entropy = *find_measure("entropy");
    const auto key = [&](const Corpus::OfHead& head) {
        const Measure& measure = by ? *by : error.value(head.best()) ? error : entropy;
        const auto value = measure.value(head.best());
        if (!value) return std::pair(1, 0.0);
        return std::pair(0, measure.better == Better::Low ? *value : -*value);
    };
    std::stable_sort(heads.begin(), heads.end(), [&](const auto& a, const auto& b) {
        return std::pair(a.head.kind, key(a)) < std::pair(b.head.kind, key(b));
    });
    return heads;
}

std::vector<Head> cross_heads(const Corpus& corpus) {
    std::vector<Head> found;
    for (const Corpus::OfHead& head : corpus.heads())
        if (head.head.kind == Kind::Cross) found.push_back(head.head);
    return found;
}

} // namespace heed::heads
