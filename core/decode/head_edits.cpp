// The edits of heads: whether a model has them, and who carries them out.
#include "core/base/error.h"
#include "core/decode/row_edit.h"
#include "core/decode/run.h"

namespace heed::decode {
namespace {

/// "layers 0 to 5 with heads 0 to 7", or what there is instead.
std::string there_are(const Architecture& architecture, const Configuration& config, HeadKind kind) {
    int layers = 0;
    while (architecture.heads(config, kind, layers) > 0) ++layers;
    if (layers == 0) return "no " + std::string(to_string(kind)) + " attention";
    return "layers 0 to " + std::to_string(layers - 1) + " with heads 0 to " +
           std::to_string(architecture.heads(config, kind, 0) - 1);
}

/// What looks at what in a map.
std::optional<HeadKind> kind_of(const AttentionMap& map) {
    if (map.columns == Axis::Past) return HeadKind::Decoder;
    if (map.columns != Axis::Source) return std::nullopt;
    return map.rows == Axis::Output ? HeadKind::Cross : HeadKind::Encoder;
}

/// That head's weights; null where the run has none.
const MatrixXf* weights_of(const std::vector<AttentionMap>& maps, const HeadPlace& place) {
    for (const AttentionMap& map : maps)
        if (info(map.site.quantity).of_heads() && kind_of(map) == place.kind &&
            map.site.layer == place.layer && map.site.head == place.head)
            return map.weights;
    return nullptr;
}

Request as_it_is(Request request) {
    request.edits.heads.clear();
    return request;
}

std::string head_item(const Model& model, const HeadPlace& place) {
    return model.name + ": head " + to_string(place);
}

/// Over all places of the run.
std::shared_ptr<const Eigen::VectorXf> mean_context(const Model& model, const Trace& run,
                                                    const HeadPlace& place) {
    const Site site = model.config.architecture()->head_context(model.config, place);
    if (!run.has(site.quantity, site.layer, site.head))
        throw Error(head_item(model, place), "its mean", "a run that holds what heads found", "none");
    return std::make_shared<const Eigen::VectorXf>(run.at(site).rowwise().mean());
}

} // namespace

Edits with_other_inputs(const Model& model, const Request& request, const std::atomic<bool>* cancelled) {
    Edits edits = request.edits;
    std::map<std::string, Trace> runs;
    std::optional<Trace> own; // with no head changed
    for (auto& [place, edit] : edits.heads) {
        if (edit.kind == HeadEdit::Kind::Mean && !edit.mean) {
            if (!own) own = run(model, as_it_is(request), cancelled);
            edit.mean = mean_context(model, *own, place);
        }
        if (edit.kind != HeadEdit::Kind::Input || edit.weights) continue;
        if (!runs.contains(edit.input)) {
            Request other;
            other.model = request.model;
            other.text = edit.input;
            other.source_language = request.source_language;
            other.target_language = request.target_language;
            other.prefix = request.prefix;
            try {
                runs[edit.input] = run(model, other, cancelled);
            } catch (const Error& error) {
                throw Error(head_item(model, place) + ": its other input: " + error.what());
            }
        }
        const MatrixXf* weights = weights_of(runs.at(edit.input).maps(), place);
        if (!weights) throw Error(head_item(model, place), "its weights on the other input", "a map", "none");
        edit.weights = std::make_shared<const MatrixXf>(*weights);
    }
    return edits;
}

std::unique_ptr<Stepper> stepper_of(const Model& model, const Edits& edits, Recorder<float>* recorder) {
    auto stepper = model.config.architecture()->make_stepper(model.config, model.parameters, recorder);
    if (edits.heads.empty()) return stepper;
    Request plain; // whoever knows more of it has seen to the other inputs
    plain.edits = edits;
    stepper->change_heads(with_other_inputs(model, plain).heads);
    return stepper;
}

void check_head_edits(const Model& model, const Edits& edits) {
    const Architecture& architecture = *model.config.architecture();
    for (const auto& [place, edit] : edits.heads) {
        const std::string item = head_item(model, place);
        if (!architecture.heads)
            throw Error(item, "what is changed", "a Transformer's head", "a model that has no such heads");
        const int count = architecture.heads(model.config, place.kind, place.layer);
        if (place.head >= count)
            throw Error(item, "the head", there_are(architecture, model.config, place.kind),
                        "layer " + std::to_string(place.layer) + ", head " + std::to_string(place.head));
        if (edit.kind == HeadEdit::Kind::Other && edit.from >= count)
            throw Error(item, "the head whose weights it has",
                        there_are(architecture, model.config, place.kind), std::to_string(edit.from));
        if (edit.kind == HeadEdit::Kind::Input && edit.input.empty())
            throw Error(item, "its other input", "a text", "none");
        if (!edit.outputs.empty() && (place.kind == HeadKind::Encoder || !architecture.make_stepper))
            throw Error(item, "outputs", "none: an encoder reads the input once, for every output",
                        std::to_string(*edit.outputs.begin()));
    }
}

} // namespace heed::decode
