#include "app/state/heads/heads.h"

#include "app/figures/heads/seen.h"
#include "app/state/heads/head_off.h"
#include "app/state/jobs/problem.h"
#include "app/state/navigator/navigator.h"
#include "app/state/open/opening.h"
#include "core/analysis/heads/pairs/corpus.h"
#include "core/analysis/heads/sentence_gold.h"
#include "core/analysis/moves/value_weighted.h"
#include "core/analysis/survey/sentence_file.h"
#include "core/base/error.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// What is asked for of a file.
HeadsOrder order_of_heads(const AppState& s) {
    HeadsOrder order;
    if (!s.heads.over_file || s.heads.file.empty()) return order;
    order.file = s.heads.file;
    order.turn = s.heads.file_turn;
    if (s.weights_only()) {
        for (const RunMap& map : s.maps)
            if (order.runs.empty() || order.runs.back() != map.run) order.runs.push_back(map.run);
        return order;
    }
    order.model = s.model;
    order.languages = languages_of(s.trace->request);
    return order;
}

/// The line that is chosen in Sentences; without a file: none is.
struct ChosenLine {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const survey::SentenceFile> file;
    survey::LineRecord line;
};

ChosenLine line_in_sentences(const AppState& s) {
    const NavigatorState& n = s.navigator;
    if (!s.model || !n.open || n.chosen < 0 || static_cast<std::size_t>(n.chosen) >= n.lines.size())
        return {};
    return {s.model, n.open, n.lines.at(static_cast<std::size_t>(n.chosen))};
}

/// Its pair; empty where it is none, or can no longer be read.
std::vector<heads::Pair> pair_of(const ChosenLine& chosen) {
    if (!chosen.file) return {};
    try {
        return {heads::read_pair(*chosen.model, chosen.file->text(chosen.line), chosen.file->name(),
                                 chosen.line.line)};
    } catch (const Error&) {
        return {};
    }
}

/// What the task says of the sentence, the line of a file that it is, or the file of pairs that has it.
std::optional<heads::RunGold> sentence_gold(const Trace& run, const ChosenLine& line,
                                            const std::vector<heads::Pair>* pairs) {
    if (const auto answer = heads::answer_of(run.model.task, run.source_text)) {
        RunWords words = words_of(run);
        if (const auto gold = heads::gold_of_run(words, *answer))
            return heads::RunGold{std::move(words), *gold};
    }
    if (auto gold = heads::gold_among(run, pair_of(line))) return gold;
    return pairs ? heads::gold_among(run, *pairs) : std::nullopt;
}

/// Those of the file that was measured; null: none was.
std::shared_ptr<const std::vector<heads::Pair>> pairs_known(const AppState& s) {
    return s.heads.corpus ? s.heads.corpus->pairs : nullptr;
}

/// What a job came to.
struct HeadsOfRun {
    HeadsKnown known;
    std::string problem; // why nothing but the run is known
};

void ask_for_run(AppState& s, EffectList& effects) {
    HeadsState& h = s.heads;
    const std::shared_ptr<const Trace> run = run_of_heads(s);
    const bool words = s.words.maps || !s.pieces;
    if (s.running || (run == h.asked_run && words == h.asked_words)) return;
    h.asked_run = run;
    h.asked_words = words;
    h.problem.clear();
    const bool measured = h.known.run == run && h.known.words == words && h.known.report &&
                          h.known.report->pairs == pairs_known(s);
    if (!measured) effects.push_back({Effect::Kind::Work, "heads"});
}

/// The one that is pointed at in the grid, else the chosen one.
HeadWeighted looked_at(const AppState& s) {
    const HeadsState& h = s.heads;
    const auto report = heads_shown(s);
    HeadWeighted wanted;
    if (!report || !h.known.run) return wanted;
    const atlas::Seen seen = atlas::seen(*report, h.look);
    const int pointed = pointed_head(s), head = pointed >= 0 ? pointed : seen.chosen;
    if (head < 0) return wanted;
    return {h.known.run, h.known.words, seen.one(head).head, seen.reading};
}

const HeadWeighted* known_weighted(const HeadsState& h, const HeadWeighted& wanted) {
    const auto found = std::find_if(h.weighted.begin(), h.weighted.end(),
                                    [&](const HeadWeighted& one) { return one.same(wanted); });
    return found == h.weighted.end() ? nullptr : &*found;
}

void ask_for_weighted(AppState& s, EffectList& effects) {
    HeadsState& h = s.heads;
    const HeadWeighted wanted = looked_at(s);
    if (!wanted.run || wanted.same(h.weighted_asked)) return;
    h.weighted_asked = wanted;
    if (!known_weighted(h, wanted)) effects.push_back({Effect::Kind::Work, "heads-weighted"});
}

