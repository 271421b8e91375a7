#include "core/io/huggingface/hub_network.h"

#include "core/base/error.h"
#include "core/io/family/family.h"
#include "core/io/family/optimizers.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <map>
#include <utility>

namespace heed::io {
namespace {

/// The tables of tokens by our names for them.
const StoredTensor* table_of(const HubTokens& tokens, std::string_view ours) {
    if (ours == "embedding.weight" || ours == "encoder.embedding.weight") return tokens.read;
    if (ours == "decoder.embedding.weight") return tokens.written;
    return ours == "output.weight" ? tokens.output : nullptr;
}

/// [rows, columns] of theirs, as ours needs them.
std::vector<std::int64_t> expected_shape(const nn::Parameter<float>& p, HubForm form) {
    const std::int64_t parts = form == HubForm::Plain || form == HubForm::Transposed ? 1 : 3;
    if (p.rank < 2) return {parts * p.rows};
    if (form == HubForm::Plain) return {p.rows, p.cols};
    return {p.cols, parts * p.rows};
}

std::string text_of(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t size : shape) text += (text.empty() ? "[" : ", ") + std::to_string(size);
    return text.empty() ? "[]" : text + "]";
}

/// Why so many rows of a table of tokens are expected.
std::string rows_wanted(const HubConfig& config, std::int64_t found) {
    std::string words =
        " (" + std::string(hub_key_of(*config.family, &HubSays::vocabulary)) + " in " + config.name;
    const auto start = config.json.find("decoder_start_token_id");
    if (start != config.json.end() && start->is_number_unsigned() &&
        start->get<std::uint64_t>() >= static_cast<std::uint64_t>(found))
        words += ", whose decoder_start_token_id is " + start->dump();
    return words + ")";
}

void check_shape(const HubConfig& config, const HubStock& stock, const HubPart& part,
                 const nn::Parameter<float>& p, bool table) {
    const std::vector<std::int64_t> expected = expected_shape(p, part.form);
    std::vector<std::int64_t> found = part.tensor->shape;
    if (p.rank < 2 && found.size() == 2 && found[0] == 1) found.erase(found.begin()); // (1, V)
    if (found == expected) return;
    std::string what = text_of(expected);
    const auto said_size = hub_key_of(*config.family, &HubSays::size);
    if (table && !found.empty() && found.front() != expected.front())
        what = std::to_string(expected.front()) + " rows" + rows_wanted(config, found.front());
    else if (config.says.size)
        what += " where " + std::string(said_size) + " is " + std::to_string(*config.says.size);
    throw Error(stock.checkpoint().name(), "tensor \"" + escaped(part.tensor->name) + "\"", what,
                table && !found.empty() && found.front() != expected.front() ? std::to_string(found.front())
                                                                             : text_of(part.tensor->shape));
}

bool is_listed(std::string_view names, std::string_view name) {
    const auto all = split(names, "|");
    return std::find(all.begin(), all.end(), name) != all.end();
}

bool covers(const HubIgnored& rule, std::string_view name) {
    if (!rule.layer) return matches_pattern(name, rule.pattern);
    return name.starts_with(rule.pattern) &&
           (name.substr(rule.pattern.size()) == ".weight" || name.substr(rule.pattern.size()) == ".bias");
}

const HubIgnored* ignoring_rule(const HubConfig& config, std::string_view name, const StoredTensor& tensor) {
    for (const HubIgnored& rule : config.family->ignored)
        if (covers(rule, name) &&
            (rule.dimensions < 0 || static_cast<std::size_t>(rule.dimensions) == tensor.shape.size()))
            return &rule;
    return nullptr;
}

/// Whether a name is one that the tensor behind a part may have.
bool is_alias(const HubFamily& family, const HubPart& part, std::string_view name) {
    const HubNames names = hub_names(family, part.ours);
    if (names.row != nullptr)
        return std::find(names.names.begin(), names.names.end(), name) != names.names.end();
    return is_listed(family.tables.read, name) || is_listed(family.tables.written, name) ||
           is_listed(family.tables.output, name);
}

bool is_third(HubForm form) { return form != HubForm::Plain && form != HubForm::Transposed; }

Eigen::Index third_of(HubForm form) {
    return static_cast<Eigen::Index>(form) - static_cast<Eigen::Index>(HubForm::FirstThird);
}

/// What is only multiplied by and looked up in.
bool stays_as_it_is(const nn::Parameter<float>& p) {
    return p.rank == 2 && p.rows > 0 && p.cols > 0 && !p.name.ends_with(".relative.weight");
}

/// A vector, or a matrix that is Plain.
Eigen::MatrixXf read_small(const HubStock& stock, const HubPart& part, const nn::Parameter<float>& as,
                           const Executor& executor) {
    Eigen::MatrixXf numbers = stock.checkpoint().matrix(*part.tensor, executor);
    if (as.rank < 2 && numbers.rows() == 1) numbers = Eigen::MatrixXf(numbers.transpose());
    if (!is_third(part.form)) return numbers;
    return numbers.middleRows(third_of(part.form) * as.rows, as.rows);
}

} // namespace

