#include "app/state/compare/compare_jobs.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::size_t most_kept = 128, most_bytes = 256'000'000, most_models = 16;

/// About how much a trace takes: its matrices grow with the source, the outputs, and the vocabulary.
std::size_t bytes_of(const PanelResult& result) {
    if (!result.trace) return 0;
    const Trace& trace = *result.trace;
    const auto T = static_cast<std::size_t>(trace.source_length()),
               N = static_cast<std::size_t>(trace.outputs());
    const std::size_t words = trace.target_vocabulary ? trace.target_vocabulary->size() : 0;
    const auto states = static_cast<std::size_t>(seq2seq_facts(trace).hidden + seq2seq_facts(trace).state);
    return 4 * (T * N * 3 + N * words * 2 + (T + N) * states * 12);
}

} // namespace

PanelJobs::PanelJobs(Engine engine, Post post, int threads)
    : engine_(std::move(engine)), post_(std::move(post)) {
    if (threads <= 0)
        threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, most_compare_panels);
    for (int n = 0; n < threads; ++n) threads_.emplace_back([this] { loop(); });
}

PanelJobs::~PanelJobs() { stop(); }

void PanelJobs::stop() {
    {
        const std::lock_guard guard(lock_);
        stop_ = true;
        waiting_.clear();
        for (const auto& job : in_hand_) job->cancelled = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

bool PanelJobs::idle() const {
    const std::lock_guard guard(lock_);
    return waiting_.empty() && in_hand_.empty();
}

void PanelJobs::want(std::vector<PanelOrder> orders) {
    std::vector<PanelFinished> there;
    {
        const std::lock_guard guard(lock_);
        waiting_.clear();
        for (const auto& job : in_hand_)
            if (std::find(orders.begin(), orders.end(), job->order) == orders.end()) job->cancelled = true;
        for (PanelOrder& order : orders) {
            if (order.request.text.empty()) continue;
            const bool in_hand = std::any_of(in_hand_.begin(), in_hand_.end(), [&](const auto& job) {
                return !job->cancelled && job->order == order;
            });
            if (in_hand) continue;
            std::shared_ptr<const Model> model = order.loaded;
            for (const auto& [name, loaded] : models_)
                if (!model && name == order.model) model = loaded->model;
            if (const PanelResult* result = model ? find(model, order.request) : nullptr) {
                there.push_back({order, *result, ""});
                continue;
            }
            auto job = std::make_shared<Job>();
            job->order = std::move(order);
            waiting_.push_back(std::move(job));
        }
    }
    changed_.notify_all();
    for (PanelFinished& done : there) post_(std::move(done));
}

void PanelJobs::loop() {
    std::unique_lock guard(lock_);
    while (true) {
        changed_.wait(guard, [&] { return stop_ || !waiting_.empty(); });
        if (stop_) return;
        const std::shared_ptr<Job> job = waiting_.front();
        waiting_.pop_front();
        in_hand_.push_back(job);
        guard.unlock();
        work(*job);
        guard.lock();
        std::erase(in_hand_, job);
    }
}

void PanelJobs::work(Job& job) {
    PanelFinished done{job.order, {}, ""};
    try {
        const std::shared_ptr<const Model> model = model_of(job.order);
        if (job.cancelled) return;
        Request request = job.order.request;
        const Engine::Fit fit = engine_.fit(*model, request.text);
        if (fit.too_long) request.text.resize(fit.bytes);
        done.result = engine_.compare(*model, request, job.cancelled);
        if (job.cancelled) return;
        if (done.result.trace) keep(model, job.order.request, done.result);
    } catch (const std::bad_alloc&) {
        done.problem = "there is not enough memory";
    } catch (const std::exception& error) {
        done.problem = error.what();
    }
    if (!job.cancelled) post_(std::move(done));
}

std::shared_ptr<const Model> PanelJobs::model_of(const PanelOrder& order) {
    if (order.loaded) return order.loaded;
    std::shared_ptr<Loaded> loaded;
    {
        const std::lock_guard guard(lock_);
        const auto found = std::find_if(models_.begin(), models_.end(),
                                        [&](const auto& m) { return m.first == order.model; });
        if (found == models_.end())
            models_.emplace_front(order.model, std::make_shared<Loaded>());
        else
            models_.splice(models_.begin(), models_, found);
        loaded = models_.front().second;
        if (models_.size() > most_models) models_.pop_back();
    }
    const std::lock_guard reading(loaded->reading);
    if (loaded->model) return loaded->model;
    auto model = engine_.load(order.model, order.answers).model;
    const std::lock_guard guard(lock_);
    loaded->model = model;
    return model;
}

const PanelResult* PanelJobs::find(const std::shared_ptr<const Model>& model, const Request& request) {
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Kept& k) { return k.model == model && k.request == request; });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return &kept_.front().result;
}

void PanelJobs::keep(const std::shared_ptr<const Model>& model, const Request& request,
                     const PanelResult& result) {
    const std::lock_guard guard(lock_);
    if (find(model, request)) return;
    kept_.push_front({model, request, result, bytes_of(result)});
    kept_bytes_ += kept_.front().bytes;
    while (kept_.size() > 1 && (kept_.size() > most_kept || kept_bytes_ > most_bytes)) {
        kept_bytes_ -= kept_.back().bytes;
        kept_.pop_back();
    }
}

} // namespace heed
