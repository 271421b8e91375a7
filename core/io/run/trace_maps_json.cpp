#include "core/io/run/trace_maps_json.h"

#include "core/io/run/trace_sites_json.h"

#include <algorithm>
#include <map>
#include <utility>

namespace heed::io {

namespace {

/// How long the axes of a run's maps are: as many tokens as were read, as many as were written, and of any
/// other what the first map over it says.
class RunAxes {
public:
    explicit RunAxes(const Trace& trace)
        : lengths_{{Axis::Source, trace.source.size()},
                   {Axis::SourceQuery, trace.source.size()},
                   {Axis::Output, trace.steps.size()}} {}

    /// The rows of a map, as long as they must be.
    std::vector<TracePlace> rows_of(const TracePlace& map, const QuantityInfo& what) {
        const TracePlace rows = map.at("weights"), seen = map.at("columns").at("labels");
        rows.expect_size(map.at("rows").at("labels").size());
        rows.expect_size(lengths_.try_emplace(what.columns, rows.size()).first->second);
        std::vector<TracePlace> lists;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            lists.push_back(rows.at(i));
            lists.back().expect_size(seen.size());
            lists.back().expect_size(lengths_.try_emplace(what.rows, seen.size()).first->second);
        }
        return lists;
    }

private:
    std::map<Axis, std::size_t> lengths_;
};

std::vector<std::string> read_labels(const TracePlace& json) {
    std::vector<std::string> labels;
    for (std::size_t n = 0; n < json.size(); ++n) labels.push_back(json.at(n).text());
    return labels;
}

/// The maps of a run that has layers and heads.
void read_sites(const TracePlace& json, const Architecture& architecture, Trace& trace) {
    RunAxes axes(trace);
    for (std::size_t n = 0; n < json.size(); ++n) {
        const TracePlace map = json.at(n);
        const auto site = site_of_map(architecture, map.at("name").text());
        if (!site) map.at("name").fail("a map of " + std::string(architecture.title));
        const QuantityInfo& what = site->quantity.info();
        const std::vector<TracePlace> lists = axes.rows_of(map, what);
        for (const TracePlace& list : lists) check_weights(list);
        trace.set(*site, read_columns(lists));
        const std::pair<Axis, const char*> places[] = {{what.columns, "rows"}, {what.rows, "columns"}};
        for (const auto& [axis, side] : places)
            if ((axis == Axis::Past || axis == Axis::Step) && trace.labels[axis].empty())
                trace.labels[axis] = read_labels(map.at(side).at("labels"));
    }
}

/// Whether maps have their layer and head in their names.
bool names_sites(const Architecture& architecture) {
    const auto all = architecture.quantities();
    return std::any_of(all.begin(), all.end(),
                       [](Quantity q) { return q.info().map.find("{layer}") != std::string_view::npos; });
}

/// A map of a model that answers at once: where its architecture keeps it.
void read_map(const TracePlace& json, const Architecture& architecture, RunAxes& axes, Trace& trace) {
    const std::string name = json.at("name").text();
    const std::string asks = json.at("rows").at("axis").text(),
                      looked_at = json.at("columns").at("axis").text();
    const auto all = architecture.quantities();
    const auto found = std::find_if(all.begin(), all.end(), [&](Quantity q) {
        return q.info().map == name && to_string(q.info().columns) == asks &&
               to_string(q.info().rows) == looked_at;
    });
    if (found == all.end()) json.at("name").fail("a map of " + std::string(architecture.title));
    const std::vector<TracePlace> lists = axes.rows_of(json, found->info());
    trace.set(*found, 0,
              read_columns(lists, std::numeric_limits<double>::quiet_NaN())); // nothing stands there
    trace.labels[found->info().columns] = read_labels(json.at("rows").at("labels"));
    trace.labels[found->info().rows] = read_labels(json.at("columns").at("labels"));
}

} // namespace

MatrixXf read_columns(const std::vector<TracePlace>& lists, double null) {
    const std::size_t rows = lists.empty() ? 0 : lists.front().size();
    for (const TracePlace& list : lists) list.expect_size(rows);
    MatrixXf values(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(lists.size()));
    for (std::size_t column = 0; column < lists.size(); ++column) {
        for (std::size_t row = 0; row < rows; ++row) {
            values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) =
                static_cast<float>(lists[column].at(row).number(null));
        }
    }
    return values;
}

void check_weights(const TracePlace& list) {
    for (std::size_t j = 0; j < list.size(); ++j) {
        const double weight = list.at(j).number(-1);
        if (!(weight >= 0 && weight <= static_cast<double>(std::numeric_limits<float>::max())))
            list.at(j).fail("a number of 0 or more");
    }
}

void read_layer_maps(const TracePlace& json, Trace& trace) {
    if (trace.steps.empty()) return;
    for (std::size_t n = 0; n < json.size(); ++n) {
        const TracePlace map = json.at(n);
        if (map.at("name").text() != info(Quantity::Weights).map) continue;
        const auto index = [&](const char* key) {
            const int value = map.has(key) ? map.at(key).integer() : 0;
            if (value < 0) map.at(key).fail("0 or more");
            return value;
        };
        const Site site{Quantity::Weights, index("layer"), index("head")};
        if (trace.has(site.quantity, site.layer, site.head)) continue;
        const TracePlace rows = map.at("weights");
        rows.expect_size(trace.steps.size());
        std::vector<TracePlace> lists;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            lists.push_back(rows.at(i));
            lists.back().expect_size(trace.source.size());
            check_weights(lists.back());
        }
        trace.set(site, read_columns(lists));
    }
}

void read_maps(const TracePlace& json, const Architecture& architecture, Trace& trace) {
    if (names_sites(architecture)) return read_sites(json, architecture, trace);
    RunAxes axes(trace);
    for (std::size_t n = 0; n < json.size(); ++n) read_map(json.at(n), architecture, axes, trace);
}

} // namespace heed::io
