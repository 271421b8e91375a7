#include "app/state/states/bank.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/io/base/file.h"
#include "core/models/model.h"
#include "core/models/seq2seq/facts.h"
#include "core/tasks/task.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

namespace heed {
namespace {

constexpr std::size_t together = 32;          // sentences that are run in one piece of work
constexpr std::size_t longest_line = 1 << 20; // bytes
constexpr auto told_every = std::chrono::milliseconds(120);

/// A line without its end; of one longer than `longest_line`, a byte more than that.
bool read_line(std::istream& in, std::string& line) {
    line.clear();
    std::streambuf& buffer = *in.rdbuf();
    int c = buffer.sbumpc();
    if (c == std::char_traits<char>::eof()) return false;
    for (; c != '\n' && c != std::char_traits<char>::eof(); c = buffer.sbumpc())
        if (line.size() <= longest_line) line += static_cast<char>(c);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
}

/// source, or source<TAB>target; what follows is for others.
StateInput input_of(const std::string& line) {
    const std::size_t tab = line.find('\t');
    StateInput input{line.substr(0, tab), {}};
    if (tab == std::string::npos) return input;
    std::string target = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
    if (!target.empty()) input.target = std::move(target);
    return input;
}

/// A bank while it is made.
struct Reading {
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
            throw Error(io::shown(std::filesystem::path(order.file)), "not read",
                        "a file of sentences, one a line", "a folder");
        std::error_code ignored;
        size =
            static_cast<double>(std::max<std::uintmax_t>(1, std::filesystem::file_size(order.file, ignored)));
        file.open(order.file, std::ios::binary);
        if (!file) throw Error(io::shown(std::filesystem::path(order.file)), "cannot be opened");
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
        while (inputs.size() < together && read_line(file, line)) {
            ++lines;
            bytes += static_cast<double>(line.size() + 1);
            if (line.empty()) continue;
            if (line.size() > longest_line)
                bad("line " + std::to_string(lines) + ": longer than a mebibyte");
            else
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
            state.full = states >= most_bank_states || held >= most_bank_bytes;
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
    std::ifstream file;
    double size = 1, bytes = 0;
    int lines = 0, states = 0;
    std::size_t held = 0;
    StateBank all;
    std::chrono::steady_clock::time_point told_at{};
};

void read_all(const Engine& engine, Reading& reading, const std::atomic<bool>& cancelled,
              const std::function<void(BankState)>& tell) {
    BankState& state = reading.state;
    while (!state.done) {
        const std::vector<StateInput> inputs = reading.next();
        if (!inputs.empty()) reading.take(engine.states(*state.order.model, inputs, cancelled));
        if (cancelled) return;
        state.done = inputs.empty() || state.full;
        const auto now = std::chrono::steady_clock::now();
        if (!state.done && now - reading.told_at <= told_every) continue;
        reading.told_at = now;
        tell(reading.told());
    }
}

} // namespace

Paths make_paths(const PathOrder& order) {
    return {order, state_path(*order.trace, order.baseline.get(), {order.encoder, 0}),
            state_path(*order.trace, order.baseline.get(), {analysis::StateKind::Decoder, order.row})};
}

NearStates find_near(const NearOrder& order) {
    const analysis::StateChoice choice{
        order.place.decoder ? analysis::StateKind::Decoder : order.path.encoder, order.path.row};
    const MatrixXf states = analysis::states_of(*order.trace, choice);
    if (order.place.column < 0 || order.place.column >= states.cols()) return {order, {}};
    const analysis::NearQuery query{
        choice, order.distance, listed_neighbours,
        seq2seq_facts(*order.trace).merge == "sum" ? 0 : seq2seq_facts(*order.trace).hidden,
        order.trace->source_text};
    return {order, analysis::nearest_states(*order.bank, query, states.col(order.place.column))};
}

void read_bank(const Engine& engine, const BankOrder& order, const std::atomic<bool>& cancelled,
               const std::function<void(BankState)>& tell) {
    std::unique_ptr<Reading> reading;
    BankState failed;
    try {
        reading = std::make_unique<Reading>(order);
        return read_all(engine, *reading, cancelled, tell);
    } catch (const std::bad_alloc&) {
        failed.problem = "there is not enough memory";
    } catch (const std::exception& error) {
        failed.problem = error.what();
    }
    const std::string problem = std::move(failed.problem);
    if (reading) failed = reading->told();
    failed.order = order;
    failed.problem = problem;
    failed.done = true;
    tell(std::move(failed));
}

} // namespace heed
