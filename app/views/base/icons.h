// Line icons of 16 px, drawn about their centre.
#pragma once

#include "app/figures/base/scene.h"

namespace heed {

enum class Icon {
    Search,
    Help,
    Sun,
    Moon,
    Upload,
    Chevron,
    First,
    Back,
    Play,
    Pause,
    Forward,
    Last,
    Arrow,
    Close,
    Folder,
    File,
    Warning,
    Check,
    ArrowLeft,
    ArrowRight,
    More,
    Lock,
    Inspector,
    SortUp,
    Path,
    Undo,
    Redo,
    History,
    Grip,
    Fork,
    Eye
};

Scene icon(Icon which, Color color);

} // namespace heed
