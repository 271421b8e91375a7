#!/usr/bin/env python3
"""Transformers in Marian's own file, with what the equations make of them: make_marian_transformer.py OUT [--seed N]

Writes a folder for each way in which their words are kept. Weights are random. Everything in expected.json is computed here in
double, from the equations of Marian's sources (src/models/transformer.h, src/layers, src/tensors/cpu/tensor_operators.cpp),
independently of Heed; python3-sentencepiece splits the texts.
"""

import argparse
import json
import math
import os
import shutil

import numpy as np
import sentencepiece

HERE = os.path.dirname(os.path.abspath(__file__))
PIECES = os.path.join(HERE, "hf_marian_untied_relu")
TEXTS = [("our large trees were old", "nos grands arbres étaient vieux"), ("the naïve café ☃ in zürich", "le café naïf ☃ à zürich"),
         ("the european ministers can write our report", "les ministres européens peuvent écrire notre rapport")]
MARIAN = "v1.12.0 65bf82ff 2023-02-21 09:56:29 -0800"


class Model:
    """x of a side: (places, d). Matrices lie (in, out), as in the file."""

    def __init__(self, p, layers, heads, act, own):
        self.p, self.layers, self.heads, self.act, self.own = p, layers, heads, act, own

    def positions(self, count, d):
        half = d // 2
        if self.own:  # Marian: float32 throughout
            step = np.float32(math.log(np.float32(10000))) / np.float32(half - 1)
            angle = np.arange(count, dtype=np.float32)[:, None] * np.exp(np.arange(half, dtype=np.float32) * -step)[None]
        else:
            angle = np.arange(count)[:, None] / 10000 ** (2 * np.arange(half) / d)[None]
        return np.concatenate([np.sin(angle), np.cos(angle)], 1).astype(np.float32).astype(np.float64)

    def norm(self, x, name):
        mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) / np.sqrt(variance + (1e-6 if self.own else 1e-5)) * self.p[name + "_ln_scale"] + self.p[name + "_ln_bias"]

    def attention(self, name, x, memory, causal, maps):
        p, d = self.p, x.shape[1]
        split = lambda y: y.reshape(len(y), self.heads, d // self.heads).transpose(1, 0, 2)
        q, k, v = (split(y @ p[f"{name}_W{c}"] + p[f"{name}_b{c}"]) for y, c in ((x, "q"), (memory, "k"), (memory, "v")))
        e = q @ k.transpose(0, 2, 1) / math.sqrt(d // self.heads)
        if causal:
            e = np.where(np.tri(len(x), dtype=bool)[None], e, -np.inf)
        a = np.exp(e - e.max(-1, keepdims=True))
        a /= a.sum(-1, keepdims=True)
        maps.append(a)
        out = (a @ v).transpose(1, 0, 2).reshape(len(x), d) @ p[name + "_Wo"] + p[name + "_bo"]
        return self.norm(x + out, name + "_Wo")

    def feed(self, name, x):
        p = self.p
        return self.norm(x + self.act(x @ p[name + "_W1"] + p[name + "_b1"]) @ p[name + "_W2"] + p[name + "_b2"], name + "_ffn")

    def table(self, side):
        return self.p[side + "_Wemb"] if side + "_Wemb" in self.p else self.p["Wemb"]

    def encode(self, ids):
        table = self.table("encoder")
        x = table[ids] * math.sqrt(table.shape[1]) + self.positions(len(ids), table.shape[1])
        maps = []
        for k in range(1, self.layers[0] + 1):
            x = self.attention(f"encoder_l{k}_self", x, x, False, maps)
            x = self.feed(f"encoder_l{k}_ffn", x)
        return x, maps

    def decode(self, memory, before):
        """Logits of every place; the first is fed zeros."""
        table = self.table("decoder")
        y = np.concatenate([np.zeros((1, table.shape[1])), table[before].reshape(-1, table.shape[1])]) * math.sqrt(table.shape[1])
        y = y + self.positions(len(y), table.shape[1])
        own, cross = [], []
        for k in range(1, self.layers[1] + 1):
            y = self.attention(f"decoder_l{k}_self", y, y, True, own)
            y = self.attention(f"decoder_l{k}_context", y, memory, False, cross)
            y = self.feed(f"decoder_l{k}_ffn", y)
        out = self.p.get("decoder_ff_logit_out_Wt")
        if out is None:
            out = self.p["decoder_ff_logit_out_W"].T if "decoder_ff_logit_out_W" in self.p else table
        return y @ out.T + self.p["decoder_ff_logit_out_b"], own, cross


def log_softmax(x):
    return x - x.max(-1, keepdims=True) - np.log(np.exp(x - x.max(-1, keepdims=True)).sum(-1, keepdims=True))


ACTS = {"relu": lambda x: np.maximum(x, 0), "swish": lambda x: x / (1 + np.exp(-x)), "gelu": lambda x: x / (1 + np.exp(-1.702 * x))}


def weights(chance, d, ffn, layers, sizes, tied, legacy):
    p = {}
    matrix = lambda i, o: chance.normal(0, 1.5 / math.sqrt(i), (i, o))
    vector = lambda n, about=0: chance.normal(about, 0.2, (1, n))

    def attention(name):
        for c in "qkvo":
            p[f"{name}_W{c}"], p[f"{name}_b{c}"] = matrix(d, d), vector(d)
        p[name + "_Wo_ln_scale"], p[name + "_Wo_ln_bias"] = vector(d, 1), vector(d)

    for side, count in zip(("encoder", "decoder"), layers):
        for k in range(1, count + 1):
            attention(f"{side}_l{k}_self")
            if side == "decoder":
                attention(f"{side}_l{k}_context")
            f = f"{side}_l{k}_ffn"
            p[f + "_W1"], p[f + "_b1"], p[f + "_W2"], p[f + "_b2"] = matrix(d, ffn), vector(ffn), matrix(ffn, d), vector(d)
            p[f + "_ffn_ln_scale"], p[f + "_ffn_ln_bias"] = vector(d, 1), vector(d)
    table = lambda rows: chance.normal(0, 2 / math.sqrt(d), (rows, d))
    if tied == "all":
        p["Wemb"] = table(sizes[1])
    else:
        p["encoder_Wemb"], p["decoder_Wemb"] = table(sizes[0]), table(sizes[1])
    if not tied:
        p["decoder_ff_logit_out_W" if legacy else "decoder_ff_logit_out_Wt"] = matrix(d, sizes[1]) if legacy else table(sizes[1])
    p["decoder_ff_logit_out_b"] = vector(sizes[1])
    return {name: value.astype(np.float32) for name, value in p.items()}


def options(d, ffn, layers, heads, act, sizes, tied, own):
    rows = [("dec-cell", "gru"), ("dec-depth", layers[1]), ("dim-emb", d), ("dim-rnn", 1024), ("dim-vocabs", f"\n  - {sizes[0]}\n  - {sizes[1]}"),
            ("enc-cell", "gru"), ("enc-depth", layers[0]), ("enc-type", "bidirectional"), ("input-types", "\n  []"), ("layer-normalization", "false"),
            ("lemma-dim-emb", 0), ("right-left", "false"), ("skip", "false"), ("tied-embeddings", "true" if tied == "target" else "false"),
            ("tied-embeddings-all", "true" if tied == "all" else "false"), ("tied-embeddings-src", "false"),
            ("transformer-aan-activation", "swish"), ("transformer-decoder-autoreg", "self-attention"), ("transformer-decoder-dim-ffn", 0),
            ("transformer-dim-ffn", ffn), ("transformer-ffn-activation", act), ("transformer-ffn-depth", 2),
            ("transformer-guided-alignment-layer", "last"), ("transformer-heads", heads), ("transformer-no-projection", "false"),
            ("transformer-postprocess", "dan"), ("transformer-postprocess-emb", "d"), ("transformer-preprocess", '""'),
            ("transformer-tied-layers", "\n  []"), ("transformer-train-position-embeddings", "false"), ("type", "transformer"), ("ulr", "false")]
    if own:
        rows.append(("version", MARIAN))
    text = "".join(f"{key}: {value}\n" for key, value in rows).encode()
    return np.frombuffer(text + b"\0" * (-len(text) % 256 or 256), dtype=np.int8)


def beam(model, memory, width, exponent, limit, never, end):
    """As rules_of and RuledSearch have it: the best 2K of all, an end counts among the first K, scores log P / N^exponent."""
    live, ended = [((), 0.0)], []
    for n in range(1, limit + 1):
        all_ = []
        for ids, total in live:
            lp = log_softmax(model.decode(memory, list(ids))[0][-1])
            lp[never] = -np.inf
            all_ += [(total + lp[w], ids + (w,)) for w in range(len(lp)) if np.isfinite(lp[w])]
        all_.sort(key=lambda c: -c[0])
        live = []
        for rank, (total, ids) in enumerate(all_[:2 * width]):
            if ids[-1] == end:
                if rank < width:
                    ended = sorted(ended + [(total / n**exponent, ids)], reverse=True)[:width]
            else:
                live.append((ids, total))
            if len(live) == width:
                break
        if len(ended) == width and ended[-1][0] >= all_[0][0] / n**exponent:
            return ended[0]
    return max(ended + [(total / limit**exponent, ids) for ids, total in live])


def rounded(x):
    return [rounded(y) for y in x] if isinstance(x, (list, np.ndarray)) and np.ndim(x) else float(f"{float(x):.7g}")


def example(model, text, target, source, written, tokens, searches, never, end):
    memory, encoder = model.encode(source)
    logits, own, cross = model.decode(memory, written[:-1])
    lp = log_softmax(logits)
    one = {"text": text, "target_text": target, "source_ids": source, "source_tokens": [tokens[i] for i in source], "forced_target_ids": written,
           "top5": [[[int(i), rounded(row[i])] for i in np.argsort(-row)[:5]] for row in lp],
           "forced_log_prob": rounded(sum(lp[t, y] for t, y in enumerate(written))), "logits_last": rounded(logits[-1]),
           "encoder_output": rounded(memory), "encoder_attentions": rounded([list(m) for m in encoder]),
           "decoder_attentions": [[[rounded(row[:i + 1]) for i, row in enumerate(head)] for head in layer] for layer in own],
           "cross_attentions": rounded([list(m) for m in cross])}
    limit, ids = 2 * len(source) + 10, []
    while len(ids) < limit and ids[-1:] != [end]:
        row = log_softmax(model.decode(memory, ids)[0][-1])
        row[never] = -np.inf
        ids.append(int(row.argmax()))
    one["greedy"] = {"ids": ids}
    one["beam"] = []
    for width, exponent in searches:
        score, best = beam(model, memory, width, exponent, limit, never, end)
        one["beam"].append({"num_beams": width, "length_penalty": exponent, "early_stopping": False, "ids": list(map(int, best)), "score": rounded(score)})
    return one


def write(out, name, words, seed, d=16, ffn=20, layers=(2, 2), heads=2, act="swish", tied="all", own=True, legacy=False):
    folder = os.path.join(out, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    chance = np.random.default_rng(seed)
    spm = [sentencepiece.SentencePieceProcessor(model_file=os.path.join(PIECES, f)) for f in ("source.spm", "target.spm")]
    spelled = [[s.id_to_piece(i) for i in range(s.get_piece_size())] for s in spm]
    if words == "pieces":  # the models are the vocabularies
        lists, end, unknown = spelled, [s.index("</s>") for s in spelled], [s.unk_id() for s in spm]
    elif words == "plain":
        lists = [["</s>", "<unk>"] + sorted({w for pair in TEXTS for w in pair[k].split()} - {"☃"}) for k in (0, 1)]
        end, unknown = [0, 0], [1, 1]
    else:
        joint = ["</s>", "<unk>"] + sorted((set(spelled[0]) | set(spelled[1])) - {"</s>", "<unk>", "<s>", "▁les"})
        lists, end, unknown = [joint, joint], [0, 0], [1, 1]
    sizes = [len(x) for x in lists]
    p = weights(chance, d, ffn, layers, sizes, tied, legacy)
    p["decoder_ff_logit_out_b"][0, end[1]] += 4  # so that texts end
    np.savez(os.path.join(folder, "model.npz"), **p, **{"special:model.yml": options(d, ffn, layers, heads, act, sizes, tied, own)})
    files = {"pieces": ["vocab.src.spm", "vocab.trg.spm"], "plain": ["vocab.src.yml", "vocab.trg.yml"], "lists": ["joint.vocab.yml"] * 2}[words]
    for k, file in enumerate(files):
        if words == "pieces":
            shutil.copy(os.path.join(PIECES, ("source.spm", "target.spm")[k]), os.path.join(folder, file))
        else:
            with open(os.path.join(folder, file), "w") as f:
                f.writelines(f"{json.dumps(w, ensure_ascii=False)}: {i}\n" for i, w in enumerate(lists[k]))
    if words == "lists":
        for file in ("source.spm", "target.spm"):
            shutil.copy(os.path.join(PIECES, file), folder)
    with open(os.path.join(folder, "decoder.yml"), "w") as f:
        f.write("relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n" + "".join(f"  - {x}\n" for x in files) + "beam-size: 4\nnormalize: 0.6\nword-penalty: 0\n")
    model = Model({n: v.astype(np.float64) for n, v in p.items()}, layers, heads, ACTS[act], own)
    never = [unknown[1]] if own else []
    inputs = []
    for text, target in TEXTS:
        sides = []
        for k, line in ((0, text), (1, target)):
            pieces = line.split() if words == "plain" else spm[k].encode(line, out_type=str)
            sides.append([lists[k].index(w) if w in lists[k] else unknown[k] for w in pieces] + [end[k]])
        inputs.append(example(model, text, target, sides[0], sides[1], lists[0], [(4, 0.6), (3, 1.0)], never, end[1]))
    with open(os.path.join(folder, "expected.json"), "w") as f:
        json.dump({"schema": "heed-hf-expected-1", "inputs": inputs}, f, ensure_ascii=False)
    print(folder, sizes)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("out")
    arguments.add_argument("--seed", type=int, default=1)
    a = arguments.parse_args()
    write(a.out, "marian_transformer", "lists", a.seed)
    write(a.out, "marian_transformer_converted", "lists", a.seed + 1, act="relu", layers=(1, 2), heads=4, tied="target", own=False)
    write(a.out, "marian_transformer_plain", "plain", a.seed + 2, act="gelu", d=12, heads=3, tied=None, legacy=True)
    write(a.out, "marian_transformer_pieces", "pieces", a.seed + 3, layers=(2, 1), heads=2, tied=None, act="relu")


main()
