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


# ------------------------------------------------------------------------------------------------ aladdinpersson, kh-kim, minimal-nmt, hunkim
def aladdinpersson(folder, E=5, H=4, Vs=13, Vt=10):
    m_ = rand_init(Module(encoder=Module(embedding=nn.Embedding(Vs, E), rnn=nn.LSTM(E, H, bidirectional=True), fc_hidden=nn.Linear(2 * H, H), fc_cell=nn.Linear(2 * H, H)),
                          decoder=Module(embedding=nn.Embedding(Vt, E), rnn=nn.LSTM(2 * H + E, H), energy=nn.Linear(3 * H, 1), fc=nn.Linear(H, Vt))), 2.0)
    enc, dec, src, tgt = m_.encoder, m_.decoder, SPECIAL + words(Vs - 4, "a"), SPECIAL + words(Vt - 4, "b")
    torch.save({"state_dict": m_.state_dict(), "optimizer": torch.optim.Adam(m_.parameters()).state_dict()}, os.path.join(folder, "my_checkpoint.pth.tar"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, (last, memory) = enc.rnn(enc.embedding(ids)[:, None])
        both = lambda s: torch.cat([s[0], s[1]], 1)[None]
        return {"h": h[:, 0], "s": (enc.fc_hidden(both(last)), enc.fc_cell(both(memory)))}

    def step(previous, m):
        w = vector(torch.relu(dec.energy(beside(m["s"][0][0, 0], m["h"])))).softmax(0)
        s, m["s"] = dec.rnn(one(torch.cat([w @ m["h"], dec.embedding(torch.tensor(previous))])), m["s"])
        return dec.fc(vector(s)).log_softmax(0), w

    expected(folder, "aladdinpersson", examples(Run(encode, step), src, tgt, (2, 3), 2, 3))


def simple_nmt(folder, layers=2, E=5, D=8, Vs=12, Vt=11):
    m_ = rand_init(Module(emb_src=nn.Embedding(Vs, E), emb_dec=nn.Embedding(Vt, E), encoder=Module(rnn=nn.LSTM(E, D // 2, layers, bidirectional=True)),
                          decoder=Module(rnn=nn.LSTM(E + D, D, layers)), attn=Module(linear=lin(D, D)), concat=nn.Linear(2 * D, D), generator=Module(output=nn.Linear(D, Vt))), 2.0)
    src, tgt = ["<unk>", "<pad>"] + words(Vs - 2, "a"), ["<unk>", "<pad>", "<BOS>", "<EOS>"] + words(Vt - 4, "b")
    Vocab = stand_in("torchtext.vocab", "Vocab")
    lists = []
    for itos in (src, tgt):
        lists.append(Vocab())
        lists[-1].__dict__.update(itos=itos, stoi={w: i for i, w in enumerate(itos)}, freqs=None, vectors=None)
    torch.save({"model": m_.state_dict(), "opt": torch.optim.Adam(m_.parameters()).state_dict(), "config": argparse.Namespace(n_layers=layers, word_vec_size=E, hidden_size=D),
                "src_vocab": lists[0], "tgt_vocab": lists[1]}, os.path.join(folder, "enko.02.1.33-3.78.1.54-4.68.pth"))

    def encode(ids):
        h, last = m_.encoder.rnn(m_.emb_src(ids)[:, None])
        return {"h": h[:, 0], "s": tuple(torch.cat([s[0::2], s[1::2]], 2) for s in last), "t": torch.zeros(D)}

    def step(previous, m):
        s, m["s"] = m_.decoder.rnn(one(torch.cat([m_.emb_dec(torch.tensor(previous)), m["t"]])), m["s"])
        s = vector(s)
        w = (m["h"] @ m_.attn.linear(s)).softmax(0)
        m["t"] = torch.tanh(m_.concat(torch.cat([s, w @ m["h"]])))
        return m_.generator.output(m["t"]).log_softmax(0), w

    expected(folder, "simple_nmt", examples(Run(encode, step), src, tgt, (None, None), 2, 3))


def minimal_nmt(folder, layers=2, E=5, H=6, Vs=13, Vt=10):
    m_ = rand_init(Module(encoder=Module(embed=nn.Embedding(Vs, E), gru=nn.GRU(E, H, layers, bidirectional=True)),
                          decoder=Module(embed=nn.Embedding(Vt, E), attention=Module(W=lin(H, H)), gru=nn.GRU(E + H, H, layers), out=nn.Linear(2 * H, Vt))), 2.0)
    dec, src, tgt = m_.decoder, SPECIAL + words(Vs - 4, "a"), SPECIAL + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "seq2seq_1200.pt"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, last = m_.encoder.gru(m_.encoder.embed(ids)[:, None])
        return {"h": h[:, 0, :H] + h[:, 0, H:], "s": last[-layers:]}  # of two layers: both directions of the upper

    def step(previous, m):
        w = (dec.attention.W(m["h"]) @ m["s"][-1, 0]).softmax(0)
        c = w @ m["h"]
        s, m["s"] = dec.gru(one(torch.cat([dec.embed(torch.tensor(previous)), c])), m["s"])
        return dec.out(torch.cat([vector(s), c])).log_softmax(0), w

    expected(folder, "minimal_nmt", examples(Run(encode, step), src, tgt, (2, 3), 2, 3))


def zero_to_all(folder, H=6, layers=2, V=14):
    enc = rand_init(Module(embedding=nn.Embedding(V, H), gru=nn.GRU(H, H, layers)), 2.0)
    dec = rand_init(Module(attn=nn.Linear(H, H), embedding=nn.Embedding(V, H), gru=nn.GRU(H, H, layers), out=nn.Linear(2 * H, V)), 2.0)
    itos = ["<SOS>", "<EOS>"] + words(V - 2)
    torch.save(enc.state_dict(), os.path.join(folder, "encoder.pt"))
    torch.save(dec.state_dict(), os.path.join(folder, "decoder.pt"))
    write_words(folder, "vocab.txt", itos)

    def encode(ids):
        h, last = enc.gru(enc.embedding(ids)[:, None])
        return {"h": h[:, 0], "s": last}

    def step(previous, m):
        s, m["s"] = dec.gru(one(dec.embedding(torch.tensor(previous))), m["s"])
        w = (dec.attn(m["h"]) @ vector(s)).softmax(0)
        return dec.out(torch.cat([vector(s), w @ m["h"]])).log_softmax(0), w

    expected(folder, "zero_to_all", examples(Run(encode, step), itos, itos, (None, None), 0, 1))


# ------------------------------------------------------------------------------------------------ lukemelas, threelittlemonkeys, nmtpytorch
def lukemelas(folder, score="dot", both=True, E=6, H=5, Vs=13, Vt=11):
    ways = 2 if both else 1
    m_ = Module(encoder=Module(embedding=nn.Embedding(Vs, E), lstm=nn.LSTM(E, H, bidirectional=both)), decoder=Module(embedding=nn.Embedding(Vt, E), lstm=nn.LSTM(E, H, ways)),
                linear1=nn.Linear(2 * H, E), linear2=nn.Linear(E, Vt))
    if score == "additive":
        m_.attention = Module(linear=nn.Linear(2 * H, H))
        m_.attention.vector = nn.Parameter(torch.zeros(H))
    m_.linear2.weight = m_.decoder.embedding.weight
    rand_init(m_, 2.0)
    src, tgt = ["<s>", "</s>", "<pad>", "<unk>"] + words(Vs - 4, "a"), ["<s>", "</s>", "<pad>", "<unk>"] + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "checkpoint.pt"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, last = m_.encoder.lstm(m_.encoder.embedding(ids)[:, None])
        return {"h": h[:, 0, :H] + h[:, 0, H:] if both else h[:, 0], "s": last}

    def step(previous, m):
        s, m["s"] = m_.decoder.lstm(one(m_.decoder.embedding(torch.tensor(previous))), m["s"])
        s = vector(s)
        first = torch.cat([m["h"], s.expand(len(m["h"]), -1)], 1)  # the annotation first
        w = (m["h"] @ s if score == "dot" else torch.tanh(m_.attention.linear(first)) @ m_.attention.vector).softmax(0)
        return m_.linear2(torch.tanh(m_.linear1(torch.cat([s, w @ m["h"]])))).log_softmax(0), w

    expected(folder, "lukemelas", examples(Run(encode, step), src, tgt, (0, 1), 0, 1))


def threelittlemonkeys(folder, cell="LSTM", layers=2, E=5, T=6, H=7, Vs=13, Vt=11):
    rnn = {"LSTM": nn.LSTM, "GRU": nn.GRU}[cell]
    words_in = lambda n, size: Module(word_embed=Module(embed=nn.Embedding(n, size)))
    enc = rand_init(Module(embed=words_in(Vs, E), rnn=rnn(E, H, layers)), 2.0)
    dec = rand_init(Module(embed=words_in(Vt, T), rnn=rnn(T + H, H, layers), Wc=nn.Linear(2 * H, H), Wo=nn.Linear(H, Vt)), 2.0)
    special = ["<PAD>", "<SOS>", "<EOS>", "<UNK>"]
    src, tgt = special + words(Vs - 4, "a"), special + words(Vt - 4, "b")
    torch.save({"enc_state_dict": enc.state_dict(), "dec_state_dict": dec.state_dict(), "epoch": 10, "loss": 1.5}, os.path.join(folder, "model.epoch10"))
    write_words(folder, "train.src.word_to_idx", src)
    write_words(folder, "train.tgt.word_to_idx", tgt)

    def encode(ids):
        h, last = enc.rnn(enc.embed.word_embed.embed(ids)[:, None])
        return {"h": h[:, 0], "s": last, "t": torch.zeros(H)}

    def step(previous, m):
        s, m["s"] = dec.rnn(one(torch.cat([dec.embed.word_embed.embed(torch.tensor(previous)), m["t"]])), m["s"])
        s = vector(s)
        w = (m["h"] @ s).softmax(0)
        m["t"] = torch.tanh(dec.Wc(torch.cat([w @ m["h"], s])))
        return dec.Wo(m["t"]).log_softmax(0), w

    expected(folder, "threelittlemonkeys", examples(Run(encode, step), src, tgt, (None, 2), 1, 2))


def nmtpytorch(folder, score="mlp", deep=False, tied=False, layers=1, E=6, H=4, D=5, Vs=13, Vt=11, lstm=False):
    att = Module(hid2ctx=lin(D, 2 * H), ctx2ctx=lin(2 * H, 2 * H), ctx2hid=lin(2 * H, D))
    if score == "mlp":
        att.mlp = lin(2 * H, 1)
    cell, reader = (nn.LSTMCell, nn.LSTM) if lstm else (nn.GRUCell, nn.GRU)
    dec = Module(emb=nn.Embedding(Vt, E), att=att, ff_dec_init=nn.Linear(2 * H, 2 * D if lstm else D), dec0=cell(E, D), dec1=cell(D, D),
                 hid2out=nn.Linear(2 * D + E if deep else D, E), out2prob=nn.Linear(E, Vt))
    if tied:
        dec.out2prob.weight = dec.emb.weight
    m_ = rand_init(Module(enc=Module(emb=nn.Embedding(Vs, E), enc=reader(E, H, layers, bidirectional=True)), dec=dec), 2.0)
    special = ["<pad>", "<bos>", "<eos>", "<unk>"]
    src, tgt = special + words(Vs - 4, "a"), special + words(Vt - 4, "b")
    opts = {"model": {"att_type": score, "att_activ": "tanh", "att_temp": 1.0, "n_encoders": layers, "dec_init": "mean_ctx", "dec_init_activ": "tanh", "dec_inp_activ": None, "bos_type": "emb",
                      "enc_lnorm": False, "out_logic": "deep" if deep else "simple", "tied_emb": "2way" if tied else False}}
    torch.save({"opts": opts, "model": m_.state_dict(), "history": {}}, os.path.join(folder, "nmt-val004.best.bleu_31.420.ckpt"))
    for name, itos in (("train.vocab.en", src), ("train.vocab.fr", tgt)):
        write_json(os.path.join(folder, name), {w: f"{i} {90 - i}" for i, w in enumerate(itos)})

    def encode(ids):
        h = m_.enc.enc(m_.enc.emb(ids)[:, None])[0][:, 0]
        s = torch.tanh(dec.ff_dec_init(h.mean(0)))[None]
        return {"h": h, "s": (s[:, :D], s[:, D:]) if lstm else s}

    def step(previous, m):
        y = dec.emb(torch.tensor(previous))
        between = dec.dec0(y[None], m["s"])
        q, k = att.hid2ctx(between[0][0] if lstm else between[0]), att.ctx2ctx(m["h"])
        w = (vector(att.mlp(torch.tanh(q + k))) if score == "mlp" else k @ q).softmax(0)
        c = att.ctx2hid(w @ m["h"])
        m["s"] = dec.dec1(c[None], between)
        s = m["s"][0][0] if lstm else m["s"][0]
        return dec.out2prob(torch.tanh(dec.hid2out(torch.cat([s, y, c]) if deep else s))).log_softmax(0), w

    expected(folder, "nmtpytorch", examples(Run(encode, step), src, tgt, (None, 2), 1, 2))


def njunmt(folder, E=6, H=4, D=5, Vs=13, Vt=11):
    attn = Module(linear_key=nn.Linear(2 * H, 2 * H), linear_query=nn.Linear(D, 2 * H), linear_logit=nn.Linear(2 * H, 1))
    cells = Module(gru1=nn.GRUCell(E, D), attn=attn, gru2=nn.GRUCell(2 * H, D))
    dec = Module(embeddings=Module(embeddings=nn.Embedding(Vt, E)), cgru_cell=cells, linear_input=nn.Linear(E, E), linear_hidden=nn.Linear(D, E), linear_ctx=nn.Linear(2 * H, E),
                 linear_bridge=nn.Linear(2 * H, D))
    enc = Module(embeddings=Module(embeddings=nn.Embedding(Vs, E)), gru=Module(rnn=nn.GRU(E, H, bidirectional=True)))
    m_ = rand_init(Module(encoder=enc, decoder=dec, generator=Module(proj=lin(E, Vt))), 2.0)
    special = ["<PAD>", "<EOS>", "<BOS>", "<UNK>"]
    src, tgt = special + words(Vs - 4, "a"), special + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "dl4mt.best.final"))
    for name, itos in (("src_vocab.json", src), ("tgt_vocab.json", tgt)):
        write_json(os.path.join(folder, name), {w: [i, 90 - i] for i, w in enumerate(itos)})
    never = torch.tensor([float("-inf")] + [0.0] * (Vt - 1))  # the padding

    def encode(ids):
        h = enc.gru.rnn(enc.embeddings.embeddings(ids)[:, None])[0][:, 0]
        return {"h": h, "s": torch.tanh(dec.linear_bridge(h.mean(0)))[None]}

    def step(previous, m):
        y = dec.embeddings.embeddings(torch.tensor(previous))
        between = cells.gru1(y[None], m["s"])
        w = vector(attn.linear_logit(torch.tanh(attn.linear_query(between[0]) + attn.linear_key(m["h"])))).softmax(0)
        c = w @ m["h"]
        m["s"] = cells.gru2(c[None], between)
        t = torch.tanh(dec.linear_input(y) + dec.linear_hidden(m["s"][0]) + dec.linear_ctx(c))
        return (m_.generator.proj(t) + never).log_softmax(0), w

    expected(folder, "njunmt", examples(Run(encode, step), src, tgt, (2, 1), 2, 1))


# ------------------------------------------------------------------------------------------------ khanrc, MaximumEntropy, undreamt
def khanrc(folder, attention="add", layers=1, both=True, E=5, H=6, Vs=13, Vt=11):
    S = 2 * H if both else H
    att = Module(out=nn.Linear(H if attention == "kv" else S, H))
    if attention == "mul":
        att.w = nn.Parameter(torch.zeros(H, S))
    else:
        att.q_proj = nn.Linear(H, H)
    if attention == "add":
        att.s_proj, att.linear = nn.Linear(S, H), nn.Linear(H, 1)
    if attention == "kv":
        att.k_proj, att.v_proj = nn.Linear(S, H), nn.Linear(S, H)
    enc = Module(embedding=nn.Embedding(Vs, E, padding_idx=1), gru=nn.GRU(E, H, layers, bidirectional=both), linear=nn.Linear(S, H))
    dec = Module(embedding=nn.Embedding(Vt, E, padding_idx=1), gru=nn.GRU(E, H, layers), attention=att, readout=nn.Linear(2 * H, Vt))
    m_ = rand_init(Module(encoder=enc, decoder=dec), 4.0)
    special = ["<unk>", "<pad>", "<sos>", "<eos>"]
    src, tgt = special + words(Vs - 4, "a"), special + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "rnn.pth"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, last = enc.gru(enc.embedding(ids)[:, None])
        ends = torch.cat([last[0::2], last[1::2]], 2) if both else last
        return {"h": h[:, 0], "s": torch.tanh(enc.linear(ends))}

    def step(previous, m):
        s, m["s"] = dec.gru(one(dec.embedding(torch.tensor(previous))), m["s"])
        s, h = vector(s), m["h"]
        found = h
        if attention == "add":
            e = vector(att.linear(torch.tanh(att.q_proj(s) + att.s_proj(h))))
        elif attention == "mul":
            e = (s @ att.w) @ h.T
        else:
            e, found = att.k_proj(h) @ att.q_proj(s) / H ** 0.5, att.v_proj(h)
        w = e.softmax(0)
        return dec.readout(torch.cat([s, att.out(w @ found)])).log_softmax(0), w

    expected(folder, "khanrc", examples(Run(encode, step), src, tgt, (None, 3), 2, 3))


def maximum_entropy(folder, layers=2, both=True, E=5, T=6, D=8, Vs=13, Vt=11):
    """Seq2SeqAttention of Seq2Seq-PyTorch: what attention makes of a state is the next step's state, and both ends stand backward first."""
    H = D // 2 if both else D
    cell = Module(input_weights=nn.Linear(T, 4 * D), hidden_weights=nn.Linear(D, 4 * D), attention_layer=Module(linear_in=lin(D, D), linear_out=lin(2 * D, D)))
    m_ = rand_init(Module(src_embedding=nn.Embedding(Vs, E, padding_idx=1), trg_embedding=nn.Embedding(Vt, T, padding_idx=1),
                          encoder=nn.LSTM(E, H, layers, bidirectional=both), decoder=cell, encoder2decoder=nn.Linear(D, D), decoder2vocab=nn.Linear(D, Vt)), 4.0)
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    src, tgt = special + words(Vs - 4, "a"), special + words(Vt - 4, "b")
    torch.save(m_.state_dict(), os.path.join(folder, "model_translation__src_en__trg_fr__epoch_6.model"))
    write_words(folder, "src_vocab.txt", src)
    write_words(folder, "trg_vocab.txt", tgt)

    def encode(ids):
        h, (last, memory) = m_.encoder(m_.src_embedding(ids)[:, None])
        ends = lambda x: torch.cat([x[-1], x[-2]], 1)[0] if both else x[-1, 0]
        return {"h": h[:, 0], "s": torch.tanh(m_.encoder2decoder(ends(last))), "c": ends(memory)}

    def step(previous, m):
        a = cell.input_weights(m_.trg_embedding(torch.tensor(previous))) + cell.hidden_weights(m["s"])
        i, f, g, o = a.chunk(4)
        m["c"] = torch.sigmoid(f) * m["c"] + torch.sigmoid(i) * torch.tanh(g)
        s = torch.sigmoid(o) * torch.tanh(m["c"])
        w = (m["h"] @ cell.attention_layer.linear_in(s)).softmax(0)
        m["s"] = torch.tanh(cell.attention_layer.linear_out(torch.cat([w @ m["h"], s])))
        return m_.decoder2vocab(m["s"]).log_softmax(0), w

    expected(folder, "maximum_entropy", examples(Run(encode, step), src, tgt, (0, None), 0, 2))


def undreamt(folder, fixed=True, layers=2, both=True, E=5, D=8, Vs=13, Vt=11, size=4.0):
    """A translator pickled whole. `fixed`: words' vectors from elsewhere, which the output shares; else random ones, whose row 0 counts, too."""
    H, special = D // 2 if both else D, 4
    table = lambda n: nn.Embedding(n - special + 1, E, padding_idx=0) if fixed else nn.Embedding(n - special + 1, E)
    src_words, tgt_words = rand_init(table(Vs), size), rand_init(table(Vt), size)
    own = lambda: rand_init(nn.Embedding(special + 1, E, padding_idx=0), size)
    enc = Module(special_embeddings=own(), rnn=rand_init(nn.GRU(E, H, layers, bidirectional=both), size))
    stack = nn.ModuleList([nn.GRUCell(E + D if l == 0 else D, D) for l in range(layers)])
    att = Module(linear_align=lin(D, D), linear_context=lin(D, D), linear_query=lin(D, D))
    dec = Module(special_embeddings=own(), attention=rand_init(att, size), stacked_rnn=Module(layers=rand_init(stack, size)))
    with torch.no_grad():  # PyTorch keeps the row of padding at zero, unless who copies it initialises all
        for m in [enc.special_embeddings, dec.special_embeddings, src_words, tgt_words] if fixed else []:
            m.weight[0] = 0
    if fixed:
        inner = Module(hidden2embedding=nn.Linear(D, E), special_out=lin(E, special))
        generator = Module(embedding_generator=rand_init(inner, size), embeddings=tgt_words)
    else:
        generator = rand_init(Module(out=nn.Linear(D, Vt)), size)
    translator = stand_in("undreamt.translator", "Translator")()
    names = {"src": words(Vs - special, "a"), "trg": words(Vt - special, "b")}
    dictionaries = {}
    for side, its in names.items():
        d = stand_in("undreamt.data", "Dictionary")()
        d.id2word, d.word2id = [None] + its, {w: 1 + i for i, w in enumerate(its)}
        dictionaries[side] = d
    translator.__dict__.update(encoder_embeddings=src_words, decoder_embeddings=tgt_words, generator=generator, src_dictionary=dictionaries["src"],
                               trg_dictionary=dictionaries["trg"], encoder=enc, decoder=dec, denoising=True, criterion=nn.NLLLoss(torch.ones(Vt)))
    torch.save(translator, os.path.join(folder, "run.final.src2trg.pth"))

    def looked_up(ids, table, own):
        low = ids < special
        return table(torch.where(low, 0 * ids, ids - special + 1)) + own(torch.where(low, ids, 0 * ids))

    def encode(ids):
        h, last = enc.rnn(looked_up(ids, src_words, enc.special_embeddings)[:, None])
        return {"h": h[:, 0], "s": list(torch.cat([last[0::2], last[1::2]], 2) if both else last), "y": torch.zeros(D)}

    def step(previous, m):
        x = torch.cat([looked_up(torch.tensor(previous), tgt_words, dec.special_embeddings), m["y"]])[None]
        for l, cell in enumerate(stack):
            x = m["s"][l] = cell(x, m["s"][l])
        w = (m["h"] @ att.linear_align(x[0])).softmax(0)
        m["y"] = torch.tanh(att.linear_context(w @ m["h"]) + att.linear_query(x[0]))
        if not fixed:
            return generator.out(m["y"]).log_softmax(0), w
        e = inner.hidden2embedding(m["y"])
        return torch.cat([inner.special_out(e), tgt_words.weight[1:] @ e]).log_softmax(0), w

    names = {side: ["<PAD>", "<OOV>", "<EOS>", "<SOS>"] + its for side, its in names.items()}
    expected(folder, "undreamt", examples(Run(encode, step), names["src"], names["trg"], (None, 2), 3, 2))


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
    "aladdinpersson": aladdinpersson,
    "simple_nmt": simple_nmt,
    "minimal_nmt": minimal_nmt,
    "zero_to_all": zero_to_all,
    "lukemelas_dot": lukemelas,
    "lukemelas_additive_one_way": lambda f: lukemelas(f, "additive", both=False),
    "threelittlemonkeys": threelittlemonkeys,
    "njunmt": njunmt,
    "khanrc_add": khanrc,
    "khanrc_mul_two_layers": lambda f: khanrc(f, "mul", layers=2),
    "khanrc_kv_one_way": lambda f: khanrc(f, "kv", both=False),
    "maximum_entropy": maximum_entropy,
    "maximum_entropy_one_way": lambda f: maximum_entropy(f, layers=1, both=False),
    "undreamt": undreamt,
    "undreamt_linear": lambda f: undreamt(f, False, layers=1, size=2.0),  # with 4 it goes astray over rounding
    "nmtpytorch_mlp": nmtpytorch,
    "nmtpytorch_lstm": lambda f: nmtpytorch(f, lstm=True),
    "nmtpytorch_dot_deep_tied": lambda f: nmtpytorch(f, "dot", deep=True, tied=True, layers=2),
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
