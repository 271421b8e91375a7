// Models by name, the window's state with what it asks for done at once, and the numbers that are printed.
#pragma once

#include "app/state/compare/compare.h"
#include "app/state/compare/compare_engine.h"
#include "app/state/update.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heed::compared {

/// Models by name, and the window's state with what it asks for done at once.
struct ComparedRuns {
    std::map<std::string, std::shared_ptr<const Model>> models;
    AppState s;

    explicit ComparedRuns(const std::string& family) {
        for (const auto& entry :
             std::filesystem::directory_iterator(test::source_dir() / "assets/models" / family)) {
            const std::string name = family + "/" + entry.path().filename().string();
            auto model = std::make_shared<const Model>(io::load_model(entry.path(), name));
            s.models.push_back({name, family, "", family, model->facts.score, false, model->facts.alignment});
            models[name] = std::move(model);
        }
        std::sort(s.models.begin(), s.models.end(),
                  [](const auto& a, const auto& b) { return a.name < b.name; });
        s.models_listed = true;
    }
    void open(const std::string& name) {
        const auto& model = models.at(name);
        s.model = model;
        s.model_name = s.model_id = name;
        s.facts = model->facts;
        s.source_words = std::shared_ptr<const Vocabulary>(model, &model->source);
        s.shared_functions = shared_functions_of(*model);
    }
    const Model& model_of(const PanelOrder& order) const {
        return order.loaded ? *order.loaded : *models.at(order.model);
    }
    void give(const std::string& id, std::string text = {}, double value = 0, int i = -1, int j = -1) {
        update(s, {command_info(id).id, std::move(text), value, i, j});
        settle();
    }
    void settle() {
        const std::atomic<bool> never{false};
        Answers answers;
        for (int turn = 0; turn < 50 && (!s.runs.asked.empty() || !s.compare.asked.empty()); ++turn) {
            for (const Request& request : std::vector(s.runs.asked))
                apply(s, RunFinished{request,
                                     std::make_shared<const Trace>(decode::run(*s.model, request)),
                                     1,
                                     false,
                                     request.text.size(),
                                     {},
                                     s.model_id});
            for (const PanelWork& work : std::vector(s.compare.asked)) {
                const Model& model = model_of(work.order);
                auto run = work.run ? work.run
                                    : std::make_shared<const Trace>(decode::run(model, work.order.request));
                const Judgement judgement = judge(answers, model, work.order.request, *run, never);
                const std::string id = work.order.loaded ? s.model_id : work.order.model;
                apply(s, PanelFinished{
                             work.order,
                             {work.order.request, run, 1, false, work.order.request.text.size(), {}, id},
                             judgement,
                             ""});
            }
        }
        for (const PanelMeasure& work : std::vector(s.compare.asked_meaning)) {
            const Model& model = model_of(work.order);
            auto run =
                work.run ? work.run : std::make_shared<const Trace>(decode::run(model, work.order.request));
            apply(s, PanelMeasured{work, meaning_of_panel(model, *run, never)});
        }
        for (const PanelState& panel : s.compare.panels) {
            EXPECT_FALSE(panel.waiting) << panel.order.key;
            EXPECT_TRUE(panel.figure.meaning) << panel.order.key;
        }
    }
    std::vector<ComparePanel> panels() const { return panel_figures(s); }
};

/// What a printed number may stand for.
struct Printed {
    double from, until;
    bool holds(double value) const { return value >= from - 1e-6 && value <= until + 1e-6; }
};

inline Printed read_number(std::string text) {
    if (text.starts_with("<")) return {0, std::stod("0" + text.substr(1))};
    if (text.starts_with(">")) return {std::stod("0" + text.substr(1)), 1};
    bool negative = false;
    if (text.starts_with("−")) negative = true, text = text.substr(std::string("−").size());
    const bool percent = text.ends_with('%');
    if (percent) text.pop_back();
    double power = 1; // "4.0e−5"
    if (const std::size_t e = text.find('e'); e != std::string::npos) {
        power = std::pow(10, -std::stod(text.substr(e + 1 + std::string("−").size())));
        text.resize(e);
    }
    const std::size_t point = text.find('.');
    const std::size_t digits = point == std::string::npos ? 0 : text.size() - point - 1;
    double value = power * std::stod(text), half = power * 0.5 * std::pow(10, -static_cast<double>(digits));
    if (text == "1" || text == "0") half = percent ? half : 1e-6;
    if (percent) value /= 100, half /= 100;
    return negative ? Printed{-value - half, -value + half} : Printed{value - half, value + half};
}

inline bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_of("0123456789") != std::string::npos &&
           text.find_first_not_of("0123456789.%<>e−") == std::string::npos;
}

/// The text whose right end stands in that pick.
inline std::string text_in(const Scene& scene, const Pick& pick) {
    for (const TextItem* t : items_of<TextItem>(scene))
        if (std::abs(t->at.x - pick.box.right()) < 1 && t->at.y > pick.box.y && t->at.y < pick.box.bottom() &&
            t->align == Align::Right)
            return t->text;
    return {};
}

} // namespace heed::compared
