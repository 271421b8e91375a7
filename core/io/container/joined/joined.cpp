#include "core/io/container/joined/joined.h"

#include "core/base/error.h"
#include "core/io/container/tensor_source.h"
#include "core/text/escape.h"

#include <algorithm>
#include <unordered_map>

namespace heed::io {

namespace {

struct JoinedSource : TensorSource {
    struct Origin {
        std::size_t part = 0;
        const StoredTensor* tensor = nullptr; // in its own file, under its own name
    };

    explicit JoinedSource(std::vector<JoinedPart> all) : parts(std::move(all)) {
        int storages = 0;
        for (std::size_t n = 0; n < parts.size(); ++n) storages = add(n, storages);
    }

    /// How many storages there are with those of this part.
    int add(std::size_t part, int storages) {
        const auto& [checkpoint, names] = parts[part];
        int next = storages;
        for (std::size_t n = 0; n < checkpoint.tensors().size(); ++n) {
            const StoredTensor& own = checkpoint.tensors()[n];
            StoredTensor tensor = own;
            if (!names.empty()) tensor.name = names[n];
            tensor.storage = storages + own.storage;
            next = std::max(next, tensor.storage + 1);
            const auto [before, is_new] = origins.emplace(tensor.name, Origin{part, &own});
            if (!is_new)
                throw Error(checkpoint.name() + ": tensor \"" + escaped(tensor.name) + "\"", "damaged",
                            "it in one file",
                            "it in " + parts[before->second.part].checkpoint.name() + " as well");
            tensors.push_back(std::move(tensor));
        }
        if (checkpoint.values().is_object())
            for (const auto& [key, value] : checkpoint.values().items())
                if (!values.contains(key)) values[key] = value;
        notes.insert(notes.end(), checkpoint.notes().begin(), checkpoint.notes().end());
        doubts.insert(doubts.end(), checkpoint.doubts().begin(), checkpoint.doubts().end());
        texts.insert(texts.end(), checkpoint.texts().begin(), checkpoint.texts().end());
        size += checkpoint.size();
        return next;
    }

    const Origin& origin_of(const StoredTensor& tensor) const {
        const auto origin = origins.find(tensor.name);
        if (origin == origins.end())
            throw Error(name + ": tensor \"" + escaped(tensor.name) + "\"", "not read", "it in the file",
                        "none");
        return origin->second;
    }

    Eigen::MatrixXf matrix(const StoredTensor& tensor, const Executor& executor) const override {
        const Origin& origin = origin_of(tensor);
        return parts[origin.part].checkpoint.matrix(*origin.tensor, executor);
    }

    std::optional<StoredMatrix> as_stored(const StoredTensor& tensor, bool turned,
                                          const Executor& executor) const override {
        const Origin& origin = origin_of(tensor);
        return parts[origin.part].checkpoint.stored(*origin.tensor, turned, executor);
    }

    std::vector<JoinedPart> parts;
    std::unordered_map<std::string, Origin> origins;
};

} // namespace

Checkpoint joined_checkpoint(std::vector<JoinedPart> parts, std::string name, std::string container) {
    auto source = std::make_shared<JoinedSource>(std::move(parts));
    source->name = name.empty() ? source->parts.front().checkpoint.name() : std::move(name);
    source->container =
        container.empty() ? std::string(source->parts.front().checkpoint.container()) : container;
    return Checkpoint(std::move(source));
}

} // namespace heed::io
