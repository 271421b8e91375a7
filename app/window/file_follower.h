// A thread that sleeps on a file and says when it was written.
#pragma once

#include "core/io/base/file_watch.h"

#include <atomic>
#include <filesystem>
#include <functional>
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
    /// These belong to it, too; where they changed since they were read, it was written.
    void follow_also(const std::vector<std::filesystem::path>& files, const io::BeforeRead& read) {
        if (files == others_) return;
        others_ = files;
        watch_.follow_also(files);
        if (!read.whole(files)) written_ = true;
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
    std::vector<std::filesystem::path> others_;
    io::FileWatch watch_;
    std::function<void()> wake_;
    std::atomic<bool> written_{true}, leaving_{false};
    std::thread thread_; // last: it uses the rest
};

} // namespace heed
