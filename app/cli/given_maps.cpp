#include "app/cli/given_maps.h"

#include "core/base/error.h"
#include "core/io/run/run_file.h"

namespace heed::cli {

std::vector<RunMap> maps_from(const std::string& file) {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (Trace& trace : io::read_runs(file)) runs.push_back(std::make_shared<const Trace>(std::move(trace)));
    return maps_of(runs);
}

const RunMap& map_at(const std::vector<RunMap>& maps, int item) {
    const int count = static_cast<int>(maps.size());
    if (item >= count)
        throw Error("--item " + std::to_string(item), "past the end", "at most " + std::to_string(count - 1),
                    std::to_string(item));
    return maps[static_cast<std::size_t>(item)];
}

} // namespace heed::cli
