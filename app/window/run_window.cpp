#include "app/window/run_window.h"

#include "app/window/app.h"

#include <iostream>

namespace heed {

int run_window(const WindowOptions& options) {
    try {
        App app(options);
        return app.run();
    } catch (const std::exception& error) {
        std::cerr << "heed: " << error.what() << '\n';
        return 1;
    }
}

} // namespace heed
