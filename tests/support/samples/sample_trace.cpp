#include "tests/support/samples/sample_trace.h"

#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/samples/sample_network.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

namespace heed {
namespace {

using Eigen::VectorXf;

// ---------------------------------------------------------------------------------------------- words

constexpr std::array<std::string_view, 40> english = {"the",     "slow",
                                                      "train",   "to",
                                                      "the",     "coast",
                                                      "stops",   "at",
                                                      "every",   "village",
                                                      ",",       "and",
                                                      "nobody",  "on",
                                                      "board",   "seems",
                                                      "to",      "mind",
                                                      "the",     "delay",
                                                      "because", "conversation",
                                                      "is",      "easier",
                                                      "when",    "a",
                                                      "window",  "changes",
                                                      "every",   "minute",
                                                      ".",       "yesterday",
                                                      "my",      "grandmother",
                                                      "told",    "us",
                                                      "about",   "extraordinarily",
                                                      "cold",    "winters"};
constexpr std::array<std::string_view, 40> french = {
    "le",         "train",   "lent",  "vers",   "la",       "côte",   "s'",   "arrête",       "dans",
    "chaque",     "village", ",",     "et",     "personne", "à",      "bord", "ne",           "semble",
    "gêné",       "par",     "le",    "retard", "parce",    "que",    "la",   "conversation", "est",
    "plus",       "facile",  "quand", "une",    "fenêtre",  "change", ".",    "hier",         "ma",
    "grand-mère", "parlait", "d'",    "hivers"};

struct Planted {
    std::string text; // as typed
    std::vector<TraceToken> source;
    std::vector<std::string> target; // with "</s>"
    std::vector<int> aligned;        // output -> source position
};

TraceToken end_token(std::size_t at) {
    TraceToken token;
    token.text = "</s>";
    token.begin = token.end = at;
    token.is_end = true;
    return token;
}

Planted plant_characters(int length, int outputs) {
    Planted p;
    if (length == 13 && outputs == 11) {
        p.text = "3 March 1987";
        for (const char c : std::string_view("1987-03-03")) p.target.emplace_back(1, c);
        p.aligned = {8, 9, 10, 11, 11, 2, 3, 1, 0, 0, 12};
    } else {
        constexpr std::string_view pool = "Tuesday, 19 August 2014; Friday, 7 November 1986; ";
        for (int j = 0; j + 1 < length; ++j) p.text += pool[static_cast<std::size_t>(j) % pool.size()];
        for (int i = 0; i + 1 < outputs; ++i) {
            p.target.emplace_back(1, "2014-08-19 1986-11-07 "[i % 22]);
            p.aligned.push_back((i * 7 + 3) % std::max(1, length - 1));
        }
        p.aligned.push_back(length - 1);
    }
    for (std::size_t j = 0; j < p.text.size(); ++j) {
        TraceToken token;
        token.text = std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(p.text[j]))));
        token.begin = j;
        token.end = j + 1;
        p.source.push_back(std::move(token));
    }
    p.source.push_back(end_token(p.text.size()));
    p.target.emplace_back("</s>");
    return p;
}

Planted plant_words(int length, int outputs, Random& random) {
    Planted p;
    for (int j = 0; j + 1 < length; ++j) {
        if (j > 0) p.text += ' ';
        TraceToken token;
        token.text = english[static_cast<std::size_t>(j) % english.size()];
        token.begin = p.text.size();
        p.text += token.text;
        token.end = p.text.size();
        p.source.push_back(std::move(token));
    }
    p.source.push_back(end_token(p.text.size()));
    for (int i = 0; i + 1 < outputs; ++i) {
        p.target.emplace_back(french[static_cast<std::size_t>(i) % french.size()]);
        const double diagonal = static_cast<double>(i) * (length - 1) / std::max(1, outputs - 1);
        p.aligned.push_back(
            std::clamp(static_cast<int>(diagonal + random.uniform(-0.6, 1.6)), 0, length - 1));
    }
    p.target.emplace_back("</s>");
    p.aligned.push_back(length - 1);
    return p;
}

