#include "app/state/gallery/board.h"

#include "app/state/gallery/gallery.h"
#include "app/state/gallery/measured.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/models/registry.h"
#include "core/tasks/item.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

/// The models of a task, read once, and what each makes of eight samples.
struct BoardFamily : Family {
    std::vector<std::shared_ptr<const Model>> models; // those that are bundled, in the order of the board
    PoolingBoard board;                               // their names and measures, and the samples
};

/// The bundled models of a task, attention first and Dense last, and what each is called beside the others.
struct MemberRow {
    std::string_view name, label;
};
constexpr std::array<MemberRow, 5> members{{{"linear", "attention, linear"},
                                            {"bounded", "attention, tanh"},
                                            {"keras", "attention, Keras"},
                                            {"mean", "mean pooling"},
                                            {"dense", "Dense"}}};

/// Shares of right answers by length, as config.json keeps them of the training.
PoolingMember described(const Model& model, std::string label) {
    PoolingMember member{model.name, std::move(label), model.facts, {}, 0};
    for (const auto& [length, right] : measured_of(model).at_length) member.right.push_back({length, right});
    if (const tasks::ItemTask* task = tasks::find_item_task(model.task))
        member.trained_to = task->lengths.back() / 2; // the last is twice the longest
    return member;
}

void add_run(const Engine& engine, const Model& model, const std::string& text, const std::set<int>& muted,
             PoolingRuns& runs) {
    Request request;
    request.model = model.name;
    request.text = text;
    request.edits.muted = muted;
    SharedTrace run;
    std::string problem;
    try {
        run = engine.run(model, request, {});
    } catch (const Error& error) {
        problem = error.what();
    }
    runs.runs.push_back(std::move(run));
    runs.problems.push_back(std::move(problem));
}

/// Its right answer and the moments that explain it, where the task knows them.
PoolingRuns runs_of(const std::string& task, const std::string& text) {
    PoolingRuns runs;
    runs.text = text;
    const tasks::ItemTask* known = tasks::find_item_task(task);
    if (!known) return runs;
    try {
        const tasks::Item item = known->reference(text, "no right answer");
        runs.answer = item.answer;
        if (known->worked) runs.worked = known->worked(text);
        for (const tasks::GoldMap& gold : item.gold)
            for (const auto& cell : gold.cells) runs.gold.push_back(cell[1]);
    } catch (const Error& error) { // what no rule of the task answers
        runs.unanswered = error.what();
    }
    return runs;
}

std::shared_ptr<const BoardFamily> read_family(const Engine& engine, const std::string& task) {
    auto family = std::make_shared<BoardFamily>();
    family->board.task = task;
    const bool known = tasks::find_item_task(task) != nullptr;
    for (const MemberRow& row : members) {
        if (!known) break;
        try {
            const LoadedModel loaded = engine.load(task + "/" + std::string(row.name), {});
            if (!loaded.model) continue;
            family->board.members.push_back(described(*loaded.model, std::string(row.label)));
            family->models.push_back(loaded.model);
        } catch (const Error&) { // this task has none of that name
        }
    }
    for (int n = 0; known && n < gallery_samples; ++n) {
        PoolingRuns sample = runs_of(task, sample_text(task, n));
        for (const auto& model : family->models) add_run(engine, *model, sample.text, {}, sample);
        family->board.samples.push_back(std::move(sample));
    }
    return family;
}

} // namespace

BoardMade make_board(const Engine& engine, const BoardOrder& order, std::shared_ptr<const Family> known) {
    auto family = std::dynamic_pointer_cast<const BoardFamily>(known);
    if (!family) family = read_family(engine, order.task);
    auto board = std::make_shared<PoolingBoard>(family->board);
    std::vector<std::shared_ptr<const Model>> models = family->models;
    board->muted = order.muted;
    if (order.model) {
        const auto own = std::find_if(models.begin(), models.end(),
                                      [&](const auto& m) { return m->name == order.model->name; });
        board->chosen = static_cast<int>(own - models.begin());
        if (own == models.end()) { // the user's own goes first
            board->chosen = 0;
            models.insert(models.begin(), order.model);
            board->members.insert(board->members.begin(), described(*order.model, order.model->name));
            for (PoolingRuns& sample : board->samples) {
                PoolingRuns own_runs;
                add_run(engine, *order.model, sample.text, {}, own_runs);
                sample.runs.insert(sample.runs.begin(), own_runs.runs.front());
                sample.problems.insert(sample.problems.begin(), own_runs.problems.front());
            }
        }
    }
    if (models.empty()) throw Error(order.task, "no model", "one that is bundled", "none");
    board->now = runs_of(order.task, order.text);
    board->heard = board->now;
    for (const auto& model : models) {
        add_run(engine, *model, order.text, {}, board->heard);
        if (!order.muted.empty()) add_run(engine, *model, order.text, order.muted, board->now);
    }
    if (order.muted.empty()) board->now = board->heard;
    const auto chosen = static_cast<std::size_t>(board->chosen);
    if (!board->now.runs[chosen]) throw Error(board->now.problems[chosen]);
    for (std::size_t n = 0; n < board->samples.size(); ++n)
        if (board->samples[n].text == order.text) board->sample = static_cast<int>(n);
    return {order, family, board, nullptr};
}

std::shared_ptr<const PoolingBoard> board_for(const std::string& model, const std::string& text) {
    const Engine engine = heed_engine();
    const LoadedModel loaded = engine.load(model, {});
    if (!loaded.model || !is_pooling(loaded.model->facts))
        throw Error(model, "no picture of a mechanism", "a model that pools a whole input",
                    loaded.model ? loaded.model->facts.architecture : "none");
    const BoardOrder order{"", "pooling", loaded.model, model, loaded.model->task, text, {}};
    return std::dynamic_pointer_cast<const PoolingBoard>(make_board(engine, order, nullptr).board);
}

std::size_t board_bytes(const Board& board) {
    const auto* pooling = dynamic_cast<const PoolingBoard*>(&board);
    std::set<const Trace*> runs;
    if (pooling) {
        for (const PoolingRuns* of : {&pooling->now, &pooling->heard})
            for (const auto& run : of->runs) runs.insert(run.get());
        for (const PoolingRuns& sample : pooling->samples)
            for (const auto& run : sample.runs) runs.insert(run.get());
    }
    std::size_t total = 0;
    for (const Trace* run : runs) total += run ? run->bytes() : 0;
    return total;
}

} // namespace heed
