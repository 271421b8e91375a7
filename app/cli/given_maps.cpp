#include "app/cli/given_maps.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/run/attention_file.h"
#include "core/io/run/trace_json.h"

#include <filesystem>

namespace heed::cli {
namespace {

std::vector<Trace> traces_from(const std::string& file) {
    std::error_code ignored;
    const bool regular = std::filesystem::is_regular_file(file, ignored);
    if (regular && (io::is_attention_file(file) || io::content_kind(file) != io::ContentKind::Json))
        return io::read_attention(file);
    constexpr std::uint64_t largest = std::uint64_t{1} << 30;
    const std::string text = io::read_file(file, largest); // a pipe, too
    if (regular && text.find("heed.trace") == text.npos) return io::read_attention(file);
    std::vector<Trace> traces;
    traces.push_back(io::trace_from_json(io::parse_json(text, io::shown(std::filesystem::path(file))), file));
    return traces;
}

} // namespace

std::vector<RunMap> maps_from(const std::string& file) {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (Trace& trace : traces_from(file)) runs.push_back(std::make_shared<const Trace>(std::move(trace)));
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
