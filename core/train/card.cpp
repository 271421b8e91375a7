#include "core/train/card.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace heed::train {
namespace {

std::string fixed(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

/// 0.05 as "0.05", 0.008 as "0.008".
std::string plain(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

/// "7.34 : 1", "46386 : 1", "6.1e9 : 1": no digits that say nothing.
std::string ratio(double value) {
    if (!(value < 1e6)) {
        const int power = std::isfinite(value) ? static_cast<int>(std::floor(std::log10(value))) : 0;
        return (power > 0 ? fixed(value / std::pow(10.0, power), 1) + "e" + std::to_string(power) : "∞") +
               " : 1";
    }
    return fixed(value, value < 1000 ? 2 : 0) + " : 1";
}

std::string description(const Training& training) {
    const Configuration& model = training.recipe().model;
    const std::string_view task = training.course().description();
    return std::string(task.empty() ? "Trained on a file" : task) + ", with " +
           model.architecture()->attention_words(model);
}

std::string what_it_is(const Training& training) {
    const Recipe& r = training.recipe();
    std::string text = description(training) + ".\n\n" + r.model.architecture()->in_words(r.model);
    text += ": " + std::to_string(training.best_parameters().count()) + " numbers.";
    const int source = training.course().source().size(), target = training.course().target().size();
    if (r.model.architecture()->forced)
        text += " It reads " + std::to_string(source) + " different tokens and writes " +
                std::to_string(target) + ".";
    else if (source > 0)
        text += " It knows " + std::to_string(source) + " words.";
    return text + "\n";
}

/// "First 12000 steps with attention.score scaled; then 4000 steps with inputs of at most 6 words."
std::string stages_told(const Recipe& recipe) {
    std::string text;
    for (const Stage& stage : recipe.stages) {
        text += (text.empty() ? " First " : "; then ") +
                plural(static_cast<std::size_t>(stage.steps), "step", "steps") + " with ";
        std::vector<std::string> said;
        if (stage.shortest > 0)
            said.push_back("inputs of at least " +
                           plural(static_cast<std::size_t>(stage.shortest), "word", "words"));
        if (stage.longest > 0)
            said.push_back("inputs of at most " +
                           plural(static_cast<std::size_t>(stage.longest), "word", "words"));
        nlohmann::json model = to_json(stage, recipe.model);
        for (const char* own : {"steps", "shortest", "longest"}) model.erase(own);
        if (!model.empty()) model = model.flatten();
        for (const auto& item : model.items()) {
            std::string name = item.key().substr(1);
            std::replace(name.begin(), name.end(), '/', '.');
            said.push_back(
                name + " " +
                (item.value().is_string() ? item.value().get<std::string>() : item.value().dump()));
        }
        text += listed(said, " and ");
    }
    return text.empty() ? text : text + "; the rest as above.";
}

std::string how_it_was_trained(const Training& training) {
    const Recipe& r = training.recipe();
    const auto& t = r.training;
    std::string text =
        "By `heed train` with the `recipe.json` beside this card: " + std::to_string(training.steps_done()) +
        " steps of " + std::to_string(t.batch) + " items out of " +
        std::to_string(training.course().size(Course::Part::Train)) + ", Adam, learning rate " +
        plain(t.optimizer.learning_rate) + " (" + std::to_string(t.optimizer.warm_up) +
        " steps of warm-up, then a half cosine to " + plain(t.optimizer.floor) +
        " of it), gradients no longer than " + plain(t.optimizer.clip) + ", dropout " + plain(t.dropout) +
        ", seed " + std::to_string(t.seed) + ", " + std::to_string(t.threads) +
        (t.threads == 1 ? " thread" : " threads") + ". Kept: the model after step " +
        std::to_string(training.best()->step) + ", the best on " +
        std::to_string(training.course().size(Course::Part::Valid)) + " held-out items.";
    return text + stages_told(r) + "\n";
}

/// `measured`: what else is told of each answer, or nothing.
std::string tally_rows(const std::vector<std::pair<std::string, analysis::Tally>>& rows,
                       const std::string& measured) {
    const bool tokens = rows.front().second.tokens > 0, more = tokens || !measured.empty();
    std::string text = tokens ? "| length | items | exact | tokens right |\n" : "| length | items | right |";
    if (!tokens) text += (more ? " " + measured + " |" : "") + "\n";
    text += more ? "|---|---|---|---|\n" : "|---|---|---|\n";
    for (const auto& [name, tally] : rows)
        text += "| " + name + " | " + std::to_string(tally.items) + " | " + percent(tally.exact_match()) +
                (more ? " | " + percent(tokens ? tally.token_accuracy() : tally.measure()) : "") + " |\n";
    return text;
}

/// `gold` is what the gold of a map points at.
std::string attention_rows(const analysis::Evaluation& e, const std::string& gold) {
    std::string text;
    if (const auto entropy = e.entropy())
        text += "| entropy of a row of weights | " + fixed(*entropy, 2) + " nats |\n";
    if (const auto& a = e.alignment(); a && a->rows > 0 && a->shift0.error_rate()) {
        text += "| strongest weight on a gold link | " + percent(a->in_gold / a->rows) + " |\n";
        text += "| … or one place beside it | " + percent(a->within_one / a->rows) + " |\n";
        text += "| alignment error rate | " + fixed(*a->shift0.error_rate(), 3) + " (soft " +
                fixed(a->soft.error_rate().value_or(1), 3) + ") |\n";
        text += "| … with each row read as the token before | " +
                fixed(a->shift1.error_rate().value_or(1), 3) + " |\n";
        text += "| … of a map that is right in every row | " + fixed(a->perfect.error_rate().value_or(0), 3) +
                " |\n";
    }
    for (const auto& [map, share] : e.gold()) {
        if (e.gold().size() > 1) text += "| of " + map + " | |\n";
        text += "| weight on the gold " + gold + "s | " + percent(share.mass()) + " |\n";
        text += "| strongest weight on one of them | " + percent(share.hits()) + " |\n";
        if (const auto median = share.median_ratio())
            text += "| weight of a gold " + gold + " : of another | " + ratio(*median) + ", at most " +
                    ratio(*share.largest_ratio()) + " |\n";
    }
    return text;
}

/// How answers were judged, and how many passed.
std::string right_rows(const analysis::Evaluation& e, double tolerance) {
    if (e.all().tokens > 0) {
        std::string text = "| exact | " + percent(e.exact_match()) +
                           " |\n| tokens right, each after the right ones before it | " +
                           percent(e.token_accuracy()) + " |\n";
        if (const auto& words = e.new_words(); words.wanted > 0)
            text += "| words that it does not know written right, of " + std::to_string(words.wanted) +
                    " | " + percent(words.share()) + " |\n";
        if (const auto copied = e.copied())
            text += "| words written too often, of " + std::to_string(copied->wanted) + " | " +
                    std::to_string(copied->repeats) + " |\n| words left out | " +
                    std::to_string(copied->omissions) + " |\n";
        return text;
    }
    return (tolerance > 0 ? "| within " + plain(tolerance) + " of the right answer | " : "| right | ") +
           percent(e.exact_match()) + " |\n";
}

std::string how_well(const Results& results, const Course& course) {
    const double tolerance = course.tolerance();
    const analysis::Evaluation& e = results.test;
    std::string text =
        "On " + std::to_string(e.all().items) + " items that were held out:\n\n| | |\n|---|---|\n";
    const std::string measured(course.measured());
    text += right_rows(e, tolerance);
    if (!measured.empty()) text += "| " + measured + " | " + percent(e.all().measure()) + " |\n";
    for (const auto& [name, error] : e.errors())
        text += "| error (root mean square) of " + name + " | " + fixed(error, 3) + " |\n";
    text += attention_rows(e, std::string(course.gold()));
    text += e.all().tokens > 0 ? "\nBy length of the source:\n\n" : "\nBy length of the input:\n\n";

    std::vector<std::pair<std::string, analysis::Tally>> rows;
    for (const auto& bin : e.by_length())
        rows.emplace_back(std::to_string(bin.from) + " to " + std::to_string(bin.to), bin.tally);
    text += tally_rows(rows, measured);
    if (results.at_length.empty()) return text;

    rows.clear();
    for (const auto& at : results.at_length) rows.emplace_back(std::to_string(at.length), at.tally);
    return text + "\nOn fresh items of exactly one length, also beyond the trained ones:\n\n" +
           tally_rows(rows, measured);
}

nlohmann::json to_json(const Results& results, double tolerance) {
    nlohmann::json measured = analysis::to_json(results.test);
    nlohmann::json at_length = nlohmann::json::array();
    for (const auto& [length, tally] : results.at_length) {
        nlohmann::json row = {
            {"length", length}, {"items", tally.items}, {"exact_match", tally.exact_match()}};
        if (tally.tokens > 0) row["token_accuracy"] = tally.token_accuracy();
        if (!tally.measured.empty()) row[std::string(tally.measured)] = tally.measure();
        at_length.push_back(std::move(row));
    }
    if (!at_length.empty()) measured["at_length"] = std::move(at_length);
    if (tolerance > 0) measured["tolerance"] = tolerance;
    if (results.test.gold().size() > 1) return measured;
    measured.erase("gold");
    for (const auto& [map, share] : results.test.gold())
        measured.update(analysis::to_json(share)); // of one map
    return measured;
}

} // namespace

std::string write_card(const Training& training, const Results& results) {
    std::string card = "# " + training.recipe().name + "\n\n" + what_it_is(training);
    card += "\n## How it was trained\n\n" + how_it_was_trained(training);
    card += "\n## How well it does\n\n" + how_well(results, training.course());
    if (const std::string& fails = training.recipe().fails_at; !fails.empty())
        card += "\n## What it fails at\n\n" + fails + "\n";
    if (!training.recipe().notes.empty()) card += "\n## What to know\n";
    for (const std::string& note : training.recipe().notes) card += "\n" + note + "\n";
    return card;
}

nlohmann::json model_config(const Training& training, const Results& results) {
    const Recipe& recipe = training.recipe();
    const auto [shortest, longest] = training.course().lengths(Course::Part::Train);
    nlohmann::json config{{"description", description(training)},
                          {"training",
                           {{"recipe", "recipe.json"},
                            {"seed", recipe.training.seed},
                            {"threads", recipe.training.threads},
                            {"steps", training.steps_done()},
                            {"step", training.best()->step},
                            {"shortest", shortest},
                            {"longest", longest},
                            {"results", to_json(results, training.course().tolerance())}}}};
    if (const std::string_view title = training.course().title(); !title.empty()) config["title"] = title;
    if (!recipe.fails_at.empty()) config["fails_at"] = recipe.fails_at;
    if (recipe.fails_on_purpose) config["fails_on_purpose"] = true;
    return config;
}

} // namespace heed::train
