// Text as its bytes: ByT5.
#pragma once

#include "core/text/subword/model.h"

namespace heed::subword {

/// The id of byte b is `first` + b.
class Bytes : public Model {
public:
    explicit Bytes(int first) : first_(first) {}
    void split(std::string_view part, std::vector<ModelPiece>& to) const override {
        for (std::size_t n = 0; n < part.size(); ++n)
            to.push_back({first_ + static_cast<int>(static_cast<unsigned char>(part[n])), n, n + 1});
    }
    bool reads_bytes() const override { return true; }

private:
    int first_;
};

} // namespace heed::subword
