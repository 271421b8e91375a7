#include "app/export/export.h"
#include "app/text/line.h"

#include <array>
#include <mutex>
#include <unordered_map>

namespace heed {
namespace {

/// Widths grow with the size (nothing is hinted), so each text is measured once, large.
class PaperMetrics : public TextMetrics {
public:
    float width(const std::string& text, Face face, float size) const override {
        const std::lock_guard lock(mutex_);
        auto& known = widths_[static_cast<std::size_t>(face)];
        if (known.size() > 20'000) known.clear(); // a window may measure for hours
        const auto [place, fresh] = known.try_emplace(text, 0.0f);
        if (fresh) place->second = TextSetter().line(text, face, measured_at)->width() / measured_at;
        return place->second * size;
    }

private:
    static constexpr float measured_at = 64;
    mutable std::mutex mutex_;
    mutable std::array<std::unordered_map<std::string, float>, 7> widths_;
};

} // namespace

std::shared_ptr<const TextMetrics> paper_metrics() { return std::make_shared<PaperMetrics>(); }

} // namespace heed
