// What the bars at the bottom share where a run or a search is played.
#pragma once

#include "app/views/base/icons.h"
#include "app/views/base/ui.h"

#include <functional>

namespace heed {

/// From `top` to the bottom of the window.
void bar_ground(Ui& ui, float top);
/// The line of words: a dot, a title, as much of the sentence as there is room for, how far one has come.
void bar_words(Ui& ui, float top, Color dot, const std::string& title, const std::string& sentence,
               const std::string& count);

struct PlayTips { // each the command's title where it is empty
    std::string first = {}, back = {}, play = "Play", forward = {}, last = {};
};
/// To the beginning, back, play, on, to the end; `back` and `forward` are the commands of one step.
void play_buttons(Ui& ui, float y, std::string_view back, std::string_view forward,
                  const PlayTips& tips = {});
/// How fast it is played: a slider and its value, at the right, where they take so much.
float speed_width(const Ui& ui);
void speed_control(Ui& ui, float y, const std::string& tip);
/// A timeline that is drawn at `at`: `place_at` is what lies at so many px, `now` where the playhead is.
void scrub_timeline(Ui& ui, const Scene& timeline, Box box, int now, std::string_view back,
                    std::string_view forward, const std::function<int(float)>& place_at);

} // namespace heed
