#include "core/analysis/gold/evaluation.h"

#include "core/analysis/entropy.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::analysis {
namespace {

constexpr int bin_width = 5;

void count(Tally& tally, const ItemResult& item) {
    tally.items += 1;
    tally.exact += item.exact;
    tally.tokens += item.tokens;
    tally.right += item.right;
    if (!item.measure) return;
    tally.measured = item.measure->name;
    tally.measures += item.measure->value;
}

nlohmann::ordered_json token_accuracy(const Tally& tally) {
    const bool none = tally.items > 0 && tally.tokens == 0; // the answers are no tokens
    return none ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(tally.token_accuracy());
}

void add_measure(const Tally& tally, nlohmann::ordered_json& json) {
    if (!tally.measured.empty()) json[std::string(tally.measured)] = tally.measure();
}

nlohmann::ordered_json or_null(const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

} // namespace

void Evaluation::add(const ItemResult& item) {
    count(all_, item);
    count(bins_[(std::max(1, item.source_length) - 1) / bin_width], item);
    log_prob_ += item.log_prob;
    counted_ += item.tokens > 0 ? item.tokens : 1;
    if (item.copied) {
        copied_.add(*item.copied);
        copies_ += 1;
    }
    new_words_.wanted += item.new_words.wanted;
    new_words_.right += item.new_words.right;
    for (std::size_t n = 0; n < item.errors.size(); ++n) {
        if (n == squares_.size()) squares_.emplace_back(item.errors[n].name, 0);
        squares_[n].second += item.errors[n].error * item.errors[n].error;
    }
    for (const ItemResult::Map& map : item.maps) {
        for (Eigen::Index i = 0; map.shared_out && i < map.weights.rows(); ++i) {
            const auto blank = map.weights.row(i).array().isNaN();
            if (blank.all()) continue; // there was nothing to look at
            const Eigen::VectorXf row = blank.select(0.0f, map.weights.row(i).array()).transpose();
            entropy_ += analysis::entropy(row);
            rows_ += 1;
        }
        if (!map.gold.empty()) gold_[map.name].add(map.weights, map.gold);
    }
    if (item.weights.size() == 0) return;
    for (Eigen::Index i = 0; i + 1 < item.weights.cols(); ++i)
        entropy_ += analysis::entropy(item.weights.col(i));
    rows_ += item.weights.cols() - 1;
    if (!item.has_gold) return;
    if (!alignment_) alignment_.emplace();
    AlignmentError error;
    error.add(item.weights, item.sure, item.possible);
    if (item.read_back.size() > 0) {
        AlignmentError back;
        back.add(item.read_back, item.sure, item.possible);
        error.shift1 = back.shift0;
    }
    *alignment_ += error;
}

std::optional<double> Evaluation::entropy() const {
    return rows_ > 0 ? std::optional(entropy_ / double(rows_)) : std::nullopt;
}

std::vector<std::pair<std::string, double>> Evaluation::errors() const {
    auto roots = squares_;
    for (auto& [name, value] : roots) value = std::sqrt(value / std::max(1, all_.items));
    return roots;
}

std::vector<Evaluation::Bin> Evaluation::by_length() const {
    std::vector<Bin> result;
    for (const auto& [index, tally] : bins_)
        result.push_back({index * bin_width + 1, (index + 1) * bin_width, tally});
    return result;
}

nlohmann::ordered_json to_json(const Evaluation& evaluation) {
    nlohmann::ordered_json aer = nullptr;
    if (const auto& a = evaluation.alignment(); a && a->shift0.error_rate())
        aer = {{"shift0", or_null(a->shift0.error_rate())},
               {"shift1", or_null(a->shift1.error_rate())},
               {"soft", or_null(a->soft.error_rate())},
               {"perfect", or_null(a->perfect.error_rate())}};
    nlohmann::ordered_json bins = nlohmann::ordered_json::array();
    for (const auto& bin : evaluation.by_length()) {
        bins.push_back({{"from", bin.from},
                        {"to", bin.to},
                        {"items", bin.tally.items},
                        {"exact_match", bin.tally.exact_match()},
                        {"token_accuracy", token_accuracy(bin.tally)}});
        add_measure(bin.tally, bins.back());
    }
    nlohmann::ordered_json json{{"items", evaluation.all().items},
                                {"exact_match", evaluation.exact_match()},
                                {"token_accuracy", token_accuracy(evaluation.all())},
                                {"aer", std::move(aer)},
                                {"entropy", or_null(evaluation.entropy())},
                                {"by_length", std::move(bins)}};
    for (const auto& [map, share] : evaluation.gold()) json["gold"][map] = to_json(share);
    if (const auto copied = evaluation.copied())
        json["copied"] = {
            {"words", copied->wanted}, {"repeats", copied->repeats}, {"omissions", copied->omissions}};
    if (const NewWords& words = evaluation.new_words(); words.wanted > 0)
        json["new_words"] = {{"words", words.wanted}, {"right", words.right}, {"share", words.share()}};
    add_measure(evaluation.all(), json);
    for (const auto& [name, error] : evaluation.errors()) json["rmse"][name] = error;
    return json;
}

} // namespace heed::analysis
