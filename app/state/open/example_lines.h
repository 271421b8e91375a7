// The lines of PyTorch that write expected.json, as README.md has them.
#pragma once

#include <string_view>

namespace heed {

inline constexpr std::string_view example_lines_use =
    R"(# Beside the code that runs the model: step(id) goes on by one output and returns its logits and its weights,
# source are the ids as the encoder reads them, words the target's in the order of their ids.
)";

inline constexpr std::string_view example_lines =
    R"(import json, torch

def example(text, source, source_words, start, end, words, step, longest=100):
    ids, rows, tops = [], [], []
    with torch.no_grad():
        while len(ids) < longest and ids[-1:] != [end]:
            logits, weights = step(ids[-1] if ids else start)
            best = logits.log_softmax(-1).topk(5)
            ids, rows = ids + [int(best.indices[0])], rows + [weights.tolist()]
            tops.append([[words[int(i)], float(p)] for p, i in zip(*best)])
    return {"raw_source": text, "source_ids": source, "source_tokens": source_words, "output_ids": ids,
            "output_tokens": [words[i] for i in ids], "attention": rows, "top5": tops}

def write_examples(examples): json.dump({"examples": examples}, open("expected.json", "w"))
)";

} // namespace heed
