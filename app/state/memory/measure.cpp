#include "app/figures/tokens.h"
#include "app/state/memory/orders.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/decode/run.h"
#include "core/models/registry.h"
#include "core/tasks/task.h"
#include "core/trace/places.h"
#include "core/train/initialise.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::uint64_t untrained_seed = 1;

std::shared_ptr<const Model> untrained_twin(const Model& trained) {
    auto model = std::make_shared<Model>(trained);
    Random random(untrained_seed);
    train::initialise(model->parameters, random);
    complete(*model);
    return model;
}

const Seq2SeqConfig* encoder_decoder(const Model& model) { return model.config.find<Seq2SeqConfig>(); }

std::string reader_cell(const Model& model) {
    const Seq2SeqConfig* config = encoder_decoder(model);
    return config ? to_string(config->encoder.cell) : std::string();
}

bool attends(const Model& model) {
    const Seq2SeqConfig* config = encoder_decoder(model);
    return config && config->attention.score != "none";
}

std::string cell_title(const std::string& cell) {
    return cell == "rnn" ? "plain RNN" : cell == "gru" ? "GRU" : cell == "lstm" ? "LSTM" : cell;
}

/// Each row over its largest number.
Eigen::MatrixXf as_shares(Eigen::MatrixXf norms) {
    for (Eigen::Index r = 0; r < norms.rows(); ++r)
        if (const float most = norms.row(r).maxCoeff(); most > 0) norms.row(r) /= most;
    return norms;
}

} // namespace

MeasuredMemory measure_memory(std::shared_ptr<const Model> model, const std::string& text, bool random,
                              const Executor& executor, const std::atomic<bool>* cancelled) {
    if (!encoder_decoder(*model))
        throw Error(model->name, "influence", "recurrent networks, which carry a state from token to token",
                    "none (" + model->facts.architecture + ")");
    Request request;
    request.model = model->name;
    request.text = text;
    MeasuredMemory measured;
    measured.run = std::make_shared<const Trace>(decode::run(*model, request, cancelled));
    measured.norms =
        influence::norms(random ? *untrained_twin(*model) : *model, *measured.run, executor, cancelled);
    measured.model = std::move(model);
    return measured;
}

MemoryModels memory_models(const Engine& engine, std::shared_ptr<const Model> model, bool attentive) {
    MemoryModels all;
    std::vector<std::shared_ptr<const Model>> family;
    if (!model->task.empty())
        for (const ModelChoice& choice : engine.list({})) {
            if (choice.recent || choice.at_once || choice.family != model->task) continue;
            if (choice.score != "none" && choice.score != "additive") continue;
            family.push_back(choice.name == model->name ? model : engine.load(choice.name, {}).model);
        }
    std::erase_if(family, [](const auto& m) { return !m || !encoder_decoder(*m); });
    for (const char* cell : {"rnn", "gru", "lstm"}) {
        const auto of = [&](bool attention) {
            return std::find_if(family.begin(), family.end(), [&](const auto& m) {
                return reader_cell(*m) == cell && attends(*m) == attention;
            });
        };
        const auto wanted = of(attentive), other = of(!attentive);
        all.both_kinds = all.both_kinds || (wanted != family.end() && other != family.end());
        if (wanted != family.end())
            all.models.push_back(*wanted);
        else if (other != family.end())
            all.models.push_back(*other);
    }
    const auto there = [&](const auto& wanted) {
        return std::any_of(all.models.begin(), all.models.end(),
                           [&](const auto& m) { return m->name == wanted->name; });
    };
    if (!there(model) && ((attends(*model) && !attentive) || all.models.empty())) all.models.push_back(model);
    if (std::none_of(all.models.begin(), all.models.end(), [](const auto& m) { return attends(*m); }))
        for (const auto& m : family)
            if (attends(*m)) {
                all.models.push_back(m);
                break;
            }
    if (!encoder_decoder(*model) && !all.models.empty() && !there(model)) all.absent = model->name;
    return all;
}

MemoryBoard memory_board(const std::vector<MeasuredMemory>& measured) {
    MemoryBoard board;
    if (measured.empty()) return board;
    const Trace& first = *measured.front().run;
    board.text = first.source_text;
    for (int j = 0; j < first.source_length(); ++j) board.words.push_back(shown_source(first, j));
    const Unit unit = unit_of(first);
    board.unit = unit.one;
    board.units = unit.many;
    std::set<std::string> read; // cells whose reading is shown
    for (const MeasuredMemory& one : measured) {
        if (one.run->source_length() != first.source_length())
            throw Error(one.model->name, "the input",
                        std::to_string(first.source_length()) + " tokens, as " +
                            measured.front().model->name + " reads it",
                        std::to_string(one.run->source_length()));
        MemoryModel model;
        model.key = one.model->name;
        model.cell = reader_cell(*one.model);
        model.attention = attends(*one.model);
        model.title = cell_title(model.cell);
        model.read = as_shares(one.norms.forward);
        model.written = as_shares(one.norms.readout);
        for (int i = 0; i < one.run->outputs(); ++i) model.outputs.push_back(shown_output(*one.run, i));
        model.reads = read.insert(model.cell).second;
        board.models.push_back(std::move(model));
    }
    name_apart(board);
    return board;
}

LengthLine length_line(const Model& model, const train::LengthCurve& curve) {
    LengthLine line;
    line.key = model.name;
    line.cell = reader_cell(model);
    line.attention = attends(model);
    line.title = line.attention ? "attention" : cell_title(line.cell) + ", fixed context";
    line.shortest = curve.shortest;
    line.longest = curve.longest;
    for (const train::LengthPoint& at : curve.points)
        line.points.push_back({at.length,
                               at.tally.items,
                               {at.tally.exact_match(), at.exact.low, at.exact.high},
                               {at.tally.token_accuracy(), at.tokens.low, at.tokens.high}});
    return line;
}

void name_apart(MemoryBoard& board) {
    bool without = false; // of those whose reading is shown
    for (const MemoryModel& model : board.models) without = without || (model.reads && !model.attention);
    for (MemoryModel& model : board.models) {
        const auto like_it = [&](const MemoryModel& other) {
            return other.attention == model.attention && other.cell == model.cell;
        };
        if (std::count_if(board.models.begin(), board.models.end(), like_it) > 1)
            model.title = model.key;
        else if (model.attention && !model.reads)
            model.title = "attention";
        else if (model.attention && without)
            model.title = cell_title(model.cell) + " with attention";
    }
    const auto attends = [](const LengthLine& line) { return line.attention; };
    if (std::count_if(board.lines.begin(), board.lines.end(), attends) > 1)
        for (LengthLine& line : board.lines)
            if (line.attention) line.title = cell_title(line.cell) + ", attention";
    const auto apart = [](auto& all) {
        auto next = all;
        for (std::size_t n = 0; n < all.size(); ++n)
            if (std::count_if(all.begin(), all.end(),
                              [&](const auto& other) { return other.title == all[n].title; }) > 1)
                next[n].title = all[n].key;
        all = std::move(next);
    };
    apart(board.models);
    apart(board.lines);
}

} // namespace heed
