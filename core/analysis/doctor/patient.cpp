#include "core/analysis/doctor/patient.h"

#include "core/analysis/heads/pairs/corpus.h"
#include "core/analysis/influence/influence.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/pieces.h"
#include "core/models/stepper.h"
#include "core/models/tokens.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <numeric>

namespace heed::doctor {
namespace {

constexpr const char* padding_text = "<pad>";

bool writes(const Model& model) { return model.config.architecture()->make_stepper != nullptr; }

std::vector<std::string> written_words(const Trace& run) {
    std::vector<std::string> words;
    for (const TraceStep& step : run.steps)
        if (!step.token.is_end) words.push_back(step.token.text);
    return words;
}

/// The ids of an answer and its end token; none where the model cannot write it.
std::vector<int> answer_ids(const Model& model, const tasks::RightAnswer& answer, const Trace& run) {
    const std::vector<TraceToken>& source = run.source;
    if (model.subword) return target_ids(model, rules_for(model, run.request), run.request, answer.text);
    const OutputWords words = output_words(model, source);
    std::vector<int> ids;
    for (const std::string& token : answer.tokens) {
        const auto id = words.find(token);
        if (!id) return {};
        ids.push_back(*id);
    }
    if (model.target.special().end >= 0) ids.push_back(model.target.special().end);
    return ids;
}

std::vector<int> written_ids(const Trace& run) {
    std::vector<int> ids;
    for (const TraceStep& step : run.steps) ids.push_back(step.token.id);
    return ids;
}

struct Places {
    int first = 0, count = 0;
};

Places padding_of(const std::vector<TraceToken>& source) {
    const auto is_padding = [](const TraceToken& t) { return t.text == padding_text; };
    const auto first = std::find_if(source.begin(), source.end(), is_padding);
    return {static_cast<int>(first - source.begin()),
            static_cast<int>(std::count_if(first, source.end(), is_padding))};
}

/// log p of `wanted` when the decoder is fed `first` and then `fed`.
Replay replay(const Model& model, const std::vector<TraceToken>& source, Places padding, int first,
              const std::vector<int>& fed, const std::vector<int>& wanted,
              const std::atomic<bool>* cancelled) {
    const auto stepper = model.config.architecture()->make_stepper(model.config, model.parameters, nullptr);
    stepper->start(source_of(model, source));
    Replay result;
    int previous = first;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
        stepper->advance({&previous, 1});
        const MatrixXf& log_probs = stepper->log_probs();
        Eigen::Index best = 0;
        log_probs.col(0).maxCoeff(&best);
        result.right.push_back(best == wanted[i]);
        result.log_probs.push_back(log_probs(wanted[i], 0));
        if (const MatrixXf* weights = stepper->weights();
            weights && padding.count > 0 && weights->cols() >= Eigen::Index(source.size()))
            result.on_padding.push_back(weights->row(0).segment(padding.first, padding.count).sum());
        previous = fed[i];
        stepper->forget();
    }
    return result;
}

TraceToken padding_token(const Model& model) {
    TraceToken token;
    token.id = model.source.special().pad;
    token.text = padding_text;
    return token;
}

std::vector<TraceToken> back_to_front(std::vector<TraceToken> source) {
    const auto word = [](const TraceToken& t) { return !t.framing(); };
    const auto first = std::find_if(source.begin(), source.end(), word);
    const auto last = std::find_if(source.rbegin(), source.rend(), word).base();
    if (first < last) std::reverse(first, last);
    return source;
}

void measure_influence(const Model& model, Examined& e, const std::atomic<bool>* cancelled) {
    constexpr int longest = 40, widest = 256; // beyond it takes long
    const auto* config = model.config.find<Seq2SeqConfig>();
    const Trace& run = e.towards();
    if (!config || run.source_length() > longest || config->decoder.hidden > widest ||
        config->annotation() > widest || config->encoder.padded > 0)
        return;
    MatrixXf on_readout; // (N, T)
    try {
        on_readout = influence::norms(model, run, in_turn, cancelled).readout;
    } catch (const Error&) { // too many numbers for this model: the sentence is looked at all the same
    }
    if (on_readout.rows() == 0) return;
    for (Eigen::Index j = 0; j < on_readout.cols(); ++j)
        e.influence.push_back(static_cast<double>(on_readout.col(j).maxCoeff()));
}

void try_out(const Model& model, Examined& e, const std::atomic<bool>* cancelled) {
    const std::vector<TraceToken>& source = e.run().source;
    std::vector<int> wanted = written_ids(e.run());
    if (e.input.answer)
        if (std::vector<int> ids = answer_ids(model, *e.input.answer, e.run()); !ids.empty())
            wanted = std::move(ids);
    if (wanted.empty()) return;
    const int T = static_cast<int>(source.size());
    const Places none;
    const int start = model.generation ? rules_for(model, e.run().request).start : -1;
    const int first = start >= 0 ? start : first_input(model, source);
    e.plain = replay(model, source, none, first, wanted, wanted, cancelled);
    if (!is_tagged(model) && T > 3)
        e.reversed = replay(model, back_to_front(source), none, first, wanted, wanted, cancelled);
    if (const int pad = model.source.special().pad; pad >= 0 && pad < model.source.size() &&
                                                    T + padding_tried <= model.longest_input &&
                                                    !copies_words(model.config)) {
        // Behind the end token, or before it: toolkits differ, and the model is given what it takes better.
        std::vector<TraceToken> behind = source, before = source;
        behind.insert(behind.end(), padding_tried, padding_token(model));
        e.padded = replay(model, behind, padding_of(behind), first, wanted, wanted, cancelled);
        if (source.back().is_end) {
            before.insert(before.end() - 1, padding_tried, padding_token(model));
            Replay other = replay(model, before, padding_of(before), first, wanted, wanted, cancelled);
            if (other.mean_log_prob() > e.padded->mean_log_prob()) e.padded = std::move(other);
        }
    }
    if (e.input.answer && wanted.size() > 2) { // output i is fed y_i, where y_{i-1} belongs
        std::vector<int> ahead(wanted.begin() + 1, wanted.end());
        ahead.push_back(wanted.back());
        e.ahead = replay(model, source, none, wanted.front(), ahead, wanted, cancelled);
    }
}

} // namespace

