#include "tests/support/samples/sample_report.h"

#include <cmath>

namespace heed::test {
namespace {

using io::PartRole;

io::ReportRow row(std::string names, std::string role, PartRole part, std::vector<std::int64_t> shape) {
    io::ReportRow r{std::move(names), std::move(role), part, std::move(shape), "float32", 4, {}};
    for (const std::int64_t n : r.shape) r.bytes *= static_cast<std::uint64_t>(n);
    for (std::size_t n = 0; n < r.histogram.size(); ++n) {
        const float x = (static_cast<float>(n) - 7.5f) / 4;
        r.histogram[n] = std::exp(-x * x) / 7;
    }
    return r;
}

} // namespace

io::LoadReport sample_report() {
    io::LoadReport report;
    report.file = "tut4-checkpoint.pt";
    report.container = "PyTorch, zip";
    report.bytes = 655'000;
    report.family = "bentrevett/pytorch-seq2seq, tutorial 4";
    report.groups = {
        {"Encoder",
         {row("encoder.embedding.weight", "source embedding E", PartRole::Embedding, {38, 32}),
          row("encoder.rnn.weight_ih_l0", "forward W: r, z, n", PartRole::Forward, {120, 32}),
          row("encoder.rnn.weight_hh_l0", "forward U: r, z, n", PartRole::Forward, {120, 40}),
          row("encoder.rnn.bias_ih_l0, encoder.rnn.bias_hh_l0", "forward b, two parts", PartRole::Forward,
              {2, 120}),
          row("encoder.rnn.weight_ih_l0_reverse", "backward W: r, z, n", PartRole::Backward, {120, 32}),
          row("encoder.rnn.weight_hh_l0_reverse", "backward U: r, z, n", PartRole::Backward, {120, 40}),
          row("encoder.rnn.bias_ih_l0_reverse, encoder.rnn.bias_hh_l0_reverse", "backward b, two parts",
              PartRole::Backward, {2, 120})}},
        {"Start",
         {row("encoder.fc.weight", "s0 = tanh(W [->h; <-h] + b)", PartRole::Decoder, {48, 80}),
          row("encoder.fc.bias", "its b", PartRole::Decoder, {48})}},
        {"Attention",
         {row("decoder.attention.attn.weight", "Wq (columns 1-48), Wh (49-128)", PartRole::Attention,
              {48, 128}),
          row("decoder.attention.attn.bias", "b of the score", PartRole::Attention, {48}),
          row("decoder.attention.v.weight", "v", PartRole::Attention, {1, 48})}},
        {"Decoder",
         {row("decoder.embedding.weight", "target embedding E", PartRole::Embedding, {15, 32}),
          row("decoder.rnn.weight_ih_l0", "cell W on [Ey; c]: r, z, n", PartRole::Decoder, {144, 112}),
          row("decoder.rnn.weight_hh_l0", "cell U: r, z, n", PartRole::Decoder, {144, 48}),
          row("decoder.rnn.bias_ih_l0, decoder.rnn.bias_hh_l0", "cell b, two parts", PartRole::Decoder,
              {2, 144}),
          row("decoder.fc_out.weight", "logits from [s; c; Ey]", PartRole::Output, {15, 160}),
          row("decoder.fc_out.bias", "its b", PartRole::Output, {15})}},
        {"Not used",
         {{"optimizer.state, 42 tensors",
           "what Adam remembers; not needed to run",
           PartRole::None,
           {},
           "",
           433'000,
           {}},
          {"epoch, loss", "3 numbers", PartRole::None, {}, "", 24, {}}}},
    };
    report.facts = {{"encoder", "GRU 40, both directions, embedding 32"},
                    {"score", "additive, 48 units"},
                    {"decoder", "GRU 48, scores first, then state"},
                    {"readout", "state, context and input"},
                    {"tokens", "start ‹sos›, end ‹eos›, unknown ‹unk›"}};
    report.source.expected = report.source.tokens = 38;
    report.source.file = "src_vocab.pt";
    report.target.expected = 15;
    report.target.tokens = 19;
    report.target.file = "dict.tgt.txt";
    report.target.problem =
        "dict.tgt.txt lists 4 tokens more than the target embedding has rows: it belongs to another model.";
    report.parameters = 55'327;
    report.summary = "55 327 parameters used. Nothing missing, no NaN, no shape that does not fit.";
    return report;
}

io::LoadReport answered_report() {
    io::LoadReport report = sample_report();
    report.target = {15, "trg_vocab.pt", 15, "", false, false, false};
    report.own_case = io::ReportCase{"expected.json",
                                     {{"token ids", "14 of 14 sentences equal", true},
                                      {"weights", "largest difference 3e-7, allowed 2e-5", true},
                                      {"top-5 log p", "largest difference 4e-6, allowed 2e-4", true}},
                                     {}};
    report.own_case->inputs = {"3 march 1987"};
    return report;
}

} // namespace heed::test
