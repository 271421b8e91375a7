#include "app/cli/library.h"

#include "app/cli/commands.h"
#include "app/state/data_paths.h"
#include "core/io/open/no_such_family.h"

#include <CLI/CLI.hpp>

namespace heed::cli {

void add_family(CLI::App& command, std::string& family) {
    command
        .add_option("--family", family,
                    "Of a model of another toolkit: a family's name, or a file that describes one; found by "
                    "the tensors if not given")
        ->type_name("NAME|FILE");
}

void need_family(const io::OpenOptions& options) {
    try {
        io::check_family(options);
    } catch (const io::NoSuchFamily& error) {
        throw WrongWords(error.what());
    }
}

io::ModelLibrary models_of(const std::string& family) {
    io::ModelLibrary library(data_directories(), family);
    need_family(library.options());
    return library;
}

} // namespace heed::cli
