#include "core/analysis/moves/logit_parts.h"

#include "core/base/error.h"
#include "core/models/transformer/layers.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace heed::moves {
namespace {

using namespace transformer;
using Vector = Eigen::VectorXd;

/// Goes back from the logit, layer by layer.
template <class T>
class Backward {
public:
    Backward(const Pass<T>& pass, int output, int token, int rival)
        : pass_(pass), config_(pass.config), side_(last_side(pass.config)),
          name_(pass.config.decodes() ? "decoder" : "encoder"), place_(pass.place(output)) {
        result_.output = output;
        result_.token = token;
        result_.rival = rival;
    }

    LogitParts operator()() {
        logit();
        vocabulary();
        if (config_.output.head == Head::Masked) masked_head();
        if (config_.norm_last) norm(name_ + ".norm", last_stream());
        for (int l = config_.last().layers - 1; l >= 0; --l) layer(l);
        entry();
        // Biases were gathered on the way; the others come about from the first layer on.
        std::reverse(result_.parts.begin(), result_.parts.end());
        if (layer_bias_) result_.parts.push_back({PartKind::LayerBias, {}, *layer_bias_});
        if (norm_bias_) result_.parts.push_back({PartKind::NormBias, {}, *norm_bias_});
        if (config_.output.bias) result_.parts.push_back({PartKind::OutputBias, {}, output_bias_});
        for (const Part& part : result_.parts) result_.sum += part.adds;
        return std::move(result_);
    }

private:
    void logit() {
        const Site site{config_.decodes() ? Quantity::Logits : place_logits};
        const Vector all = pass_.column(site, result_.output);
        const auto of = [&](int id) {
            if (id < 0 || id >= all.size())
                throw Error("a token", "its number", "from 0 to " + std::to_string(all.size() - 1),
                            std::to_string(id));
            return all(id);
        };
        result_.logit = of(result_.token) - (result_.rival >= 0 ? of(result_.rival) : 0);
    }

    /// Of the vocabulary's matrix: u = s (E_w − E_rival).
    void vocabulary() {
        const std::string own = name_ + ".embedding.weight";
        const std::string table = !config_.output.tied ? "output.weight"
                                  : pass_.holds(own)   ? own
                                                       : "embedding.weight";
        u_ = pass_.row(table, result_.token);
        if (result_.rival >= 0) u_ -= pass_.row(table, result_.rival);
        u_ *= config_.output.scale;
        if (!config_.output.bias) return;
        const Eigen::MatrixXd bias = pass_.matrix("output.bias");
        output_bias_ = bias(result_.token, 0) - (result_.rival >= 0 ? bias(result_.rival, 0) : 0);
    }

    /// u · (W x + b)
    void linear(const std::string& name) {
        if (pass_.holds(name + ".bias")) add_bias(layer_bias_, name + ".bias");
        u_ = pass_.matrix(name + ".weight").transpose() * u_;
    }
    void add_bias(std::optional<double>& sum, const std::string& name) {
        sum = sum.value_or(0) + u_.dot(pass_.matrix(name).col(0));
    }

    /// u goes back through a norm that read x.
    void norm(const std::string& name, const Vector& x) {
        if (pass_.holds(name + ".bias")) add_bias(norm_bias_, name + ".bias");
        const bool centred = config_.norm_kind == NormKind::Layer;
        const double mean = centred ? x.mean() : 0;
        const double held =
            std::sqrt((x.array() - mean).square().mean() + static_cast<double>(T(config_.norm_epsilon)));
        u_ = u_.cwiseProduct(pass_.matrix(name + ".gain").col(0)) / held;
        if (centred) u_.array() -= u_.mean();
        ++result_.held_norms;
    }

    // norm(act(W x + b)): act(z) = g ∘ z
    void masked_head() {
        const Vector x = pass_.column({side_.output}, place_);
        Vector z = pass_.matrix("head.dense.weight") * x;
        if (pass_.holds("head.dense.bias")) z += pass_.matrix("head.dense.bias").col(0);
        Tape<double> tape(false);
        const Vector a = activate(tape.constant(Matrix<double>(z)), config_.output.activation).value();
        norm("head.norm", a);
        for (Eigen::Index k = 0; k < z.size(); ++k) u_(k) *= z(k) == 0 ? 0 : a(k) / z(k);
        result_.held_activation = true;
        linear("head.dense");
    }

    /// What the norm after the last layer reads.
    Vector last_stream() const {
        const bool after = config_.norm == NormPlace::After;
        return pass_.column({after ? side_.feed.normed : side_.feed.output_sum, config_.last().layers - 1},
                            place_);
    }

