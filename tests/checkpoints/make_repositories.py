#!/usr/bin/python3
"""Writes small models with random weights as widely copied repositories save them, and what their equations give.

As make_checkpoints.py does for toolkits (what is used of it is not written again): PyTorch's layers under the
attribute names of those repositories, so that names, shapes and pickles are theirs; the equations written out here,
independently of Heed. Run: make_repositories.py OUT [--seeds N] [--only NAME].
"""
import argparse, json, os, pickle
import torch
import torch.nn as nn
import make_checkpoints as made
from make_checkpoints import Module, examples, expected, rand_init, stand_in, words, write_json

SPECIAL = ["<unk>", "<pad>", "<sos>", "<eos>"]


def vector(x):
    return x.reshape(-1)


def one(x):
    return x.reshape(1, 1, -1)


def beside(q, h):
    """[q; h_j] for every j."""
    return torch.cat([q.expand(len(h), -1), h], 1)


def lin(i, o):
    return nn.Linear(i, o, bias=False)


def write_words(folder, name, itos):
    with open(os.path.join(folder, name), "w") as f:
        f.writelines(w + "\n" for w in itos)


def open_as(folder, family):
    """The file does not tell which of two families wrote it."""
    path = os.path.join(folder, "expected.json")
    with open(path) as f:
        whole = json.load(f)
    write_json(path, {**whole, "open_as": family})


class Run:
    """A model, read by one function and written step by step by another."""

    def __init__(self, encode, step):
        self.encode, self.step = encode, step


# ------------------------------------------------------------------------------------------------ spro, AuCson
def spro_single(folder, method="general", order="luong", H=7, layers=2, Vs=13, Vt=10, example=True):
    """practical-pytorch, seq2seq-translation: one sentence at a time. `order`: AttnDecoderRNN, or its BahdanauAttnDecoderRNN."""
    attn = Module(attn=nn.Linear(H if method == "general" else 2 * H, H))
    if method == "concat":
        attn.other = nn.Parameter(torch.zeros(1, H))
    enc = rand_init(Module(embedding=nn.Embedding(Vs, H), gru=nn.GRU(H, H, layers)))
    dec = rand_init(Module(embedding=nn.Embedding(Vt, H), gru=nn.GRU(2 * H, H, layers), out=nn.Linear(2 * H, Vt), attn=attn))
    src, tgt = ["SOS", "EOS"] + words(Vs - 2, "a"), ["SOS", "EOS"] + words(Vt - 2, "b")
    torch.save(enc.state_dict(), os.path.join(folder, "encoder.pt"))
    torch.save(dec.state_dict(), os.path.join(folder, "decoder.pt"))
    Lang = stand_in("__main__", "Lang")
    for name, itos in (("input_lang", src), ("output_lang", tgt)):
        lang = Lang()
        lang.__dict__.update(name=name, word2index={w: i for i, w in enumerate(itos) if i > 1}, word2count={},
                             index2word=dict(enumerate(itos)), n_words=len(itos))
        with open(os.path.join(folder, name + ".pkl"), "wb") as f:
            pickle.dump(lang, f)

    def encode(ids):
        h, last = enc.gru(enc.embedding(ids)[:, None])
        return {"h": h[:, 0], "s": last, "c": torch.zeros(H)}

    def look(q, h):
        e = dec.attn.attn(h) @ q if method == "general" else dec.attn.attn(beside(q, h)) @ vector(attn.other)
        w = e.softmax(0)
        return w, w @ h

    def step(previous, m):
        y = dec.embedding(torch.tensor(previous))
        if order == "bahdanau":
            w, m["c"] = look(m["s"][-1, 0], m["h"])
        s, m["s"] = dec.gru(one(torch.cat([y, m["c"]])), m["s"])
        if order == "luong":
            w, m["c"] = look(vector(s), m["h"])
        return dec.out(torch.cat([vector(s), m["c"]])).log_softmax(0), w

    expected(folder, "spro_single", examples(Run(encode, step), src, tgt, (None, 1), 0, 1))


