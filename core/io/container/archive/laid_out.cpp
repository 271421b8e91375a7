#include "core/io/container/archive/laid_out.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_laid_out = 10'000, deepest_name = 32, written_at_once = 1 << 18;

/// "./a//b/" is a/b; empty: the folder itself.
fs::path plain_path(const std::string& name) {
    fs::path path;
    for (const fs::path& part : fs::path(name))
        if (!part.empty() && part != ".") path /= part;
    return path;
}

/// What macOS and git keep beside people's files.
bool is_of_the_system(const fs::path& path) {
    return std::any_of(path.begin(), path.end(), [](const fs::path& part) {
        return part == "__MACOSX" || part == ".git" || part == ".DS_Store" || part.native().starts_with("._");
    });
}

/// A new file that closes on leaving.
class LaidOutFile {
public:
    LaidOutFile(const fs::path& path, std::string subject)
        : subject_(std::move(subject)),
          descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)) {
        if (descriptor_ < 0) fail();
    }
    ~LaidOutFile() { ::close(descriptor_); }
    LaidOutFile(const LaidOutFile&) = delete;
    LaidOutFile& operator=(const LaidOutFile&) = delete;

    void write(const char* bytes, std::size_t count) const {
        if (!write_all(descriptor_, {bytes, count})) fail();
    }

private:
    [[noreturn]] void fail() const {
        throw Error(subject_, "not unpacked: " + std::generic_category().message(errno));
    }
    std::string subject_;
    int descriptor_;
};

/// Where a link leads, from the archive's top; throws where that is outside.
fs::path place_of_link(const ArchiveLink& link, const std::string& archive) {
    const fs::path from = link.hard ? fs::path() : plain_path(link.name).parent_path();
    const fs::path to = (from / link.to).lexically_normal();
    if (to.is_absolute() || (!to.empty() && *to.begin() == ".."))
        throw Error(archive, "link \"" + escaped(link.name) + "\"",
                    "a place inside the archive (tar -h packs what links lead to)",
                    "\"" + escaped(link.to) + "\"");
    return plain_path(to.string());
}

/// The folder around both; a file stands for the folder it lies in.
fs::path folder_around(const fs::path& one, const fs::path& other) {
    fs::path both;
    auto a = one.begin(), b = other.begin();
    for (; a != one.end() && b != other.end() && *a == *b; ++a, ++b) both /= *a;
    return both;
}

} // namespace

std::string LaidOut::member(const std::string& name) const {
    return archive_ + ": member \"" + escaped(name) + "\"";
}

void LaidOut::count_one() {
    if (files_.size() >= most_laid_out) throw Error(archive_, "not unpacked", "at most 10,000 files", "more");
}

void LaidOut::file(const std::string& name, const NextBytes& next) {
    check_stays_inside(archive_, name);
    if (name.find('\0') != name.npos) throw Error(member(name), "damaged", "a name", "one with a zero in it");
    const fs::path path = plain_path(name);
    if (path.empty() || name.back() == '/' || is_of_the_system(path)) return;
    if (std::distance(path.begin(), path.end()) > static_cast<std::ptrdiff_t>(deepest_name))
        throw Error(member(name), "not unpacked", "at most 32 folders in one another", "more");
    count_one();
    std::error_code error;
    fs::create_directories((folder_ / path).parent_path(), error);
    if (files_.erase(path) > 0) fs::remove(folder_ / path, error);
    const LaidOutFile out(folder_ / path, member(name));
    files_.insert(path);
    std::vector<char> bytes(written_at_once);
    while (const std::size_t count = next(bytes.data(), bytes.size())) out.write(bytes.data(), count);
}

void LaidOut::links(const std::vector<ArchiveLink>& links) {
    struct Waiting {
        fs::path path, to; // second name, first name
        bool hard;
    };
    std::vector<Waiting> waiting;
    for (const ArchiveLink& link : links) {
        check_stays_inside(archive_, link.name);
        const fs::path path = plain_path(link.name), to = place_of_link(link, archive_);
        if (!path.empty() && !to.empty() && !is_of_the_system(path)) waiting.push_back({path, to, link.hard});
    }
    std::set<fs::path> elsewhere;   // files that links name in another folder
    for (bool some = true; some;) { // a link may lead to a link
        some = false;
        std::erase_if(waiting, [&](const auto& link) {
            const auto& [path, to, hard] = link;
            if (files_.count(to) == 0) return false;
            if (files_.count(path) > 0) return true;
            count_one();
            std::error_code error;
            fs::create_directories((folder_ / path).parent_path(), error);
            if (!error) fs::create_hard_link(folder_ / to, folder_ / path, error);
            if (error) throw Error(member(path.string()), "not unpacked: " + error.message());
            files_.insert(path);
            if (!hard && path.parent_path() != to.parent_path()) elsewhere.insert(to);
            return some = true;
        });
    }
    drop_stores(elsewhere);
}

void LaidOut::drop_stores(const std::set<fs::path>& linked) {
    std::set<fs::path> stores;
    for (const fs::path& path : linked) stores.insert(path.parent_path());
    for (const fs::path& path : files_)
        if (linked.count(path) == 0 && path.parent_path().filename() != "blobs")
            stores.erase(path.parent_path());
    for (const fs::path& path : linked) {
        if (stores.count(path.parent_path()) == 0) continue;
        std::error_code ignored;
        fs::remove(folder_ / path, ignored);
        files_.erase(path);
    }
}

fs::path LaidOut::around_tensors() const {
    std::vector<fs::path> sure, configs, pickles;
    for (const fs::path& path : files_) {
        const ContentKind kind = content_kind(folder_ / path);
        if (kind == ContentKind::Pickle)
            pickles.push_back(path.parent_path());
        else if (may_hold_tensors(kind) && !is_archive(kind))
            sure.push_back(path.parent_path());
        else if (path.filename() == "config.json")
            configs.push_back(path.parent_path());
    }
    const auto& all = !sure.empty() ? sure : !configs.empty() ? configs : pickles;
    if (all.empty()) return folder_;
    fs::path folder = all.front();
    for (const fs::path& other : all) folder = folder_around(folder, other);
    return folder.empty() ? folder_ : folder_ / folder;
}

} // namespace heed::io
