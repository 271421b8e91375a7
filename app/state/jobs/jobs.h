// The jobs of the program, in one pool: runs (the newest request wins), what Compare and Step's states show,
// and everything else in turn.
#pragma once

#include "app/state/event.h"
#include "app/state/jobs/engine.h"
#include "app/state/jobs/known_models.h"
#include "app/state/jobs/pool.h"

namespace heed {

/// What a save needs, copied out of the state.
struct SaveOrder {
    std::filesystem::path file;
    ExportDialog options;
    AppState state; // the values that the figure reads; traces and models are shared, not copied
};

/// All members may be called from one thread, the window's; nothing blocks for longer than a queue's lock.
/// No exception leaves a worker.
class Jobs {
public:
    /// `wake` is called from a worker when there is something to take().
    Jobs(Engine engine, std::function<void()> wake,
         int panels = 0); // so many at once; 0: as the machine has cores
    ~Jobs();              // cancels, and waits for the job in hand

    /// In this order, in place of what was asked before. A run of the same text that is under way is finished
    /// first, so that what is changed by dragging moves. `id`: which model it is, as FinishedRun::model.
    void run(std::shared_ptr<const Model> model, std::vector<Request> requests, const std::string& id = {});
    /// Gives the runs up. Of one that is being written, what is written by then is told a last time.
    void stop_run();
    void load_model(std::string name, OpenAnswers answers);
    void read_report(std::string name, OpenAnswers answers);
    void weigh(std::vector<std::string> files);
    /// In place of one that was asked for before. `run`: of the request, where it is known.
    void flip(std::shared_ptr<const Model> model, Request request, int output,
              std::shared_ptr<const Trace> run = nullptr);
    /// Of those outputs of a run, in place of what was asked before; each is answered by itself.
    void fragility(std::shared_ptr<const Model> model, FragilityOrder order);
    void save_model(std::shared_ptr<const Model> model, std::filesystem::path folder);
    /// `as`: what is told when it is written, but for a problem.
    void save_session(std::string text, SessionSaved as);
    void read_session(std::filesystem::path file);
    void cancel_load(); // what is being read is forgotten when it comes
    /// What is wanted for panels now; each is answered, those without text are not.
    void compare(std::vector<PanelWork> work);
    /// Of which panels the weights are to be measured now; what is not on the list is given up.
    void measure(std::vector<PanelMeasure> work);
    void states(StateOrders orders); // what is wanted now; what is not any more is given up
    /// The job of a workspace, in place of one of its that waits; the one under way is finished and told of,
    /// or given up where the new one replaces it. Long ones stand in a lane of their own.
    void work(std::string workspace, WorkspaceJob job, bool is_long = false, bool replaces = false);
    void list_models(std::vector<std::string> recent);
    void list_folder(std::filesystem::path folder);
    void inspect(std::filesystem::path file, std::string family);
    /// Where something is there and is not to be replaced, nothing is written and that is said.
    void save(SaveOrder order);
    void look_at_target(std::filesystem::path file);
    void copy_image(SaveOrder order);

    std::vector<Event> take();
    /// Nothing is waiting and nothing is being done.
    bool idle() const;
    /// The same, but for what no user asked for (Workspace::unasked).
    bool idle_but_unasked() const;

private:
    enum Lane : std::size_t {
        Runs,
        Files,
        Flips,
        Fragile,
        States,
        Bank,
        Others,
        Long,
        Panels,
        Meanings,
        lanes
    };
    /// What is asked for, to know it again. Of files: whether it may be cancelled as the reading of a model.
    struct RunKey {
        std::shared_ptr<const Model> model;
        Request request;
        bool operator==(const RunKey&) const = default;
    };
    enum class FileKey { Save, Load, Other };
    struct OutputKey {
        RunKey run;
        int output = -1;
        bool operator==(const OutputKey&) const = default;
    };
    using Key = std::variant<FileKey, RunKey, OutputKey, PanelWork, PanelMeasure, PathOrder, NearOrder,
                             BankOrder, std::string>;
    using Workers = Pool<Key, lanes>;

    void post(Event event);
    void post_grown(RunGrown grown);
    void enqueue(std::function<void()> job, FileKey key = FileKey::Other);
    /// Who is told of a run that takes long, what is written of it or how far it is alone; and whether it is
    /// told a last time where it is cancelled.
    struct Told {
        std::function<void(RunGrown)> grown{};
        std::function<bool()> last{};
        std::function<void(const decode::Progress&)> far{};
    };
    FinishedRun made(const Model& model, const std::string& id, const Request& request,
                     std::shared_ptr<const Trace> run, const std::atomic<bool>& cancelled, const Told& told);
    FinishedRun made_for_panel(const Model& model, const std::string& id, const PanelWork& work,
                               const std::atomic<bool>& cancelled);
    void post_far(const PanelOrder& order, const decode::Progress& far);
    void do_run(const Model& model, const std::string& id, const Request& request,
                const std::atomic<bool>& cancelled);
    void do_panel(const PanelWork& work, const std::atomic<bool>& cancelled);
    void do_meaning(const PanelMeasure& work, const std::atomic<bool>& cancelled);
    std::vector<UnknownWord> unknown_words(const Model& model, const Trace& trace);
    void do_list_folder(const std::filesystem::path& folder);
    /// A turn's worth of them, the rest after whatever else is waiting.
    void read_kinds(int ticket, std::shared_ptr<const std::vector<FileEntry>> entries, std::size_t from);

    Engine engine_;
    std::function<void()> wake_;
    mutable std::mutex lock_;
    std::vector<Event> done_;
    PathOrder made_;  // the newest path that was made: of the run that is shown, or was last
    NearOrder found_; // and the newest neighbours
    KnownModels models_;
    std::atomic<int> stops_{0};     // how often runs were stopped by hand
    std::atomic<int> listing_{0};   // newest folder listing; an older one stops
    std::unique_ptr<Workers> pool_; // last: its jobs use the rest
};

/// Puts a PNG on the clipboard by a program that can (wl-copy, xclip); whether there is one.
bool can_copy_images();

} // namespace heed
