#include "app/window/run_window.h"

#include "app/window/app.h"

#include <iostream>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace heed {

int run_window(const WindowOptions& options) {
#if defined(__GLIBC__)
    // Runs of large models are matrices of megabytes, which come and go: freed, they go back to the system.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
    try {
        App app(options);
        return app.run();
    } catch (const std::exception& error) {
        std::cerr << "heed: " << error.what() << '\n';
        return 1;
    }
}

} // namespace heed
