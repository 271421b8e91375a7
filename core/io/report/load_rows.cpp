#include "core/io/report/load_rows.h"

#include "core/base/error.h"
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

/// Adam and its kin keep two moments of each parameter.
bool remembers_moments(const FamilyReading& reading) {
    for (const OpenFile& file : reading.stock().files())
        for (const StoredTensor& tensor : file.checkpoint->tensors())
            if (tensor.name.find("exp_avg") != tensor.name.npos ||
                tensor.name.find("adam") != tensor.name.npos)
                return true;
    return false;
}

/// Whether it is what an optimizer keeps: a part of the checkpoint of its own, or moments by their names.
bool is_optimizers(const std::string& name) {
    const std::string top = name.substr(0, name.find('.'));
    const std::string last = name.substr(name.rfind('.') + 1);
    for (const char* mark : {"exp_avg", "exp_avg_sq", "max_exp_avg_sq", "momentum_buffer", "square_avg"})
        if (last == mark) return true;
    return top.find("optim") != top.npos || top.ends_with("_opt") || top.starts_with("adam_") ||
           top == "adam";
}

/// The tensor's numbers; none where they cannot be compared.
Eigen::MatrixXf numbers_of(const FamilyReading& reading, const StoredTensor& tensor) {
    for (const OpenFile& file : reading.stock().files()) {
        if (file.checkpoint->find(tensor.name) != &tensor) continue;
        try {
            return file.checkpoint->matrix(tensor);
        } catch (const Error&) {
            return {};
        }
    }
    return {};
}

/// Whether a tensor that a rule reads has the same numbers.
bool is_read_elsewhere(const FamilyReading& reading, const StoredTensor& tensor) {
    const Eigen::MatrixXf own = numbers_of(reading, tensor);
    bool found = false;
    for (const FamilyReading::Role& role : reading.roles())
        for_each_use(role.expression, [&](const Expression& use, const Expression*) {
            const StoredTensor* read = use.item.tensor;
            if (found || read == nullptr || read->shape != tensor.shape) return;
            found = own.size() > 0 && own == numbers_of(reading, *read);
        });
    return found;
}

/// Why a tensor that no rule reads is not needed; empty: nothing says so.
std::string why_ignored(const FamilyReading& reading, const StoredTensor& tensor) {
    for (const Json& rule : reading.spec().value("ignore", Json::array())) {
        if (!rule.is_object() || !rule.contains("names") || !rule.contains("as")) continue;
        const Json& names = rule["names"];
        for (const Json& name : names.is_array() ? names : Json::array({names}))
            if (matches_pattern(tensor.name, name.get<std::string>()) &&
                (rule.value("same", Json()) != true || is_read_elsewhere(reading, tensor)))
                return rule["as"].get<std::string>();
    }
    if (is_optimizers(tensor.name))
        return remembers_moments(reading) ? "what Adam remembers; not needed to run"
                                          : "what the optimizer remembers; not needed to run";
    return {};
}

using Range = Expression::Range;

/// The numbers of 0 … size - 1 that no range has, as "97–128".
std::string left_out(std::vector<Range> ranges, Eigen::Index size) {
    std::sort(ranges.begin(), ranges.end());
    std::string text;
    Eigen::Index at = 0;
    const auto gap = [&](Eigen::Index before) {
        if (before <= at) return;
        text += text.empty() ? "" : ", ";
        text += std::to_string(at + 1);
        if (before > at + 1) text += "\u2013" + std::to_string(before);
    };
    for (const auto& [from, before] : ranges) {
        gap(from);
        at = std::max(at, before);
    }
    gap(size);
    return text;
}

/// What no rule reads of tensors that are read in pieces: "columns 97–128".
std::map<const StoredTensor*, std::string> rests(const std::vector<FamilyReading::Role>& roles) {
    struct Pieces {
        bool whole = false;
        std::vector<Range> rows, columns;
    };
    std::map<const StoredTensor*, Pieces> all;
    for (const FamilyReading::Role& role : roles)
        for_each_use(role.expression, [&](const Expression& tensor, const Expression* cut) {
            if (tensor.item.tensor == nullptr) return;
            Pieces& pieces = all[tensor.item.tensor];
            if (cut == nullptr) {
                pieces.whole = true;
                return;
            }
            auto& side = cut->kind == Expression::Kind::RowRanges ? pieces.rows : pieces.columns;
            side.insert(side.end(), cut->ranges.begin(), cut->ranges.end());
        });
    std::map<const StoredTensor*, std::string> found;
    for (const auto& [tensor, pieces] : all) {
        if (pieces.whole) continue;
        const auto size = [&, &shape = tensor->shape](std::size_t side) {
            return side < shape.size() ? static_cast<Eigen::Index>(shape[side]) : Eigen::Index{1};
        };
        const std::string rows = left_out(pieces.rows, size(0)), columns = left_out(pieces.columns, size(1));
        if (rows.empty() || columns.empty()) continue;
        found[tensor] = pieces.rows.empty() ? "columns " + columns : "rows " + rows;
    }
    return found;
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
            if (!ignored) why = "nothing is known of it";
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
    const auto pieces = rests(reading.roles());
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

    const auto pieces = rests(reading.roles());
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
