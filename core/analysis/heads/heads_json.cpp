#include "core/analysis/heads/heads_json.h"

#include "core/analysis/heads/both_ways.h"
#include "core/analysis/heads/ranks.h"
#include "core/text/strings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

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
                    {"reading", std::string(reading_name(heads.front().kind, choice.reading, true))},
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
    const bool pair = looks_both_ways(head.head.kind, head.sums[0]);
    Ordered json = {{"name", head.head.name},
                    {"kind", std::string(to_string(head.head.kind))},
                    {"layer", head.head.site.layer},
                    {"head", head.head.site.head},
                    {"rank", rank},
                    {"type", head.type ? Ordered(std::string(head.type->id)) : Ordered()},
                    {"reading", std::string(reading_name(head.head.kind, head.better, pair))}};
    json[std::string(reading_name(head.head.kind, Reading::Predicts, pair))] = measured_json(head.sums[0]);
    if (pair || head.head.kind == Kind::Cross)
        json[std::string(reading_name(head.head.kind, Reading::Reads, pair))] = measured_json(head.sums[1]);
    return json;
}

} // namespace

Ordered to_json(const Corpus& corpus, const std::vector<Corpus::OfHead>& ordered,
                const std::vector<int>& ranks, const std::optional<Choice>& choice) {
    Ordered json = {{"pairs", corpus.runs()}, {"judged", corpus.judged()}, {"diagonal", nullptr}};
    if (corpus.diagonal_error())
        json["diagonal"] = {{"aer", number_or_null(corpus.diagonal_error())},
                            {"in_gold", number_or_null(corpus.diagonal_in_gold())}};
    json["maps"] = Ordered::array();
    for (std::size_t n = 0; n < ordered.size(); ++n) json["maps"].push_back(head_json(ordered[n], ranks[n]));
    json["choice"] = choice ? choice_json(*choice, corpus.aligning()) : Ordered();
    return json;
}

namespace {

/// Small is good; none: it has no such number.
std::optional<double> key_of(const Corpus::OfHead& head, const Measure* by) {
    const Measure &error = *find_measure("aer"), &entropy = *find_measure("entropy");
    const Measure& measure = by ? *by : error.value(head.best()) ? error : entropy;
    const auto value = measure.value(head.best());
    return value && measure.better != Better::Low ? std::optional(-*value) : value;
}

} // namespace

std::vector<int> ranks_of(const std::vector<Corpus::OfHead>& heads, const Measure* by) {
    std::vector<int> ranks(heads.size());
    for (const Kind kind : {Kind::Cross, Kind::Encoder, Kind::Decoder}) {
        std::vector<std::optional<double>> keys(heads.size());
        for (std::size_t n = 0; n < heads.size(); ++n)
            if (heads[n].head.kind == kind) keys[n] = key_of(heads[n], by);
        const std::vector<Rank> found = ranks_of(keys);
        int last = 0; // of those that have a number; the others come after them, all alike
        for (const Rank& rank : found) last = std::max(last, rank.last);
        for (std::size_t n = 0; n < heads.size(); ++n)
            if (heads[n].head.kind == kind) ranks[n] = found[n].first > 0 ? found[n].first : last + 1;
    }
    return ranks;
}

std::vector<Corpus::OfHead> ordered(std::vector<Corpus::OfHead> heads, const Measure* by) {
    const std::vector<int> ranks = ranks_of(heads, by);
    std::vector<std::size_t> order(heads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(heads[a].head.kind, ranks[a]) < std::pair(heads[b].head.kind, ranks[b]);
    });
    std::vector<Corpus::OfHead> result;
    for (const std::size_t n : order) result.push_back(std::move(heads[n]));
    return result;
}

} // namespace heed::heads