void ask_for_file(AppState& s, EffectList& effects) {
    HeadsState& h = s.heads;
    const HeadsOrder wanted = order_of_heads(s);
    if (wanted.file.empty() || wanted == h.asked) return;
    stop_measuring_heads(s);
    h.asked = wanted;
    h.file_problem.clear();
    if (!can_measure_over_file(s)) {
        h.file_problem = wanted.file +
                         ": heads are measured against the links of translations, and this model "
                         "writes none. Choose one that translates.";
        return;
    }
    if (wanted == h.order) return;
    h.order = {};
    h.corpus = nullptr;
    h.asked_run = nullptr; // it has no links of the file that is left
    h.progress = std::make_shared<HeadsProgress>();
    h.stopped = false;
    effects.push_back({Effect::Kind::Work, "heads-corpus"});
}

/// The pairs of a model that is left wait for it.
void put_pairs_away(HeadsState& h) {
    constexpr std::size_t most = 4; // models
    std::erase_if(h.left, [&](const HeadsOfModel& one) { return one.model == h.of_model; });
    if (h.of_model.empty() || h.file.empty() || !(h.over_file || h.corpus)) return;
    if (h.left.size() >= most) h.left.erase(h.left.begin());
    h.left.push_back({h.of_model, h.over_file, h.file, h.file_turn, h.order, h.corpus, h.bad, h.first_bad});
}

/// Those of a model that has come back are its own again, and what was measured over them is known.
void bring_pairs_back(AppState& s) {
    HeadsState& h = s.heads;
    if (!s.model || h.of_model == s.model_id) return;
    h.of_model = s.model_id;
    const auto at = std::find_if(h.left.begin(), h.left.end(),
                                 [&](const HeadsOfModel& one) { return one.model == h.of_model; });
    if (at == h.left.end()) return;
    HeadsOfModel own = std::move(*at);
    h.left.erase(at);
    h.over_file = own.over_file;
    h.file = std::move(own.file);
    h.file_turn = own.file_turn;
    if (!own.corpus) return; // it is measured anew
    h.order = std::move(own.order);
    h.order.model = s.model;
    h.corpus = std::move(own.corpus);
    h.bad = own.bad;
    h.first_bad = std::move(own.first_bad);
}

} // namespace

std::shared_ptr<const Trace> run_of_heads(const AppState& s) {
    std::shared_ptr<const Trace> run = s.trace;
    if (s.weights_only()) {
        const auto at = std::clamp<std::ptrdiff_t>(s.map, 0, std::ssize(s.maps) - 1);
        run = s.maps[static_cast<std::size_t>(at)].run;
    }
    return run && has_several_heads(*run) ? run : nullptr;
}

bool can_show_heads(const AppState& s) { return run_of_heads(s) != nullptr; }

std::string why_no_heads(const AppState& s) {
    if (!s.trace || can_show_heads(s)) return {};
    if (s.weights_only()) return "The file has one map of this sentence: there are no heads beside it.";
    return s.trace->has_weights() ? "The attention of this model has one head: there are no others to show."
                                  : "This model has no attention: there are no heads to show.";
}

bool can_measure_over_file(const AppState& s) {
    const auto run = run_of_heads(s);
    if (!run) return false;
    if (s.model && heads::reads_pairs(*s.model)) return true; // source and target are read at once
    // Asked at every picture: of what was measured of it, where that is there.
    if (const HeadsKnown& known = s.heads.known; known.run == run && known.report)
        return has_cross_heads(*known.report);
    const auto all = heads::heads_of(*run);
    return std::any_of(all.begin(), all.end(),
                       [](const heads::Head& head) { return head.kind == heads::Kind::Cross; });
}

float heads_beside(const AppState& s) {
    return s.narrow() ? 400.0f : std::clamp(std::round(s.width * 0.2725f), 400.0f, 436.0f);
}

int heads_side_by_side(const AppState& s) {
    constexpr float bars = 192; // above and below
    const auto report = heads_shown(s);
    if (!report) return 1;
    const bool docked = s.settings.inspector && !s.narrow();
    const float right = docked ? heads_beside(s) : 0;
    return heads_columns(*report, s.heads.look, s.width - right - sentences_beside(s, right),
                         s.height - bars);
}

bool shows_heads(const AppState& s) {
    return s.heads.shown && s.view == "step" && !s.lecture.on && can_show_heads(s);
}

bool can_return_to_file(const AppState& s) {
    const HeadsState& h = s.heads;
    return !h.over_file && !h.file.empty() && (h.corpus || h.stopped);
}

std::shared_ptr<const HeadReport> heads_shown(const AppState& s) {
    const HeadsState& h = s.heads;
    const bool of_file = h.over_file && h.corpus && h.order == h.asked;
    return of_file ? h.corpus : h.known.report;
}

int pointed_head(const AppState& s) {
    const auto report = heads_shown(s);
    return report && s.hover.unit < std::ssize(report->all) ? std::max(-1, s.hover.unit) : -1;
}

bool measures_heads(const AppState& s) { return s.heads.progress != nullptr; }

