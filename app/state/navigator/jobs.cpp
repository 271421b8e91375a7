// What the navigator asks of workers, and what comes of it.
#include "app/state/commands/row.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/thread_pool.h"
#include "app/state/navigator/navigator.h"
#include "core/analysis/survey/agreement.h"
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/models/model.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

namespace heed {
namespace {

using survey::LineRecord;
using survey::ModelMeasures;
using Clock = std::chrono::steady_clock;

constexpr std::size_t found_at_once = std::size_t{8} << 20; // bytes of the file
constexpr std::size_t measured_together = 256, most_asked = 2048;
constexpr std::chrono::milliseconds slice{120};
constexpr std::size_t kept_texts = 400;

// ------------------------------------------------------------------------------------------------ looking

/// What is wanted of a look at the file.
struct Look {
    int file_turn = 0, turn = 0;
    std::string path;
    std::shared_ptr<const survey::SentenceFile> open;
    std::shared_ptr<survey::LineFinder> finder;
    bool find = false;
    bool clear = false; // of what was measured
    std::string other;  // a model to be read; empty: none
    survey::LineTable lines;
    std::optional<survey::Wanted> order;
    std::size_t known = 0; // of the lines: found, measured, agreed
    int judged = 0;
    std::shared_ptr<const std::vector<std::uint8_t>> found;
    std::string found_words;
    std::vector<std::uint32_t> texts;
    int preview = -1;
    survey::Models models;
    LanguageChoice told; // of the first
};

/// What came of it.
struct Looked {
    int file_turn = 0, turn = 0;
    std::string problem{}; // empty: there is the rest
    bool weights = false;
    std::shared_ptr<const survey::SentenceFile> open;
    std::shared_ptr<survey::LineFinder> finder;
    std::optional<survey::LineTable> cleared;
    std::vector<LineRecord> lines;
    bool found_all = false;
    std::string other, other_problem;
    std::shared_ptr<const Model> other_model;
    std::shared_ptr<const survey::Order> order;
    survey::Wanted ordered_by;
    std::size_t ordered_lines = 0;
    std::shared_ptr<const std::vector<std::uint8_t>> found;
    std::string found_words;
    std::vector<std::pair<std::uint32_t, std::string>> texts;
    NavigatorPreview preview;
};

void find_lines(const Look& look, Looked& made) {
    made.open = look.open;
    made.finder = look.finder;
    if (!made.open) {
        made.weights = io::is_attention_file(look.path);
        if (made.weights) return;
        made.open = std::make_shared<const survey::SentenceFile>(look.path);
        made.finder = std::make_shared<survey::LineFinder>(made.open);
    }
    made.found_all = !look.find || !made.finder->go_on(found_at_once, made.lines);
}

void read_other(const Engine& engine, const Look& look, Looked& made) {
    made.other = look.other;
    if (look.other.empty()) return;
    made.other_problem = problem_of([&] {
        const auto model = engine.load(look.other, {}).model;
        if (!model) throw Error(look.other, "no model", "a model", "something else");
        survey::check_can_survey(*model);
        made.other_model = model;
    });
}

void run_line(const Engine& engine, const Look& look, Looked& made, const std::atomic<bool>& cancelled) {
    if (look.preview < 0) return;
    made.preview.text = look.open->text(look.lines.at(static_cast<std::size_t>(look.preview)));
    made.preview.line = look.preview;
    for (std::size_t k = 0; k < look.models.size(); ++k) {
        if (!look.models[k]) continue;
        made.preview.problems[k] = problem_of([&] {
            Request request;
            request.model = look.models[k]->name;
            request.text = std::string(survey::source_of(made.preview.text));
            if (k == 0) look.told.tell(request);
            made.preview.runs[k] = engine.run(*look.models[k], request, cancelled);
        });
    }
}

void put_in_order(const Look& look, Looked& made, const std::atomic<bool>& cancelled) {
    const survey::Wanted& wanted = *look.order;
    const bool known =
        look.found && look.found_words == wanted.words && look.found->size() == look.lines.size();
    std::vector<std::uint8_t> found;
    if (!known && !wanted.words.empty())
        found = survey::find_words(*look.open, look.lines, wanted.words, &cancelled);
    if (!wanted.words.empty())
        made.found = known ? look.found : std::make_shared<const std::vector<std::uint8_t>>(std::move(found));
    made.found_words = wanted.words;
    made.order = std::make_shared<const survey::Order>(survey::make_order(
        look.lines, wanted, made.found ? *made.found : std::vector<std::uint8_t>(), look.judged));
    made.ordered_by = wanted;
    made.ordered_lines = look.known;
}

void look_at(const Engine& engine, const Look& look, Looked& made, const std::atomic<bool>& cancelled) {
    if (look.clear) made.cleared = look.lines.unmeasured();
    find_lines(look, made);
    if (made.weights || !look.open) return; // first what is there, then the rest
    for (const std::uint32_t n : look.texts) made.texts.emplace_back(n, look.open->text(look.lines.at(n)));
    read_other(engine, look, made);
    if (look.order) put_in_order(look, made, cancelled);
    run_line(engine, look, made, cancelled);
}

/// Lines in sight, and a few below.
std::vector<std::uint32_t> in_sight(const NavigatorState& n) {
    if (!n.order) return {};
    const auto from = std::min(n.shown(), static_cast<std::size_t>(std::max(0.0, n.first)));
    const auto to = std::min(n.shown(), from + static_cast<std::size_t>(n.rows) + 2);
    return {n.order->lines.begin() + static_cast<std::ptrdiff_t>(from),
            n.order->lines.begin() + static_cast<std::ptrdiff_t>(to)};
}

/// Once all are measured the first row is chosen, where none was or where the chosen line is not shown any
/// more.
void choose_a_line(NavigatorState& n) {
    const bool gone = n.chosen >= 0 && row_of(n, n.chosen) < 0;
    if (gone) n.chosen = -1;
    if (n.chosen < 0 && n.shown() > 0 && n.done()) n.chosen = static_cast<int>(n.order->lines.front());
    const double most = std::max(0.0, static_cast<double>(n.shown()) - n.rows);
    n.first = std::min(n.first, most);
}

} // namespace

WorkspaceJob navigator_job(const AppState& s) {
    const NavigatorState& n = s.navigator;
    Look look;
    look.file_turn = n.file_turn;
    look.turn = n.turn;
    look.path = n.file;
    look.open = n.open;
    look.finder = n.finder;
    look.find = !n.found_all;
    look.other = n.against && n.other != n.other_read ? n.other : "";
    look.lines = n.lines;
    look.known = n.lines.size() + n.measured + n.agreed;
    look.clear = n.stale;
    look.judged = judged_model(n);
    if (order_due(s)) look.order = wanted_order(n);
    look.found = n.found;
    look.found_words = n.found_words;
    for (const std::uint32_t line : in_sight(n))
        if (!n.texts.contains(line)) look.texts.push_back(line);
    look.models = n.models;
    look.told = n.told;
    if (n.models[0] && n.preview.line != n.chosen && n.chosen < static_cast<int>(n.lines.size()))
        look.preview = n.chosen;
    return [look = std::move(look)](const Engine& engine, const std::atomic<bool>& cancelled) -> std::any {
        Looked made;
        made.file_turn = look.file_turn;
        made.turn = look.turn;
        made.problem = problem_of([&] { look_at(engine, look, made, cancelled); });
        return made;
    };
}

void apply_navigator(AppState& s, const WorkDone& e) {
    NavigatorState& n = s.navigator;
    const Looked* made = std::any_cast<Looked>(&e.result);
    if (!made || made->file_turn != n.file_turn) return; // of another file
    n.looking = false;
    if (!made->problem.empty()) {
        n.problem = as_sentence(made->problem);
        return;
    }
    n.weights = made->weights;
    if (made->weights) return;
    n.open = made->open;
    n.finder = made->finder;
    n.found_all = made->found_all;
    if (made->cleared && made->turn == n.turn && n.stale) {
        n.lines = *made->cleared;
        n.stale = false;
    }
    for (const LineRecord& line : made->lines) n.lines.add(line);
    if (n.finder) n.found_bytes = n.finder->at();
    if (!made->other.empty() && made->other == n.other) {
        n.other_read = made->other;
        n.other_problem = as_sentence(made->other_problem);
        n.other_model = made->other_model;
    }
    if (made->turn != n.turn) return;
    if (n.texts.size() > kept_texts) n.texts.clear();
    for (const auto& [line, text] : made->texts) n.texts[line] = text;
    if (made->preview.line >= 0) n.preview = made->preview;
    if (!made->order) return;
    n.found = made->found;
    n.found_words = made->found_words;
    if (n.pointed && n.order && made->ordered_by == n.ordered_by) return; // not under the pointer
    n.order = made->order;
    n.ordered_by = made->ordered_by;
    n.ordered_lines = made->ordered_lines;
    n.ordered_at = s.clock;
    choose_a_line(n);
}

// ---------------------------------------------------------------------------------------------- measuring

namespace {

struct MeasuredPart {
    int turn = 0;
    std::string problem{};
    std::vector<survey::MeasuredLine> lines{};
};

/// Those in sight, then the others in the file's order.
std::vector<survey::AskedLine> asked_lines(const NavigatorState& n) {
    std::vector<survey::AskedLine> asked;
    const auto ask = [&](std::size_t at) {
        if (n.lines.at(at).of[0].state == ModelMeasures::State::Waiting)
            asked.push_back({at, n.lines.at(at)});
    };
    for (const std::uint32_t line : in_sight(n)) ask(line);
    const std::size_t first = asked.size();
    for (std::size_t at = n.cursor; at < n.lines.size() && asked.size() < most_asked; ++at) ask(at);
    const auto again = [&](const survey::AskedLine& line) { // it is among those in sight
        return std::any_of(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(first),
                           [&](const survey::AskedLine& other) { return other.index == line.index; });
    };
    asked.erase(std::remove_if(asked.begin() + static_cast<std::ptrdiff_t>(first), asked.end(), again),
                asked.end());
    return asked;
}

constexpr std::size_t agreed_together = 16; // lines: as long as they are, between two looks at the clock

/// One core is left for the window.
int measuring_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1); }

} // namespace

