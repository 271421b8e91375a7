#include "app/state/signals.h"

#include <csignal>
#include <pthread.h>

namespace heed {
namespace {

sigset_t watched() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR2}) sigaddset(&set, signal);
    return set;
}

} // namespace

SignalWatch::SignalWatch(std::function<void()> asked_to_leave) {
    const sigset_t set = watched();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::thread([set, leave = std::move(asked_to_leave)] {
        for (int signal = 0; sigwait(&set, &signal) == 0 && signal != SIGUSR2;) leave();
    });
}

SignalWatch::~SignalWatch() {
    pthread_kill(thread_.native_handle(), SIGUSR2); // the word to stop
    thread_.join();
}

} // namespace heed
