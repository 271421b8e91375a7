// Every number that Compare shows, recomputed from what `heed trace --json` says of the same runs by code of
// its own: all modes, temperatures and models. The long form takes every family (HEED_COMPARE_FAMILIES=all).
#include "app/export/export.h"
#include "app/figures/compare/pair.h"
#include "app/state/compare/compare.h"
#include "app/state/compare/compare_engine.h"
#include "app/state/update.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/trace_json.h"
#include "core/tasks/task.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

namespace heed::compared {
namespace {

using nlohmann::json;
using Row = std::vector<double>;

// ---------------------------------------------------------------------------------------------- own
// arithmetic

/// A run as its JSON says it: weights by output; empty: no attention.
struct Said {
    std::vector<std::string> source, output;
    std::vector<Row> weights;
    double log_prob = 0;
};

Said said_of(const Trace& trace) {
    const json j = json::parse(io::trace_to_json(trace).dump());
    Said said;
    said.source = j["source"]["tokens"].get<std::vector<std::string>>();
    said.output = j["target"]["tokens"].get<std::vector<std::string>>();
    for (const json& step : j["steps"]) {
        said.log_prob += step["log_prob"].get<double>();
        if (!step["weights"].is_null()) said.weights.push_back(step["weights"].get<Row>());
    }
    EXPECT_NEAR(said.log_prob, j["log_prob"].get<double>(), 1e-4);
    return said;
}

double sum_of_row(const Row& row) {
    double sum = 0;
    for (const double w : row) sum += w;
    return sum;
}

double mean_entropy(const Said& run) {
    double all = 0;
    for (const Row& row : run.weights) {
        const double sum = sum_of_row(row);
        for (const double w : row)
            if (w > 0) all -= w / sum * std::log(w / sum);
    }
    return all / static_cast<double>(run.weights.size());
}

double mean_largest(const Said& run) {
    double all = 0;
    for (const Row& row : run.weights) all += *std::max_element(row.begin(), row.end());
    return all / static_cast<double>(run.weights.size());
}

/// Over the columns of both, and what lies on none; `only` counts the columns marked there alone.
double divergence(Row p, Row q, const std::vector<bool>& only = {}) {
    p.push_back(std::max(0.0, 1 - sum_of_row(p)));
    q.push_back(std::max(0.0, 1 - sum_of_row(q)));
    double bits = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
        if (!only.empty() && (j >= only.size() || !only[j])) continue;
        const double m = (p[j] + q[j]) / 2;
        if (p[j] > 0) bits += p[j] * std::log2(p[j] / m) / 2;
        if (q[j] > 0) bits += q[j] * std::log2(q[j] / m) / 2;
    }
    return bits;
}

std::size_t common_length(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t k = 1; k <= b.size(); ++k)
            best[i][k] =
                a[i - 1] == b[k - 1] ? best[i - 1][k - 1] + 1 : std::max(best[i - 1][k], best[i][k - 1]);
    return best[a.size()][b.size()];
}

/// That the pairs are a longest common sequence, in order.
void expect_longest(const analysis::Alignment& slots, const std::vector<std::string>& a,
                    const std::vector<std::string>& b) {
    std::size_t equal = 0;
    for (const auto& slot : slots)
        if (slot.same) {
            EXPECT_EQ(a[static_cast<std::size_t>(slot.a)], b[static_cast<std::size_t>(slot.b)]);
            ++equal;
        }
    EXPECT_EQ(equal, common_length(a, b));
}

using Links = std::vector<std::pair<int, int>>; // source, target

bool holds(const Links& links, std::pair<int, int> link) {
    return std::find(links.begin(), links.end(), link) != links.end();
}

/// 1 - (|A n S| + |A n P|) / (|A| + |S|): one link an output to its strongest token but the end, outputs that
/// are not the answer's wrong, those that gold does not speak of left out.
std::optional<double> alignment_error(const Said& run, const tasks::Sample& answer) {
    std::vector<std::string> written = run.output;
    if (!written.empty() && written.back() == "</s>") written.pop_back();
    Links sure, possible;
    for (const Link& link : answer.sure) sure.emplace_back(link.source, link.target);
    possible = sure;
    for (const Link& link : answer.possible) possible.emplace_back(link.source, link.target);
    double drawn = 0, hits = 0;
    for (const auto& slot : analysis::align_tokens(written, answer.target)) {
        if (slot.a < 0) continue;
        const auto speaks = [&](const auto& link) { return slot.same && link.second == slot.b; };
        if (slot.same && std::none_of(possible.begin(), possible.end(), speaks)) continue;
        const Row& row = run.weights[static_cast<std::size_t>(slot.a)];
        const auto at = static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
        if (at + 1 == static_cast<int>(row.size())) continue; // the end
        ++drawn;
        if (slot.same) hits += holds(sure, {at, slot.b}) + holds(possible, {at, slot.b});
    }
    if (drawn + static_cast<double>(sure.size()) == 0) return std::nullopt;
    return 1 - hits / (drawn + static_cast<double>(sure.size()));
}

