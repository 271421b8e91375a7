#include "core/analysis/heads/run_heads.h"

#include "core/analysis/heads/in_front.h"
#include "core/analysis/heads/several.h"
#include "core/analysis/heads/source_heads.h"
#include "core/models/transformer/facts.h"
#include "core/text/strings.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

namespace heed::heads {
namespace {

using Eigen::MatrixXd;

std::optional<Kind> kind_of(const QuantityInfo& what) {
    if (what.rows == Axis::Source && what.columns == Axis::Output) return Kind::Cross;
    if (what.rows == Axis::Source && what.columns == Axis::SourceQuery) return Kind::Encoder;
    if (what.rows == Axis::Past) return Kind::Decoder;
    return std::nullopt;
}

std::string named_site(std::string_view pattern, const Site& site) {
    return replaced(replaced(std::string(pattern), "{layer}", std::to_string(site.layer)), "{head}",
                    std::to_string(site.head));
}

/// Of what the run recorded, a quantity after another: its row, and where its values lie; until one says
/// false.
template <class Each>
void for_each_quantity(const Trace& run, Each each) {
    constexpr int last = std::numeric_limits<int>::max();
    const auto& all = run.values();
    for (auto from = all.begin(); from != all.end();) {
        const auto to = all.upper_bound({from->first.quantity, last, last});
        if (!each(info(from->first.quantity), from, to)) return;
        from = to;
    }
}

std::vector<Word> written_words(const std::vector<Word>& words) {
    std::vector<Word> found;
    for (const Word& word : words)
        if (!word.framing) found.push_back(word);
    return found;
}

/// Of the words those whose rows are there when each is looked for `shift` columns later.
std::vector<Word> with_rows(const std::vector<Word>& words, int shift, Eigen::Index columns) {
    std::vector<Word> found;
    for (const Word& word : words)
        if (word.last + shift <= columns) found.push_back(word);
    return found;
}

bool is_full_stop(std::string_view piece) {
    if (piece.starts_with("▁")) piece.remove_prefix(std::string_view("▁").size());
    if (piece.starts_with("Ġ")) piece.remove_prefix(std::string_view("Ġ").size());
    static constexpr std::string_view stops[] = {".", "!", "?", "…", "。", "！", "？", "।", "؟", "۔"};
    return std::find(std::begin(stops), std::end(stops), piece) != std::end(stops);
}

/// What is looked at and from where, for one kind of map.
struct Frame {
    std::vector<Word> columns, rows;
    std::vector<int> stops; // tokens
};

Frame frame_of(const Trace& run, const RunWords& words, Kind kind) {
    Frame frame;
    const bool source = kind != Kind::Decoder;
    frame.columns = source ? words.source : words.past;
    frame.rows = written_words(kind == Kind::Cross     ? words.outputs
                               : kind == Kind::Encoder ? words.source
                                                       : words.past);
    if (source)
        for (std::size_t j = 0; j < run.source.size(); ++j)
            if (is_full_stop(run.source[j].text)) frame.stops.push_back(static_cast<int>(j));
    if (const auto read = run.labels.find(Axis::Past); !source && read != run.labels.end())
        for (std::size_t j = 0; j < read->second.size(); ++j)
            if (is_full_stop(read->second[j])) frame.stops.push_back(static_cast<int>(j));
    return frame;
}

/// The words with rows, in the map's own numbers.
WordMap word_map(const MatrixXf& weights, const Frame& frame, int shift) {
    const std::vector<Word> rows = with_rows(frame.rows, shift, weights.cols());
    WordMap map;
    map.weights = folded(weights, frame.columns, rows, shift);
    map.stops = Eigen::VectorXd::Zero(map.weights.cols());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        map.unread.push_back(rows[r].first == rows[r].last);
        for (int i = rows[r].first + shift; i < rows[r].last + shift; ++i)
            for (const int j : frame.stops)
                map.stops[static_cast<Eigen::Index>(r)] += static_cast<double>(weights(j, i));
        if (rows[r].last > rows[r].first)
            map.stops[static_cast<Eigen::Index>(r)] /= rows[r].last - rows[r].first;
    }
    return map;
}

int shift_of(Kind kind, Reading reading) { return kind == Kind::Cross && reading == Reading::Reads ? 1 : 0; }

/// (words + 1, words written + 1) of a map (columns, rows): what is no word last, then a column of nothing.
MatrixXf aligner_map(const MatrixXd& map, const Frame& frame) {
    const std::vector<int> words = word_columns(frame.columns);
    const auto W = static_cast<Eigen::Index>(words.size());
    MatrixXf result = MatrixXf::Zero(W + 1, static_cast<Eigen::Index>(frame.rows.size()) + 1);
    for (Eigen::Index r = 0; r < static_cast<Eigen::Index>(frame.rows.size()); ++r) {
        if (r >= map.cols() || map.col(r).sum() <= 0) { // nothing is known of it
            result(W, r) = 1;
            continue;
        }
        for (Eigen::Index j = 0; j < W; ++j)
            result(j, r) = static_cast<float>(map(words[static_cast<std::size_t>(j)], r));
        for (std::size_t j = 0; j < frame.columns.size(); ++j)
            if (frame.columns[j].framing)
                result(W, r) =
                    std::max(result(W, r), static_cast<float>(map(static_cast<Eigen::Index>(j), r)));
    }
    return result;
}

/// Of texts that were read at once, the words of the first against those of the second; none: it was one
/// text.
Frame frame_of_both(const Trace& run, const RunWords& words) {
    Frame frame;
    if (run.outputs() > 0 || words.outputs.empty()) return frame;
    frame.rows = words.outputs;
    for (const Word& word : words.source)
        if (!word.framing && word.begin < words.outputs.front().begin) frame.columns.push_back(word);
    return frame;
}

/// (words of the first, words of the second): how the second's look at the first's, or the first's at them.
MatrixXd map_of_both(const MatrixXf& weights, const Frame& both, Reading reading) {
    if (reading == Reading::Predicts) return folded(weights, both.columns, both.rows);
    return folded(weights, both.rows, both.columns).transpose();
}

/// The rows that gold speaks of, and what it says; no weights yet.
GoldRows gold_rows(const Gold& gold, int words, int written, std::vector<int>& rows) {
    GoldRows result;
    result.words = words;
    std::vector<unsigned char> all(static_cast<std::size_t>(words) * static_cast<std::size_t>(written));
    for (const auto& [links, flag] : {std::pair(&gold.possible, 1), std::pair(&gold.sure, 3)})
        for (const Link& link : *links)
            if (link.source < words && link.target < written) {
                auto& cell = all[static_cast<std::size_t>(link.target) * static_cast<std::size_t>(words) +
                                 static_cast<std::size_t>(link.source)];
                result.sure += flag == 3 && cell != 3;
                cell = static_cast<unsigned char>(cell | flag);
            }
    for (int r = 0; r < written; ++r) {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(r) * words;
        if (std::all_of(begin, begin + words, [](unsigned char c) { return c == 0; })) continue;
        rows.push_back(r);
        result.links.insert(result.links.end(), begin, begin + words);
        result.diagonal.push_back(own_column(r, written, words));
    }
    return result;
}

} // namespace

