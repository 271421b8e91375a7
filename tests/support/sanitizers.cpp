// What the leak checker of the sanitizers' build need not report.

/// Fontconfig keeps the configuration of the system's fonts until the process ends; Cairo 1.16 leaves an
/// array behind when it writes a PostScript-flavoured font into a PDF.
extern "C" const char* __lsan_default_suppressions() { // NOLINT: the name the checker looks for
    return "leak:libfontconfig\nleak:libcairo\n";
}
