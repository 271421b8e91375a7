// Two runs of one source, one of them edited, without a trained model: for tests of what is drawn.
#pragma once

#include "app/figures/what_if/what_if.h"

namespace heed {

struct SampleWhatIf {
    enum class Edit { Token, Row, EveryRow, Nothing };
    int sources = 13, outputs = 14; // tokens, end tokens included
    bool words = true;
    Edit edit = Edit::Token;
    int output = 3; // the edited one
    bool attention = true;
    bool longer = true; // the changed run writes a token more further on, where there is room for it
};
/// From the edited output on, some rows and tokens differ.
WhatIf sample_what_if(const SampleWhatIf& options = {});

} // namespace heed
