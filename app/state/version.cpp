#include "app/state/version.h"

namespace heed {

std::string_view version() { return HEED_VERSION; }

} // namespace heed