WorkspaceJob measuring_job(const AppState& s) {
    const NavigatorState& n = s.navigator;
    Request told;
    n.told.tell(told);
    return [turn = n.turn, file = n.open, models = n.models, told, head = find_head_place(n.by_head),
            asked = asked_lines(n)](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        MeasuredPart made{turn};
        made.problem = problem_of([&] {
            ThreadPool pool(measuring_threads());
            const auto end = Clock::now() + slice;
            for (std::size_t at = 0; at < asked.size() && !cancelled && (at == 0 || Clock::now() < end);) {
                const std::size_t count = std::min(measured_together, asked.size() - at);
                auto part = survey::measure_lines(*file, std::span(asked).subspan(at, count), models,
                                                  pool.executor(), &cancelled, head, told);
                std::move(part.begin(), part.end(), std::back_inserter(made.lines));
                at += count;
            }
        });
        return made;
    };
}

void apply_measuring(AppState& s, const WorkDone& e) {
    NavigatorState& n = s.navigator;
    const MeasuredPart* made = std::any_cast<MeasuredPart>(&e.result);
    if (!made || made->turn != n.turn) return;
    n.measuring = false;
    if (!made->problem.empty()) n.problem = as_sentence(made->problem);
    for (const survey::MeasuredLine& line : made->lines) {
        LineRecord& record = n.lines.edit(line.index);
        if (record.of[0].state != ModelMeasures::State::Waiting) continue;
        for (int k = 0; k < survey::most_models; ++k) {
            record.of[k] = line.of[static_cast<std::size_t>(k)];
            const std::string& word = line.words[static_cast<std::size_t>(k)];
            record.words[k] = line.parting < 0 || word.empty() ? -1 : n.words->number_of(word);
        }
        record.parting = line.parting;
        ++n.measured;
        if (line.problem.empty()) continue;
        ++n.bad;
        if (n.problems.size() < NavigatorState::most_problems)
            n.problems.emplace_back(record.line, line.problem);
    }
    while (n.cursor < n.lines.size() && n.lines.at(n.cursor).of[0].state != ModelMeasures::State::Waiting)
        ++n.cursor;
}