// ---------------------------------------------------------------------------------------------- the program

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
        for (const PanelState& panel : s.compare.panels) EXPECT_FALSE(panel.waiting) << panel.order.key;
    }
    std::vector<ComparePanel> panels() const { return panel_figures(s); }
};

// ---------------------------------------------------------------------------------------------- what is
// printed

/// What a printed number may stand for.
struct Printed {
    double from, until;
    bool holds(double value) const { return value >= from - 1e-6 && value <= until + 1e-6; }
};

Printed read_number(std::string text) {
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

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_of("0123456789") != std::string::npos &&
           text.find_first_not_of("0123456789.%<>e−") == std::string::npos;
}

/// The text whose right end stands in that pick.
std::string text_in(const Scene& scene, const Pick& pick) {
    for (const TextItem* t : items_of<TextItem>(scene))
        if (std::abs(t->at.x - pick.box.right()) < 1 && t->at.y > pick.box.y && t->at.y < pick.box.bottom() &&
            t->align == Align::Right)
            return t->text;
    return {};
}

struct Recomputed {
    ComparedRuns& program;
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    int numbers = 0; // that were compared
    explicit Recomputed(ComparedRuns& p) : program(p) { style.metrics = metrics.get(); }

    void near(std::optional<double> shown, std::optional<double> own, double by, const std::string& what) {
        ASSERT_EQ(shown.has_value(), own.has_value()) << what;
        if (!shown) return;
        EXPECT_NEAR(*shown, *own, by) << what;
        ++numbers;
    }

    /// What is known of one panel, by the names of the table.
    std::map<std::string, std::optional<double>> own_row(std::size_t k) {
        const PanelState& panel = program.s.compare.panels[k];
        const Said run = said_of(*panel.figure.trace);
        std::map<std::string, std::optional<double>> row;
        row["log-prob"] = run.log_prob;
        if (!run.weights.empty()) {
            row["entropy"] = row["entropy, nats"] = mean_entropy(run);
            row["sharpness"] = mean_largest(run);
        }
        const auto answer = tasks::get(program.s.facts.task).reference(panel.order.request.text);
        if (!answer || !answer->has_gold) return row;
        if (!run.weights.empty()) row["AER"] = alignment_error(run, *answer);
        Request right = panel.order.request;
        const Model& model = program.model_of(panel.order);
        right.target = model.tokenizer.join(answer->target);
        const Said forced = said_of(decode::run(model, right));
        row["forced log-prob"] = forced.log_prob;
        if (!forced.weights.empty()) row["forced"] = alignment_error(forced, *answer);
        return row;
    }

    void check_rows() {
        const auto panels = program.panels();
        const CompareNumbers& shown = *program.s.compare.numbers;
        for (std::size_t k = 0; k < panels.size(); ++k) {
            auto own = own_row(k);
            near(shown.rows[k].log_prob, own["log-prob"], 1e-4, "log-prob");
            near(shown.rows[k].entropy, own["entropy"], 1e-4, "entropy");
            near(shown.rows[k].sharpness, own["sharpness"], 1e-5, "sharpness");
            near(shown.rows[k].error, own["AER"], 1e-9, "AER of the map");
            near(shown.rows[k].forced_error, own["forced"], 1e-9, "AER of the answer");
            near(shown.rows[k].forced_log_prob, own["forced log-prob"], 1e-4, "log-prob of the answer");
        }
        for (std::size_t a = 0; a < panels.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) check_pair(panels, shown, a, b);
    }

    void check_pair(const std::vector<ComparePanel>& panels, const CompareNumbers& shown, std::size_t a,
                    std::size_t b) {
        const Said left = said_of(*panels[a].trace), right = said_of(*panels[b].trace);
        const auto& value = shown.divergence[a * panels.size() + b];
        if (left.weights.empty() || right.weights.empty() || left.source.size() != right.source.size()) {
            EXPECT_FALSE(value.has_value());
            return;
        }
        const auto slots = analysis::align_tokens(left.output, right.output);
        expect_longest(slots, left.output, right.output);
        double bits = 0;
        int rows = 0;
        for (const auto& slot : slots)
            if (slot.same) {
                bits += divergence(left.weights[static_cast<std::size_t>(slot.a)],
                                   right.weights[static_cast<std::size_t>(slot.b)]);
                ++rows;
            }
        near(value, rows > 0 ? std::optional(bits / rows) : std::nullopt, 1e-4, "divergence");
    }

