#include "app/cli/load.h"

#include "app/state/thread_pool.h"

#include <algorithm>
#include <iostream>
#include <thread>

namespace heed::cli {

Model load_model(const io::ModelLibrary& library, const std::string& m) {
    ThreadPool pool(static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u)));
    std::vector<std::string> notes;
    Model model = library.load(m, &notes, pool.executor());
    for (const std::string& note : notes) std::cerr << "heed: " << model.name << ": " << note << '\n';
    return model;
}

} // namespace heed::cli