// ---------------------------------------------------------------------------------------------- agreement

namespace {

struct AgreedPart {
    int turn = 0;
    std::string problem{};
    std::vector<survey::LineAgreement> lines{};
};

bool waits_for_tau(const LineRecord& line) {
    const auto waits = [](const ModelMeasures& m) {
        return m.state == ModelMeasures::State::Measured && m.attends && m.tau == ModelMeasures::tau_unknown;
    };
    return waits(line.of[0]) || waits(line.of[1]);
}

} // namespace

std::vector<survey::AskedLine> lines_to_agree(const NavigatorState& n) {
    std::vector<survey::AskedLine> asked;
    for (const std::uint32_t at : in_sight(n))
        if (at < n.lines.size() && waits_for_tau(n.lines.at(at))) asked.push_back({at, n.lines.at(at)});
    const auto chosen = static_cast<std::size_t>(std::max(0, n.chosen));
    if (n.chosen >= 0 && chosen < n.lines.size() && waits_for_tau(n.lines.at(chosen)))
        if (asked.empty()) asked.push_back({chosen, n.lines.at(chosen)});
    if (!asked.empty() || !n.done() || !agreement_of_all(n)) return asked;
    for (std::size_t at = n.agreed_cursor; at < n.lines.size() && asked.size() < measured_together; ++at)
        if (waits_for_tau(n.lines.at(at))) asked.push_back({at, n.lines.at(at)});
    return asked;
}