def aucson(folder, E=5, H=6, layers=1, Vs=13, Vt=10):
    """PyTorch-Batch-Attention-Seq2seq; who calls it hands the first of the reader's last states to the decoder."""
    attn = Module(attn=nn.Linear(2 * H, H))
    attn.v = nn.Parameter(torch.zeros(H))
    enc = rand_init(Module(embedding=nn.Embedding(Vs, E), gru=nn.GRU(E, H, layers, bidirectional=True)))
    dec = rand_init(Module(embedding=nn.Embedding(Vt, E), attn=attn, gru=nn.GRU(H + E, H, layers), out=nn.Linear(H, Vt)))
    src, tgt = SPECIAL + words(Vs - 4, "a"), SPECIAL + words(Vt - 4, "b")
    torch.save({"encoder": enc.state_dict(), "decoder": dec.state_dict()}, os.path.join(folder, "seq2seq.pth"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, last = enc.gru(enc.embedding(ids)[:, None])
        return {"h": h[:, 0, :H] + h[:, 0, H:], "s": last[:layers]}

    def step(previous, m):
        y = dec.embedding(torch.tensor(previous))
        w = (torch.tanh(dec.attn.attn(beside(m["s"][-1, 0], m["h"]))) @ attn.v).softmax(0)
        s, m["s"] = dec.gru(one(torch.cat([y, w @ m["h"]])), m["s"])
        return dec.out(vector(s)).log_softmax(0), w

    expected(folder, "aucson", examples(Run(encode, step), src, tgt, (None, 3), 2, 3))


# ------------------------------------------------------------------------------------------------ howardyclo, pcyin
def howardyclo(folder, cell="LSTM", tied=False, layers=2, E=5, H=4, V=14):
    D = 2 * H
    rnn = {"LSTM": nn.LSTM, "GRU": nn.GRU}[cell]
    shared = nn.Embedding(V, E)
    enc = Module(embedding=shared, rnn=rnn(E, H, layers, bidirectional=True))
    dec = Module(embedding=shared, rnn=rnn(E, D, layers), W_a=nn.Linear(D, D), W_c=nn.Linear(2 * D, D))
    if tied:
        dec.W_proj, dec.W_s = nn.Linear(D, E), nn.Linear(E, V)
        dec.W_s.weight = shared.weight
    else:
        dec.W_s = nn.Linear(D, V)
    rand_init(enc), rand_init(dec)
    itos = ["<PAD>", "<BOS>", "<EOS>", "<UNK>"] + words(V - 4)
    Attributes = stand_in("__main__", "AttrDict", dict)
    opts = Attributes(word_vec_size=E, rnn_type=cell, hidden_size=D, num_layers=layers, bidirectional=True)
    opts.__dict__ = opts
    optimizer = lambda m: torch.optim.Adam(m.parameters()).state_dict()
    torch.save({"opts": opts, "global_step": 12, "encoder_state_dict": enc.state_dict(), "decoder_state_dict": dec.state_dict(),
                "encoder_optim_state_dict": optimizer(enc), "decoder_optim_state_dict": optimizer(dec)},
               os.path.join(folder, "experiment_acc_50.00_loss_2.50_step_12.pt"))
    write_json(os.path.join(folder, "vocab.json"), {w: i for i, w in enumerate(itos)})

    def encode(ids):
        h, last = enc.rnn(enc.embedding(ids)[:, None])
        joined = lambda s: torch.cat([s[0::2], s[1::2]], 2)
        return {"h": h[:, 0], "s": tuple(joined(s) for s in last) if cell == "LSTM" else joined(last)}

    def step(previous, m):
        s, m["s"] = dec.rnn(one(dec.embedding(torch.tensor(previous))), m["s"])
        s = vector(s)
        w = (dec.W_a(m["h"]) @ s).softmax(0)
        t = torch.tanh(dec.W_c(torch.cat([w @ m["h"], s])))
        return dec.W_s(dec.W_proj(t) if tied else t).log_softmax(0), w

    expected(folder, "howardyclo", examples(Run(encode, step), itos, itos, (None, 2), 1, 2))


def nmt_vocab(src, tgt):
    """The Vocab of pcyin and of CS224n: two entries, each with both directions."""
    Vocab, Entry = stand_in("vocab", "Vocab"), stand_in("vocab", "VocabEntry")
    vocab = Vocab()
    for side, itos in (("src", src), ("tgt", tgt)):
        entry = Entry()
        entry.word2id, entry.unk_id, entry.id2word = {w: i for i, w in enumerate(itos)}, 3, dict(enumerate(itos))
        setattr(vocab, side, entry)
    return vocab


def pcyin(folder, exchanged=False, feed=True, E=6, H=5, Vs=14, Vt=11):
    """pytorch_basic_nmt. Before November 2018 `step` hands back (cell, state), which is taken for (state, cell): exchanged."""
    m_ = rand_init(Module(src_embed=nn.Embedding(Vs, E), tgt_embed=nn.Embedding(Vt, E), encoder_lstm=nn.LSTM(E, H, bidirectional=True),
                          decoder_lstm=nn.LSTMCell(E + H if feed else E, H), att_src_linear=lin(2 * H, H), att_vec_linear=lin(3 * H, H),
                          readout=lin(H, Vt), decoder_cell_init=nn.Linear(2 * H, H)))
    src = ["<pad>", "<s>", "</s>", "<unk>"] + words(Vs - 4, "a")
    tgt = ["<pad>", "<s>", "</s>", "<unk>"] + words(Vt - 4, "b")
    torch.save({"args": dict(embed_size=E, hidden_size=H, dropout_rate=0.2, input_feed=feed), "vocab": nmt_vocab(src, tgt), "state_dict": m_.state_dict()},
               os.path.join(folder, "model.bin"))

    def encode(ids):
        h, (_, last) = m_.encoder_lstm(m_.src_embed(ids)[:, None])
        c = m_.decoder_cell_init(torch.cat([last[0], last[1]], 1))
        return {"h": h[:, 0], "s": (torch.tanh(c), c), "y": torch.zeros(H)}

    def step(previous, m):
        y = m_.tgt_embed(torch.tensor(previous))
        s, c = m_.decoder_lstm((torch.cat([y, m["y"]]) if feed else y)[None], m["s"])
        m["s"] = (c, s) if exchanged else (s, c)
        w = (m_.att_src_linear(m["h"]) @ s[0]).softmax(0)
        m["y"] = torch.tanh(m_.att_vec_linear(torch.cat([s[0], w @ m["h"]])))
        return m_.readout(m["y"]).log_softmax(0), w

    expected(folder, "pcyin", examples(Run(encode, step), src, tgt, (None, None), 1, 2))
    if exchanged:
        open_as(folder, "pcyin_exchanged")


def cs224n(folder, E=6, H=5, Vs=14, Vt=11):
    m_ = rand_init(Module(model_embeddings=Module(source=nn.Embedding(Vs, E), target=nn.Embedding(Vt, E)), encoder=nn.LSTM(E, H, bidirectional=True),
                          decoder=nn.LSTMCell(E + H, H), h_projection=lin(2 * H, H), c_projection=lin(2 * H, H), att_projection=lin(2 * H, H),
                          combined_output_projection=lin(3 * H, H), target_vocab_projection=lin(H, Vt)))
    src = ["<pad>", "<s>", "</s>", "<unk>"] + words(Vs - 4, "a")
    tgt = ["<pad>", "<s>", "</s>", "<unk>"] + words(Vt - 4, "b")
    torch.save({"args": dict(embed_size=E, hidden_size=H, dropout_rate=0.3), "vocab": nmt_vocab(src, tgt), "state_dict": m_.state_dict()},
               os.path.join(folder, "model.bin"))

    def encode(ids):
        h, (last, memory) = m_.encoder(m_.model_embeddings.source(ids)[:, None])
        both = lambda s: torch.cat([s[0], s[1]], 1)
        return {"h": h[:, 0], "s": (m_.h_projection(both(last)), m_.c_projection(both(memory))), "o": torch.zeros(H)}

    def step(previous, m):
        y = m_.model_embeddings.target(torch.tensor(previous))
        m["s"] = m_.decoder(torch.cat([y, m["o"]])[None], m["s"])
        s = m["s"][0][0]
        w = (m_.att_projection(m["h"]) @ s).softmax(0)
        m["o"] = torch.tanh(m_.combined_output_projection(torch.cat([w @ m["h"], s])))
        return m_.target_vocab_projection(m["o"]).log_softmax(0), w

    expected(folder, "cs224n", examples(Run(encode, step), src, tgt, (None, None), 1, 2))


# ------------------------------------------------------------------------------------------------ bastings, keon, d2l, marumalo, graykode
def bastings(folder, layers=2, E=5, H=4, Vs=13, Vt=10):
    attention = Module(key_layer=lin(2 * H, H), query_layer=lin(H, H), energy_layer=lin(H, 1))
    decoder = Module(attention=attention, rnn=nn.GRU(E + 2 * H, H, layers), bridge=nn.Linear(2 * H, H), pre_output_layer=lin(3 * H + E, H))
    m_ = rand_init(Module(encoder=Module(rnn=nn.GRU(E, H, layers, bidirectional=True)), decoder=decoder, src_embed=nn.Embedding(Vs, E),
                          trg_embed=nn.Embedding(Vt, E), generator=Module(proj=lin(H, Vt))))
    src, tgt = ["<unk>", "<pad>", "</s>"] + words(Vs - 3, "a"), ["<unk>", "<pad>", "<s>", "</s>"] + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "model.pt"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, last = m_.encoder.rnn(m_.src_embed(ids)[:, None])
        return {"h": h[:, 0], "s": torch.tanh(decoder.bridge(torch.cat([last[0::2], last[1::2]], 2)))}

    def step(previous, m):
        y, q = m_.trg_embed(torch.tensor(previous)), m["s"][-1, 0]
        w = vector(attention.energy_layer(torch.tanh(attention.query_layer(q) + attention.key_layer(m["h"])))).softmax(0)
        c = w @ m["h"]
        s, m["s"] = decoder.rnn(one(torch.cat([y, c])), m["s"])
        return m_.generator.proj(decoder.pre_output_layer(torch.cat([y, vector(s), c]))).log_softmax(0), w

    expected(folder, "bastings", examples(Run(encode, step), src, tgt, (None, 2), 2, 3))


def keon(folder, layers=2, E=5, H=6, Vs=13, Vt=10):
    attention = Module(attn=nn.Linear(2 * H, H))
    attention.v = nn.Parameter(torch.zeros(H))
    m_ = rand_init(Module(encoder=Module(embed=nn.Embedding(Vs, E), gru=nn.GRU(E, H, layers, bidirectional=True)),
                          decoder=Module(embed=nn.Embedding(Vt, E), attention=attention, gru=nn.GRU(H + E, H, layers), out=nn.Linear(2 * H, Vt))))
    dec, src, tgt = m_.decoder, SPECIAL + words(Vs - 4, "a"), SPECIAL + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "seq2seq_7.pt"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, last = m_.encoder.gru(m_.encoder.embed(ids)[:, None])
        return {"h": h[:, 0, :H] + h[:, 0, H:], "s": last[:layers]}

    def step(previous, m):
        y = dec.embed(torch.tensor(previous))
        w = (torch.relu(attention.attn(beside(m["s"][-1, 0], m["h"]))) @ attention.v).softmax(0)
        c = w @ m["h"]
        s, m["s"] = dec.gru(one(torch.cat([y, c])), m["s"])
        return dec.out(torch.cat([vector(s), c])).log_softmax(0), w

    expected(folder, "keon", examples(Run(encode, step), src, tgt, (2, 3), 2, 3))


def d2l(folder, layers=2, E=5, H=6, Vs=13, Vt=10, padded=10):
    m_ = rand_init(Module(encoder=Module(embedding=nn.Embedding(Vs, E), rnn=nn.GRU(E, H, layers)),
                          decoder=Module(attention=Module(W_k=lin(H, H), W_q=lin(H, H), w_v=lin(H, 1)), embedding=nn.Embedding(Vt, E),
                                         rnn=nn.GRU(E + H, H, layers), dense=nn.Linear(H, Vt))))
    dec, src, tgt = m_.decoder, ["<unk>", "<pad>", "<bos>", "<eos>"] + words(Vs - 4, "a"), ["<unk>", "<pad>", "<bos>", "<eos>"] + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "seq2seq.params"))
    write_json(os.path.join(folder, "src_vocab.json"), src)
    write_json(os.path.join(folder, "tgt_vocab.json"), tgt)

    def encode(ids):
        assert len(ids) <= padded
        read = torch.cat([ids, torch.ones(padded - len(ids), dtype=torch.long)])  # 1: <pad>
        h, last = m_.encoder.rnn(m_.encoder.embedding(read)[:, None])
        return {"h": h[: len(ids), 0], "s": last}

    def step(previous, m):
        y, a = dec.embedding(torch.tensor(previous)), dec.attention
        w = vector(a.w_v(torch.tanh(a.W_q(m["s"][-1, 0]) + a.W_k(m["h"])))).softmax(0)
        s, m["s"] = dec.rnn(one(torch.cat([w @ m["h"], y])), m["s"])
        return dec.dense(vector(s)).log_softmax(0), w

    expected(folder, "d2l", examples(Run(encode, step), src, tgt, (None, 3), 2, 3, slots=9))


