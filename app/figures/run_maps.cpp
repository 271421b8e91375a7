#include "app/figures/run_maps.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed {
namespace {

/// "sentence 2" of "file, sentence 2": the title is the file's own name.
std::string sentence_of(const ModelFacts& model) {
    const std::string file = model.title + ", ";
    if (model.name == model.title) return {};
    return model.name.starts_with(file) ? model.name.substr(file.size()) : model.name;
}

/// Not one of several that a sentence has: "sentence 2, target_attributions", "target_attributions" of the
/// only one.
bool names_sentence(std::string_view name) {
    return name.find(", ") == name.npos && !name.ends_with("_attributions");
}

/// "encoder self" of "encoder.layers.{layer}.self.heads.{head}".
std::string map_kind(const AttentionMap& map) {
    std::string kind;
    std::string_view rest = map.site.quantity.info().map;
    while (!rest.empty()) {
        const std::size_t dot = std::min(rest.find('.'), rest.size());
        const std::string_view part = rest.substr(0, dot);
        rest.remove_prefix(std::min(dot + 1, rest.size()));
        if (part == "layers" || part == "heads" || part.starts_with('{')) continue;
        kind += (kind.empty() ? "" : " ") + std::string(part);
    }
    return kind;
}

/// `kind`: where there are several; `first` of the run's maps.
RunMap map_at(std::shared_ptr<const Trace> run, const AttentionMap& map, const std::string& kind,
              bool first) {
    RunMap result{run, nullptr, map.site, map.weights, map.layered, map.headed, sentence_of(run->model),
                  kind};
    result.place = map.place();
    if (!kind.empty()) result.place = kind + (result.place.empty() ? "" : ", ") + result.place;
    const MatrixXf shares = map.weights->array().isNaN().select(0.0f, map.weights->array());
    result.entropy = entropy_share(shares); // where nothing stands, nothing is shared out
    constexpr float rounding = 0.005f;      // of a sum that is 1
    result.rows_sum_to_one = ((shares.colwise().sum().array() - 1).abs() <= rounding).all();
    const bool stands_for_all = first && map.place().empty();
    if (result.place.empty() || stands_for_all) {
        result.alone = std::move(run);
        return result;
    }
    Trace alone = run->narrowed(map.site);
    alone.model.name += ", " + result.place;
    alone.request.model = alone.model.name;
    result.alone = std::make_shared<const Trace>(std::move(alone));
    return result;
}

bool is_layers_by_heads(std::span<const RunMap> maps) {
    return std::all_of(maps.begin(), maps.end(), [&](const RunMap& map) {
        return map.run == maps.front().run && map.site.quantity == maps.front().site.quantity &&
               map.layered && map.headed;
    });
}

/// So many in a row that the whole is a little wider than high, and the last row as full as may be.
int columns_for(std::span<const RunMap> maps) {
    constexpr float wider = 1.5f;
    const auto count = static_cast<int>(maps.size());
    int rows = 1, columns = 1; // of the largest map
    for (const RunMap& map : maps) {
        rows = std::max(rows, map.rows());
        columns = std::max(columns, map.columns());
    }
    const float shape = std::clamp(static_cast<float>(columns) / static_cast<float>(rows), 0.5f, 2.0f);
    const auto wanted = static_cast<int>(std::lround(std::sqrt(wider * static_cast<float>(count) / shape)));
    const int across = std::clamp(wanted, 1, std::max(1, count)), down = (count + across - 1) / across;
    return down == 0 ? 1 : (count + down - 1) / down;
}

/// What stands below a thumbnail: layer and head of several sentences, or kinds, are short, "2:1".
std::string short_name(const RunMap& map) {
    if (map.sentence.empty() && (map.kind.empty() || !map.layered || !map.headed)) return map.place;
    const bool both = map.layered && map.headed;
    const std::string place =
        both ? std::to_string(map.site.layer + 1) + ":" + std::to_string(map.site.head + 1) : map.place;
    if (both && !map.kind.empty())
        return map.sentence + (map.sentence.empty() ? "" : ", ") +
               (map.kind == "decoder cross" ? "cross" : map.kind) + " " + place; // none but the decoder's is
    return map.sentence + (place.empty() ? "" : ", " + place);
}

} // namespace

