#include "app/figures/transformer/reading.h"

#include "app/figures/tokens.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heed::layered {
namespace {

using transformer::Looking;
namespace phase = transformer::phase;

/// What a phase of an attention does; Read where it is none of them.
Doing doing_in(const Looking& look, const Phase& p) {
    const std::array<std::pair<const PhaseInfo*, Doing>, 5> rows{{{&look.project, Doing::Project},
                                                                  {&look.score, Doing::Score},
                                                                  {&look.softmax, Doing::Softmax},
                                                                  {&look.mix, Doing::Mix},
                                                                  {&look.add, Doing::Add}}};
    for (const auto& [row, doing] : rows)
        if (p.is(*row)) return doing;
    return Doing::Read;
}

Step step_of(const Trace& run, int at) {
    const Moment m = moment_at(run.outline, at);
    Step step;
    if (!m.started) return step;
    step.started = true;
    step.decoding = m.decoding();
    step.row = step.decoding ? m.position : 0;
    step.index = m.phase_index;
    step.info = m.phase.info;
    const auto [from, to] = run.outline.stages[static_cast<std::size_t>(m.stage)].group_of(m.phase_index);
    step.in_layer = m.phase_index - from;
    step.steps = to - from;
    step.layer = m.phase.layer;
    if (m.phase.is(phase::Read) || m.phase.is(phase::Embed)) {
        step.layer = -1;
    } else if (m.phase.is(phase::Write)) {
        step.layer = -1;
        step.doing = Doing::Write;
    } else if (m.phase.is(phase::Feed) || m.phase.is(phase::Forward)) {
        step.doing = Doing::Feed;
    } else {
        const bool cross = phase::Cross.holds(m.phase);
        step.looks = cross ? Looks::Cross : Looks::Self;
        step.doing = doing_in(cross ? phase::Cross : step.decoding ? phase::Past : phase::Look, m.phase);
    }
    return step;
}

} // namespace

Reading::Reading(const Trace& trace, const Playhead& playhead, const HeadsInFront& heads_in_front)
    : run(trace), config(transformer_facts(trace).config), now(step_of(trace, playhead.at)),
      front(heads_in_front), at(playhead.at), playhead_(playhead) {
    decoder = config.kind == transformer::Kind::Decoder || now.decoding;
    const int last = layers(decoder) - 1;
    const int usual = decoder && config.attention.layer > 0 ? config.attention.layer - 1 : last;
    layer = front.layer >= 0            ? std::min(front.layer, last)
            : now.layer >= 0            ? now.layer
            : at >= run.outline.total() ? usual
            : now.doing == Doing::Write ? last
                                        : 0;
    row_ = now.decoding ? now.row : 0;
    const Sight sight = in_front();
    for (const int wanted : {playhead.row, playhead.hover_row})
        if (wanted >= 0 && wanted < rows() && done(sight, wanted, Doing::Softmax)) row_ = wanted;
}

Site Reading::site(const Sight& s, MapReading read) const {
    const transformer::AttentionValues& v = values(s);
    if (read == MapReading::Mean) return {v.mean, s.layer};
    if (read == MapReading::Rollout)
        return {s.looks == Looks::Cross ? transformer::cross_rollout : side(s.decoding).rollout, s.layer};
    return {v.weights, s.layer, s.head};
}

const MatrixXf* Reading::stream(bool of_decoder, int of_layer) const {
    const transformer::FeedValues& feed = side(of_decoder).feed;
    return value(config.norm == transformer::NormPlace::After ? feed.normed : feed.output_sum, of_layer);
}

int Reading::written_places() const {
    if (!config.decodes()) return 0;
    if (const auto read = run.labels.find(Axis::Past); read != run.labels.end())
        return static_cast<int>(read->second.size());
    return crosses() ? run.outputs() : run.source_length() + std::max(0, run.outputs() - 1);
}

int Reading::query(bool of_decoder, int row) const {
    return of_decoder && !crosses() ? run.source_length() - 1 + row : row;
}

int Reading::seen(const Sight& s, int row) const {
    if (s.looks == Looks::Cross || !s.decoding) return run.source_length();
    return query(true, row) + 1;
}

int Reading::reached(bool of_decoder, int row) const {
    if (!now.started) return 0;
    const Stage& stage = run.outline.stages[of_decoder ? 1 : 0];
    const int all = static_cast<int>(stage.phases.size());
    if (!of_decoder) return now.decoding ? all : now.index + 1;
    if (!now.decoding || row > now.row) return 0;
    return row < now.row ? all : now.index + 1;
}

int Reading::index_of(bool of_decoder, int of_layer, Looks looks, Doing doing) const {
    if (doing == Doing::Read) return 0;
    const int sub_layers = of_decoder && crosses() ? 2 : 1, each = 5 * sub_layers + 1;
    if (doing == Doing::Write) return 1 + each * layers(of_decoder);
    if (doing == Doing::Feed) return each * (of_layer + 1);
    const int first = 1 + each * of_layer + (looks == Looks::Cross ? 5 : 0);
    return first + static_cast<int>(doing) - static_cast<int>(Doing::Project);
}

int Reading::at_of(bool of_decoder, int row, int index) const {
    const int before = of_decoder ? run.outline.stages[0].substeps() : 0;
    const int each = of_decoder ? static_cast<int>(run.outline.stages[1].phases.size()) : 0;
    return before + row * each + index + 1;
}

bool Reading::written(int row) const {
    return config.decodes() && done(true, row, 0, Looks::Nowhere, Doing::Write);
}

