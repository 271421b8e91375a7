// The edits of heads: whether a model has them, and who carries them out.
#include "core/base/error.h"
#include "core/decode/row_edit.h"

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

} // namespace

std::unique_ptr<Stepper> stepper_of(const Model& model, const Edits& edits, Recorder<float>* recorder) {
    auto stepper = model.config.architecture()->make_stepper(model.config, model.parameters, recorder);
    if (!edits.heads.empty()) stepper->change_heads(edits.heads);
    return stepper;
}

void check_head_edits(const Model& model, const Edits& edits) {
    const Architecture& architecture = *model.config.architecture();
    for (const auto& [place, edit] : edits.heads) {
        const std::string item = model.name + ": head " + to_string(place);
        if (!architecture.heads)
            throw Error(item, "what is changed", "a Transformer's head", "a model that has no such heads");
        const int count = architecture.heads(model.config, place.kind, place.layer);
        if (place.head >= count)
            throw Error(item, "the head", there_are(architecture, model.config, place.kind),
                        "layer " + std::to_string(place.layer) + ", head " + std::to_string(place.head));
        if (edit.kind == HeadEdit::Kind::Other && edit.from >= count)
            throw Error(item, "the head whose weights it has",
                        there_are(architecture, model.config, place.kind), std::to_string(edit.from));
        if (!edit.outputs.empty() && (place.kind == HeadKind::Encoder || !architecture.make_stepper))
            throw Error(item, "outputs", "none: an encoder reads the input once, for every output",
                        std::to_string(*edit.outputs.begin()));
    }
}

} // namespace heed::decode
