// A thread that sleeps on a file and says when it was written.
#pragma once

#include "core/io/base/file_watch.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace heed {

class FileFollower {
public:
    /// `wake` is called from the thread. Throws heed::Error where the file cannot be followed.
    FileFollower(const std::string& file, std::function<void()> wake)
        : file_(file), watch_(file), wake_(std::move(wake)), thread_([this] { follow(); }) {}
    ~FileFollower() {
        leaving_ = true;
        watch_.interrupt();
        thread_.join();
    }
    FileFollower(const FileFollower&) = delete;
    FileFollower& operator=(const FileFollower&) = delete;

    const std::string& file() const { return file_; }
    /// What it was read from last; where files of which it was not known have changed since, it was written.
    void follow_also(const std::vector<std::filesystem::path>& files,
                     const std::shared_ptr<const io::BeforeRead>& before) {
        if (before == before_) return;
        before_ = before;
        watch_.follow_also(files, *before);
        if (files == files_) return;
        files_ = files;
        if (!before->whole(files)) written_ = true;
    }
    /// Whether it was written since this was last asked; at first, that it is there.
    bool take() { return written_.exchange(false); }

private:
    void follow() {
        using namespace std::chrono_literals;
        while (!leaving_)
            if (watch_.wait(60s)) {
                written_ = true;
                wake_();
            }
    }

    std::string file_;
    std::vector<std::filesystem::path> files_;
    std::shared_ptr<const io::BeforeRead> before_;
    io::FileWatch watch_;
    std::function<void()> wake_;
    std::atomic<bool> written_{true}, leaving_{false};
    std::thread thread_; // last: it uses the rest
};

} // namespace heed