def marumalo(folder, layers=1, E=5, H=4, Vs=13, Vt=10):
    D = 2 * H
    m_ = rand_init(Module(encoder=Module(embed=nn.Embedding(Vs, E), rnn=nn.LSTM(E, H, layers, bidirectional=True)),
                          decoder=Module(embed=nn.Embedding(Vt, E), rnn=nn.LSTM(E, D, layers), w=nn.Linear(2 * D, E), out_projection=nn.Linear(E, Vt))))
    dec, src, tgt = m_.decoder, ["<unk>", "<pad>"] + words(Vs - 2, "a"), ["<unk>", "<pad>", "<eos>"] + words(Vt - 3, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "checkpoint_best.pt"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "tgt_vocab.txt", tgt)

    def encode(ids):
        h, last = m_.encoder.rnn(m_.encoder.embed(ids)[:, None])
        return {"h": h[:, 0], "s": tuple(torch.cat([s[0::2], s[1::2]], 2) for s in last)}

    def step(previous, m):
        s, m["s"] = dec.rnn(one(dec.embed(torch.tensor(previous))), m["s"])
        s = vector(s)
        w = (m["h"] @ s).softmax(0)
        return dec.out_projection(torch.tanh(dec.w(torch.cat([s, w @ m["h"]])))).log_softmax(0), w

    expected(folder, "marumalo", examples(Run(encode, step), src, tgt, (None, None), 2, 2))


