// A name given for --family that no family has: a wrong word, not a failure.
#pragma once

#include "core/base/error.h"

namespace heed::io {

struct NoSuchFamily : Error {
    using Error::Error;
};

} // namespace heed::io
