#include "core/io/huggingface/hub_classes.h"

#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {
namespace {

/// How classes of a model_type begin, and which types have layers alike: files of one are named as another's.
struct ClassKin {
    std::string_view type, begins, kin;
};
constexpr ClassKin class_kin[] = {{"marian", "marian", "marian"},
                                  {"bart", "bart", "bart"},
                                  {"mbart", "mbart", "bart"},
                                  {"m2m_100", "m2m100", "m2m_100"},
                                  {"pegasus", "pegasus", "pegasus"},
                                  {"t5", "t5", "t5"},
                                  {"mt5", "mt5", "t5"},
                                  {"umt5", "umt5", "umt5"},
                                  {"gpt2", "gpt2", "gpt2"},
                                  {"bert", "bert", "bert"},
                                  {"roberta", "roberta", "roberta"},
                                  {"xlm-roberta", "xlmroberta", "roberta"},
                                  {"distilbert", "distilbert", "distilbert"}};

constexpr std::string_view class_heads[] = {"model",
                                            "mtmodel",
                                            "encodermodel",
                                            "lmheadmodel",
                                            "withlmheadmodel",
                                            "doubleheadsmodel",
                                            "pretrainedmodel",
                                            "forconditionalgeneration",
                                            "forcausallm",
                                            "formaskedlm",
                                            "forpretraining",
                                            "fornextsentenceprediction",
                                            "forsequenceclassification",
                                            "fortokenclassification",
                                            "forquestionanswering",
                                            "formultiplechoice"};
constexpr std::string_view class_libraries[] = {"", "tf", "flax"};

std::string_view kin_of(std::string_view type) {
    const auto it = std::find_if(std::begin(class_kin), std::end(class_kin),
                                 [&](const ClassKin& row) { return row.type == type; });
    return it == std::end(class_kin) ? type : it->kin;
}

} // namespace

bool is_class_of(const HubFamily& family, std::string_view name) {
    const std::string letters = ascii_lower(std::string(name));
    for (const std::string_view library : class_libraries)
        for (const ClassKin& row : class_kin) {
            const std::string begins = std::string(library) + std::string(row.begins);
            if (row.kin != kin_of(family.type) || !letters.starts_with(begins)) continue;
            const std::string_view head = std::string_view(letters).substr(begins.size());
            if (std::find(std::begin(class_heads), std::end(class_heads), head) != std::end(class_heads))
                return true;
        }
    return false;
}

} // namespace heed::io
