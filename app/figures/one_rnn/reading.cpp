#include "app/figures/one_rnn/reading.h"

#include "app/figures/base/format.h"
#include "core/models/one_rnn/values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::past {

Reading::Reading(const Trace& of)
    : run(of), config(one_rnn_facts(of).config), steps(of.source_length()), start(config.self_attention()),
      energies_(value("self.energies")), weights_(value("self.weights")), states_(value("states")),
      ceilings_(value("self.ceiling")), muted_(of.request.edits.muted) {}

const MatrixXf* Reading::value(std::string_view key) const {
    for (const QuantityInfo& row : one_rnn::values(config.kind))
        if (row.key == key && run.has(Quantity(row))) return &run.at(Quantity(row));
    return nullptr;
}

float Reading::cell(const MatrixXf* matrix, int t, int column) const {
    if (!matrix || t < 0 || t >= matrix->cols() || column < 0 || column >= matrix->rows())
        return std::numeric_limits<float>::quiet_NaN();
    return (*matrix)(column, t);
}

bool Reading::looks_at(int t, int column) const {
    return column >= first(t) && column < t && !muted(column) && !std::isnan(weight(t, column));
}

int Reading::first(int t) const { return config.key_value() ? std::max(0, t - config.attention.window) : 0; }

int Reading::heard(int t) const {
    int heard = 0;
    for (int c = first(t); c < t; ++c) heard += !muted(c);
    return heard;
}

int Reading::strongest(int t) const {
    int best = -1;
    for (int c = first(t); c < t; ++c)
        if (looks_at(t, c) && (best < 0 || weight(t, c) > weight(t, best))) best = c;
    return best;
}

int Reading::second(int t) const {
    const int most = strongest(t);
    int best = -1;
    for (int c = first(t); c < t; ++c)
        if (c != most && looks_at(t, c) && (best < 0 || weight(t, c) > weight(t, best))) best = c;
    return best;
}

std::optional<float> Reading::ceiling(int t) const {
    if (!ceilings_ || t < 0 || t >= ceilings_->cols() || std::isnan((*ceilings_)(0, t))) return std::nullopt;
    return (*ceilings_)(0, t);
}

double Reading::entropy(int t) const {
    double sum = 0;
    for (int c = first(t); c < t; ++c)
        if (looks_at(t, c) && weight(t, c) > 0) {
            const auto p = static_cast<double>(weight(t, c));
            sum -= p * std::log(p);
        }
    return sum;
}

std::string Reading::word(int column) const {
    const int token = token_of(column);
    if (token < 0) return "start";
    return shown(run.source[static_cast<std::size_t>(token)].text);
}

bool Reading::quiet(int column) const {
    const int token = token_of(column);
    return token < 0 || run.source[static_cast<std::size_t>(token)].framing();
}

std::string Reading::state_words(int column) const {
    if (token_of(column) < 0) return "the start";
    return "the state after " + (quiet(column) ? "the end" : quoted(word(column)));
}

std::string Reading::symbol() const {
    return config.self_attention() ? "p" : config.kind == one_rnn::Kind::Lstmn ? "s" : "α";
}
std::string Reading::energy_symbol() const {
    return config.self_attention() ? "z" : config.kind == one_rnn::Kind::Lstmn ? "a" : "e";
}
std::string Reading::context_symbol() const {
    return config.self_attention() ? "c" : config.kind == one_rnn::Kind::Lstmn ? "h̃" : "r";
}

Doing doing_of(const Phase& phase) {
    struct Row {
        std::string_view id;
        Doing doing;
    };
    constexpr Row rows[] = {{"score", Doing::Score},
                            {"softmax", Doing::Softmax},
                            {"context", Doing::Context},
                            {"state", Doing::State}};
    for (const Row& row : rows)
        if (phase.info->id == row.id) return row.doing;
    return Doing::Answer;
}

bool Reading::done(int at, Doing doing, int t) const {
    for (const Stage& stage : run.outline.stages)
        for (const Phase& phase : stage.phases)
            if (doing_of(phase) == doing)
                return revealed(run.outline, at, phase, doing == Doing::Answer ? 0 : t);
    return false;
}

int Reading::newest(int at) const {
    const Moment now = moment_at(run.outline, at);
    if (!now.started) return -1;
    return now.axis == Axis::Step ? now.position : steps - 1;
}

int step_shown(const Reading& r, const Playhead& playhead) {
    const int newest = r.newest(playhead.at);
    for (const int t : {playhead.hover_row, playhead.row})
        if (t >= 0 && t < r.steps && t <= newest) return t;
    return newest;
}

int column_shown(const Reading& r, const Playhead& playhead, int t) {
    if (t < 0) return -1;
    for (const int c : {playhead.hover_column, playhead.column})
        if (c >= r.first(t) && c < t) return c;
    return r.strongest(t);
}

std::string sub(const std::string& letter, const std::string& index) { return letter + "_{" + index + "}"; }

} // namespace heed::past

namespace heed {

int OneRnnBoard::find(const std::string& name) const {
    for (std::size_t n = 0; n < members.size(); ++n)
        if (members[n].name == name) return static_cast<int>(n);
    return -1;
}

int OneRnnBoard::baseline() const {
    for (std::size_t n = 0; n < members.size(); ++n)
        if (!one_rnn_facts(members[n].facts).config.attends()) return static_cast<int>(n);
    return -1;
}

std::string one_rnn_label(const one_rnn::Config& config) {
    if (!config.attends()) return "RNN without";
    switch (config.kind) {
    case one_rnn::Kind::SelfAttention:
        return "own past, " + std::string(one_rnn::score_name(config.kind, config.attention.score));
    case one_rnn::Kind::Lstmn:
        return "LSTMN";
    case one_rnn::Kind::KeyValue:
        return config.attention.roles == 1 ? "one part for all" : "key-value";
    case one_rnn::Kind::KeyValuePredict:
        break;
    }
    return "key-value-predict";
}

int one_rnn_token(const Trace& run, int column) { return past::Reading(run).token_of(column); }

} // namespace heed
