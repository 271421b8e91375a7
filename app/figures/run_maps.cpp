#include "app/figures/run_maps.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// "sentence 2" of "file, sentence 2": the title is the file's own name.
std::string sentence_of(const ModelFacts& model) {
    const std::string file = model.title + ", ";
    if (model.name == model.title) return {};
    return model.name.starts_with(file) ? model.name.substr(file.size()) : model.name;
}

RunMap map_at(std::shared_ptr<const Trace> run, const AttentionMap& map) {
    RunMap result{run, nullptr, map.site, map.layered, map.headed, sentence_of(run->model), map.place()};
    result.entropy = entropy_share(*map.weights);
    constexpr float rounding = 0.005f; // of a sum that is 1
    result.rows_sum_to_one = ((map.weights->colwise().sum().array() - 1).abs() <= rounding).all();
    if (result.place.empty()) {
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
        return map.run == maps.front().run && map.layered && map.headed;
    });
}

/// So many in a row that the whole is a little wider than high, and the last row as full as may be.
int columns_for(std::span<const RunMap> maps) {
    constexpr float wider = 1.5f;
    const auto count = static_cast<int>(maps.size());
    int rows = 1, columns = 1; // of the largest map
    for (const RunMap& map : maps) {
        rows = std::max(rows, map.alone->outputs());
        columns = std::max(columns, map.alone->source_length());
    }
    const float shape = std::clamp(static_cast<float>(columns) / static_cast<float>(rows), 0.5f, 2.0f);
    const auto wanted = static_cast<int>(std::lround(std::sqrt(wider * static_cast<float>(count) / shape)));
    const int across = std::clamp(wanted, 1, std::max(1, count)), down = (count + across - 1) / across;
    return down == 0 ? 1 : (count + down - 1) / down;
}

/// What stands below a thumbnail: layer and head of several sentences are short, "2:1".
std::string short_name(const RunMap& map) {
    if (map.sentence.empty()) return map.place;
    const bool both = map.layered && map.headed;
    const std::string place =
        both ? std::to_string(map.site.layer + 1) + ":" + std::to_string(map.site.head + 1) : map.place;
    return map.sentence + (place.empty() ? "" : ", " + place);
}

} // namespace

std::vector<RunMap> maps_of(const std::vector<std::shared_ptr<const Trace>>& runs) {
    std::vector<RunMap> all;
    for (const auto& run : runs) {
        const std::vector<AttentionMap> maps = run->maps();
        for (const AttentionMap& map : maps) all.push_back(map_at(run, map));
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
        if (map.alone->has_weights()) thumbnail.values = &map.alone->at(Quantity::Weights);
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
                               return map.place.empty();
                           });
    return counted(static_cast<int>(maps.size()), sentences ? "sentence" : "map");
}

} // namespace heed