    /// Every number of the table beside the panels, as it is printed.
    void check_printed_table() {
        const auto panels = program.panels();
        const CompareOptions options = compare_options(program.s);
        const Scene side = compare_side(panels, options, 420, 2000, style);
        for (const Pick& pick : side.picks) {
            const bool forced = pick.id.name == "forced";
            if (pick.id.kind != PickKind::TableRow && !forced) continue;
            const std::string text = text_in(side, pick);
            ASSERT_TRUE(is_number(text)) << text;
            const auto own = own_row(static_cast<std::size_t>(pick.id.i))[pick.id.name];
            ASSERT_TRUE(own.has_value()) << pick.id.name;
            EXPECT_TRUE(read_number(text).holds(*own)) << pick.id.name << ": " << text << " for " << *own;
            ++numbers;
        }
    }

    Row spread(const Said& run, const analysis::Alignment& source, int output, int k) {
        Row row;
        for (const auto& slot : source) {
            const int j = k == 0 ? slot.a : slot.b;
            row.push_back(j < 0 ? 0
                                : run.weights[static_cast<std::size_t>(output)][static_cast<std::size_t>(j)]);
        }
        return row;
    }

    void check_matched() {
        const auto panels = program.panels();
        const ComparePair& pair = *program.s.compare.matched;
        const Said runs[2] = {said_of(*panels[0].trace), said_of(*panels[1].trace)};
        if (!pair.by_position) {
            expect_longest(pair.source, runs[0].source, runs[1].source);
            expect_longest(pair.output, runs[0].output, runs[1].output);
        }
        if (runs[0].weights.empty() || runs[1].weights.empty()) return;
        std::vector<bool> hatched;
        for (const auto& slot : pair.source) hatched.push_back(!slot.both());
        double all = 0, part = 0;
        int count = 0;
        for (std::size_t n = 0; n < pair.output.size(); ++n) {
            const auto& slot = pair.output[n];
            ASSERT_EQ(pair.rows[n].has_value(), slot.both());
            if (!slot.both()) continue;
            const Row a = spread(runs[0], pair.source, slot.a, 0),
                      b = spread(runs[1], pair.source, slot.b, 1);
            near(pair.rows[n]->all, divergence(a, b), 1e-4, "bits of a row");
            near(pair.rows[n]->unmatched, divergence(a, b, hatched), 1e-4, "bits on hatched columns");
            all += divergence(a, b);
            part += divergence(a, b, hatched);
            ++count;
        }
        if (count > 0) near(pair.mean, all / count, 1e-4, "mean of the rows");
        if (count > 0) near(pair.mean_unmatched, part / count, 1e-4, "mean on hatched columns");
        for (const int k : {0, 1}) {
            double weight = 0;
            for (const auto& output : pair.output)
                for (const auto& slot : pair.source)
                    if (const int j = k == 0 ? slot.a : slot.b; j >= 0 && !slot.both() && output.both())
                        weight += runs[k].weights[static_cast<std::size_t>(k == 0 ? output.a : output.b)]
                                                 [static_cast<std::size_t>(j)];
            near(pair.on_unmatched[static_cast<std::size_t>(k)],
                 count > 0 ? std::optional(weight / count) : std::nullopt, 1e-5, "weight on hatched columns");
        }
        check_difference(pair, runs);
    }

    /// The third map, read back from its shades.
    void check_difference(const ComparePair& pair, const Said (&runs)[2]) {
        const auto panels = program.panels();
        const std::array<ComparePanel, 2> two = {panels[0], panels[1]};
        const Scene scene = compare_pair_maps(two, &pair, compare_options(program.s), 1132, 500, style);
        auto maps = items_of<MatrixItem>(scene);
        std::erase_if(maps, [](const MatrixItem* m) { return m->rows == 1; });
        if (pair.output.size() == 1) return;
        ASSERT_EQ(maps.size(), 3u);
        double largest = 0;
        const auto value = [&](std::size_t i, std::size_t j) {
            const auto &row = pair.output[i], &column = pair.source[j];
            return runs[1].weights[static_cast<std::size_t>(row.b)][static_cast<std::size_t>(column.b)] -
                   runs[0].weights[static_cast<std::size_t>(row.a)][static_cast<std::size_t>(column.a)];
        };
        const auto both = [&](std::size_t i, std::size_t j) {
            return pair.output[i].both() && pair.source[j].both();
        };
        for (std::size_t i = 0; i < pair.output.size(); ++i)
            for (std::size_t j = 0; j < pair.source.size(); ++j)
                if (both(i, j)) largest = std::max(largest, std::abs(value(i, j)));
        const double scale = largest <= 0.1 ? 0.1 : largest <= 0.25 ? 0.25 : largest <= 0.5 ? 0.5 : 1;
        for (std::size_t i = 0; i < pair.output.size(); ++i)
            for (std::size_t j = 0; j < pair.source.size(); ++j) {
                const float shade = (*maps[2]->values)[i * pair.source.size() + j];
                ASSERT_EQ(std::isnan(shade), !both(i, j));
                if (!both(i, j)) continue;
                EXPECT_NEAR((2 * static_cast<double>(shade) - 1) * scale, value(i, j), 1e-4);
                ++numbers;
            }
    }