    void layer(int l) {
        const std::string prefix = name_ + ".layers." + std::to_string(l);
        after_sub_layer(prefix + ".feed.norm", {side_.feed.output_sum, l});
        const Vector fed = pass_.column({side_.feed.result, l}, place_);
        double adds = u_.dot(fed);
        if (pass_.holds(prefix + ".feed.out.bias")) {
            add_bias(layer_bias_, prefix + ".feed.out.bias");
            adds -= u_.dot(pass_.matrix(prefix + ".feed.out.bias").col(0));
        }
        const HeadKind own = config_.decodes() ? HeadKind::Decoder : HeadKind::Encoder;
        result_.parts.push_back({PartKind::Feed, {own, l, 0}, adds});
        if (config_.crosses()) attention(prefix + ".cross", side_.cross, HeadKind::Cross, l);
        attention(prefix + ".self", side_.self, own, l);
    }

    void after_sub_layer(const std::string& norm_name, const Site& sum) {
        if (config_.norm == NormPlace::After) norm(norm_name, pass_.column(sum, place_));
    }

    void attention(const std::string& name, const AttentionValues& values, HeadKind kind, int l) {
        after_sub_layer(name + ".norm", {values.output_sum, l});
        if (pass_.holds(name + ".output.bias")) add_bias(layer_bias_, name + ".output.bias");
        const Vector through = pass_.matrix(name + ".output.weight").transpose() * u_; // (h d_h)
        for (int k = config_.last().heads - 1; k >= 0; --k)
            head(through.segment(k * config_.last().each(), config_.last().each()), values, {kind, l, k});
    }

    void head(const Vector& through, const AttentionValues& values, const HeadPlace& at) {
        Part part{PartKind::Head, at};
        const Vector context = pass_.column({values.contexts, at.layer, at.head}, place_);
        part.adds = through.dot(context);
        const Vector weights = pass_.column({values.weights, at.layer, at.head}, place_);
        const auto* all = pass_.recorded({values.values, at.layer}); // (h d_h, places)
        if (!all)
            throw Error("the run", "values of layer " + std::to_string(at.layer), "recorded", "nothing");
        const Eigen::Index seen = at.kind == HeadKind::Decoder ? place_ + 1 : weights.size();
        const bool off = context.isZero(0); // whatever its weights were
        part.places.assign(static_cast<std::size_t>(seen), 0);
        for (Eigen::Index j = 0; j < seen && !off; ++j)
            if (weights(j) != 0)
                part.places[static_cast<std::size_t>(j)] =
                    weights(j) * through.dot(all->col(j)
                                                 .segment(at.head * through.size(), through.size())
                                                 .template cast<double>());
        result_.parts.push_back(std::move(part));
    }

    /// The token's vector, with what tells its place and its segment.
    void entry() {
        const Vector token = pass_.column({side_.embedded}, place_);
        const auto other = [&](Quantity q) {
            return pass_.has({q}) ? pass_.column({q}, place_) : Vector::Zero(token.size()).eval();
        };
        const Vector place = other(side_.positions), segment = other(side_.segments);
        if (config_.embedding.norm) norm(name_ + ".embedding.norm", token + place + segment);
        if (pass_.has({side_.segments})) result_.parts.push_back({PartKind::Segment, {}, u_.dot(segment)});
        if (pass_.has({side_.positions})) result_.parts.push_back({PartKind::Place, {}, u_.dot(place)});
        result_.parts.push_back({PartKind::Token, {}, u_.dot(token)});
    }

    const Pass<T>& pass_;
    const Config& config_;
    const SideValues& side_;
    const std::string name_;
    const int place_;
    Vector u_; // what a number of the stream adds to the logit, at the place reached
    std::optional<double> layer_bias_, norm_bias_;
    double output_bias_ = 0;
    LogitParts result_;
};

} // namespace

std::string_view to_string(PartKind kind) {
    constexpr std::string_view names[] = {"token", "place",      "segment",   "head",
                                          "feed",  "layer_bias", "norm_bias", "output_bias"};
    return names[static_cast<std::size_t>(kind)];
}

template <class T>
LogitParts logit_parts(const Pass<T>& pass, int output, int token, int rival) {
    return Backward<T>(pass, output, token, rival)();
}

std::string held_words(const LogitParts& parts) {
    if (parts.held_norms == 0) return "Nothing is held: no norm stands on the way.";
    std::string words = parts.held_norms == 1
                            ? "Held at what it was: the denominator of the one norm on the way"
                            : "Held at what they were: the denominators of the " +
                                  std::to_string(parts.held_norms) + " norms on the way";
    if (parts.held_activation) words += ", and how far the word head's activation lets each number through";
    return words + ".";
}

template LogitParts logit_parts(const Pass<float>&, int, int, int);
template LogitParts logit_parts(const Pass<double>&, int, int, int);

} // namespace heed::moves