bool Reading::cross_in_front() const {
    if (!crosses() || !decoder) return false;
    if (now.looks != Looks::Nowhere) return now.looks == Looks::Cross; // of a layer brought forward, too
    return now.doing != Doing::Read || front.layer >= 0;
}

int Reading::self_head() const { return std::clamp(front.self, 0, heads(decoder) - 1); }

int Reading::cross_head() const {
    const int usual = layer + 1 == config.attention.layer ? std::max(0, config.attention.head - 1) : 0;
    return std::min(front.cross >= 0 ? front.cross : usual, config.decoder.heads - 1);
}

int Reading::revealed_rows(const Sight& s) const {
    if (s.decoding != decoder && s.looks == Looks::Self) return 0;
    if (!s.decoding) return done(s, 0, Doing::Softmax) ? run.source_length() : 0;
    int count = now.decoding ? now.row : 0;
    return count + (now.decoding && done(s, now.row, Doing::Softmax) ? 1 : 0);
}

int Reading::column(const Sight& s, int row) const {
    const MatrixXf* w = weights(s);
    const int q = query(s.decoding, row);
    if (!w || q >= w->cols()) return -1;
    const int places = std::min<int>(seen(s, row), static_cast<int>(w->rows()));
    // Of two blocks each has its own: the place is one of the source, or of what was written before.
    const bool past = s.decoding && s.looks == Looks::Self;
    for (const auto& [wanted, of_past] : {std::pair(playhead_.hover_column, playhead_.hover_past),
                                          std::pair(playhead_.column, playhead_.past)})
        if (wanted >= 0 && wanted < places && (!crosses() || past == of_past)) return wanted;
    Eigen::Index best = 0;
    w->col(q).head(places).maxCoeff(&best);
    return static_cast<int>(best);
}

std::string Reading::column_word(bool of_decoder, int column) const {
    if (!of_decoder || (!crosses() && column < run.source_length()))
        return unmarked(shown_source(run, column));
    if (!crosses()) return output_word(column - run.source_length());
    return column == 0 ? "start" : output_word(column - 1);
}

std::string Reading::output_word(int output) const { return unmarked(shown_output(run, output)); }

bool Reading::quiet(bool of_decoder, int column) const {
    if (!of_decoder || (!crosses() && column < run.source_length())) return is_quiet_source(run, column);
    return crosses() && column == 0;
}

std::string Reading::row_word(int row) const {
    if (!decoder) return unmarked(shown_source(run, row));
    return written(row) ? output_word(row) : "?";
}

/// Of an encoder alone all places are read at once, and the one that is looked at is meant.
int output_being_written(const Reading& r) {
    if (r.now.doing == Doing::Write) return r.row();
    const bool read = !r.config.decodes() && r.at >= r.run.outline.total();
    return read ? r.row() : -1;
}

std::string head_name(const Sight& s) {
    return "head " + std::to_string(s.head + 1) + ", layer " + std::to_string(s.layer + 1);
}

std::string reader_name(const Sight& s, MapReading read) {
    const std::string layer = "layer " + std::to_string(s.layer + 1);
    switch (read) {
    case MapReading::Head:
        return head_name(s);
    case MapReading::Weighted:
        return "head " + std::to_string(s.head + 1) + " × value";
    case MapReading::Mean:
        return "mean of " + layer;
    case MapReading::Rollout:
        return "rollout, " + layer;
    }
    return "";
}

namespace {

HeadKind kind_of(const Sight& s) {
    return s.looks == Looks::Cross ? HeadKind::Cross : s.decoding ? HeadKind::Decoder : HeadKind::Encoder;
}

/// Whether a map that is read so has that head's weights in it.
bool holds(const Sight& s, MapReading read, const HeadPlace& head) {
    const bool same = head.kind == kind_of(s) && head.layer == s.layer;
    if (read == MapReading::Mean) return same;
    if (read != MapReading::Rollout) return same && head.head == s.head;
    return s.looks == Looks::Cross ? same || head.kind == HeadKind::Encoder
                                   : head.kind == kind_of(s) && head.layer <= s.layer;
}

} // namespace

HeadEdits Reading::edits_in(const Sight& s, MapReading read) const {
    // Row i of the rollout over what was written is mixed of the rows before it.
    const bool mixed = read == MapReading::Rollout && s.looks == Looks::Self;
    const auto there = [&](const HeadEdit& edit) {
        return !s.decoding || edit.at(row()) || (mixed && *edit.outputs.begin() <= row());
    };
    HeadEdits found;
    for (const auto& [place, edit] : run.request.edits.heads)
        if (holds(s, read, place) && there(edit)) found.emplace(place, edit);
    return found;
}

const HeadEdit* Reading::edit_of(const Sight& s, int of_row) const {
    const HeadEdits& all = run.request.edits.heads;
    const auto found = all.find({kind_of(s), s.layer, s.head});
    if (found == all.end()) return nullptr;
    return !s.decoding || found->second.at(of_row) ? &found->second : nullptr;
}

} // namespace heed::layered

namespace heed {

int moved_output(const Trace& run, const Playhead& playhead, const HeadsInFront& front) {
    const layered::Reading r(run, playhead, front);
    return r.now.started ? layered::output_being_written(r) : -1;
}

int newest_written(const Trace& run, const Playhead& playhead, const HeadsInFront& front) {
    const layered::Reading r(run, playhead, front);
    if (!r.now.started) return -1;
    if (!r.config.decodes()) return layered::output_being_written(r);
    for (int row = std::min(r.row(), run.outputs() - 1); row >= 0; --row)
        if (r.written(row)) return row;
    return -1;
}

} // namespace heed