std::string_view to_string(Reading reading) { return reading == Reading::Predicts ? "predicts" : "reads"; }

std::vector<Head> heads_of(const Trace& run) {
    std::vector<Head> found;
    const auto gather = [&](bool single) {
        for_each_quantity(run, [&](const QuantityInfo& what, auto from, auto to) {
            const auto kind = kind_of(what);
            const bool wanted = single ? &what == &info(Quantity::Weights) : what.of_heads();
            if (what.map.empty() || !kind || !wanted) return true;
            for (; from != to; ++from)
                found.push_back({*kind, from->first, named_site(what.map, from->first)});
            return true;
        });
    };
    gather(false);
    if (found.empty()) gather(true);
    std::stable_sort(found.begin(), found.end(), [](const Head& a, const Head& b) {
        return std::tuple(a.kind, a.site.layer, a.site.head) < std::tuple(b.kind, b.site.layer, b.site.head);
    });
    return found;
}

bool has_several(const Trace& run, std::optional<Kind> kind) {
    const auto count = [&](bool single, std::optional<Kind> of) { // of hundreds two are enough
        int found = 0;
        for_each_quantity(run, [&](const QuantityInfo& what, auto from, auto to) {
            const bool wanted = single ? &what == &info(Quantity::Weights) : what.of_heads();
            for (; wanted && (!of || kind_of(what) == of) && from != to && found < 2; ++from) ++found;
            return found < 2;
        });
        return found;
    };
    if (count(false, std::nullopt) == 0) return count(true, kind) > 1; // of a file its weights are
    return count(false, kind) > 1;
}

