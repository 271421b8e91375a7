#include "core/analysis/contrast/pass.h"

#include "core/models/seq2seq/network.h"

#include <algorithm>
#include <cmath>

namespace heed::analysis {
namespace {

constexpr int at_once = 32;      // cases of one pass: more take memory and are no faster
constexpr int first_points = 32; // of the sum
constexpr int most_points = 512; // where a window jumps on the way, no sum comes near

/// Column t of item k in a table of rows: what a sequence of embedded items says for ids.
nn::Sequences numbered(int length, int items) {
    nn::Sequences s;
    s.items = items;
    s.length = length;
    s.lengths.assign(static_cast<std::size_t>(items), length);
    for (int t = 0; t < length; ++t)
        for (int k = 0; k < items; ++k) s.ids.push_back(k * length + t);
    return s;
}

/// Rows E of the ids, a column each.
template <class T>
Matrix<T> embedded(const Matrix<T>& table, const std::vector<int>& ids) {
    Matrix<T> columns(table.cols(), static_cast<Eigen::Index>(ids.size()));
    for (std::size_t t = 0; t < ids.size(); ++t)
        columns.col(static_cast<Eigen::Index>(t)) = table.row(ids[t]).transpose();
    return columns;
}

template <class T>
Matrix<T> repeated(const Matrix<T>& x, int times) {
    return x.replicate(1, times);
}

} // namespace

template <class T>
MarginPass<T>::MarginPass(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
                          MarginCase asked)
    : config_(config), parameters_(parameters), asked_(std::move(asked)),
      source_(embedded<T>(parameters.value("encoder.embedding.weight"), asked_.source.ids)) {
    std::vector<int> fed = asked_.fed; // a copied word that the target lacks is fed as the unknown one
    for (int& id : fed)
        if (id >= config.target_vocabulary) id = asked_.source.copies.unknown;
    fed_ = embedded<T>(parameters.value("decoder.embedding.weight"), fed);
    if (config.decoder.first_input == FirstInput::None) fed_.col(0).setZero();
}

template <class T>
Matrix<T> MarginPass<T>::unknown_word(int id) const {
    return parameters_.value("encoder.embedding.weight").row(id).transpose();
}

template <class T>
typename MarginPass<T>::Result MarginPass<T>::operator()(const Numbers& sources, const Numbers& fed,
                                                         bool gradients) const {
    const int length = asked_.source.length, items = static_cast<int>(sources.cols()) / length;
    nn::Sequences many = numbered(length, items);
    many.copies.beyond = asked_.source.copies.beyond;
    many.copies.unknown = asked_.source.copies.unknown;
    for (const int id : asked_.source.copies.ids)
        many.copies.ids.insert(many.copies.ids.end(), static_cast<std::size_t>(items), id);
    return run(many, sources, fed, gradients);
}

template <class T>
Matrix<T> MarginPass<T>::without_each() const {
    const int length = asked_.source.length;
    nn::Sequences many = numbered(length - 1, length);
    many.copies = asked_.source.copies;
    many.copies.ids.clear();
    Numbers sources(source_.rows(), static_cast<Eigen::Index>(length) * (length - 1));
    const auto place = [](int t, int gone) { return t < gone ? t : t + 1; };
    for (int t = 0; t + 1 < length; ++t)
        for (int gone = 0; gone < length; ++gone) {
            sources.col(gone * (length - 1) + t) = source_.col(place(t, gone));
            if (!asked_.source.copies.ids.empty())
                many.copies.ids.push_back(asked_.source.copies.ids[static_cast<std::size_t>(place(t, gone))]);
        }
    return run(many, sources, repeated(fed_, length), false).margins;
}

/// The network as it is, but for its tables of embeddings: each case has rows of its own in them, so that a
/// word's gradient is its own where the source has it twice.
template <class T>
typename MarginPass<T>::Result MarginPass<T>::run(const nn::Sequences& sources, const Numbers& embedded_words,
                                                  const Numbers& fed, bool gradients) const {
    const int items = sources.items, n = static_cast<int>(asked_.fed.size());
    Seq2SeqConfig config = config_;
    nn::ParameterSet<T> parameters = parameters_;
    parameters[parameters.find("encoder.embedding.weight")].value = embedded_words.transpose();
    parameters[parameters.find("decoder.embedding.weight")].value = fed.transpose();
    // Words that only the source has are counted from behind what can be fed.
    const int more = std::max(0, n * items - config.target_vocabulary);
    nn::Sequences source = sources;
    const auto moved = [&](int id) { return id < config_.target_vocabulary ? id : id + more; };
    for (int& id : source.copies.ids) id = moved(id);
    config.target_vocabulary += more;
    config.decoder.first_input = FirstInput::Start; // what is fed first is said, be it zeros

    Tape<T> tape(gradients);
    nn::Graph<T> graph(tape, parameters);
    Seq2Seq<T> net(config, graph);
    const attention::Memory<T> memory = net.encode(source);
    DecoderState<T> state = net.start(memory);
    typename Seq2Seq<T>::Step step;
    for (int i = 0; i < n; ++i) {
        std::vector<int> previous;
        for (int k = 0; k < items; ++k) previous.push_back(k * n + i);
        attention::Intervention<T> hand;
        hand.temperature = static_cast<T>(asked_.temperature);
        if (const auto set = asked_.set.find(i); set != asked_.set.end())
            hand.change = [&rows = set->second, head = Eigen::Index(0)](Var<T> own,
                                                                        const Matrix<T>&) mutable {
                const Matrix<T> row = rows.col(head++ % rows.cols()).transpose().template cast<T>();
                return own.tape().constant(row.replicate(own.rows(), 1));
            };
        step = net.advance(memory, state, previous, &hand);
    }
    const Var<T> log_probs = net.distribution(step, n - 1); // (V + X, K)
    const auto of = [&](int id, T sign) {
        const std::vector<int> ids(static_cast<std::size_t>(items), moved(id));
        const std::vector<T> weights(ids.size(), sign);
        return negative_log_likelihood<T>(log_probs, ids, weights);
    };
    Result result;
    result.margins =
        log_probs.value().row(moved(asked_.written)) - log_probs.value().row(moved(asked_.rival));
    result.written = log_probs.value()(moved(asked_.written), 0);
    result.rival = log_probs.value()(moved(asked_.rival), 0);
    if (!gradients) return result;
    tape.backward(add(of(asked_.written, T(-1)), of(asked_.rival, T(1)))); // Σ_k m_k
    result.by_source = graph["encoder.embedding.weight"].grad().transpose();
    result.by_fed = graph["decoder.embedding.weight"].grad().transpose();
    return result;
}

template class MarginPass<float>;
template class MarginPass<double>;

namespace {

/// Σ over the middles of `points` pieces of [0, 1] of x . dm/dx (u x) / points, a word each; y_0's with the
/// first word's where it is one.
template <class T>
std::vector<double> along_the_way(const MarginPass<T>& pass, bool tagged, int points,
                                  const std::function<void()>& between) {
    const Matrix<T>&x = pass.source(), &y = pass.fed();
    std::vector<double> words(static_cast<std::size_t>(x.cols()), 0.0);
    for (int first = 0; first < points; first += at_once) {
        between();
        const int items = std::min(at_once, points - first);
        Matrix<T> sources(x.rows(), x.cols() * items), fed = repeated(y, items);
        for (int k = 0; k < items; ++k) {
            const T u = (static_cast<T>(first + k) + T(0.5)) / static_cast<T>(points);
            sources.middleCols(k * x.cols(), x.cols()) = u * x;
            if (tagged) fed.col(k * y.cols()) *= u;
        }
        const auto result = pass(sources, fed, true);
        for (int k = 0; k < items; ++k) {
            for (Eigen::Index t = 0; t < x.cols(); ++t)
                words[static_cast<std::size_t>(t)] +=
                    static_cast<double>(x.col(t).dot(result.by_source.col(k * x.cols() + t))) / points;
            if (tagged)
                words.front() += static_cast<double>(y.col(0).dot(result.by_fed.col(k * y.cols()))) / points;
        }
    }
    return words;
}

} // namespace

template <class T>
MarginParts<T> margin_parts(const MarginPass<T>& pass, bool tagged, double within,
                            const std::function<void()>& between) {
    const Matrix<T>&x = pass.source(), &y = pass.fed();
    const Matrix<T> nothing = Matrix<T>::Zero(x.rows(), x.cols());
    Matrix<T> after = y, begun = Matrix<T>::Zero(y.rows(), y.cols()); // with what was written, and without
    if (tagged) after.col(0).setZero();
    begun.col(0) = after.col(0);
    between();
    const auto whole = pass(x, y, false);
    const double unread = static_cast<double>(pass(nothing, after, false).margins(0, 0));
    const double unwritten = static_cast<double>(pass(nothing, begun, false).margins(0, 0));

    MarginParts<T> parts;
    parts.written = static_cast<double>(whole.written);
    parts.rival = static_cast<double>(whole.rival);
    parts.margin = static_cast<double>(whole.margins(0, 0));
    parts.so_far = unread - unwritten;
    double words = 0;
    for (parts.points = first_points;; parts.points *= 2) {
        parts.words = along_the_way(pass, tagged, parts.points, between);
        words = 0;
        for (const double word : parts.words) words += word;
        const double missed = std::abs(words - (parts.margin - unread));
        if (missed <= within || parts.points >= most_points) break;
    }
    parts.rest = parts.margin - parts.so_far - words;
    return parts;
}

template MarginParts<float> margin_parts(const MarginPass<float>&, bool, double,
                                         const std::function<void()>&);
template MarginParts<double> margin_parts(const MarginPass<double>&, bool, double,
                                          const std::function<void()>&);

} // namespace heed::analysis
