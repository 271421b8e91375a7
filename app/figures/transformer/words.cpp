#include "app/figures/transformer/words.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace heed {
namespace {

using namespace layered;

using Groups = std::vector<Word>;

/// Means of the columns of each group.
MatrixXf mean_columns(const MatrixXf& all, const Groups& groups) {
    MatrixXf means = MatrixXf::Zero(all.rows(), static_cast<Eigen::Index>(groups.size()));
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const int last = std::min(groups[g].last, static_cast<int>(all.cols()));
        if (last <= groups[g].first) continue;
        means.col(static_cast<Eigen::Index>(g)) =
            all.middleCols(groups[g].first, last - groups[g].first).rowwise().mean();
    }
    return means;
}

/// log Σ exp over the rows of each group, so that a softmax over groups is the sum of one over rows.
MatrixXf joined_scores(const MatrixXf& all, const Groups& groups) {
    MatrixXf scores(static_cast<Eigen::Index>(groups.size()), all.cols());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto part = all.middleRows(groups[g].first, groups[g].last - groups[g].first);
        for (Eigen::Index i = 0; i < all.cols(); ++i) {
            const float most = part.col(i).maxCoeff();
            scores(static_cast<Eigen::Index>(g), i) =
                std::isfinite(most) ? most + std::log((part.col(i).array() - most).exp().sum()) : most;
        }
    }
    return scores;
}

/// What looks and what is looked at, in places of the run.
struct Axes {
    Groups source, outputs, past;
    Groups asking; // of a decoder alone: its places, what it writes as the outputs' words
};

Axes axes_of(const Trace& run, const RunWords& words, bool crosses, int outputs) {
    Axes axes{words.source, words.outputs, words.past, {}};
    for (Word& word : axes.outputs)
        if (word.first < outputs && outputs < word.last) word.last = outputs;
    if (crosses) {
        axes.asking = axes.outputs;
        return axes;
    }
    axes.asking = axes.source; // the last piece of the source writes the first output
    if (!axes.asking.empty()) axes.asking.pop_back();
    for (Word word : axes.outputs) {
        word.first += run.source_length() - 1;
        word.last += run.source_length() - 1;
        axes.asking.push_back(word);
    }
    return axes;
}

/// The values of one side that the picture reads, folded.
class SideFold {
public:
    SideFold(const Trace& run, Trace& result, const Reading& reading, bool decoder)
        : run_(run), result_(result), reading_(reading), decoder_(decoder) {}

    void fold(const Groups& asking, const Groups& read, const Groups& source) {
        const transformer::SideValues& side = reading_.side(decoder_);
        mean({side.input}, asking);
        for (int l = 0; l < reading_.layers(decoder_); ++l) {
            for (const Quantity q : {side.feed.normed, side.feed.output_sum, side.feed.result,
                                     side.self.output_sum, side.self.result})
                mean({q, l}, asking);
            if (decoder_ && reading_.crosses())
                for (const Quantity q : {side.cross.output_sum, side.cross.result}) mean({q, l}, asking);
            for (int k = 0; k < reading_.heads(decoder_); ++k) {
                attention(side.self, {l, k}, asking, read);
                if (decoder_ && reading_.crosses()) attention(side.cross, {l, k}, asking, source);
            }
            for (const Quantity q : {side.self.mean, side.rollout}) map({q, l}, asking, read);
            if (decoder_ && reading_.crosses())
                for (const Quantity q : {side.cross.mean, transformer::cross_rollout})
                    map({q, l}, asking, source);
        }
    }

private:
    struct At {
        int layer, head;
    };
    void mean(const Site& site, const Groups& asking) {
        if (run_.has(site.quantity, site.layer, site.head))
            result_.set(site, mean_columns(run_.at(site), asking));
    }
    void map(const Site& site, const Groups& asking, const Groups& read) {
        if (run_.has(site.quantity, site.layer))
            result_.set(site, folded(run_.at(site), read, asking).cast<float>());
    }
    void attention(const transformer::AttentionValues& values, At at, const Groups& asking,
                   const Groups& read) {
        const Site weights{values.weights, at.layer, at.head}, energies{values.energies, at.layer, at.head};
        if (run_.has(values.weights, at.layer, at.head))
            result_.set(weights, folded(run_.at(weights), read, asking).cast<float>());
        if (run_.has(values.energies, at.layer, at.head))
            result_.set(energies, mean_columns(joined_scores(run_.at(energies), read), asking));
    }