namespace {

/// The maps of one kind of a run at work.
class OneKind {
public:
    OneKind(const Trace& run, const RunWords& words, Kind kind, const Gold* gold, MeasuredRun& result)
        : run_(run), kind_(kind), gold_(kind == Kind::Decoder ? nullptr : gold), result_(result),
          frame_(frame_of(run, words, kind)), rows_(static_cast<int>(frame_.rows.size())) {
        if (kind == Kind::Encoder) both_ = frame_of_both(run, words);
        if (kind == Kind::Encoder && both_.rows.empty()) gold_ = nullptr;
        if (gold_) begin_gold();
    }

    /// Heads from … to - 1 of the result.
    void measure(std::size_t from, std::size_t to) {
        if (gold_)
            for (MatrixXf& weights : result_.gold->weights)
                weights.resize(result_.gold->words + 1,
                               static_cast<Eigen::Index>(scored_.size() * (to - from)));
        measure(from, to, Reading::Predicts);
        if (kind_ == Kind::Cross) return measure(from, to, Reading::Reads);
        for (std::size_t h = from; h < to; ++h) result_.sums[h][1] = result_.sums[h][0];
        if (!gold_) return;
        for (const Reading reading : readings)
            for (std::size_t h = from; h < to; ++h)
                add_gold(aligner_map(map_of_both(run_.at(result_.heads[h].site), both_, reading), both_), h,
                         h - from, reading);
    }

private:
    void begin_gold() {
        const Frame& frame = kind_ == Kind::Cross ? frame_ : both_;
        const int words = static_cast<int>(word_columns(frame.columns).size());
        GoldRows& gold =
            result_.gold.emplace(gold_rows(*gold_, words, static_cast<int>(frame.rows.size()), scored_));
        std::vector<Link> links;
        for (std::size_t n = 0; n < scored_.size(); ++n) {
            links.push_back({gold.diagonal[n], scored_[n]});
            result_.diagonal_hits += gold.at(static_cast<int>(n), gold.diagonal[n]) != 0;
        }
        result_.diagonal = analysis::count_links(links, gold_->sure, gold_->possible);
    }

    void measure(std::size_t from, std::size_t to, Reading reading) {
        const auto way = static_cast<std::size_t>(reading);
        std::vector<WordMap> maps;
        MatrixXd mean;
        for (std::size_t h = from; h < to; ++h) {
            maps.push_back(word_map(run_.at(result_.heads[h].site), frame_, shift_of(kind_, reading)));
            mean = h == from ? maps.back().weights : MatrixXd(mean + maps.back().weights);
        }
        for (std::size_t h = from; h < to; ++h) {
            Sums& sums = result_.sums[h][way];
            add_rows(maps[h - from], frame_.columns, rows_, mean, sums);
            if (gold_ && kind_ == Kind::Cross)
                add_gold(aligner_map(maps[h - from].weights, frame_), h, h - from, reading);
        }
    }

    /// The map as an aligner reads it, of head h of the result, the n-th of its kind.
    void add_gold(const MatrixXf& map, std::size_t h, std::size_t n, Reading reading) {
        const auto way = static_cast<std::size_t>(reading);
        Sums& sums = result_.sums[h][way];
        sums.gold.add(map, gold_->sure, gold_->possible);
        for (std::size_t row = 0; row < scored_.size(); ++row) {
            Eigen::Index at = 0;
            map.col(scored_[row]).head(map.rows() - 1).maxCoeff(&at);
            sums.hits += result_.gold->at(static_cast<int>(row), static_cast<int>(at)) != 0;
            result_.gold->weights[way].col(static_cast<Eigen::Index>(n * scored_.size() + row)) =
                map.col(scored_[row]);
        }
    }

    const Trace& run_;
    Kind kind_;
    const Gold* gold_;
    MeasuredRun& result_;
    Frame frame_;
    int rows_;
    Frame both_; // of an encoder that read both texts: target's words as rows, source's as columns
    std::vector<int> scored_; // rows that gold speaks of
};

} // namespace

