#include "app/cli/commands.h"

int main(int argc, char** argv) { return heed::cli::run(argc, argv, nullptr); }
