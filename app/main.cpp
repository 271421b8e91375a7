#include "app/state/version.h"

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "--version") {
        std::cout << "heed " << heed::version() << '\n';
        return 0;
    }
    std::cerr << "heed: there is nothing but --version yet\n";
    return 2;
}
