// How well a model does on items whose answers are known.
//
// Definitions. An item is exact if greedy decoding writes its target, token for token, and then the end
// token. All else is measured in a forced run, which is fed the right target: token accuracy is the share of
// target tokens, end tokens included, to which the model gave the highest probability; the loss is the mean
// of -ln p over the same tokens; entropy is the mean over target tokens without the end token; alignment
// error is defined in alignment_error.h. Everything is pooled over items.
//
// A model that answers a whole input at once writes no tokens: its item is exact if the answer is right as
// its task judges it, the loss is the mean of the items', entropy is the mean over the rows of its maps, and
// how much of them lies on the gold cells is defined in gold_share.h.
#pragma once

#include "core/analysis/gold/alignment_error.h"
#include "core/analysis/gold/copied_words.h"
#include "core/analysis/gold/gold_share.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::analysis {

struct ItemResult {
    int source_length = 0; // tokens without the end token
    bool exact = false;
    int tokens = 0;          // target tokens, with the end token; 0: the answer is no tokens
    int right = 0;           // of these
    double log_prob = 0;     // of the target; of an answer that is no tokens, minus its loss
    Eigen::MatrixXf weights; // (T, N) of the forced run, end tokens included; empty: no attention
    // (T, N) of the rows that are read as those before, where that is not the next column (pieces); or empty
    Eigen::MatrixXf read_back;
    bool has_gold = false; // the links below are known, be they none
    std::vector<Link> sure, possible;
    std::optional<CopiedWords> copied; // where the target is the source again
    NewWords new_words;

    struct Map { // of a model that answers at once
        std::string name;
        Eigen::MatrixXf weights; // (rows, columns); NaN where nothing stands
        std::vector<Cell> gold;
        bool shared_out = true; // whether a row sums to 1, so that it has an entropy
    };
    std::vector<Map> maps;

    struct Measure {           // of how good an answer is that need not be exact
        std::string_view name; // "area"
        double value = 0;      // 0 … 1
    };
    std::optional<Measure> measure;

    struct Error {
        std::string name; // "forecast", "persistence"
        double error = 0; // of an answer that is a number
    };
    std::vector<Error> errors;
};

struct Tally {
    int items = 0, exact = 0;
    long long tokens = 0, right = 0;
    std::string_view measured{}; // the name of that measure; empty: there is none
    double measures = 0;         // of all items
    double measure() const { return items ? measures / items : 0; }
    double exact_match() const { return items ? double(exact) / items : 0; }
    /// 0 where the answers are no tokens.
    double token_accuracy() const { return tokens ? double(right) / double(tokens) : 0; }
};

class Evaluation {
public:
    void add(const ItemResult& item);

    const Tally& all() const { return all_; }
    double exact_match() const { return all_.exact_match(); }
    double token_accuracy() const { return all_.token_accuracy(); }
    double loss() const { return counted_ ? -log_prob_ / double(counted_) : 0; }
    /// None without attention.
    std::optional<double> entropy() const;
    /// None without attention or without gold.
    const std::optional<AlignmentError>& alignment() const { return alignment_; }
    /// By the names of the maps; those that had gold cells.
    const std::map<std::string, GoldShare>& gold() const { return gold_; }

    /// Where every item's target is its source again.
    std::optional<CopiedWords> copied() const {
        return copies_ > 0 && copies_ == all_.items ? std::optional(copied_) : std::nullopt;
    }

    /// Of all target words.
    const NewWords& new_words() const { return new_words_; }

    /// The root of the mean squared error of numbers, by the names of who foretold them; the model's first.
    std::vector<std::pair<std::string, double>> errors() const;

    struct Bin {
        int from, to; // source tokens without the end token, both included
        Tally tally;
    };
    /// Bins of five lengths, 1 to 5 and on, those that have items.
    std::vector<Bin> by_length() const;

private:
    Tally all_;
    std::map<int, Tally> bins_; // by (length - 1) / 5
    double log_prob_ = 0;
    long long counted_ = 0; // tokens, or answers, that log_prob_ sums over
    double entropy_ = 0;
    long long rows_ = 0; // that entropy_ sums over
    std::optional<AlignmentError> alignment_;
    std::map<std::string, GoldShare> gold_;
    std::vector<std::pair<std::string, double>> squares_; // errors squared, summed
    CopiedWords copied_;
    int copies_ = 0; // items that copied_ sums over
    NewWords new_words_;
};

/// {"items", "exact_match", "token_accuracy"|null, "aer": {"shift0", "shift1", "soft", "perfect"}|null,
/// "entropy"|null,
///  "by_length": [{"from", "to", "items", "exact_match", "token_accuracy"|null}]}, in this order; where there
/// were gold cells, also "gold": {map: {"mass", "hits", "ratio": {"median", "largest"}|null}}, and where
/// answers were measured the mean under its name, there and in each bin; where answers are forecasts, also
/// "rmse": {who: number}; where targets are their sources again "copied": {"words", "repeats", "omissions"},
/// and where they hold words that the vocabulary lacks "new_words": {"words", "right", "share"}.
nlohmann::ordered_json to_json(const Evaluation& evaluation);

} // namespace heed::analysis