double Replay::share_right() const {
    return right.empty() ? 0 : double(std::count(right.begin(), right.end(), true)) / double(right.size());
}
double Replay::mean_log_prob() const {
    if (log_probs.empty()) return 0;
    return std::accumulate(log_probs.begin(), log_probs.end(), 0.0) / double(log_probs.size());
}

DoctorInput doctor_input(const Model& model, const std::string& text, long long line) {
    DoctorInput input{text, line, tasks::right_answer(model.task, text), false, {}, {}};
    if (const tasks::Task* task = tasks::find(model.task); task && task->reference && input.answer) {
        const auto sample = task->reference(text);
        input.has_gold = sample->has_gold;
        input.sure = sample->sure;
        input.possible = sample->possible;
    }
    return input;
}

namespace {

/// Links of words, of all places of their pieces.
std::vector<Link> of_places(const std::vector<Link>& links, const RunWords& words) {
    const auto whole = [](const std::vector<Word>& all) {
        std::vector<Word> kept;
        std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
                     [](const Word& w) { return !w.framing; });
        return kept;
    };
    const std::vector<Word> source = whole(words.source), outputs = whole(words.outputs);
    std::vector<Link> places;
    for (const Link& link : links) {
        const Word& from = source.at(static_cast<std::size_t>(link.source));
        const Word& to = outputs.at(static_cast<std::size_t>(link.target));
        for (int i = to.first; i < to.last; ++i)
            for (int j = from.first; j < from.last; ++j) places.push_back({j, i});
    }
    return places;
}

/// What is known of the right output of a model of pieces, in its pieces; and the run towards it.
void answer_in_pieces(const Model& model, Examined& e, Request request, const std::atomic<bool>* cancelled) {
    heads::Pair pair;
    pair.source = request.text;
    pair.target = e.input.answer->text;
    heads::PairRun made = heads::run_pair(model, pair, std::move(request), cancelled);
    for (std::vector<Link>* links : {&e.input.sure, &e.input.possible})
        if (e.input.has_gold) *links = of_places(*links, made.words);
    e.first_word = 0;
    e.input.answer->tokens = written_words(made.run);
    const auto unknown = [](const TraceStep& step) { return step.token.unknown; };
    const auto first = std::find_if(made.run.steps.begin(), made.run.steps.end(), unknown);
    if (e.input.answer->tokens.empty()) // nothing is to be written, but the end
        e.truth =
            tasks::Truth{.right = e.free->finished && e.free->outputs() == made.run.outputs(), .answer = ""};
    else
        e.truth = tasks::held_against(*e.input.answer, model.task, written_words(*e.free),
                                      e.free->target_text, e.free->finished);
    if (first != made.run.steps.end()) { // nobody can tell what it stands for
        if (e.truth->right) e.truth->output = static_cast<int>(first - made.run.steps.begin());
        e.truth->right = false;
    } else if (!e.truth->right && e.free->finished && e.free->target_text == made.run.target_text) {
        e.truth = tasks::Truth{.right = true, .answer = e.truth->answer}; // in other pieces
    }
    e.forced = written_ids(made.run) == written_ids(*e.free)
                   ? e.free
                   : std::make_shared<const Trace>(std::move(made.run));
}

} // namespace

Examined examine(const Model& model, DoctorInput input, Trials trials, const std::atomic<bool>* cancelled,
                 const Request& told) {
    Examined e;
    e.model = &model;
    Request request = told;
    request.model = model.name;
    request.text = input.text;
    e.free = std::make_shared<const Trace>(decode::run(model, request, cancelled));
    e.input = std::move(input);
    e.first_word = model.source.special().begins ? 1 : 0;
    if (e.input.answer && model.subword && writes(model))
        answer_in_pieces(model, e, request, cancelled);
    else if (e.input.answer)
        e.truth = tasks::held_against(*e.input.answer, model.task, written_words(*e.free),
                                      e.free->target_text, e.free->finished);
    if (!writes(model)) return e;
    if (e.input.answer && !e.forced) {
        const std::vector<int> wanted = answer_ids(model, *e.input.answer, *e.free);
        if (wanted == written_ids(*e.free)) {
            e.forced = e.free;
        } else if (!wanted.empty()) {
            request.target = e.input.answer->text;
            e.forced = std::make_shared<const Trace>(decode::run(model, request, cancelled));
        }
    }
    if (trials.replays) try_out(model, e, cancelled);
    if (trials.influence) measure_influence(model, e, cancelled);
    return e;
}

Examined examine(std::shared_ptr<const Trace> run) {
    Examined e;
    e.input.text = run->source_text;
    e.free = std::move(run);
    return e;
}

} // namespace heed::doctor
