// Every number that Compare shows, recomputed from what `heed trace --json` says of the same runs by code of
// its own: all modes, temperatures and models. The long form takes every family (HEED_COMPARE_FAMILIES=all).
#include "app/export/export.h"
#include "app/figures/compare/pair.h"
#include "core/analysis/meaning/sentence.h"
#include "tests/app/state/compare/by_hand.h"
#include "tests/app/state/compare/compared_runs.h"

#include <cstdlib>

namespace heed::compared {
namespace {

struct Recomputed {
    ComparedRuns& program;
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    int numbers = 0;                                                              // that were compared
    std::map<std::pair<const Model*, std::uint64_t>, std::optional<double>> taus; // by run
    explicit Recomputed(ComparedRuns& p) : program(p) { style.metrics = metrics.get(); }

    void near(std::optional<double> shown, std::optional<double> own, double by, const std::string& what) {
        ASSERT_EQ(shown.has_value(), own.has_value()) << what;
        if (!shown) return;
        EXPECT_NEAR(*shown, *own, by) << what;
        ++numbers;
    }

    /// Of the model's own weights, whatever is done to those of the panel.
    std::optional<double> own_tau(const PanelState& panel) {
        const Model& model = program.model_of(panel.order);
        const Request own = analysis::meaning::own_weights(panel.figure.trace->request);
        const auto [at, is_new] = taus.try_emplace({&model, hash_value(own)});
        if (is_new) {
            const Trace run = decode::run(model, own);
            if (analysis::meaning::not_measured(model.facts, own).empty()) // not of several heads
                at->second = mean_of_taus(said_of(run).weights,
                                          analysis::meaning::measure_sentence(model, run).gradient);
        }
        return panel.order.request.score.empty() ? at->second : std::nullopt;
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
            row["τ"] = row["τ grad"] = row["τ with gradient"] = own_tau(panel);
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
            near(shown.rows[k].tau, own["τ"], 1e-9, "τ");
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
            const bool forced = pick.id.name == "forced", meaning = pick.id.name == "meaning";
            if (pick.id.kind != PickKind::TableRow && !forced && !meaning) continue;
            const std::string text = text_in(side, pick);
            ASSERT_TRUE(is_number(text)) << text;
            const auto own = own_row(static_cast<std::size_t>(pick.id.i))[meaning ? "τ" : pick.id.name];
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
        const Scene side = compare_pair_side(two, program.s.compare.matched.get(), compare_options(program.s),
                                             420, 2000, style);
        for (const Pick& pick : side.picks) {
            const bool forced = pick.id.name == "forced", meaning = pick.id.name == "meaning";
            if (pick.id.kind != PickKind::TableRow && !forced && !meaning) continue;
            const std::string text = text_in(side, pick);
            ASSERT_TRUE(is_number(text)) << text;
            auto own = own_row(static_cast<std::size_t>(pick.id.k));
            const Printed printed = read_number(text);
            const bool one_of =
                forced || pick.id.name == "AER" || pick.id.name == "log-prob"
                    ? std::any_of(own.begin(), own.end(),
                                  [&](const auto& o) { return o.second && printed.holds(*o.second); })
                    : printed.holds(own[meaning ? "τ" : pick.id.name].value());
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
