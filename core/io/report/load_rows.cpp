#include "core/io/report/load_rows.h"

#include "core/io/report/not_read.h"
#include "core/io/report/report_words.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <set>

namespace heed::io {

using Json = nlohmann::json;

namespace {

constexpr Eigen::Index most_sampled = 1 << 14;
constexpr const char* groups_in_order[] = {"Encoder", "Start", "Attention", "Decoder"};

/// The bias beside `name` in its pair, or empty.
std::string other_bias(const std::string& name) {
    for (const auto& [one, other] : {std::pair("bias_ih", "bias_hh"), std::pair("bias_hh", "bias_ih")})
        if (const std::size_t at = name.rfind(one); at != name.npos)
            return name.substr(0, at) + other + name.substr(at + std::string_view(one).size());
    return {};
}

ReportRow row_of(const StoredTensor& tensor, const PartWords& words, const Histograms& histograms) {
    ReportRow row;
    row.names = escaped(tensor.name);
    row.role = words.text;
    row.part = words.part;
    row.shape = tensor.shape;
    row.type = plain_name(tensor.type);
    row.bytes = tensor.bytes();
    if (const auto it = histograms.find(&tensor); it != histograms.end()) row.histogram = it->second;
    return row;
}

/// Both biases of a cell in one row.
ReportRow pair_of(const StoredTensor& a, const StoredTensor& b, const PartWords& words,
                  const Histograms& histograms) {
    ReportRow row = row_of(a, words, histograms);
    row.names += ", " + escaped(b.name);
    row.role += ", two parts";
    row.shape.insert(row.shape.begin(), 2);
    row.bytes += b.bytes();
    if (const auto it = histograms.find(&b); it != histograms.end())
        for (std::size_t n = 0; n < row.histogram.size(); ++n)
            row.histogram[n] = (row.histogram[n] + it->second[n]) / 2;
    return row;
}

std::string common_start(const std::string& a, const std::string& b) {
    std::size_t n = 0;
    while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
    const std::size_t dot = a.rfind('.', n);
    return dot == a.npos || dot >= n ? a.substr(0, 0) : a.substr(0, dot);
}

/// Tensors that no rule reads, those ignored or those not understood: one row for all that are the same kind
/// of thing.
void add_unused(const FamilyReading& reading, const std::set<const StoredTensor*>& used, bool ignored,
                ReportGroup& group) {
    struct Heap {
        std::string why, names;
        std::vector<const StoredTensor*> tensors;
        bool mixed = false;
    };
    std::vector<Heap> heaps;
    for (const OpenFile& file : reading.stock().files()) {
        for (const StoredTensor& tensor : file.checkpoint->tensors()) {
            if (used.count(&tensor)) continue;
            std::string why = why_ignored(reading, tensor);
            if (why.empty() == ignored) continue;
            if (!ignored) why = "no part reads it";
            const std::string top = tensor.name.substr(0, tensor.name.find('.'));
            const auto it = std::find_if(heaps.begin(), heaps.end(), [&](const Heap& heap) {
                const std::string& first = heap.tensors.front()->name;
                return heap.why == why && first.substr(0, first.find('.')) == top &&
                       first.find('.') != first.npos;
            });
            if (it == heaps.end()) {
                heaps.push_back({why, tensor.name, {&tensor}});
            } else {
                it->names = it->tensors.size() == 1 ? common_start(it->tensors[0]->name, tensor.name)
                                                    : common_start(it->names + ".", tensor.name + ".");
                if (it->names.empty()) it->names = top;
                it->tensors.push_back(&tensor);
            }
        }
    }
    for (const Heap& heap : heaps) {
        if (heap.tensors.size() == 1) {
            group.rows.push_back(row_of(*heap.tensors[0], {{}, PartRole::None, heap.why, {}, {}, {}}, {}));
            continue;
        }
        ReportRow row;
        row.names = escaped(heap.names) + ", " + std::to_string(heap.tensors.size()) + " tensors";
        row.role = heap.why;
        for (const StoredTensor* tensor : heap.tensors) row.bytes += tensor->bytes();
        group.rows.push_back(std::move(row));
    }
}

/// Numbers that stand at the top of the files: epoch, loss.
void add_values(const FamilyReading& reading, ReportGroup& group) {
    ReportRow row;
    int count = 0;
    for (const OpenFile& file : reading.stock().files()) {
        const Json& values = file.checkpoint->values();
        if (!values.is_object()) continue;
        for (const auto& [key, value] : values.items()) {
            if (!value.is_number() || count >= 8) continue;
            row.names += (row.names.empty() ? "" : ", ") + escaped(key);
            ++count;
        }
    }
    if (count == 0) return;
    row.role = plural(static_cast<std::size_t>(count), "number", "numbers");
    row.bytes = static_cast<std::uint64_t>(count) * 8;
    group.rows.push_back(std::move(row));
}

} // namespace

namespace {

Histogram histogram_of_sample(const std::vector<float>& sample) {
    Histogram bins{};
    const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
    const float width = (*high - *low) / static_cast<float>(bins.size());
    for (const float number : sample) {
        const float place = width > 0 ? (number - *low) / width : 0;
        bins[std::min(bins.size() - 1, static_cast<std::size_t>(std::max(0.f, place)))] += 1;
    }
    for (float& bin : bins) bin /= static_cast<float>(sample.size());
    return bins;
}

} // namespace

Histogram histogram_of(const Eigen::MatrixXf& value) {
    if (value.size() == 0) return {};
    const Eigen::Index stride = std::max<Eigen::Index>(1, value.size() / most_sampled);
    std::vector<float> sample;
    for (Eigen::Index n = 0; n < value.size(); n += stride) sample.push_back(value.data()[n]);
    return histogram_of_sample(sample);
}

Histogram histogram_of(const StoredMatrix& value) {
    if (!value) return {};
    const Eigen::Index stride = std::max<Eigen::Index>(1, value.rows() * value.cols() / most_sampled);
    const Eigen::Index rows = std::max<Eigen::Index>(1, stride / value.cols()); // every so many rows,
    const Eigen::Index apart = std::max<Eigen::Index>(1, stride / rows);        // and so many in each
    std::vector<float> sample, row(static_cast<std::size_t>(value.cols()));
    for (Eigen::Index i = 0; i < value.rows(); i += rows) {
        value.widen(i, row.data());
        for (Eigen::Index j = i % apart; j < value.cols(); j += apart)
            sample.push_back(row[static_cast<std::size_t>(j)]);
    }
    return histogram_of_sample(sample);
}

std::vector<ReportTensor> report_tensors(const FamilyReading& reading, const Seq2SeqConfig& config,
                                         const nn::ParameterSet<float>& parameters) {
    const auto words = part_words(reading.roles(), config, parameters);
    const auto pieces = rests(reading);
    std::vector<ReportTensor> tensors;
    for (const OpenFile& file : reading.stock().files())
        for (const StoredTensor& tensor : file.checkpoint->tensors()) {
            ReportTensor one{
                tensor.name, tensor.shape, std::string(plain_name(tensor.type)), tensor.bytes(), {}, {}, {}};
            if (const auto it = words.find(&tensor); it != words.end())
                one.part = it->second.words.text;
            else
                one.ignored = why_ignored(reading, tensor);
            if (const auto it = pieces.find(&tensor); it != pieces.end()) one.rest = it->second;
            tensors.push_back(std::move(one));
        }
    return tensors;
}

std::vector<ReportGroup> report_groups(const FamilyReading& reading, const Seq2SeqConfig& config,
                                       const nn::ParameterSet<float>& parameters,
                                       const Histograms& histograms) {
    const auto words = part_words(reading.roles(), config, parameters);
    struct Placed {
        const Checkpoint* file;
        const StoredTensor* tensor;
        const RankedWords* words;
    };
    std::vector<Placed> placed;
    for (const OpenFile& file : reading.stock().files())
        for (const StoredTensor& tensor : file.checkpoint->tensors())
            if (const auto it = words.find(&tensor); it != words.end())
                placed.push_back({file.checkpoint.get(), &tensor, &it->second});
    std::stable_sort(placed.begin(), placed.end(),
                     [](const Placed& a, const Placed& b) { return a.words->rank < b.words->rank; });

    const auto pieces = rests(reading);
    std::vector<ReportGroup> groups{{"Not understood", {}}};
    for (const char* title : groups_in_order) groups.push_back({title, {}});
    std::set<const StoredTensor*> used;
    for (const Placed& one : placed) {
        const StoredTensor* const tensor = one.tensor;
        const RankedWords* const ranked = one.words;
        if (!used.insert(tensor).second) continue;
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const ReportGroup& g) { return g.title == ranked->words.group; });
        if (group == groups.end()) continue;
        const std::string other = other_bias(tensor->name);
        const StoredTensor* pair = other.empty() ? nullptr : one.file->find(other);
        if (pair != nullptr && words.count(pair) && pair->shape == tensor->shape && used.insert(pair).second)
            group->rows.push_back(pair_of(*tensor, *pair, ranked->words, histograms));
        else
            group->rows.push_back(row_of(*tensor, ranked->words, histograms));
    }
    for (const auto& [file, tensor, ranked] : placed)
        if (const auto it = pieces.find(tensor); it != pieces.end())
            groups.front().rows.push_back(
                row_of(*tensor, {{}, PartRole::None, "nothing reads its " + it->second, {}, {}, {}}, {}));
    add_unused(reading, used, false, groups.front());
    ReportGroup unused{"Not used", {}};
    add_unused(reading, used, true, unused);
    for (const auto& [file, tensor, ranked] : placed)
        for (const IgnoredRows& ignored : ignored_rows(reading, *tensor))
            unused.rows.push_back(row_of(*tensor, {{}, PartRole::None, rows_said(ignored), {}, {}, {}}, {}));
    add_values(reading, unused);
    groups.push_back(std::move(unused));
    std::erase_if(groups, [](const ReportGroup& group) { return group.rows.empty(); });
    return groups;
}

std::string token_fact(const Model& model) {
    const auto* writer = model.config.find<Seq2SeqConfig>();
    const Vocabulary& words = writer ? model.target : model.source;
    const SpecialIds& ids = words.special();
    std::string text;
    const auto add = [&](const char* what, int id) {
        if (id < 0 || id >= words.size()) return;
        text += (text.empty() ? "" : ", ") + std::string(what) + " " + escaped(words.token(id), 40);
    };
    if (writer && writer->decoder.first_input == FirstInput::Start) add("start", ids.start);
    if (writer) add("end", ids.end);
    add("unknown", ids.unknown);
    return text;
}

} // namespace heed::io
