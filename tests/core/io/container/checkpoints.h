// Files of tensors made in a test, and what is said of them.
#pragma once

#include "core/io/container/checkpoint.h"
#include "tests/support/archives.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace heed::io {

class Checkpoints : public testing::Test {
protected:
    Checkpoint open(const std::string& bytes) const {
        std::filesystem::remove(folder_ / "f"); // nothing waits for the disk
        std::ofstream(folder_ / "f", std::ios::binary) << bytes;
        return Checkpoint(folder_ / "f");
    }
    /// What is said of the file where it is opened and each tensor is read.
    std::string refusal(const std::string& bytes) const {
        const std::string said = test::message_of([&] {
            const Checkpoint file = open(bytes);
            for (const StoredTensor& tensor : file.tensors()) file.matrix(tensor);
        });
        const std::string name = (folder_ / "f").string() + ": ";
        return said.rfind(name, 0) == 0 ? said.substr(name.size()) : said;
    }
    test::TemporaryFolder folder_;
};

inline test::Pickle& entry(test::Pickle& pickle, std::string_view key) { return pickle.text(key); }

} // namespace heed::io