void show_heads(AppState& s) {
    if (!can_show_heads(s)) return;
    const bool there = shows_heads(s) && !s.report.shown;
    if (!there) {
        leave_report(s);
        s.view = "step";
        s.states.shown = s.meaning.shown = s.doctor.page = false;
    }
    s.heads.shown = !there;
    s.hover = {};
    s.hint = s.hint && there;
}

EffectList follow_heads(AppState& s) {
    EffectList effects;
    bring_pairs_back(s);
    if (!shows_heads(s)) return effects;
    ask_for_run(s, effects);
    ask_for_file(s, effects);
    ask_for_weighted(s, effects);
    return effects;
}

WorkspaceJob heads_job(const AppState& s) {
    return [run = s.heads.asked_run, words = s.heads.asked_words, line = line_in_sentences(s),
            pairs = pairs_known(s)](const Engine&, const std::atomic<bool>&) -> std::any {
        if (!run) return {};
        HeadsOfRun made{{run, words, nullptr, nullptr}, ""};
        try {
            const auto gold = words ? sentence_gold(*run, line, pairs.get()) : std::nullopt;
            HeadReport report = gold ? head_report(*run, gold->words, gold->gold) : head_report(*run, words);
            report.pairs = pairs;
            made.known.maps = head_maps(*run, words);
            made.known.report = std::make_shared<const HeadReport>(std::move(report));
        } catch (const std::exception& error) {
            made.problem = as_sentence(error.what());
        }
        return made;
    };
}

void apply_heads(AppState& s, const WorkDone& done) {
    HeadsState& h = s.heads;
    if (!done.problem.empty()) {
        h.problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<HeadsOfRun>(&done.result);
    if (!made || made->known.run != h.asked_run || made->known.words != h.asked_words) return;
    h.problem = made->problem;
    if (made->problem.empty()) h.known = made->known;
}

const HeadWeighted* head_weighted(const AppState& s) { return known_weighted(s.heads, looked_at(s)); }

WorkspaceJob head_weighted_job(const AppState& s) {
    return [model = s.model, made = s.heads.weighted_asked](const Engine&,
                                                            const std::atomic<bool>&) mutable -> std::any {
        if (!made.run) return {};
        try {
            const bool own = model && is_transformer(made.run->model);
            const Eigen::MatrixXd weighted =
                own ? moves::value_weighted(moves::pass_of(*model, *made.run), made.head->site)
                    : moves::value_weighted(*made.run, made.head->site);
            made.map = weighted_head_map(*made.run, weighted, *made.head, made.reading, made.words);
        } catch (const Error&) { // the run does not hold what is needed: weights alone
        }
        return made;
    };
}

void apply_head_weighted(AppState& s, const WorkDone& done) {
    constexpr std::size_t most = 64;
    HeadsState& h = s.heads;
    const auto* made = std::any_cast<HeadWeighted>(&done.result);
    if (!made || made->run != h.known.run) return;
    std::erase_if(h.weighted, [&](const HeadWeighted& one) { return one.run != made->run; });
    if (h.weighted.size() >= most) h.weighted.erase(h.weighted.begin());
    h.weighted.push_back(*made);
}

void stop_measuring_heads(AppState& s) {
    HeadsState& h = s.heads;
    if (!h.progress) return;
    h.progress->given_up = true;
    h.progress = nullptr;
    h.stopped = true;
    h.asked = {};
}

void reset_heads(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Input) return; // a run is told by itself
    put_pairs_away(s.heads);
    stop_measuring_heads(s);
    HeadsState next;
    next.left = std::move(s.heads.left);
    next.shown = s.heads.shown;
    next.look = s.heads.look;
    next.look.layer = next.look.head = -1;
    next.look.reading.reset();
    next.file = s.heads.file; // of other languages, perhaps: it is chosen anew
    next.file_turn = s.heads.file_turn;
    s.heads = std::move(next);
}

bool leave_heads(AppState& s) {
    if (!shows_heads(s)) return false;
    if (s.head_off.atlas) {
        s.head_off.atlas = false;
    } else if (measures_heads(s)) {
        stop_measuring_heads(s);
        s.heads.over_file = false;
    } else {
        s.heads.shown = false;
        s.hover = {};
    }
    return true;
}

std::size_t heads_bytes(const AppState& s) {
    std::size_t cells = 0;
    if (const auto& maps = s.heads.known.maps)
        for (const auto& [site, values] : maps->values)
            cells += static_cast<std::size_t>(values->rows) * static_cast<std::size_t>(values->columns);
    return cells * sizeof(float);
}

std::string_view heads_figure_id(const AppState& s) { // not while those of another run are measured
    return heads_shown(s) && s.heads.known.run == run_of_heads(s) ? "heads" : "";
}

std::shared_ptr<const Board> heads_board(const AppState& s) {
    auto board = std::make_shared<HeadsBoard>();
    board->maps = s.heads.known.maps;
    board->report = heads_shown(s);
    board->look = s.heads.look;
    return board;
}

} // namespace heed
