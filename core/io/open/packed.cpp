#include "core/io/open/packed.h"

#include "core/io/base/file_kind.h"
#include "core/text/escape.h"

namespace heed::io {

namespace fs = std::filesystem;

namespace {

void tell_all(std::vector<std::string>& sentences, const PackedFolder& packed) {
    for (std::string& sentence : sentences) sentence = packed.told(std::move(sentence));
}

/// The files are gone with the folder: the model is the archive's, and its report names places in it.
void tell_report(LoadReport& report, const PackedFolder& packed) {
    const std::string folder = escaped(packed.folder().filename().string());
    report.file = packed.name() + (report.file.empty() || report.file == folder ? "" : ": " + report.file);
    report.container += packed.how();
    for (auto* sentences : {&report.notes, &report.unsettled, &report.undecided})
        tell_all(*sentences, packed);
    report.source.problem = packed.told(std::move(report.source.problem));
    report.target.problem = packed.told(std::move(report.target.problem));
    if (!report.own_case) return;
    for (ReportCase::Line& line : report.own_case->lines) line.found = packed.told(std::move(line.found));
    report.own_case->only = packed.told(std::move(report.own_case->only));
}

} // namespace

Opened open_packed(const PackedFolder& packed, const fs::path& path, const OpenOptions& options) {
    try {
        Opened opened = open_model({packed.folder()}, options);
        tell_report(opened.report, packed);
        opened.problem = packed.told(std::move(opened.problem));
        if (!opened.model) return opened;
        opened.model->folder = path;
        opened.model->files = {packed.archive()};
        for (const fs::path& words : {options.source_vocabulary, options.target_vocabulary})
            if (!words.empty()) opened.model->files.push_back(words);
        return opened;
    } catch (const NoFamily& error) { // which is of one file of the archive
        throw NoFamily(Error(packed.told(error.what())), true);
    } catch (const Error& error) {
        throw Error(packed.told(error.what()));
    }
}

Glimpse glimpse_packed(const PackedFolder& packed, const OpenOptions& options) {
    Glimpse seen = glimpse(packed.folder(), options);
    if (!seen.usable && seen.text.empty()) { // no model in it: opening says why
        try {
            open_model({packed.folder()}, options);
        } catch (const NoFamily& error) { // tensors, as they would be without the archive
            seen.kind = error.nearly ? "checkpoint" : "no known family";
            seen.text = error.what();
        } catch (const Error& error) {
            seen.text = error.what();
        }
    }
    if (seen.title == escaped(packed.folder().filename().string())) seen.title = packed.name();
    seen.title = packed.told(std::move(seen.title));
    seen.subtitle = packed.told(std::move(seen.subtitle));
    seen.text = packed.told(std::move(seen.text));
    if (seen.kind == "folder") seen.kind = "archive";
    return seen;
}

std::optional<Glimpse> glimpse_large_archive(const fs::path& path) {
    constexpr std::uintmax_t most_unpacked = 256u << 20;
    const fs::path archive = archive_of(path);
    std::error_code error;
    if (archive.empty()) return std::nullopt;
    if (const auto bytes = fs::file_size(archive, error); error || bytes <= most_unpacked)
        return std::nullopt;
    if (!is_archive(content_kind(archive))) return std::nullopt;
    Glimpse seen;
    seen.kind = "archive";
    seen.usable = true;
    seen.title = escaped(path.filename().string());
    seen.text = "A packed file. What is in it is looked at when it is opened.";
    return seen;
}

} // namespace heed::io
