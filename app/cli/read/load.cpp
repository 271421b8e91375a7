#include "app/cli/read/load.h"

#include "app/state/jobs/thread_pool.h"

#include <algorithm>
#include <iostream>
#include <thread>

namespace heed::cli {

Model load_model(const io::ModelLibrary& library, const std::string& m, bool newest) {
    ThreadPool pool(all_threads());
    std::vector<std::string> notes;
    Model model = library.load(m, &notes, pool.executor(), newest);
    for (const std::string& note : notes) std::cerr << "heed: " << model.name << ": " << note << '\n';
    return model;
}

std::string doubt_line(const std::string& name, const std::string& doubt) {
    return doubt.empty() ? "" : name + ": " + doubt + ".\n";
}

int all_threads() { return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u)); }

} // namespace heed::cli
