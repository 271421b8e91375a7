// What was used last, up to a budget.
#pragma once

#include <cstddef>
#include <list>
#include <unordered_map>
#include <utility>

namespace heed {

/// Values by key. Each costs something; trim() lets go of those that were not used for longest until the rest
/// keeps to the budget. Nothing is let go at any other time, so what was found stays where it is until then.
template <class Key, class Value, class Hash = std::hash<Key>>
class Recent {
public:
    explicit Recent(std::size_t budget) : budget_(budget) {}

    /// Null where it is not there; else it is the newest.
    Value* find(const Key& key) {
        const auto at = places_.find(key);
        if (at == places_.end()) return nullptr;
        entries_.splice(entries_.begin(), entries_, at->second);
        return &at->second->value;
    }
    /// In place of one with the same key.
    Value& add(Key key, Value value, std::size_t cost) {
        forget(key);
        entries_.push_front({key, std::move(value), cost});
        places_.emplace(std::move(key), entries_.begin());
        cost_ += cost;
        return entries_.front().value;
    }
    void forget(const Key& key) {
        const auto at = places_.find(key);
        if (at == places_.end()) return;
        cost_ -= at->second->cost;
        entries_.erase(at->second);
        places_.erase(at);
    }
    void trim() {
        while (cost_ > budget_ && !entries_.empty()) forget(Key(entries_.back().key));
    }
    std::size_t cost() const { return cost_; }
    std::size_t size() const { return entries_.size(); }

private:
    struct Entry {
        Key key;
        Value value;
        std::size_t cost;
    };
    std::size_t budget_, cost_ = 0;
    std::list<Entry> entries_; // newest first
    std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> places_;
};

} // namespace heed