MeasuredRun measure_run(const Trace& run, const RunWords& words, const Gold* gold) {
    MeasuredRun result;
    result.heads = heads_of(run);
    result.sums.resize(result.heads.size());
    for (std::size_t from = 0, to = 0; from < result.heads.size(); from = to) {
        const Kind kind = result.heads[from].kind;
        while (to < result.heads.size() && result.heads[to].kind == kind) ++to;
        OneKind(run, words, kind, gold, result).measure(from, to);
    }
    return result;
}

MatrixXf alignment_map(const Trace& run, const RunWords& words, const std::vector<Site>& heads,
                       Reading reading) {
    const Frame both = frame_of_both(run, words);
    const Frame frame = both.rows.empty() ? frame_of(run, words, Kind::Cross) : both;
    MatrixXd sum;
    for (const Site& site : heads) {
        const MatrixXd map = both.rows.empty()
                                 ? word_map(run.at(site), frame, shift_of(Kind::Cross, reading)).weights
                                 : map_of_both(run.at(site), both, reading);
        sum = sum.size() == 0 ? map : MatrixXd(sum + map);
    }
    return aligner_map(sum / static_cast<double>(heads.size()), frame);
}

namespace {

template <MatrixXf (*over)(const Trace&, const Site&)>
MatrixXf mean_of(const Trace& run, const std::vector<Site>& heads) {
    MatrixXf sum = over(run, heads.front());
    for (std::size_t n = 1; n < heads.size(); ++n) sum += over(run, heads[n]);
    return sum / static_cast<float>(heads.size());
}

/// Of what writes nothing: what asks are the places of the source.
std::vector<TraceStep> places_as_steps(const Trace& run) {
    std::vector<TraceStep> steps(run.source.size());
    for (std::size_t j = 0; j < steps.size(); ++j) {
        steps[j].token = run.source[j];
        steps[j].token.is_end = steps[j].token.is_start = false; // nothing is begun or ended by it
    }
    return steps;
}

/// "layer 2, head 3", "layer 2, mean of 4 heads", "mean of 1:2, 2:3", counted from 1.
std::string shown_heads_words(const Trace& run, const std::vector<Site>& heads) {
    constexpr std::size_t most_named = 4;
    const std::string layer = "layer " + std::to_string(heads.front().layer + 1) + ", ";
    if (heads.size() == 1) return layer + "head " + std::to_string(heads.front().head + 1);
    const std::string mean = "mean of " + std::to_string(heads.size()) + " heads";
    const auto of_first = [&](const Site& site) { return site.layer == heads.front().layer; };
    const std::vector<Site> all = source_heads(run);
    const auto in_layer = std::count_if(all.begin(), all.end(), of_first);
    if (std::all_of(heads.begin(), heads.end(), of_first) && in_layer == std::ssize(heads))
        return layer + mean;
    if (heads.size() > most_named) return mean;
    std::string named;
    for (const Site& site : heads)
        named += (named.empty() ? "" : ", ") + std::to_string(site.layer + 1) + ':' +
                 std::to_string(site.head + 1);
    return "mean of " + named;
}

std::vector<HeadPlace> places_of(const std::vector<Site>& heads) {
    std::vector<HeadPlace> places;
    for (const Site& site : heads)
        if (const auto kind = kind_of(site.quantity.info())) places.push_back({*kind, site.layer, site.head});
    return places;
}

} // namespace

Trace with_heads(const Trace& run, const std::vector<Site>& heads) {
    if (heads.size() == 1 && heads.front().quantity == Quantity::HeadWeights)
        return with_head_in_front(run, heads.front().head); // its energies are known, too
    Trace result = run;
    if (heads.empty()) return result;
    result.set({Quantity::Weights}, mean_of<over_source>(run, heads));
    if (MatrixXf past = mean_of<over_past>(run, heads); past.size() > 0)
        result.set({Quantity::PastWeights}, std::move(past));
    if (run.outputs() == 0) result.steps = places_as_steps(run);
    if (is_transformer(result.model)) {
        TransformerFacts& facts = result.model.edit<TransformerFacts>();
        facts.shown = shown_heads_words(run, heads);
        facts.shown_heads = places_of(heads);
    }
    result.erase(Quantity::Energies); // of another map
    return result;
}

} // namespace heed::heads
