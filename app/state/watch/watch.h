// Following a file: what is read when it was written, which versions are kept, and which is shown. Pure, as
// update; whoever owns the window sleeps on the file and asks for the work (app/window/file_follower.h).
#pragma once

#include "app/state/watch/watch_state.h"
#include "app/state/workspaces.h"

namespace heed {

inline constexpr std::size_t most_versions = 32, most_version_bytes = std::size_t{256} << 20;

/// The file that is followed; empty: none.
std::string followed_file(const AppState& state);
void follow_file(AppState& state, const std::string& file);
/// Nothing of it was read yet, and there is nothing of that name.
bool awaits_file(const AppState& state);
/// Of a followed file that could not be read, and has now been opened all the same (by another family, with
/// other words): that it is read once more.
EffectList read_again(const AppState& state);
/// A version that came while another file was being opened, where that did not take its place.
void show_waiting_version(AppState& state);
/// The version on the screen; null: none was read yet.
const WatchedVersion* version_shown(const AppState& state);
/// What was written last holds percentages, which are offered to be divided by 100.
bool holds_percentages(const AppState& state);
/// "12:01:05", of now.
std::string time_of_day();
/// "version 12 of 40, 12:01:05", or why there is no newer one.
std::string watch_words(const AppState& state);

/// Lets go of versions until they are few and small enough: of two neighbours that are not the first and not
/// the newest, the one whose neighbours were read closest together.
void keep_within(std::vector<std::shared_ptr<const WatchedVersion>>& versions, std::size_t most,
                 std::size_t most_bytes);

// Of the workspace's row.
WorkspaceJob watch_job(const AppState& state);
void apply_watch(AppState& state, const WorkDone& done);
void reset_watch(AppState& state, Fresh fresh);
Rows watch_commands();
std::size_t watch_bytes(const AppState& state);
nlohmann::ordered_json watch_json(const AppState& state);

} // namespace heed