def graykode(folder, H=9, V=12):
    m_ = rand_init(Module(enc_cell=nn.RNN(V, H), dec_cell=nn.RNN(V, H), attn=nn.Linear(H, H), out=nn.Linear(2 * H, V)))
    itos = words(V - 3) + ["S", "E", "P"]
    torch.save(m_.state_dict(), os.path.join(folder, "model.pt"))
    write_json(os.path.join(folder, "word_dict.json"), {w: i for i, w in enumerate(itos)})

    def encode(ids):
        h, last = m_.enc_cell(torch.eye(V)[ids][:, None])
        return {"h": h[:, 0], "s": last}

    def step(previous, m):
        s, m["s"] = m_.dec_cell(one(torch.eye(V)[previous]), m["s"])
        s = vector(s)
        w = (m_.attn(m["h"]) @ s).softmax(0)
        return m_.out(torch.cat([s, w @ m["h"]])).log_softmax(0), w

    expected(folder, "graykode", examples(Run(encode, step), itos, itos, (None, None), V - 3, V - 2))


VARIANTS = {
    "spro_single_general": spro_single,
    "spro_single_concat": lambda f: spro_single(f, "concat", H=6, layers=1),
    "aucson": aucson,
    "aucson_two_layers": lambda f: aucson(f, H=4, layers=2),
    "howardyclo_lstm": howardyclo,
    "howardyclo_gru_tied": lambda f: howardyclo(f, "GRU", True, layers=1),
    "pcyin": pcyin,
    "pcyin_exchanged": lambda f: pcyin(f, True, H=4),
    "pcyin_nofeed": lambda f: pcyin(f, feed=False),
    "cs224n": cs224n,
    "bastings": bastings,
    "keon": keon,
    "d2l": d2l,
    "marumalo": marumalo,
    "graykode": graykode,
}


def main():
    words_ = argparse.ArgumentParser(description=__doc__)
    words_.add_argument("out")
    words_.add_argument("--seeds", type=int, default=1)
    words_.add_argument("--only", action="append")
    args = words_.parse_args()
    for name, make in VARIANTS.items():
        if args.only and name not in args.only:
            continue
        for seed in range(args.seeds):
            folder = os.path.join(args.out, name + (f"_{seed}" if args.seeds > 1 else ""))
            os.makedirs(folder, exist_ok=True)
            made.R = torch.Generator().manual_seed(1000 * seed + sum(map(ord, name)))
            make(folder)


if __name__ == "__main__":
    main()