    const Trace& run_;
    Trace& result_;
    const Reading& reading_;
    bool decoder_;
};

/// Which group holds a place; of one past the last, the last.
int group_of(const Groups& groups, int place) {
    if (place < 0 || groups.empty()) return -1;
    const auto at =
        std::find_if(groups.begin(), groups.end(), [&](const Word& word) { return place < word.last; });
    return static_cast<int>(std::min<std::ptrdiff_t>(at - groups.begin(), std::ssize(groups) - 1));
}

const Word* output_at(const Groups& outputs, int piece) {
    const int group = group_of(outputs, piece);
    return group < 0 ? nullptr : &outputs[static_cast<std::size_t>(group)];
}

std::string raw_pieces(const std::vector<std::string>& texts, const Word& word) {
    std::string all;
    for (int k = word.first; k < word.last && k < static_cast<int>(texts.size()); ++k)
        all += (all.empty() ? "" : " ") + texts[static_cast<std::size_t>(k)];
    return all;
}

void keep_raw(const Trace& run, const RunWords& words, TransformerMaps& maps) {
    const std::vector<std::string> source = run.labels_of(Axis::Source), read = run.labels_of(Axis::Past);
    maps.source_raw.clear();
    maps.read_raw.clear();
    for (const Word& word : words.source) maps.source_raw.push_back(raw_pieces(source, word));
    for (const Word& word : words.past) maps.read_raw.push_back(raw_pieces(read, word));
}

/// Of the word that is not whole: what its pieces up to there make, "ver…", and how likely they were.
void cut_word(const Trace& run, const RunWords& words, int outputs, Trace& result) {
    for (std::size_t w = 0; w < words.outputs.size(); ++w) {
        const Word& word = words.outputs[w];
        if (outputs <= word.first || outputs >= word.last) continue;
        std::vector<TraceToken> written;
        for (const TraceStep& step : run.steps) written.push_back(step.token);
        const PieceMark mark = piece_mark(run.target_vocabulary.get(), written);
        written.resize(static_cast<std::size_t>(outputs));
        TraceStep& step = result.steps[w];
        step.token.text = words_of(written, mark).back().text + "…";
        step.log_prob = 0;
        for (int i = word.first; i < outputs; ++i)
            step.log_prob += run.steps[static_cast<std::size_t>(i)].log_prob;
    }
}

} // namespace

int pieces_of_word(const Trace& run, const RunWords& words, int at) {
    const Moment m = moment_at(run.outline, at);
    if (!m.decoding()) return -1;
    const Word* word = output_at(words.outputs, m.position);
    return word && m.position + 1 < word->last ? m.position + 1 : -1;
}

std::shared_ptr<const WordRun> word_run(const Trace& run, int outputs) {
    auto made = std::make_shared<WordRun>();
    made->outputs = outputs;
    made->words = words_of(run);
    auto result = std::make_shared<Trace>(in_words(run, {.outputs = outputs}));
    if (has_pieces(run)) {
        const Playhead nowhere;
        const Reading reading(run, nowhere, {});
        const Axes axes = axes_of(run, made->words, reading.crosses(), outputs);
        if (reading.config.encodes())
            SideFold(run, *result, reading, false).fold(axes.source, axes.source, axes.source);
        if (reading.config.decodes())
            SideFold(run, *result, reading, true).fold(axes.asking, axes.past, axes.source);
    }
    cut_word(run, made->words, outputs, *result);
    auto maps = std::make_shared<TransformerMaps>(*transformer_maps(*result));
    keep_raw(run, made->words, *maps);
    made->maps = std::move(maps);
    made->run = std::move(result);
    return made;
}

