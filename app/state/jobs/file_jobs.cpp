// What the jobs do with files: lists of models and folders, previews, exports.
#include "app/state/jobs/jobs.h"

#include "app/export/numbers.h"
#include "app/state/jobs/problem.h"
#include "app/state/session/session.h"
#include "app/state/update.h"
#include "core/io/base/file.h"
#include "core/text/strings.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 5000; // of a folder

std::string day_of(const fs::file_time_type& time) {
    const auto system = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
        time - fs::file_time_type::clock::now() + std::chrono::system_clock::now());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(system);
    std::tm parts{};
    localtime_r(&seconds, &parts);
    char month[16];
    std::strftime(month, sizeof month, "%b", &parts);
    return std::to_string(parts.tm_mday) + " " + month;
}

/// "2026-11-22".
std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

std::string picture_bytes(const SaveOrder& order, FileKind kind) {
    const auto metrics = paper_metrics();
    const Picture picture = export_picture(order.state, order.options, *metrics);
    return render_picture(picture.scene, kind, {picture.units_per_inch, order.options.dpi});
}

std::string file_bytes(const SaveOrder& order) {
    return is_picture(order.options.kind) ? picture_bytes(order, order.options.kind)
                                          : export_numbers(order.state, order.options, order.options.kind);
}

ExportDialog::Target seen(const fs::path& file) {
    const bool there = io::would_replace(file);
    return {file.string(), there ? io::next_free_name(file).string() : "", there};
}

const char* image_copier() {
    const auto has = [](const char* program) {
        const char* path = std::getenv("PATH");
        std::string folders = path ? path : "";
        for (std::size_t begin = 0; begin <= folders.size();) {
            const std::size_t end = std::min(folders.find(':', begin), folders.size());
            std::error_code error;
            if (fs::exists(fs::path(folders.substr(begin, end - begin)) / program, error)) return true;
            begin = end + 1;
        }
        return false;
    };
    if (std::getenv("WAYLAND_DISPLAY") && has("wl-copy")) return "wl-copy --type image/png";
    if (std::getenv("DISPLAY") && has("xclip"))
        return "xclip -selection clipboard -t image/png -i >/dev/null 2>&1";
    return nullptr;
}

} // namespace

bool can_copy_images() { return image_copier() != nullptr; }

void Jobs::list_models(std::vector<std::string> recent) {
    enqueue([this, recent = std::move(recent)] {
        std::vector<ModelChoice> models;
        problem_of([&] { models = engine_.list(recent); });
        ModelsListed listed{std::move(models)};
        listed.today = today();
        problem_of([&] { listed.sessions = bundled_sessions(); });
        post(std::move(listed));
    });
}

void Jobs::list_folder(fs::path folder) {
    const int ticket = ++listing_;
    enqueue([this, ticket, folder = std::move(folder)] {
        if (ticket == listing_) do_list_folder(folder);
    });
}

void Jobs::do_list_folder(const fs::path& folder) {
    const int ticket = listing_;
    FolderListed listed{folder, {}, ""};
    const std::string problem = problem_of([&] {
        std::error_code error;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            FileEntry entry;
            entry.name = it->path().filename().string();
            if (entry.name.starts_with('.')) continue;
            if (listed.entries.size() == most_entries) {
                listed.error =
                    "Only " + grouped(most_entries) +
                    " names of this folder are listed. A path that is typed or pasted opens any other.";
                return;
            }
            entry.path = it->path();
            std::error_code ignored;
            entry.folder = it->is_directory(ignored);
            if (!entry.folder) entry.size = it->file_size(ignored);
            if (ignored) entry.size = 0;
            const auto time = it->last_write_time(ignored);
            if (!ignored) entry.changed = day_of(time);
            listed.entries.push_back(std::move(entry));
        }
        if (error) throw Error(io::shown(folder), "not read: " + error.message());
    });
    if (!problem.empty()) listed.error = as_sentence(problem);
    std::sort(listed.entries.begin(), listed.entries.end(), [](const FileEntry& a, const FileEntry& b) {
        return a.folder != b.folder ? a.folder : a.name < b.name;
    });
    auto entries = std::make_shared<const std::vector<FileEntry>>(listed.entries);
    post(std::move(listed)); // names at once, kinds as headers are read
    read_kinds(ticket, std::move(entries), 0);
}

void Jobs::read_kinds(int ticket, std::shared_ptr<const std::vector<FileEntry>> entries, std::size_t from) {
    constexpr auto turn = std::chrono::milliseconds(40);
    const auto until = std::chrono::steady_clock::now() + turn;
    for (std::size_t n = from; n < entries->size(); ++n) {
        if (ticket != listing_) return;
        if (n > from &&
            std::chrono::steady_clock::now() > until) { // the file that is chosen or opened goes first
            enqueue([this, ticket, entries, n] { read_kinds(ticket, entries, n); });
            return;
        }
        const FileEntry& entry = (*entries)[n];
        FileKnown known{entry.path, false, entry.folder ? "folder" : "cannot be read"};
        problem_of([&] { std::tie(known.kind, known.usable) = engine_.kind_of(entry.path); });
        post(std::move(known));
    }
}

void Jobs::inspect(fs::path file, std::string family) {
    enqueue([this, file = std::move(file), family = std::move(family)] {
        FilePreview preview;
        const std::string problem = problem_of([&] { preview = engine_.inspect(file, family); });
        preview.path = file;
        preview.family = family;
        if (!problem.empty()) {
            preview.title = file.filename().string();
            preview.text = problem;
        }
        post(FileInspected{std::move(preview)});
    });
}

void Jobs::save(SaveOrder order) {
    enqueue(
        [this, order = std::move(order)] {
            std::uintmax_t bytes = 0;
            bool written = true;
            const std::string problem = problem_of([&] {
                const std::string data = file_bytes(order);
                bytes = data.size();
                if (order.options.replace)
                    io::write_file_atomic(order.file, data);
                else
                    written = io::write_file_unless_there(order.file, data);
            });
            if (!written)
                post(TargetSeen{seen(order.file), true});
            else if (problem.empty())
                post(Saved{order.file, bytes});
            else
                post(SaveFailed{problem});
        },
        FileKey::Save);
}

void Jobs::look_at_target(fs::path file) {
    enqueue([this, file = std::move(file)] { post(TargetSeen{seen(file)}); });
}

void Jobs::copy_image(SaveOrder order) {
    enqueue([this, order = std::move(order)] {
        const std::string problem = problem_of([&] {
            const std::string png = picture_bytes(order, FileKind::Png);
            FILE* pipe = popen(image_copier(), "w");
            const bool written = pipe && std::fwrite(png.data(), 1, png.size(), pipe) == png.size();
            if (!pipe || pclose(pipe) != 0 || !written) throw Error("the clipboard did not take it");
        });
        post(Copied{"The picture", problem});
    });
}

} // namespace heed
