// The workers: one runs models (the newest request wins), some run what Compare shows, one does everything
// else in turn.
#pragma once

#include "app/state/compare/compare_jobs.h"
#include "app/state/event.h"
#include "app/state/jobs/engine.h"
#include "app/state/states/trajectory_jobs.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

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
    Jobs(Engine engine, std::function<void()> wake);
    ~Jobs(); // cancels, and waits for the job in hand

    /// In this order, in place of what was asked before. A run of the same text that is under way is finished
    /// first, so that what is changed by dragging moves.
    void run(std::shared_ptr<const Model> model, std::vector<Request> requests);
    void cancel_run();
    void load_model(std::string name, OpenAnswers answers);
    void read_report(std::string name, OpenAnswers answers);
    void weigh(std::vector<std::string> files);
    void flip(std::shared_ptr<const Model> model, Request request,
              int output); // in place of one that was asked for before
    void save_model(std::shared_ptr<const Model> model, std::filesystem::path folder);
    void save_session(std::filesystem::path file, std::string text,
                      bool kept); // kept: not asked for by the user
    void read_session(std::filesystem::path file);
    void cancel_load();                           // what is being read is forgotten when it comes
    void compare(std::vector<PanelOrder> orders); // see PanelJobs::want
    void states(StateOrders orders);              // see StateJobs::want
    void list_models(std::vector<std::string> recent);
    void list_folder(std::filesystem::path folder);
    void inspect(std::filesystem::path file);
    void save(SaveOrder order);
    void copy_image(SaveOrder order);

    std::vector<Event> take();
    /// Nothing is waiting and nothing is being done.
    bool idle() const;

private:
    void post(Event event);
    /// A save is done whatever happens; what is read of a model may be cancelled.
    enum class Order { Save, Load, Other };
    struct Task {
        Order order;
        std::function<void()> job;
    };
    void enqueue(std::function<void()> job, Order order = Order::Other);
    void run_loop();
    void task_loop();
    void do_run(const Model& model, const Request& request);
    std::vector<UnknownWord> unknown_words(const Model& model, const Trace& trace);
    void do_list_folder(const std::filesystem::path& folder);
    /// A turn's worth of them, the rest after whatever else is waiting.
    void read_kinds(int ticket, std::shared_ptr<const std::vector<FileEntry>> entries, std::size_t from);

    Engine engine_;
    std::function<void()> wake_;
    mutable std::mutex lock_;
    std::condition_variable changed_;
    std::vector<Event> done_;
    std::deque<Task> tasks_;
    std::shared_ptr<const Model> run_model_;
    std::deque<Request> next_runs_;
    Request current_run_; // while one is under way
    std::chrono::steady_clock::time_point run_since_;
    std::atomic<bool> cancel_run_{false};
    std::shared_ptr<std::atomic<bool>> cancel_flip_; // of the newest one
    std::atomic<int> listing_{0};                    // newest folder listing; an older one stops
    bool running_ = false, working_ = false, stop_ = false;
    std::thread runner_, worker_;
    PanelJobs panels_; // these two last: they post to the rest
    StateJobs states_;
};

/// Puts a PNG on the clipboard by a program that can (wl-copy, xclip); whether there is one.
bool can_copy_images();

} // namespace heed