/// Ids 0 to 3 as in every vocabulary of Heed's own, then the tokens in order of appearance.
std::shared_ptr<const std::vector<std::string>> vocabulary_of(const std::vector<std::string>& tokens) {
    auto words =
        std::make_shared<std::vector<std::string>>(std::vector<std::string>{"<pad>", "<s>", "</s>", "<unk>"});
    for (const std::string& token : tokens)
        if (std::find(words->begin(), words->end(), token) == words->end()) words->push_back(token);
    return words;
}

int id_of(const std::vector<std::string>& vocabulary, const std::string& token) {
    return static_cast<int>(std::find(vocabulary.begin(), vocabulary.end(), token) - vocabulary.begin());
}

// ---------------------------------------------------------------------------------------------- fitting

/// X of X F = Y in least squares, with a ridge that keeps it small. F (k, n), Y (m, n); X (m, k).
MatrixXf fit(const MatrixXf& f, const MatrixXf& y, float ridge) {
    const MatrixXf gram = f * f.transpose() + ridge * MatrixXf::Identity(f.rows(), f.rows());
    return gram.ldlt().solve(f * y.transpose()).transpose();
}

/// Units of the score come in pairs, v (tanh(k (p - j) + w) - tanh(k (p - j) - w)): a bump of width w where
/// the position p, read from the query, meets the position j, read from the annotation. Both readings are
/// fitted.
void fit_attention(Trace& trace, const SampleOptions& o, sample::Weights& w, const std::vector<int>& aligned,
                   Random& random) {
    VectorXf slope(o.attention);
    for (Eigen::Index a = 0; a < o.attention; ++a) {
        const float sign = a % 2 == 0 ? 1.0f : -1.0f;
        slope(a) = a % 2 == 0 ? static_cast<float>(random.uniform(0.7, 1.3)) : slope(a - 1);
        w["attention.v"](a) = sign * 7 / static_cast<float>(o.attention);
        w["attention.b"](a) = sign * static_cast<float>(random.uniform(0.6, 1.2));
    }
    const auto length = trace.source_length();
    const MatrixXf positions = VectorXf::LinSpaced(length, 0, static_cast<float>(length - 1)).transpose();
    w["attention.Wh"] =
        -slope * fit(trace.at(Quantity::Annotation), positions, 1e-4f) +
        sample::uniform(random, o.attention, static_cast<int>(trace.at(Quantity::Annotation).rows()), 0.06f);
    trace.set(Quantity::Key, 0, w["attention.Wh"] * trace.at(Quantity::Annotation));
    MatrixXf wanted(1, trace.outputs()), planted(length, trace.outputs());
    for (int i = 0; i < trace.outputs(); ++i) {
        wanted(0, i) = static_cast<float>(aligned[static_cast<std::size_t>(i)]);
        const VectorXf asked = slope * wanted(0, i) + VectorXf(w["attention.b"]);
        const MatrixXf units = (trace.at(Quantity::Key).colwise() + asked).array().tanh();
        planted.col(i) = sample::softmax(units.transpose() * w["attention.v"]);
    }
    sample::decode_outputs(trace, o, w, planted); // the states, had every query read its position
    w["attention.Wq"] = slope * fit(trace.at(Quantity::Query), wanted, 1e-4f);
}

void fit_output(Trace& trace, const SampleOptions& o, sample::Weights& w) {
    sample::decode_outputs(trace, o, w, {});
    MatrixXf& output = w["readout.output.weight"];
    MatrixXf wanted = MatrixXf::Zero(output.rows(), trace.outputs());
    for (int i = 0; i < trace.outputs(); ++i)
        wanted(trace.steps[static_cast<std::size_t>(i)].token.id, i) = 7;
    wanted.colwise() -= VectorXf(w["readout.output.bias"]);
    output = fit(trace.at(Quantity::Readout), wanted, 3e-2f);
}