std::shared_ptr<const TransformerMaps> weighted_in_words(const Trace& run, const WordRun& words,
                                                         const TransformerMaps& weighted) {
    Trace shares = *words.run;
    const Playhead nowhere;
    const Reading reading(run, nowhere, {});
    const Axes axes = axes_of(run, words.words, reading.crosses(), words.outputs);
    const auto fold = [&](const transformer::AttentionValues& values, const Groups& asking,
                          const Groups& read) {
        for (const auto& [site, lengths] : weighted.lengths)
            if (site.quantity == values.weights)
                shares.set(site, folded(value_shares(run.at(site), lengths), read, asking).cast<float>());
    };
    if (reading.config.encodes()) fold(reading.side(false).self, axes.source, axes.source);
    if (reading.config.decodes()) fold(reading.side(true).self, axes.asking, axes.past);
    if (reading.crosses()) fold(reading.side(true).cross, axes.asking, axes.source);
    return transformer_maps(shares);
}

Playhead in_words(const Playhead& p, const HeadsInFront& front, const Trace& run, const WordRun& words) {
    Playhead result = p;
    const auto& [source, outputs, past] = words.words;
    const Reading reading(run, p, front);
    const bool encoder = !reading.config.decodes(), own = !reading.crosses() && !encoder;
    const auto& rows = encoder || !reading.decoder ? source : outputs;
    for (int* row : {&result.row, &result.hover_row}) *row = group_of(rows, *row);
    for (const auto& [column, of_past] :
         {std::pair(&result.column, p.past), std::pair(&result.hover_column, p.hover_past)})
        *column = group_of(reading.decoder && (own || (of_past && !encoder)) ? past : source, *column);
    const Moment m = moment_at(run.outline, p.at);
    if (!m.decoding()) return result;
    const Stage& stage = run.outline.stages[static_cast<std::size_t>(m.stage)];
    const int each = static_cast<int>(stage.phases.size()), before = run.outline.start_of(Axis::Output);
    result.at = before + group_of(outputs, m.position) * each + m.phase_index + 1;
    return result;
}

namespace {

/// The piece of a word that has the most weight: what a hand takes of the word's bar.
int heaviest(const Word& word, const std::function<float(int)>& weight) {
    int most = word.first;
    for (int piece = word.first + 1; piece < word.last; ++piece)
        if (weight(piece) > weight(most)) most = piece;
    return most;
}

} // namespace

bool past_in_front(const Trace& run, const Playhead& playhead, const HeadsInFront& front) {
    const Reading reading(run, playhead, front);
    return reading.crosses() && reading.decoder && !reading.cross_in_front();
}

PickId in_pieces(PickId pick, const Trace& run, const WordRun& words, const Playhead& playhead,
                 const HeadsInFront& front) {
    const Reading reading(run, playhead, {});
    const auto first_of = [](const Groups& groups, int word) {
        return word >= 0 && word < std::ssize(groups) ? groups[static_cast<std::size_t>(word)].first : word;
    };
    const auto& [source, outputs, past] = words.words;
    const bool at_work = reading.now.decoding;
    const auto output = [&](int word) {
        const int now = group_of(outputs, reading.now.row);
        return at_work && word == now ? reading.now.row : first_of(outputs, word);
    };
    if (pick.kind == PickKind::Button && pick.name == "sub-step") {
        const int start = run.outline.start_of(Axis::Output);
        if (!at_work || pick.k <= start) return pick;
        const int each = static_cast<int>(run.outline.stages.back().phases.size());
        const int word = (pick.k - 1 - start) / each, phase = (pick.k - 1 - start) % each;
        pick.k = start + output(word) * each + phase + 1;
        return pick;
    }
    const bool cell = pick.kind == PickKind::Cell || pick.kind == PickKind::Bar;
    const bool column = pick.kind == PickKind::Column;
    const Groups& looked_at = pick.k == 1 ? past : source;
    const int word = pick.j;
    if ((cell || column) && pick.j >= 0) pick.j = first_of(looked_at, pick.j);
    const bool row = cell || pick.kind == PickKind::Row || pick.kind == PickKind::OutputBox ||
                     pick.kind == PickKind::Context;
    if (row && pick.i >= 0)
        pick.i =
            pick.kind == PickKind::OutputBox || reading.decoder ? output(pick.i) : first_of(source, pick.i);
    if (pick.kind == PickKind::Bar && word >= 0 && word < std::ssize(looked_at))
        pick.j = heaviest(looked_at[static_cast<std::size_t>(word)],
                          [&](int piece) { return weight_in_front(run, playhead, front, pick.i, piece); });
    return pick;
}

} // namespace heed