WorkspaceJob agreement_job(const AppState& s) {
    const NavigatorState& n = s.navigator;
    return [turn = n.turn, file = n.open, models = n.models,
            asked = lines_to_agree(n)](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        AgreedPart made{turn};
        made.problem = problem_of([&] {
            ThreadPool pool(measuring_threads());
            const auto end = Clock::now() + slice;
            for (std::size_t at = 0; at < asked.size() && !cancelled && (at == 0 || Clock::now() < end);) {
                const std::size_t count = std::min(agreed_together, asked.size() - at);
                auto part = survey::agreement_of_lines(*file, std::span(asked).subspan(at, count), models,
                                                       pool.executor(), &cancelled);
                made.lines.insert(made.lines.end(), part.begin(), part.end());
                at += count;
            }
        });
        return made;
    };
}

void apply_agreement(AppState& s, const WorkDone& e) {
    NavigatorState& n = s.navigator;
    const AgreedPart* made = std::any_cast<AgreedPart>(&e.result);
    if (!made || made->turn != n.turn) return;
    n.agreeing = false;
    if (!made->problem.empty()) n.problem = as_sentence(made->problem);
    for (const survey::LineAgreement& line : made->lines) {
        LineRecord& record = n.lines.edit(line.index);
        for (std::size_t k = 0; k < line.tau.size(); ++k) record.of[k].tau = line.tau[k];
        ++n.agreed;
    }
    while (n.done() && n.agreed_cursor < n.lines.size() && !waits_for_tau(n.lines.at(n.agreed_cursor)))
        ++n.agreed_cursor;
}

} // namespace heed
