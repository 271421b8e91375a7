#pragma once

#include "core/base/error.h"

#include <string>

namespace heed::test {

/// What the heed::Error of `work` says; "nothing was thrown" if it does not throw one.
template <class Work>
std::string message_of(Work work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

} // namespace heed::test
