// The shapes of files against those that a family's model would have.
#include "core/io/open/kinds/open_family.h"

#include "core/models/seq2seq/network.h"
#include "core/models/seq2seq/tensor_role.h"
#include "core/text/escape.h"

#include <algorithm>

namespace heed::io {

using Json = nlohmann::json;

namespace {

constexpr double most_declared = 3e8; // numbers; of more nothing is declared for words alone

bool has_all(const Expression& expression) {
    bool all = true;
    for_each_use(expression, [&](const Expression& tensor, const Expression*) {
        all = all && tensor.item.tensor != nullptr;
    });
    return all;
}

std::vector<std::int64_t> shape_of(const nn::Parameter<float>& p) {
    return p.rank < 2 ? std::vector<std::int64_t>{p.rows * p.cols}
                      : std::vector<std::int64_t>{p.rows, p.cols};
}

/// What a part that is missing would look like, and which of the tensors left over do.
void say_shape(FamilyFit& fit, const std::string& part, const nn::Parameter<float>& p,
               const std::vector<OpenFile>& files) {
    for (FamilyFit::Missing& missing : fit.missing) {
        if (!matches_pattern(part, missing.part) || !missing.shape.empty()) continue;
        missing.shape = shape_of(p);
        for (const std::string& name : fit.not_taken)
            for (const OpenFile& file : files)
                if (const StoredTensor* tensor = file.checkpoint->find(name);
                    tensor != nullptr && tensor->shape == missing.shape)
                    missing.alike.push_back(name);
    }
}

void compare_part(FamilyFit& fit, const FamilyReading::Role& role, const nn::Parameter<float>& p) {
    try {
        const Extent x = extent_of(role.expression);
        if (!takes(p, x))
            fit.wrong_shapes.push_back(
                {role.name, shape_text(shape_of(p)),
                 p.rank < 2 ? shape_text({x.rows * x.columns}) : shape_text({x.rows, x.columns})});
    } catch (const Error& error) {
        fit.wrong_shapes.push_back({role.name, shape_text(shape_of(p)), error.what()});
    }
}

/// A part that a model of these sizes has and that no rule makes.
std::string part_without_rule(const FamilyReading& reading, const nn::ParameterSet<float>& set) {
    for (int n = 0; n < set.size(); ++n) {
        const auto makes = [&](const FamilyReading::Role& role) { return role.name == set[n].name; };
        if (std::none_of(reading.roles().begin(), reading.roles().end(), makes))
            return "a model of these sizes has \"" + set[n].name + "\" (" + tensor_role(set[n].name) +
                   "), which none of its rules makes";
    }
    return {};
}

} // namespace

void compare_shapes(FamilyFit& fit, const Family& family, const std::vector<OpenFile>& files) {
    try {
        FamilyStock stock(likely_match(family, files), files);
        const FamilyReading reading(family, stock, files.front().path.parent_path());
        if (reading.roles().empty()) return; // its sizes are not there
        Seq2SeqConfig config =
            seq2seq_config_from_json(whole_config(reading, family, family.id), stock.file_name());
        for (const FamilyReading::Role& role : reading.roles()) {
            if (!has_all(role.expression)) continue;
            const int rows = static_cast<int>(extent_of(role.expression).rows);
            if (role.name == "encoder.embedding.weight") config.source_vocabulary = rows;
            if (role.name == "decoder.embedding.weight") config.target_vocabulary = rows;
        }
        if (config.source_vocabulary < 1 || config.target_vocabulary < 1) return;
        if (declared_at_most(config, config.source_vocabulary, config.target_vocabulary) > most_declared)
            return;
        const nn::ParameterSet<float> set = declare_seq2seq<float>(config, nn::Fill::Nothing);
        for (const FamilyReading::Role& role : reading.roles()) {
            const int n = set.find(role.name);
            if (n < 0) continue;
            if (has_all(role.expression))
                compare_part(fit, role, set[n]);
            else
                say_shape(fit, role.name, set[n], files);
        }
        fit.problem = part_without_rule(reading, set);
    } catch (const Error& error) {
        fit.problem = error.what();
    } catch (const Json::exception& error) {
        fit.problem = family.file + ": cannot be applied: " + escaped(error.what());
    }
}

} // namespace heed::io