HubReading hub_reading(const HubConfig& config, const HubStock& stock, const HubTokens& tokens,
                       const nn::ParameterSet<float>& declared) {
    HubReading reading;
    for (const nn::Parameter<float>& p : declared) {
        HubPart part{p.name, table_of(tokens, p.name), HubForm::Plain};
        const bool table = part.tensor != nullptr;
        const HubNames names = hub_names(*config.family, p.name);
        if (names.row != nullptr) part.form = names.row->form;
        if (table && tokens.turned && part.tensor == tokens.output) part.form = HubForm::Transposed;
        for (const std::string& name : names.names)
            if (part.tensor == nullptr) part.tensor = stock.find(name);
        if (part.tensor == nullptr) {
            const std::string prefix = config.family->prefixes.empty() || names.names.empty()
                                           ? std::string()
                                           : std::string(config.family->prefixes.front());
            reading.missing.push_back(names.names.empty() ? p.name : prefix + names.names.front());
            continue;
        }
        check_shape(config, stock, part, p, table && part.form == HubForm::Plain);
        reading.parts.push_back(std::move(part));
    }
    return reading;
}

void read_hub_parts(const HubStock& stock, const HubReading& reading, nn::ParameterSet<float>& parameters,
                    const Executor& executor) {
    std::map<std::pair<const StoredTensor*, bool>, StoredMatrix> read; // and turned
    for (int n = 0; n < parameters.size(); ++n) {
        nn::Parameter<float>& p = parameters[n];
        const HubPart& part = reading.parts[static_cast<std::size_t>(n)];
        if (!stays_as_it_is(p)) {
            p.value = read_small(stock, part, p, executor);
            continue;
        }
        const bool turned = part.form != HubForm::Plain;
        StoredMatrix& whole = read[{part.tensor, turned}];
        if (!whole) whole = stock.checkpoint().stored(*part.tensor, turned, executor);
        p.stored = is_third(part.form) ? whole.part(third_of(part.form) * p.rows, p.rows) : whole;
    }
}

namespace {

/// What a training kept beside the model's weights, as Lightning does.
bool is_of_training(std::string_view name) { return is_optimizers(name) || is_training_loops(name); }

} // namespace

std::string why_hub_ignored(const HubConfig& config, const HubStock& stock, const HubReading& reading,
                            const StoredTensor& tensor) {
    const std::string_view name = stock.plain_name(tensor);
    for (const HubPart& part : reading.parts)
        if (part.tensor->shape == tensor.shape && is_alias(*config.family, part, name) &&
            stock.same(*part.tensor, tensor))
            return "the same numbers as \"" + escaped(part.tensor->name) + "\"";
    if (is_of_training(tensor.name)) return "what the training remembers; not needed to run";
    const HubIgnored* rule = ignoring_rule(config, name, tensor);
    return rule == nullptr ? std::string() : std::string(rule->why);
}

bool is_hub_ignored_by_name(const HubConfig& config, const HubStock& stock, const HubReading& reading,
                            const StoredTensor& tensor) {
    const std::string_view name = stock.plain_name(tensor);
    return is_of_training(tensor.name) || ignoring_rule(config, name, tensor) != nullptr ||
           std::any_of(reading.parts.begin(), reading.parts.end(), [&](const HubPart& part) {
               return part.tensor->shape == tensor.shape && is_alias(*config.family, part, name);
           });
}

} // namespace heed::io
