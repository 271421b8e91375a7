// Load reports made by hand, for tests of what shows them.
#pragma once

#include "core/io/report/load_report.h"

namespace heed::test {

/// Of a checkpoint of bentrevett's tutorial 4 whose words are not known: the source list was found, the
/// target list belongs to another model.
io::LoadReport sample_report();
/// The same with its words, and its own case run.
io::LoadReport answered_report();

} // namespace heed::test
