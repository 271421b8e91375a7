#include "app/state/states/trajectory_jobs.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/io/base/file.h"
#include "core/io/base/line_source.h"
#include "core/models/model.h"
#include "core/models/seq2seq/facts.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

namespace heed {
namespace {

constexpr std::size_t together = 32; // sentences that are run in one piece of work
constexpr auto told_every = std::chrono::milliseconds(120);

/// source, or source<TAB>target; what follows is for others.
StateInput input_of(const std::string& line) {
    const std::size_t tab = line.find('\t');
    StateInput input{line.substr(0, tab), {}};
    if (tab == std::string::npos) return input;
    std::string target = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
    if (!target.empty()) input.target = std::move(target);
    return input;
}

} // namespace

/// A bank while it is made.
struct StateJobs::Reading {
    explicit Reading(const BankOrder& order)
        : state{.order = order, .sentences = {}, .first_bad = {}, .problem = {}} {
        if (order.source == BankSource::Drawn)
            draw();
        else
            open();
    }

    void open() {
        const BankOrder& order = state.order;
        if (std::filesystem::is_directory(order.file))
            throw Error(io::shown(order.file), "not read", "a file of sentences, one a line", "a folder");
        std::error_code ignored;
        size =
            static_cast<double>(std::max<std::uintmax_t>(1, std::filesystem::file_size(order.file, ignored)));
        file.emplace(order.file);
    }

    void draw() {
        const tasks::Task* task = tasks::find(state.order.model->facts.task);
        if (!task) return;
        Random random(20);
        for (int n = 0; n < drawn_sentences; ++n)
            drawn.push_back({task->tokenizer().join(task->sample(random).source), {}});
    }

    /// The next few inputs; none at the end.
    std::vector<StateInput> next() {
        std::vector<StateInput> inputs;
        if (state.order.source == BankSource::Drawn) {
            const std::size_t until = std::min(drawn.size(), at + together);
            inputs.assign(drawn.begin() + static_cast<std::ptrdiff_t>(at),
                          drawn.begin() + static_cast<std::ptrdiff_t>(until));
            at = until;
            state.share = drawn.empty() ? 1 : static_cast<double>(at) / static_cast<double>(drawn.size());
            return inputs;
        }
        std::string line;
        while (inputs.size() < together) {
            const io::LineSource::Read read = file->next(line);
            if (read == io::LineSource::Read::End) break;
            bytes += static_cast<double>(line.size() + 1);
            if (read == io::LineSource::Read::TooLong)
                bad("line " + std::to_string(file->number()) + ": longer than a mebibyte");
            else if (!line.empty())
                inputs.push_back(input_of(line));
        }
        state.share = std::min(1.0, bytes / size);
        return inputs;
    }

    void bad(const std::string& why) {
        if (state.bad++ == 0) state.first_bad = why;
    }

    void take(const std::vector<KeptStates>& kept) {
        for (const KeptStates& k : kept) {
            if (!k.states) {
                bad(k.problem);
                continue;
            }
            states +=
                static_cast<int>(k.states->outputs.size()) + 1 + static_cast<int>(k.states->source.size());
            state.states += static_cast<int>(k.states->outputs.size()) + 1;
            held += k.states->bytes();
            all.push_back(k.states);
            state.full = states >= most_states || held >= most_bytes;
            if (state.full) return;
        }
    }

    BankState told() {
        state.sentences = std::make_shared<const StateBank>(all);
        return state;
    }

    BankState state;
    std::vector<StateInput> drawn;
    std::size_t at = 0;
    std::optional<io::LineSource> file;
    double size = 1, bytes = 0;
    int states = 0;
    std::size_t held = 0;
    StateBank all;
    std::chrono::steady_clock::time_point told_at{};
};

StateJobs::StateJobs(Engine engine, Post post)
    : engine_(std::move(engine)), post_(std::move(post)), thread_([this] { loop(); }) {}

StateJobs::~StateJobs() { stop(); }

void StateJobs::stop() {
    {
        const std::lock_guard guard(lock_);
        stop_ = true;
        cancelled_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

bool StateJobs::idle() const {
    const std::lock_guard guard(lock_);
    return !working_ && !fresh_;
}

void StateJobs::want(StateOrders orders) {
    {
        const std::lock_guard guard(lock_);
        if (orders.bank != wanted_.bank)
            cancelled_ = true; // sentences that are being run are not wanted any more
        wanted_ = std::move(orders);
        fresh_ = true;
    }
    changed_.notify_all();
}

void StateJobs::loop() {
    std::unique_lock guard(lock_);
    while (!stop_) {
        if (!fresh_ && !working_) changed_.wait(guard, [&] { return stop_ || fresh_; });
        if (stop_) return;
        cancelled_ = false;
        fresh_ = false;
        working_ = true;
        const StateOrders orders = wanted_;
        guard.unlock();
        const bool more = work(orders);
        guard.lock();
        working_ = more;
    }
}

bool StateJobs::work(const StateOrders& orders) {
    try {
        if (orders.path != made_) {
            made_ = orders.path;
            if (!made_.trace) return true;
            post_(Paths{
                made_, state_path(*made_.trace, made_.baseline.get(), {made_.encoder, 0}),
                state_path(*made_.trace, made_.baseline.get(), {analysis::StateKind::Decoder, made_.row})});
            return true;
        }
        if (orders.near != found_) {
            found_ = orders.near;
            if (!found_.trace || !found_.bank) return true;
            const analysis::StateChoice choice{
                found_.place.decoder ? analysis::StateKind::Decoder : found_.path.encoder, found_.path.row};
            const MatrixXf states = analysis::states_of(*found_.trace, choice);
            if (found_.place.column < 0 || found_.place.column >= states.cols()) return true;
            analysis::NearQuery query{
                choice, found_.distance, listed_neighbours,
                seq2seq_facts(*found_.trace).merge == "sum" ? 0 : seq2seq_facts(*found_.trace).hidden,
                found_.trace->source_text};
            post_(NearStates{found_,
                             analysis::nearest_states(*found_.bank, query, states.col(found_.place.column))});
            return true;
        }
        return read_on(orders.bank);
    } catch (const std::exception&) { // no memory: what was there stays
        return false;
    }
}

bool StateJobs::read_on(const BankOrder& order) {
    if (!order.model) {
        reading_.reset();
        return false;
    }
    if (order == given_up_) return false;
    std::string problem;
    try {
        if (!reading_ || reading_->state.order != order) reading_ = std::make_unique<Reading>(order);
        if (reading_->state.done) return false;
        const std::vector<StateInput> inputs = reading_->next();
        if (!inputs.empty()) reading_->take(engine_.states(*order.model, inputs, cancelled_));
        if (cancelled_) { // another order is there
            reading_.reset();
            return true;
        }
        reading_->state.done = inputs.empty() || reading_->state.full;
        const auto now = std::chrono::steady_clock::now();
        if (reading_->state.done || now - reading_->told_at > told_every) {
            reading_->told_at = now;
            post_(reading_->told());
        }
        return !reading_->state.done;
    } catch (const std::bad_alloc&) {
        problem = "there is not enough memory";
    } catch (const std::exception& error) {
        problem = error.what();
    }
    given_up_ = order;
    BankState failed = reading_ && reading_->state.order == order ? reading_->told() : BankState{};
    reading_.reset();
    failed.order = order;
    failed.problem = problem;
    failed.done = true;
    post_(std::move(failed));
    return false;
}

} // namespace heed
