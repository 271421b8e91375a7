// What is measured of one run, and its maps as they are drawn.
#include "app/figures/base/format.h"
#include "app/figures/heads/heads.h"
#include "app/figures/heads/word_map.h"
#include "app/figures/tokens.h"
#include "core/analysis/heads/pairs/corpus.h"
#include "core/analysis/heads/several.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using heads::Kind;
using heads::Reading;

/// What looks and what is looked at, one below the other and side by side.
struct AtlasAxes {
    std::vector<Word> rows, columns;
};

/// Of a word nothing may be there.
void keep_words_read(std::vector<Word>& words, int shift, Eigen::Index places) {
    std::erase_if(words, [&](const Word& w) { return w.first == w.last || w.last + shift > places; });
}

/// Cross attention alone is drawn in two ways.
Reading told_reading(Kind kind, Reading reading) { return kind == Kind::Cross ? reading : Reading::Predicts; }

int atlas_shift(Kind kind, Reading reading) { return told_reading(kind, reading) == Reading::Reads ? 1 : 0; }

AtlasAxes atlas_axes_of(const MatrixXf& weights, const RunWords& words, Kind kind, Reading reading) {
    AtlasAxes axes{kind == Kind::Decoder ? words.past
                   : kind == Kind::Cross ? words.outputs
                                         : words.source,
                   kind == Kind::Decoder ? words.past : words.source};
    keep_words_read(axes.rows, atlas_shift(kind, reading), weights.cols());
    keep_words_read(axes.columns, 0, weights.rows());
    return axes;
}

/// As it was typed, where the model reads it in lower case.
std::string typed_word(const Trace& run, const Word& word) {
    if (word.end <= word.begin || word.end > run.source_text.size()) return shown(word.text);
    const std::string_view typed =
        trimmed(std::string_view(run.source_text).substr(word.begin, word.end - word.begin));
    return shown(lowercase(typed) == word.text ? typed : word.text);
}

/// As Step has it; so is what stands around a text.
std::string atlas_word(const Trace& run, const Word& word, Axis axis) {
    const bool goes_on = run.labels.count(Axis::Step) > 0; // a decoder alone: its past begins with the source
    const bool source = axis == Axis::Source || (axis == Axis::Past && goes_on);
    if (!word.framing) return source ? typed_word(run, word) : shown(word.text);
    if (axis == Axis::Past && word.first == 0 && !goes_on) return "start";
    return source && word.first < run.source_length() ? shown_source(run, word.first) : shown(word.text);
}

std::vector<MapLabel> atlas_labels_of(const Trace& run, const std::vector<Word>& words, Axis axis) {
    std::vector<MapLabel> labels;
    for (const Word& word : words)
        labels.push_back({.text = atlas_word(run, word, axis),
                          .number = static_cast<int>(labels.size()) + 1,
                          .quiet = word.framing});
    return labels;
}

void add_head_map(HeadMaps& maps, const Trace& run, const RunWords& words, const heads::Head& head,
                  Reading reading) {
    const MatrixXf& weights = run.at(head.site);
    if (!maps.labels.contains({head.kind, reading})) {
        const AtlasAxes axes = atlas_axes_of(weights, words, head.kind, reading);
        const Axis looked = head.kind == Kind::Decoder ? Axis::Past : Axis::Source,
                   looking = head.kind == Kind::Cross ? Axis::Output : looked;
        maps.labels[{head.kind, reading}] = {atlas_labels_of(run, axes.rows, looking),
                                             atlas_labels_of(run, axes.columns, looked)};
    }
    maps.values[{head.site, reading}] = atlas::word_map(weights, words, head.kind, reading);
}

} // namespace

std::shared_ptr<const MapValues> atlas::word_map(const MatrixXf& weights, const RunWords& words, Kind kind,
                                                 Reading reading) {
    const AtlasAxes axes = atlas_axes_of(weights, words, kind, reading);
    auto kept = std::make_shared<MatrixXf>(
        folded(weights, axes.columns, axes.rows, atlas_shift(kind, reading)).cast<float>());
    for (std::size_t i = 0; kind == Kind::Decoder && i < axes.rows.size(); ++i)
        for (std::size_t j = 0; j < axes.columns.size(); ++j)
            if (axes.columns[j].first >= axes.rows[i].last)
                (*kept)(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = std::nanf("");
    auto values = std::make_shared<MapValues>();
    values->values = kept->data();
    values->rows = static_cast<int>(kept->cols());
    values->columns = static_cast<int>(kept->rows());
    values->kept = std::move(kept);
    return values;
}

namespace {

HeadReport report_of_run(heads::MeasuredRun measured) {
    HeadReport report;
    if (measured.gold && measured.gold->rows() > 0) {
        report.judged = 1;
        report.diagonal = measured.diagonal.error_rate();
        report.over = "this sentence, with links";
    }
    for (std::size_t h = 0; h < measured.heads.size(); ++h)
        report.all.push_back({std::move(measured.heads[h]), measured.sums[h]});
    return report;
}

} // namespace

HeadReport head_report(const Trace& run, bool words, const heads::Gold* gold) {
    HeadReport report = report_of_run(heads::measure_run(run, words ? words_of(run) : pieces_of(run), gold));
    if (!words && has_pieces(run)) report.over = "this sentence's pieces"; // links are between words
    return report;
}

HeadReport head_report(const Trace& run, const RunWords& words, const heads::Gold& gold) {
    return report_of_run(heads::measure_run(run, words, &gold));
}

HeadReport head_report(const heads::Corpus& corpus, const Executor& executor) {
    HeadReport report;
    for (const auto& head : corpus.heads()) report.all.push_back({head.head, head.sums});
    std::stable_partition(report.all.begin(), report.all.end(),
                          [](const auto& one) { return one.head.kind == Kind::Cross; });
    report.diagonal = corpus.diagonal_error();
    report.choice = corpus.choose(executor);
    report.runs = corpus.runs();
    report.judged = corpus.judged();
    report.over = counted(report.runs, "pair");
    if (report.judged == report.runs)
        report.over += " with links";
    else if (report.judged > 0)
        report.over += ", " + std::to_string(report.judged) + " with links";
    return report;
}

bool has_cross_heads(const HeadReport& report) {
    return std::any_of(report.all.begin(), report.all.end(),
                       [](const HeadReport::One& one) { return one.head.kind == Kind::Cross; });
}

bool has_several_heads(const Trace& run) { return heads::has_several(run); }

const std::shared_ptr<const MapValues>& HeadMaps::at(const heads::Head& head, Reading reading) const {
    static const std::shared_ptr<const MapValues> none;
    const auto found = values.find({head.site, told_reading(head.kind, reading)});
    return found == values.end() ? none : found->second;
}

const HeadMaps::Labels& HeadMaps::of(Kind kind, Reading reading) const {
    static const Labels none;
    const auto found = labels.find({kind, told_reading(kind, reading)});
    return found == labels.end() ? none : found->second;
}

std::shared_ptr<const HeadMaps> head_maps(const Trace& run, bool in_words) {
    auto maps = std::make_shared<HeadMaps>();
    maps->words = in_words;
    const RunWords words = in_words ? words_of(run) : pieces_of(run);
    for (const heads::Head& head : heads::heads_of(run)) {
        add_head_map(*maps, run, words, head, Reading::Predicts);
        if (head.kind == Kind::Cross) add_head_map(*maps, run, words, head, Reading::Reads);
    }
    return maps;
}

} // namespace heed
