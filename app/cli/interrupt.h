// Ctrl+C and a polite end, asked for between two pieces of work instead of in the middle of one.
#pragma once

#include <csignal>
#include <ctime>

namespace heed::cli {

/// While one lives, SIGINT and SIGTERM wait to be asked about. To be made before threads are started.
class Interrupt {
public:
    Interrupt() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    }
    ~Interrupt() {
        while (asked()) {
        } // what came while saving has been done already
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Whether one has come since it was last asked.
    bool asked() {
        constexpr timespec no_wait{};
        return sigtimedwait(&signals_, nullptr, &no_wait) > 0;
    }

private:
    sigset_t signals_{}, before_{};
};

} // namespace heed::cli
