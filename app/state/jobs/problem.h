// What goes wrong in a job, in words.
#pragma once

#include "core/base/error.h"

#include <exception>
#include <new>
#include <string>

namespace heed {

/// Runs the job and says what went wrong in words; empty when nothing did.
template <class Job>
std::string problem_of(Job job) {
    try {
        job();
        return {};
    } catch (const std::bad_alloc&) {
        return "there is not enough memory";
    } catch (const PlaceError& error) {
        return error.on_screen();
    } catch (const std::exception& error) {
        return error.what();
    }
}

} // namespace heed
