#include "core/io/open/kinds/hub_folder.h"

#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/huggingface/hub_facts.h"
#include "core/io/huggingface/hub_generation.h"
#include "core/io/huggingface/hub_unwrapped.h"
#include "core/io/open/kinds/own_format.h"
#include "core/io/open/own_case/own_case.h"
#include "core/io/report/load_rows.h"
#include "core/models/transformer/architecture.h"
#include "core/models/transformer/parameters.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/subword/subword_tokenizer.h"

#include <algorithm>

namespace heed::io {

namespace fs = std::filesystem;

HubFolder::HubFolder(HubConfig said, fs::path numbers, Checkpoint checkpoint)
    : config(std::move(said)), weights(std::move(numbers)),
      stock(hub_unwrapped(std::move(checkpoint), *config.family, notes), *config.family),
      tokens(hub_tokens(config, stock)), network(hub_network(config, stock, tokens, unsettled)),
      parameters(transformer::declare<float>(network, nn::Fill::Nothing)),
      reading(hub_reading(config, stock, tokens, parameters)) {
    if (std::string keys = doubtful_keys(config); !keys.empty()) unsettled.push_back(std::move(keys));
    for (std::string& doubt : hub_generation_doubts(config, network.words()))
        unsettled.push_back(std::move(doubt));
}

std::vector<const HubPart*> HubFolder::parts_of(const StoredTensor& tensor) const {
    std::vector<const HubPart*> found;
    for (const HubPart& part : reading.parts)
        if (part.tensor == &tensor) found.push_back(&part);
    return found;
}

namespace {

ReportRow row_of(const StoredTensor& tensor, std::string role, PartRole part) {
    ReportRow row;
    row.names = escaped(tensor.name);
    row.role = std::move(role);
    row.part = part;
    row.shape = tensor.shape;
    row.type = plain_name(tensor.type);
    row.bytes = tensor.bytes();
    return row;
}

std::string third(HubForm form) {
    constexpr const char* words[] = {"", "", ", the first third", ", the second third", ", the last third"};
    return words[static_cast<std::size_t>(form)];
}

void add_groups(const HubFolder& folder, const Model& model, const std::vector<Histogram>& histograms,
                LoadReport& report) {
    for (const std::string& title : groups_of(model)) {
        ReportGroup group{title, {}};
        for (std::size_t n = 0; n < folder.reading.parts.size(); ++n) {
            const HubPart& part = folder.reading.parts[n];
            const PartWords words = own_words(model, part.ours);
            if (words.group != title) continue;
            group.rows.push_back(row_of(*part.tensor, words.text + third(part.form), words.part));
            group.rows.back().histogram = histograms[n];
        }
        if (!group.rows.empty()) report.groups.push_back(std::move(group));
    }
}

Understanding understanding_of(const HubFolder& folder) {
    Understanding all;
    all.unsettled = folder.unsettled.size() + folder.stock.checkpoint().doubts().size();
    all.example = has_example(folder.weights.parent_path());
    for (const StoredTensor& tensor : folder.stock.checkpoint().tensors()) {
        ++all.tensors;
        if (!folder.parts_of(tensor).empty() ||
            is_hub_ignored_by_name(folder.config, folder.stock, folder.reading, tensor))
            continue;
        ++all.unread;
        all.unread_bytes += tensor.bytes();
    }
    return all;
}

void add_tensors(const HubFolder& folder, const Model& model, LoadReport& report) {
    ReportGroup unread{"Not understood", {}}, unused{"Not used", {}};
    for (const StoredTensor& tensor : folder.stock.checkpoint().tensors()) {
        ReportTensor one{
            tensor.name, tensor.shape, std::string(plain_name(tensor.type)), tensor.bytes(), {}, {}, {}};
        for (const HubPart* part : folder.parts_of(tensor))
            one.part +=
                (one.part.empty() ? "" : "; ") + own_words(model, part->ours).text + third(part->form);
        if (one.part.empty()) {
            one.ignored = why_hub_ignored(folder.config, folder.stock, folder.reading, tensor);
            ReportGroup& group = one.ignored.empty() ? unread : unused;
            group.rows.push_back(
                row_of(tensor, one.ignored.empty() ? "no part reads it" : one.ignored, PartRole::None));
        }
        report.tensors.push_back(std::move(one));
    }
    if (!unread.rows.empty()) report.groups.insert(report.groups.begin(), std::move(unread));
    if (!unused.rows.empty()) report.groups.push_back(std::move(unused));
}

} // namespace

void say_missing(const HubFolder& folder, Opened& opened) {
    const std::vector<std::string>& names = folder.reading.missing;
    ReportGroup missing{"Missing", {}};
    for (const std::string& name : names)
        missing.rows.push_back({escaped(name), "the model needs it", PartRole::None, {}, {}, 0, {}});
    opened.report.groups.push_back(std::move(missing));
    opened.problem = folder.stock.checkpoint().name() + ": " + std::string(folder.config.family->title) +
                     ": tensor \"" + escaped(names.front()) + "\": expected it in the file, found none";
    if (names.size() > 1) opened.problem += " (and " + std::to_string(names.size() - 1) + " more)";
    opened.report.summary = plural(names.size(), "tensor is", "tensors are") + " missing.";
}

LoadReport begin_report(const HubFolder& folder, std::string family) {
    const Checkpoint& checkpoint = folder.stock.checkpoint();
    LoadReport report;
    report.file = escaped(folder.weights.filename().string());
    report.container = checkpoint.container();
    report.bytes = checkpoint.size();
    report.family = std::move(family);
    report.notes = checkpoint.notes();
    report.notes.insert(report.notes.end(), folder.notes.begin(), folder.notes.end());
    for (std::string& note : not_read_beside(folder.weights)) report.notes.push_back(std::move(note));
    report.unsettled = folder.unsettled;
    report.unsettled.insert(report.unsettled.end(), checkpoint.doubts().begin(), checkpoint.doubts().end());
    return report;
}

void read_numbers(HubFolder& folder, nlohmann::json config, const OpenOptions& options, Model& model,
                  LoadReport& report) {
    read_hub_parts(folder.stock, folder.reading, folder.parameters, options.executor);
    std::vector<Histogram> histograms;
    for (const nn::Parameter<float>& p : folder.parameters)
        histograms.push_back(p.stored ? histogram_of(p.stored) : histogram_of(p.value));
    if (std::string keys = unknown_keys(folder.config); !keys.empty())
        report.notes.push_back(std::move(keys));
    transformer::to_json(config, folder.network);
    model.config_json = std::move(config);
    model.config = folder.network;
    model.parameters = std::move(folder.parameters);
    complete(model);
    add_groups(folder, model, histograms, report);
    add_tensors(folder, model, report);
}

void summarise(const Model& model, LoadReport& report) {
    report.parameters = static_cast<std::uint64_t>(model.parameters.count());
    report.summary =
        grouped(report.parameters) + " parameters used. Nothing missing, no NaN, no shape that does not fit.";
    report.facts = model.config.architecture()->described(model.config);
    report.facts.insert(report.facts.begin(), {"family", report.family});
    for (auto& fact : hub_facts(model)) report.facts.push_back(std::move(fact));
}

Vocabulary words_for_rows(const Vocabulary& known, int rows, const SpecialIds& special) {
    if (rows == known.size()) return known.with(special);
    std::vector<std::string> words;
    words.reserve(static_cast<std::size_t>(rows));
    for (int id = 0; id < rows; ++id)
        words.push_back(id < known.size() ? known.token(id) : subword::nameless(id));
    return Vocabulary(std::move(words), special);
}

ReportVocabulary said_words(const Vocabulary& words, const std::vector<std::string>& files, bool shared) {
    ReportVocabulary report;
    report.expected = report.tokens = words.size();
    report.file = escaped(listed(files));
    report.shared = shared;
    return report;
}

Glimpse glimpse_folder(const HubFolder& folder, std::string title, std::string text) {
    Glimpse glimpse;
    glimpse.kind = "checkpoint";
    glimpse.usable = folder.reading.missing.empty();
    glimpse.title = std::move(title);
    glimpse.subtitle = std::string(folder.stock.checkpoint().container());
    glimpse.text = std::move(text);
    if (!glimpse.usable) {
        glimpse.text += " The tensor \"" + escaped(folder.reading.missing.front()) + "\" is missing.";
        return glimpse;
    }
    const Configuration configuration(folder.network);
    glimpse.facts = configuration.architecture()->described(configuration);
    glimpse.understanding = understanding_of(folder);
    return glimpse;
}

} // namespace heed::io