bool RunMap::same_axes(const RunMap& other) const {
    const QuantityInfo &a = info(site.quantity), &b = info(other.site.quantity);
    return run == other.run && a.rows == b.rows && a.columns == b.columns && rows() == other.rows() &&
           columns() == other.columns();
}

std::vector<RunMap> maps_of(const std::vector<std::shared_ptr<const Trace>>& runs) {
    std::vector<RunMap> all;
    for (const auto& run : runs) {
        const std::vector<AttentionMap> maps = run->maps();
        const bool several = std::any_of(maps.begin(), maps.end(), [&](const AttentionMap& map) {
            return map.site.quantity != maps.front().site.quantity;
        });
        for (const AttentionMap& map : maps)
            all.push_back(map_at(run, map, several ? map_kind(map) : std::string(), &map == &maps.front()));
        if (maps.empty()) all.push_back({run, run});
    }
    return all;
}

GridSettings Thumbnails::settings() const {
    GridSettings settings;
    settings.row_name = row_name;
    settings.column_name = column_name;
    settings.top_down = top_down;
    return settings;
}

Thumbnails thumbnails(std::span<const RunMap> maps) {
    Thumbnails all;
    const bool by_place = !maps.empty() && is_layers_by_heads(maps);
    if (by_place) {
        all.row_name = "layer";
        all.column_name = "head";
    }
    all.top_down = !by_place;
    const int columns = columns_for(maps);
    for (const RunMap& map : maps) {
        const int n = static_cast<int>(all.maps.size());
        GridMap& thumbnail = all.maps.emplace_back();
        thumbnail.layer = by_place ? map.site.layer : n / columns;
        thumbnail.head = by_place ? map.site.head : n % columns;
        thumbnail.values = map.weights;
        thumbnail.measure = map.entropy;
        if (!by_place) thumbnail.name = short_name(map);
    }
    return all;
}

std::string count_of_maps(std::span<const RunMap> maps) {
    int layers = 0, heads = 0;
    for (const RunMap& map : maps) {
        layers = std::max(layers, map.site.layer + 1);
        heads = std::max(heads, map.site.head + 1);
    }
    if (!maps.empty() && is_layers_by_heads(maps))
        return counted(layers, "layer") + " of " + counted(heads, "head");
    const bool sentences = maps.size() > 1 && std::all_of(maps.begin(), maps.end(), [](const RunMap& map) {
                               return map.place.empty() && names_sentence(map.sentence);
                           });
    return counted(static_cast<int>(maps.size()), sentences ? "sentence" : "map");
}

std::shared_ptr<const Trace> laid_out(const std::shared_ptr<const Trace>& alone) {
    if (alone->has_weights()) return alone;
    const std::vector<AttentionMap> maps = alone->maps();
    if (maps.empty()) return alone;
    const AttentionMap& map = maps.front();
    auto laid = std::make_shared<Trace>(*alone);
    const auto lay = [](auto& made, std::vector<std::string> labels, Eigen::Index count,
                        const auto& token_of) {
        auto there = std::exchange(made, {});
        labels.resize(std::min(labels.size(), static_cast<std::size_t>(count)));
        while (std::ssize(labels) < count) labels.push_back(std::to_string(labels.size() + 1)); // by number
        made.resize(labels.size());
        for (std::size_t k = 0; k < labels.size(); ++k) {
            if (k < there.size() && token_of(there[k]).text == labels[k]) made[k] = there[k];
            token_of(made[k]).text = labels[k];
        }
    };
    lay(laid->source, map.column_labels, map.weights->rows(),
        [](TraceToken& token) -> TraceToken& { return token; });
    lay(laid->steps, map.row_labels, map.weights->cols(),
        [](TraceStep& step) -> TraceToken& { return step.token; });
    if (map.rows != Axis::Output)
        laid->labels[Axis::Output] = map.row_labels; // they are none: nobody wrote them
    laid->erase(map.site.quantity, map.site.layer, map.site.head);
    laid->set(Quantity::Weights, 0, *map.weights);
    return laid;
}

} // namespace heed