void choose(Trace& trace) {
    const MatrixXf& log_probs = trace.at(Quantity::LogProbs);
    for (int i = 0; i < trace.outputs(); ++i) {
        TraceStep& s = trace.steps[static_cast<std::size_t>(i)];
        std::vector<int> ids(static_cast<std::size_t>(log_probs.rows()));
        std::iota(ids.begin(), ids.end(), 0);
        std::stable_sort(ids.begin(), ids.end(),
                         [&](int a, int b) { return log_probs(a, i) > log_probs(b, i); });
        ids.resize(std::min<std::size_t>(5, ids.size()));
        for (const int id : ids)
            s.top.push_back({(*trace.target_vocabulary)[static_cast<std::size_t>(id)], id, log_probs(id, i)});
        s.log_prob = log_probs(s.token.id, i);
        s.forced = s.top.front().id != s.token.id;
        trace.log_prob += s.log_prob;
    }
}

// ---------------------------------------------------------------------------------------------- facts

Outline outline_of(const SampleOptions& o, int source_length, int outputs) {
    std::vector<Phase> encoding{seq2seq::Embed}, decoding;
    for (int layer = 0; layer < o.layers; ++layer) {
        encoding.push_back({seq2seq::Forward, layer});
        if (o.bidirectional) encoding.push_back({seq2seq::Backward, layer, ReadOrder::Against});
    }
    encoding.push_back(seq2seq::Annotate);
    if (o.score != "none") decoding = {seq2seq::Score, seq2seq::Softmax};
    decoding.insert(decoding.end(),
                    {seq2seq::Context, seq2seq::State, seq2seq::Distribution, seq2seq::Choose});
    return {{{Axis::Source, source_length, true, encoding}, {Axis::Output, outputs, false, decoding}}};
}

ModelFacts facts_of(const SampleOptions& o, const sample::Weights& w) {
    ModelFacts facts;
    Seq2SeqFacts& own = facts.edit<Seq2SeqFacts>();
    facts.name = (o.words ? "translate/" : "dates/") + o.score;
    facts.title = o.words ? "English → French" : "Dates";
    facts.task = o.words ? "translate" : "dates";
    facts.architecture = "seq2seq";
    own.cell = o.cell;
    own.order = "bahdanau";
    facts.score = o.score;
    facts.alignment = "global";
    own.bidirectional = o.bidirectional;
    facts.character_level = !o.words;
    own.encoder_layers = o.layers;
    own.embedding = o.embedding;
    own.hidden = o.hidden;
    own.state = o.state;
    own.attention = o.score == "none" ? 0 : o.attention;
    for (const auto& [name, value] : w) facts.parameters += value.size();
    return facts;
}

} // namespace

Trace sample_trace(int source_length, int outputs, const SampleOptions& options) {
    Random random(options.seed);
    source_length = std::max(1, source_length);
    outputs = std::max(1, outputs);
    Planted planted = options.words ? plant_words(source_length, outputs, random)
                                    : plant_characters(source_length, outputs);
    Trace trace;
    std::vector<std::string> source_tokens;
    for (const TraceToken& token : planted.source) source_tokens.push_back(token.text);
    trace.source_vocabulary = vocabulary_of(source_tokens);
    trace.target_vocabulary = vocabulary_of(planted.target);
    trace.source_text = planted.text;
    trace.source = planted.source;
    for (TraceToken& token : trace.source) token.id = id_of(*trace.source_vocabulary, token.text);
    for (const std::string& word : planted.target) {
        TraceStep s;
        s.token.text = word;
        s.token.id = id_of(*trace.target_vocabulary, word);
        s.token.is_end = s.token.id == 2;
        if (!s.token.is_end)
            trace.target_text += (options.words && !trace.target_text.empty() ? " " : "") + word;
        trace.steps.push_back(std::move(s));
    }
    trace.finished = true;
    trace.outline = outline_of(options, source_length, outputs);
    sample::Weights w =
        sample::make_parameters(options, random, static_cast<int>(trace.source_vocabulary->size()),
                                static_cast<int>(trace.target_vocabulary->size()));
    sample::encode(trace, options, w);
    if (options.score != "none") fit_attention(trace, options, w, planted.aligned, random);
    fit_output(trace, options, w);
    sample::decode_outputs(trace, options, w, {});
    choose(trace);
    trace.model = facts_of(options, w);
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    trace.parameters = kept(std::move(w));
    return trace;
}
} // namespace heed
