#include "app/cli/commands.h"
#include "app/window/run_window.h"

int main(int argc, char** argv) { return heed::cli::run(argc, argv, heed::run_window); }