    void check_printed_inputs() {
        const auto panels = program.panels();
        const std::array<ComparePanel, 2> two = {panels[0], panels[1]};
        const Scene side = compare_inputs_side(two, program.s.compare.matched.get(),
                                               compare_options(program.s), 420, 2000, style);
        for (const Pick& pick : side.picks) {
            const bool forced = pick.id.name == "forced";
            if (pick.id.kind != PickKind::TableRow && !forced) continue;
            const std::string text = text_in(side, pick);
            ASSERT_TRUE(is_number(text)) << text;
            auto own = own_row(static_cast<std::size_t>(pick.id.k));
            const Printed printed = read_number(text);
            const bool one_of =
                forced || pick.id.name == "AER" || pick.id.name == "log-prob"
                    ? std::any_of(own.begin(), own.end(),
                                  [&](const auto& o) { return o.second && printed.holds(*o.second); })
                    : printed.holds(own[pick.id.name].value());
            EXPECT_TRUE(one_of) << pick.id.name << ": " << text;
            ++numbers;
        }
    }
};

struct Family {
    const char *name, *model;
    std::vector<std::string> inputs;
};
const Family families[] = {
    {"dates", "dates/additive", {"3 March 1987", "22 Jan 2010", "june 25, 1913", "9 oct 2036", "1/2/1999"}},
    {"reverse", "reverse/general", {"decode", "hello", "z", "qqww", "a b a"}},
    {"twoway", "twoway/additive", {"<hello", ">hello", "<z", ">qqww", "<ab"}},
    {"translate",
     "translate/additive",
     {"the agreement on the european economic area was signed in august 1992", "the small car is red",
      "their report is not important", "our law is important", "xyzzy plugh"}},
};

void compare_everything(const Family& family) {
    ComparedRuns program(family.name);
    program.open(family.model);
    Recomputed check(program);
    for (const std::string& input : family.inputs) {
        program.give("type", input);
        program.give("view-compare");
        for (const double temperature : {1.0, 0.3, 2.5}) {
            SCOPED_TRACE(std::string(family.name) + ", " + input + ", T " + std::to_string(temperature));
            program.give("set-temperature", "", temperature);
            for (const char* rows : {"rows-written", "rows-forced"}) {
                program.give("compare-functions");
                program.give(rows);
                const std::vector<CompareMember> members = compare_members(program.s);
                const std::vector<bool> shown = shown_members(program.s, members);
                for (std::size_t n = 0; n < members.size(); ++n)
                    if (!shown[n]) program.give("compare-toggle", members[n].key);
                ASSERT_EQ(program.s.compare.panels.size(), members.size());
                check.check_rows();
                check.check_printed_table();
                for (const ModelChoice& other : program.s.models) {
                    if (other.name == family.model) continue;
                    program.give("compare-models");
                    program.give("compare-other-model", other.name);
                    check.check_rows();
                    check.check_matched();
                }
                program.give("compare-inputs");
                for (const char* align : {"align-token", "align-position"}) {
                    program.give(align);
                    check.check_rows();
                    check.check_matched();
                    check.check_printed_inputs();
                }
                program.give("align-token");
            }
            program.give("rows-written");
            program.give("compare-forced");
            program.give("rows-forced"); // the target is the answer
            check.check_rows();
            check.check_matched();
        }
    }
    EXPECT_GT(check.numbers, 5'000);
    std::cout << family.name << ": " << check.numbers << " numbers\n";
}

TEST(CompareNumbers, AreWhatTheTracesGive) {
    const char* wanted = std::getenv("HEED_COMPARE_FAMILIES");
    for (const Family& family : families) {
        if (&family != &families[0] && !(wanted && std::string(wanted) == "all")) continue;
        compare_everything(family);
    }
}

} // namespace
} // namespace heed::compared
