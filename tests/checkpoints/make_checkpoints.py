#!/usr/bin/python3
"""Writes small models with random weights as the families' own programs save them, and what they compute.

The equations of each program are written out here once more, with PyTorch's layers under the attribute names those
programs use, so that names, shapes and pickles are theirs. Run: make_checkpoints.py OUT [--seeds N] [--only NAME].
"""
import argparse, collections, json, math, os, pickle, sys, types
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

R = None  # the random generator of a variant


def rand_init(module, scale=1.0):
    for p in module.parameters():
        with torch.no_grad():
            bound = scale * (1.6 / math.sqrt(p.shape[-1]) if p.dim() > 1 else 0.5)
            p.copy_((torch.rand(p.shape, generator=R) * 2 - 1) * bound)
    return module


def pick(n):
    return int(torch.randint(n, (1,), generator=R))


def words(n, kind="w"):
    return [f"{kind}{i}" for i in range(n)]


def stand_in(module, name, base=object, **members):
    """A class that pickles under another program's name."""
    parts = module.split(".")
    for i in range(len(parts)):
        key = ".".join(parts[: i + 1])
        if key not in sys.modules:
            sys.modules[key] = types.ModuleType(key)
    if hasattr(sys.modules[module], name):
        return getattr(sys.modules[module], name)
    cls = type(name, (base,), dict(members, __module__=module, __qualname__=name))
    setattr(sys.modules[module], name, cls)
    return cls


def vocab_object(itos):
    v = stand_in("torchtext.vocab", "Vocab")()
    v.freqs = collections.Counter({w: 7 for w in itos[4:]})
    v.itos = list(itos)
    v.stoi = {w: i for i, w in enumerate(itos)}
    v.vectors = None
    return v


def write_json(path, value):
    with open(path, "w") as f:
        json.dump(value, f, ensure_ascii=False)


def safetensors(path, tensors):
    header, data = {}, b""
    for name, t in tensors.items():
        raw = t.contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(len(text).to_bytes(8, "little") + text + data)


def rounded(x):
    return [float(f"{v:.7g}") for v in x.tolist()]


def examples(model, src, tgt, frame, start, end, count=5, longest=11, slots=None, glue=" "):
    """model.encode(ids) -> memory; model.step(previous id or None, memory) -> (log p, weights)."""
    made = []
    plain = [i for i, w in enumerate(src) if not (w.startswith("<") or w in ("SOS", "EOS", "PAD", "eos", "UNK", "</s>"))]
    with torch.no_grad():
        for _ in range(count):
            n = 2 + pick((slots or 9) - 3)
            body = [plain[pick(len(plain))] for _ in range(n)]
            ids = [i for i in [frame[0]] if i is not None] + body + [i for i in [frame[1]] if i is not None]
            memory = model.encode(torch.tensor(ids))
            previous, out, weights, top = start, [], [], []
            for _ in range(longest):
                log_p, a = model.step(previous, memory)
                best = int(log_p.argmax())
                values, order = log_p.topk(5)
                out.append(best)
                weights.append(rounded(a))
                top.append([[tgt[int(i)], float(f"{float(v):.7g}")] for v, i in zip(values, order)])
                previous = best
                if best == end:
                    break
            made.append({"raw_source": glue.join(src[i] for i in body), "reference": "", "source_tokens": [src[i] for i in ids],
                         "source_ids": ids, "output_tokens": [tgt[i] for i in out], "output_ids": out, "correct": False,
                         "attention": weights, "top5": top})
    return made


def expected(folder, name, made, note=""):
    write_json(os.path.join(folder, "expected.json"),
               {"family": name, "note": note or "random weights", "schema": "heed-expected-1", "n_correct": 0, "examples": made})


class Cells:
    """One step of stacked cells over a plain state, from nn.GRU/nn.LSTM weights or lists of cells."""

    @staticmethod
    def step(rnn, x, state):
        out, state = rnn(x.view(1, 1, -1), state)
        return out.view(-1), state


# ------------------------------------------------------------------------------------------------ PyTorch tutorials
class EncoderRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.embedding = nn.Embedding(input_size, hidden_size)
        self.gru = nn.GRU(hidden_size, hidden_size, batch_first=True)
        self.dropout = nn.Dropout(0.1)


class BahdanauAttention(nn.Module):
    def __init__(self, H):
        super().__init__()
        self.Wa, self.Ua, self.Va = nn.Linear(H, H), nn.Linear(H, H), nn.Linear(H, 1)


class AttnDecoderRNN(nn.Module):
    def __init__(self, H, V):
        super().__init__()
        self.embedding = nn.Embedding(V, H)
        self.attention = BahdanauAttention(H)
        self.gru = nn.GRU(2 * H, H, batch_first=True)
        self.out = nn.Linear(H, V)


class LocationDecoderRNN(nn.Module):
    def __init__(self, H, V, L):
        super().__init__()
        self.max_length = L
        self.embedding = nn.Embedding(V, H)
        self.attn = nn.Linear(2 * H, L)
        self.attn_combine = nn.Linear(2 * H, H)
        self.dropout = nn.Dropout(0.1)
        self.gru = nn.GRU(H, H)
        self.out = nn.Linear(H, V)


class Tutorial:
    def __init__(self, enc, dec):
        self.enc, self.dec = enc, dec

    def encode(self, ids):
        h, last = self.enc.gru(self.enc.embedding(ids)[None])
        return {"h": h[0], "s": last}

    def step(self, previous, m):
        d, s = self.dec, m["s"].view(-1)
        e = d.embedding(torch.tensor(previous))
        if hasattr(d, "attention"):
            a = d.attention
            scores = a.Va(torch.tanh(a.Wa(s) + a.Ua(m["h"]))).view(-1)
            w = scores.softmax(0)
            out, m["s"] = Cells.step(d.gru, torch.cat([e, w @ m["h"]]), m["s"])
        else:
            w = d.attn(torch.cat([e, s])).softmax(0)
            padded = torch.zeros(d.max_length, m["h"].shape[1])
            padded[: len(m["h"])] = m["h"]
            x = torch.relu(d.attn_combine(torch.cat([e, w @ padded])))
            out, m["s"] = d.gru(x.view(1, 1, -1), m["s"])
            out = out.view(-1)
        return d.out(out).log_softmax(0), w


def tutorial(folder, H=9, Vs=13, Vt=8, location=0, saved="pair"):
    enc = rand_init(EncoderRNN(Vs, H))
    dec = rand_init(LocationDecoderRNN(H, Vt, location) if location else AttnDecoderRNN(H, Vt))
    src, tgt = ["SOS", "EOS"] + words(Vs - 2, "a"), ["SOS", "EOS"] + words(Vt - 2, "b")
    lang = lambda itos: {"name": "x", "word2index": {w: i for i, w in enumerate(itos) if i > 1}, "word2count": {w: 3 for w in itos[2:]},
                         "index2word": {i: w for i, w in enumerate(itos)}, "n_words": len(itos)}
    if saved == "pair":
        torch.save(enc.state_dict(), os.path.join(folder, "encoder.pth"))
        torch.save(dec.state_dict(), os.path.join(folder, "decoder.pth"))
        write_json(os.path.join(folder, "langs.json"), {"input": {str(i): w for i, w in enumerate(src)}, "output": {str(i): w for i, w in enumerate(tgt)}})
    elif saved == "dict":
        torch.save({"epoch": 3, "encoder_state_dict": enc.state_dict(), "decoder_state_dict": dec.state_dict(), "loss": 0.5,
                    "input_lang": lang(src), "output_lang": lang(tgt)}, os.path.join(folder, "model.pt"))
    else:
        # The stream before 1.6 holds the source file of every class: a name that is nobody's folder, and no text.
        torch.serialization.get_source_lines_and_file = lambda *_: ([], 0, "tutorial.py")
        torch.save(enc, os.path.join(folder, "enc.pt"), _use_new_zipfile_serialization=saved != "legacy")
        torch.save(dec, os.path.join(folder, "dec.pt"), _use_new_zipfile_serialization=saved != "legacy")
        Lang = stand_in("__main__", "Lang")
        for name, itos in (("input_lang", src), ("output_lang", tgt)):
            o = Lang()
            o.__dict__.update(lang(itos))
            with open(os.path.join(folder, name + ".pkl"), "wb") as f:
                pickle.dump(o, f)
    expected(folder, "pytorch_tutorial", examples(Tutorial(enc, dec), src, tgt, (None, 1), 0, 1, slots=location or None))


class ChatEncoder(nn.Module):
    def __init__(self, H, embedding, layers):
        super().__init__()
        self.embedding = embedding
        self.gru = nn.GRU(H, H, layers, bidirectional=True)


class Attn(nn.Module):
    def __init__(self, method, H):
        super().__init__()
        self.method = method
        if method == "general":
            self.attn = nn.Linear(H, H)
        elif method == "concat":
            self.attn = nn.Linear(2 * H, H)
            self.v = nn.Parameter(torch.zeros(H))


class LuongDecoder(nn.Module):
    def __init__(self, method, embedding, H, V, layers):
        super().__init__()
        self.embedding = embedding
        self.gru = nn.GRU(H, H, layers)
        self.concat = nn.Linear(2 * H, H)
        self.out = nn.Linear(H, V)
        self.attn = Attn(method, H)


class Chat:
    def __init__(self, en, de, layers):
        self.en, self.de, self.layers = en, de, layers

    def encode(self, ids):
        h, last = self.en.gru(self.en.embedding(ids)[:, None])
        H = h.shape[2] // 2
        return {"h": (h[:, 0, :H] + h[:, 0, H:]), "s": last[: self.layers]}

    def step(self, previous, m):
        d = self.de
        s, m["s"] = Cells.step(d.gru, d.embedding(torch.tensor(previous)), m["s"])
        if d.attn.method == "dot":
            e = m["h"] @ s
        elif d.attn.method == "general":
            e = d.attn.attn(m["h"]) @ s
        else:
            e = torch.tanh(d.attn.attn(torch.cat([s.expand(len(m["h"]), -1), m["h"]], 1))) @ d.attn.v
        w = e.softmax(0)
        return d.out(torch.tanh(d.concat(torch.cat([s, w @ m["h"]])))).log_softmax(0), w


def chatbot(folder, method="dot", H=8, V=15, layers=2):
    embedding = nn.Embedding(V, H)
    en, de = rand_init(ChatEncoder(H, embedding, layers)), rand_init(LuongDecoder(method, embedding, H, V, layers))
    itos = ["PAD", "SOS", "EOS"] + words(V - 3)
    opt = torch.optim.Adam(en.parameters())
    torch.save({"iteration": 40, "en": en.state_dict(), "de": de.state_dict(), "en_opt": opt.state_dict(), "de_opt": opt.state_dict(), "loss": 1.5,
                "voc_dict": {"name": "v", "trimmed": True, "word2index": {w: i for i, w in enumerate(itos) if i > 2}, "word2count": {},
                             "index2word": {i: w for i, w in enumerate(itos)}, "num_words": V}, "embedding": embedding.state_dict()},
               os.path.join(folder, "40_checkpoint.tar"))
    expected(folder, "pytorch_chatbot_" + method, examples(Chat(en, de, layers), itos, itos, (None, 2), 1, 2))


# ------------------------------------------------------------------------------------------------ bentrevett
class Module(nn.Module):
    """A container whose attributes are given by name."""

    def __init__(self, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(self, name, part)


class Bentrevett:
    def __init__(self, m, attn, v, out):
        self.m, self.attn, self.v, self.out = m, attn, v, out

    def encode(self, ids):
        h, last = self.m.encoder.rnn(self.m.encoder.embedding(ids)[:, None])
        return {"h": h[:, 0], "s": torch.tanh(self.m.encoder.fc(torch.cat([last[0, 0], last[1, 0]]))).view(1, 1, -1)}

    def step(self, previous, m):
        d = self.m.decoder
        e = d.embedding(torch.tensor(previous))
        s = m["s"].view(-1)
        energy = torch.tanh(self.attn(torch.cat([s.expand(len(m["h"]), -1), m["h"]], 1)))
        w = self.v(energy).softmax(0)
        c = w @ m["h"]
        s, m["s"] = Cells.step(d.rnn, torch.cat([e, c]), m["s"])
        return self.out(torch.cat([s, c, e])).log_softmax(0), w


def bentrevett(folder, tut=3, old=False, E=6, H=5, D=7, Vs=14, Vt=11, chars=False):
    attn = nn.Linear(D + 2 * H, D)
    v = nn.Linear(D, 1, bias=False)
    out = nn.Linear(D + 2 * H + E, Vt)
    if old:
        attention = Module(attn=attn)
        attention.v = nn.Parameter(torch.zeros(D))
        score = lambda x: x @ attention.v
    else:
        attention = Module(attn_fc=attn, v_fc=v) if tut == 3 else Module(attn=attn, v=v)
        score = lambda x: v(x).view(-1)
    model = Module(encoder=Module(embedding=nn.Embedding(Vs, E), rnn=nn.GRU(E, H, bidirectional=True), fc=nn.Linear(2 * H, D)),
                   decoder=Module(attention=attention, embedding=nn.Embedding(Vt, E), rnn=nn.GRU(E + 2 * H, D), **{"out" if old else "fc_out": out}))
    rand_init(model)
    special = ["<unk>", "<pad>", "<sos>", "<eos>"]
    src = special + ([" "] + list("abcdefghijklm")[: Vs - 5] if chars else words(Vs - 4, "a"))
    tgt = special + (list("nopqrstuvwxyz")[: Vt - 4] if chars else words(Vt - 4, "b"))
    torch.save(model.state_dict(), os.path.join(folder, f"tut{tut}-model.pt"))
    torch.save(vocab_object(src), os.path.join(folder, "src_vocab.pt"))
    torch.save(vocab_object(tgt), os.path.join(folder, "trg_vocab.pt"))
    expected(folder, f"bentrevett_tut{tut}", examples(Bentrevett(model, attn, score, out), src, tgt, (2, 3), 2, 3, glue="" if chars else " "))


# ------------------------------------------------------------------------------------------------ OpenNMT, fairseq, IBM
def rnn_of(cell):
    return {"LSTM": nn.LSTM, "GRU": nn.GRU, "RNN": nn.RNN}[cell]


def joined(last, layers, directions):
    """(layers * directions, 1, H) to a list of [fwd; bwd] by layer."""
    return [torch.cat([last[l * directions + d, 0] for d in range(directions)]) for l in range(layers)]


class StackedCells(nn.Module):
    def __init__(self, cell, inputs, D, layers):
        super().__init__()
        kind = {"LSTM": nn.LSTMCell, "GRU": nn.GRUCell}[cell]
        self.layers = nn.ModuleList([kind(inputs if l == 0 else D, D) for l in range(layers)])

    def step(self, x, state, lstm):
        hs, cs = [list(part) for part in state]
        for l, cell in enumerate(self.layers):
            if lstm:
                h, c = cell(x[None], (hs[l][None], cs[l][None]))
                hs[l], cs[l] = h[0], c[0]
            else:
                hs[l] = cell(x[None], hs[l][None])[0]
            x = hs[l]
        return x, (hs, cs)


class OpenNMT:
    def __init__(self, m, generator, o):
        self.m, self.generator, self.o = m, generator, o

    def encode(self, ids):
        o, enc = self.o, self.m.encoder
        h, last = enc.rnn(enc.embeddings.make_embedding.emb_luts[0](ids)[:, None])
        states = list(last) if o.lstm else [last]
        if o.bridge:
            bridged = []
            for linear, s in zip(enc.bridge, states):
                rows = s.permute(1, 0, 2).contiguous().view(-1, o.H * o.layers)
                bridged.append(torch.relu(linear(rows)).view(1, -1, o.H).permute(1, 0, 2))
            states = bridged
        parts = [joined(s, o.layers, o.directions) for s in states]
        return {"h": h[:, 0], "state": (parts[0], parts[1] if o.lstm else parts[0]), "feed": torch.zeros(o.D)}

    def step(self, previous, m):
        o, d = self.o, self.m.decoder
        e = d.embeddings.make_embedding.emb_luts[0](torch.tensor(previous))
        if o.feed:
            s, m["state"] = d.rnn.step(torch.cat([e, m["feed"]]), m["state"], o.lstm)
        else:
            h, c = [torch.stack(part)[:, None] for part in m["state"]]
            out, state = d.rnn(e.view(1, 1, -1), (h, c) if o.lstm else h)
            s = out.view(-1)
            h, c = state if o.lstm else (state, state)
            m["state"] = (list(h[:, 0]), list(c[:, 0]))
        if o.attention == "dot":
            scores = m["h"] @ s
        elif o.attention == "general":
            scores = m["h"] @ d.attn.linear_in(s)
        else:
            scores = d.attn.v(torch.tanh(d.attn.linear_query(s) + d.attn.linear_context(m["h"]))).view(-1)
        w = scores.softmax(0)
        t = d.attn.linear_out(torch.cat([w @ m["h"], s]))
        m["feed"] = t = t if o.attention == "mlp" else torch.tanh(t)
        return self.generator(t).log_softmax(0), w


def opennmt(folder, version=3, cell="LSTM", attention="general", layers=1, brnn=True, feed=True, bridge=False, apart=False, E=6, T=7, D=8, Vs=15, Vt=12):
    o = argparse.Namespace(lstm=cell == "LSTM", layers=layers, directions=2 if brnn else 1, H=D // 2 if brnn else D, D=D, feed=feed,
                           bridge=bridge, attention=attention)
    luts = lambda V, n: Module(make_embedding=Module(emb_luts=nn.ModuleList([nn.Embedding(V, n)])))
    attn = Module(linear_out=nn.Linear(2 * D, D, bias=attention == "mlp"))
    if attention == "general":
        attn.linear_in = nn.Linear(D, D, bias=False)
    elif attention == "mlp":
        attn.linear_context, attn.linear_query, attn.v = nn.Linear(D, D, bias=False), nn.Linear(D, D), nn.Linear(D, 1, bias=False)
    encoder = Module(embeddings=luts(Vs, E), rnn=rnn_of(cell)(E, o.H, layers, bidirectional=brnn))
    if bridge:
        encoder.bridge = nn.ModuleList([nn.Linear(o.H * layers, o.H * layers) for _ in range(2 if o.lstm else 1)])
    decoder = Module(embeddings=luts(Vt, T), rnn=StackedCells(cell, T + D, D, layers) if feed else rnn_of(cell)(T, D, layers), attn=attn)
    model = rand_init(Module(encoder=encoder, decoder=decoder))
    generator = rand_init(nn.Linear(D, Vt))
    if version == 3:
        src = ["<unk>", "<blank>", "<s>", "</s>"] + words(Vs - 4, "a")
        tgt = ["<unk>", "<blank>", "<s>", "</s>"] + words(Vt - 4, "b")
        vocab = {"src": src, "tgt": tgt, "data_task": "seq2seq", "decoder_start_token": "<s>"}
        gen = generator.state_dict()
    else:
        src = ["<unk>", "<blank>"] + words(Vs - 2, "a")
        tgt = ["<unk>", "<blank>", "<s>", "</s>"] + words(Vt - 4, "b")
        Multi, Field = stand_in("onmt.inputters.text_dataset", "TextMultiField"), stand_in("torchtext.data.field", "Field")

        def multi(name, itos):
            field, whole = Field(), Multi()
            field.sequential, field.pad_token, field.unk_token, field.vocab = True, "<blank>", "<unk>", vocab_object(itos)
            whole.fields = [(name, field)]
            return whole

        vocab = {"src": multi("src", src), "tgt": multi("tgt", tgt)}
        gen = nn.Sequential(generator, nn.LogSoftmax(dim=-1)).state_dict()
    opt = argparse.Namespace(rnn_type=cell, enc_layers=layers, dec_layers=layers, brnn=brnn, encoder_type="brnn" if brnn else "rnn",
                             global_attention=attention, global_attention_function="softmax", input_feed=int(feed), bridge=bridge,
                             copy_attn=False, coverage_attn=False, context_gate=None, src_vocab="run.vocab.src", tgt_vocab="run.vocab.tgt")
    whole = {"model": model.state_dict(), "generator": gen, "vocab": vocab, "opt": opt, "optim": None}
    if apart:  # --save_format safetensors
        tensors = dict(whole.pop("model"), **{"generator." + n: t for n, t in whole.pop("generator").items()})
        safetensors(os.path.join(folder, "model_step_10.safetensors"), tensors)
    torch.save(whole, os.path.join(folder, "model_step_10.pt"))
    expected(folder, f"opennmt{version}", examples(OpenNMT(model, generator, o), src, tgt, (None, None), 2, 3))


class Fairseq:
    def __init__(self, m, o):
        self.m, self.o = m, o

    def encode(self, ids):
        o, m = self.o, self.m
        h, (hs, cs) = m.encoder.lstm(m.encoder.embed_tokens(ids)[:, None])
        hs, cs = joined(hs, o.layers, o.directions), joined(cs, o.layers, o.directions)
        if o.project:
            hs, cs = [m.decoder.encoder_hidden_proj(x) for x in hs], [m.decoder.encoder_cell_proj(x) for x in cs]
        return {"h": h[:, 0], "state": (hs, cs), "feed": torch.zeros(o.D)}

    def step(self, previous, m):
        d, o = self.m.decoder, self.o
        s, m["state"] = StackedCells.step(d, torch.cat([d.embed_tokens(torch.tensor(previous)), m["feed"]]), m["state"], True)
        w = (m["h"] @ d.attention.input_proj(s)).softmax(0)
        y = m["feed"] = torch.tanh(d.attention.output_proj(torch.cat([w @ m["h"], s])))
        if o.out != o.D:
            y = d.additional_fc(y)
        return (d.fc_out(y) if not o.shared else y @ d.embed_tokens.weight.T).log_softmax(0), w


def fairseq(folder, layers=1, bidirectional=True, E=6, T=7, H=4, D=8, out=8, shared=False, cfg=False, Vs=16, Vt=12):
    o = argparse.Namespace(layers=layers, directions=2 if bidirectional else 1, D=D, out=out, shared=shared)
    d = H * o.directions
    o.project = d != D
    decoder = Module(embed_tokens=nn.Embedding(Vt, T), layers=nn.ModuleList([nn.LSTMCell(T + D if l == 0 else D, D) for l in range(layers)]),
                     attention=Module(input_proj=nn.Linear(D, d, bias=False), output_proj=nn.Linear(D + d, D, bias=False)))
    if o.project:
        decoder.encoder_hidden_proj, decoder.encoder_cell_proj = nn.Linear(d, D), nn.Linear(d, D)
    if out != D:
        decoder.additional_fc = nn.Linear(D, out)
    if not shared:
        decoder.fc_out = nn.Linear(out, Vt)
    model = rand_init(Module(encoder=Module(embed_tokens=nn.Embedding(Vs, E), lstm=nn.LSTM(E, H, layers, bidirectional=bidirectional)), decoder=decoder))
    src = ["<s>", "<pad>", "</s>", "<unk>"] + words(Vs - 4, "a")
    tgt = ["<s>", "<pad>", "</s>", "<unk>"] + words(Vt - 4, "b")
    options = {"arch": "lstm", "source_lang": "src", "target_lang": "tgt", "encoder_layers": layers, "decoder_layers": layers}
    state = {"model": model.state_dict(), "optimizer_history": [{"num_updates": 5}], "extra_state": {"epoch": 1}, "last_optimizer_state": None}
    if cfg:
        state.update(args=None, cfg={"model": argparse.Namespace(**options), "task": argparse.Namespace(source_lang="src", target_lang="tgt")})
    else:
        state["args"] = argparse.Namespace(**options)
    torch.save(state, os.path.join(folder, "checkpoint_best.pt"))
    for name, itos in (("src", src), ("tgt", tgt)):
        with open(os.path.join(folder, f"dict.{name}.txt"), "w") as f:
            f.writelines(f"{w} {100 - i}\n" for i, w in enumerate(itos[4:]))
    expected(folder, "fairseq_lstm", examples(Fairseq(model, o), src, tgt, (None, 2), 2, 2))


class IBM:
    def __init__(self, m, layers, directions, lstm):
        self.m, self.layers, self.directions, self.lstm = m, layers, directions, lstm

    def encode(self, ids):
        h, last = self.m.encoder.rnn(self.m.encoder.embedding(ids)[None])
        joint = lambda s: torch.stack(joined(s, self.layers, self.directions))[:, None]
        return {"h": h[0], "s": (joint(last[0]), joint(last[1])) if self.lstm else joint(last)}

    def step(self, previous, m):
        d = self.m.decoder
        s, m["s"] = Cells.step(d.rnn, d.embedding(torch.tensor(previous)), m["s"])
        w = (m["h"] @ s).softmax(0)
        return d.out(torch.tanh(d.attention.linear_out(torch.cat([w @ m["h"], s])))).log_softmax(0), w


def ibm(folder, cell="GRU", bidirectional=True, layers=1, H=4, Vs=14, Vt=11):
    base = stand_in("seq2seq.models.baseRNN", "BaseRNN", Module)
    Enc, Dec = stand_in("seq2seq.models.EncoderRNN", "EncoderRNN", base), stand_in("seq2seq.models.DecoderRNN", "DecoderRNN", base)
    Att, Seq = stand_in("seq2seq.models.attention", "Attention", Module), stand_in("seq2seq.models.seq2seq", "Seq2seq", Module)
    D = H * (2 if bidirectional else 1)
    rnn = rnn_of(cell)
    encoder = Enc(embedding=nn.Embedding(Vs, H), rnn=rnn(H, H, layers, batch_first=True, bidirectional=bidirectional), input_dropout=nn.Dropout(0.2))
    decoder = Dec(rnn=rnn(D, D, layers, batch_first=True), embedding=nn.Embedding(Vt, D), attention=Att(linear_out=nn.Linear(2 * D, D)), out=nn.Linear(D, Vt))
    decoder.attention.mask, decoder.max_length, decoder.rnn_cell = None, 50, rnn
    model = rand_init(Seq(encoder=encoder, decoder=decoder))
    model.decode_function = F.log_softmax
    src = ["<unk>", "<pad>"] + words(Vs - 2, "a")
    tgt = ["<unk>", "<pad>"] + words(4, "b") + ["<eos>", "<sos>"] + words(Vt - 8, "c")
    torch.save(model, os.path.join(folder, "model.pt"))
    for name, itos in (("input_vocab.pt", src), ("output_vocab.pt", tgt)):
        with open(os.path.join(folder, name), "wb") as f:
            pickle.dump(vocab_object(itos), f, protocol=2 if cell == "GRU" else 4)
    expected(folder, "ibm_seq2seq", examples(IBM(model, layers, 2 if bidirectional else 1, cell == "LSTM"), src, tgt, (None, None), tgt.index("<sos>"), tgt.index("<eos>")))


# ------------------------------------------------------------------------------------------------ JoeyNMT
class Joey:
    def __init__(self, m, o):
        self.m, self.o = m, o

    def embed(self, part, i):
        e = part.lut(torch.tensor(i))
        return e * math.sqrt(part.lut.embedding_dim) if self.o.scale else e

    def encode(self, ids):
        o = self.o
        h, last = self.m.encoder.rnn(self.embed(self.m.src_embed, ids.tolist())[None])
        final = joined(last[0] if o.lstm else last, o.encoder_layers, 2)[-1]
        if o.init == "bridge":
            s = torch.tanh(self.m.decoder.bridge_layer(final))
        elif o.init == "last":
            s = final[: o.D]
        else:
            s = torch.zeros(o.D)
        s = s.expand(o.layers, 1, -1).contiguous()
        return {"h": h[0], "s": (s, s) if o.lstm else s, "y": torch.zeros(o.D)}

    def step(self, previous, m):
        o, d = self.o, self.m.decoder
        e = self.embed(self.m.trg_embed, previous)
        s, m["s"] = Cells.step(d.rnn, torch.cat([e, m["y"]]) if o.feed else e, m["s"])
        keys = d.attention.key_layer(m["h"])
        if o.attention == "bahdanau":
            scores = d.attention.energy_layer(torch.tanh(d.attention.query_layer(s) + keys)).view(-1)
        else:
            scores = keys @ s
        w = scores.softmax(0)
        m["y"] = torch.tanh(d.att_vector_layer(torch.cat([s, w @ m["h"]])))
        return d.output_layer(m["y"]).log_softmax(0), w


def joeynmt(folder, cell="gru", attention="bahdanau", init="bridge", feed=True, scale=False, layers=1, encoder_layers=1, E=6, T=7, H=4, D=5, Vs=15, Vt=12):
    o = argparse.Namespace(lstm=cell == "lstm", attention=attention, init=init, feed=feed, scale=scale, layers=layers, encoder_layers=encoder_layers, D=D)
    rnn = rnn_of(cell.upper())
    lin = lambda i, n: nn.Linear(i, n, bias=False)
    att = Module(key_layer=lin(2 * H, D), query_layer=lin(D, D), energy_layer=lin(D, 1)) if attention == "bahdanau" else Module(key_layer=lin(2 * H, D))
    decoder = Module(rnn=rnn(T + D if feed else T, D, layers, batch_first=True), att_vector_layer=nn.Linear(D + 2 * H, D), output_layer=lin(D, Vt), attention=att)
    if init == "bridge":
        decoder.bridge_layer = nn.Linear(2 * H, D)
    model = rand_init(Module(encoder=Module(rnn=rnn(E, H, encoder_layers, batch_first=True, bidirectional=True)), decoder=decoder,
                             src_embed=Module(lut=nn.Embedding(Vs, E)), trg_embed=Module(lut=nn.Embedding(Vt, T))), 0.5 if scale else 1.0)
    src = ["<unk>", "<pad>", "<s>", "</s>"] + words(Vs - 4, "a")
    tgt = ["<unk>", "<pad>", "<s>", "</s>"] + words(Vt - 4, "b")
    opt = torch.optim.Adam(model.parameters())
    torch.save({"steps": 3, "total_tokens": 9, "best_ckpt_score": 1.5, "best_ckpt_iteration": 2, "model_state": model.state_dict(),
                "optimizer_state": opt.state_dict(), "scheduler_state": None, "amp_state": None, "train_iter_state": torch.get_rng_state()},
               os.path.join(folder, "best.ckpt"))
    for name, itos in (("src", src), ("trg", tgt)):
        with open(os.path.join(folder, f"{name}_vocab.txt"), "w") as f:
            f.writelines(w + "\n" for w in itos)
    yes = lambda b: "True" if b else "False"
    with open(os.path.join(folder, "config.yaml"), "w") as f:
        f.write(f'name: "random"  # not trained\n\ndata:\n    src: "de"\n    level: "word"\n\nmodel:\n    initializer: "xavier"\n    encoder:\n        rnn_type: "{cell}"\n'
                f"        embeddings:\n            embedding_dim: {E}\n            scale: {yes(scale)}\n        hidden_size: {H}\n        bidirectional: True\n        num_layers: {encoder_layers}\n"
                f'    decoder:\n        rnn_type: "{cell}"\n        embeddings:\n            embedding_dim: {T}\n            scale: {yes(scale)}\n        hidden_size: {D}\n        num_layers: {layers}\n'
                f'        init_hidden: "{init}"\n        attention: "{attention}"\n        input_feeding: {yes(feed)}\n')
    expected(folder, "joeynmt_rnn", examples(Joey(model, o), src, tgt, (None, 3), 2, 3))


# ------------------------------------------------------------------------------------------------ Nematus, Marian
class Nematus:
    """Theano's equations; `g` gives a tensor by Nematus' name. Marian's own normalisation adds the bias afterwards."""

    def __init__(self, p, tied, norm, D, eps):
        self.p, self.tied, self.norm, self.D, self.eps = p, tied, norm, D, eps

    def ln(self, v, gain, bias=None):
        v = (v - v.mean()) / torch.sqrt(((v - v.mean()) ** 2).mean() + self.eps) * gain
        return v if bias is None else v + bias

    def gru(self, h, x, W, U, b, Wx, Ux, bx, inside=False):
        p, D = self.p, h.shape[0]
        if self.norm == "nematus":
            n = lambda v, name: self.ln(v, p[name + "_lns"], p[name + "_lnb"])
            if inside:
                a, u = n(x @ p[W], W), n(h @ p[U] + p[b], U)
                ax, ux = n(x @ p[Wx], Wx), n(h @ p[Ux] + p[bx], Ux)
            else:
                a, u = n(x @ p[W] + p[b], W), n(h @ p[U], U)
                ax, ux = n(x @ p[Wx] + p[bx], Wx), n(h @ p[Ux], Ux)
            g = torch.sigmoid(a + u)
            r, z = g[:D], g[D:]
            cand = torch.tanh(ux * r + ax)
        else:
            a, u = x @ torch.cat([p[W], p[Wx]], 1), h @ torch.cat([p[U], p[Ux]], 1)
            if self.norm == "marian":
                stem = W[: -len("_W")] if W != "decoder_Wc" else "decoder_second"
                a, u = self.ln(a, p[stem + "_gamma1"]), self.ln(u, p[stem + "_gamma2"])
            g = torch.sigmoid(a[: 2 * D] + u[: 2 * D] + p[b])
            r, z = g[:D], g[D:]
            ax, ux = a[2 * D:], u[2 * D:]
            cand = torch.tanh(r * (ux + p[bx]) + ax) if inside else torch.tanh(ux * r + ax + p[bx])
        return z * h + (1 - z) * cand

    def ff(self, x, name):
        p = self.p
        if self.norm == "nematus":
            return self.ln(x @ p[name + "_W"] + p[name + "_b"], p[name + "_ln_s"], p[name + "_ln_b"])
        if self.norm == "marian":
            return self.ln(x @ p[name + "_W"], p[name + "_gamma"], p[name + "_b"])
        return x @ p[name + "_W"] + p[name + "_b"]

    def encode(self, ids):
        p, x = self.p, self.p["Wemb"][ids]
        H = p["encoder_U"].shape[0]
        run = lambda stem, order: self.sweep(stem, x, order, H)
        f, b = run("encoder", range(len(ids))), run("encoder_r", reversed(range(len(ids))))
        h = torch.stack([torch.cat([f[j], b[j]]) for j in range(len(ids))])
        if self.norm == "nematus":
            keys = torch.stack([self.ln(v @ p["decoder_Wc_att"] + p["decoder_b_att"], p["decoder_Wc_att_lns"], p["decoder_Wc_att_lnb"]) for v in h])
        elif self.norm == "marian":
            keys = torch.stack([self.ln(v @ p["decoder_Wc_att"], p["decoder_att_gamma1"], p["decoder_b_att"]) for v in h])
        else:
            keys = h @ p["decoder_Wc_att"] + p["decoder_b_att"]
        return {"h": h, "keys": keys, "s": torch.tanh(self.ff(h.mean(0), "ff_state"))}

    def sweep(self, stem, x, order, H):
        h, out = torch.zeros(H), {}
        for j in order:
            h = out[j] = self.gru(h, x[j], *[stem + "_" + n for n in ("W", "U", "b", "Wx", "Ux", "bx")])
        return out

    def step(self, previous, m):
        p = self.p
        table = p["Wemb_dec"] if "Wemb_dec" in p else p["Wemb"]
        e = torch.zeros(table.shape[1]) if previous is None else table[previous]
        middle = self.gru(m["s"], e, *["decoder_" + n for n in ("W", "U", "b", "Wx", "Ux", "bx")])
        q = middle @ p["decoder_W_comb_att"]
        if self.norm == "nematus":
            q = self.ln(q, p["decoder_W_comb_att_lns"], p["decoder_W_comb_att_lnb"])
        elif self.norm == "marian":
            q = self.ln(q, p["decoder_att_gamma2"])
        w = (torch.tanh(q + m["keys"]) @ p["decoder_U_att"]).view(-1).softmax(0)
        c = w @ m["h"]
        m["s"] = self.gru(middle, c, "decoder_Wc", "decoder_U_nl", "decoder_b_nl", "decoder_Wcx", "decoder_Ux_nl", "decoder_bx_nl", True)
        t = torch.tanh(self.ff(e, "ff_logit_prev") + self.ff(m["s"], "ff_logit_lstm") + self.ff(c, "ff_logit_ctx"))
        logits = t @ (table.T if self.tied else p["ff_logit_W"]) + p["ff_logit_b"]
        return logits.log_softmax(0), w


MARIAN = {"decoder_U_nl": "decoder_cell2_U", "decoder_Ux_nl": "decoder_cell2_Ux", "decoder_b_nl": "decoder_cell2_b", "decoder_bx_nl": "decoder_cell2_bx",
          "decoder_Wc": "decoder_cell2_W", "decoder_Wcx": "decoder_cell2_Wx", "ff_logit_W": "decoder_ff_logit_l2_W", "ff_logit_b": "decoder_ff_logit_l2_b",
          "ff_state_W": "decoder_ff_state_W", "ff_state_b": "decoder_ff_state_b", "ff_state_gamma": "decoder_ff_state_gamma", "Wemb": "encoder_Wemb",
          "Wemb_dec": "decoder_Wemb", "decoder_second_gamma1": "decoder_cell2_gamma1", "decoder_second_gamma2": "decoder_cell2_gamma2"}
for n_ in ("U", "Ux", "W", "Wx", "b", "bx", "gamma1", "gamma2"):
    MARIAN["decoder_" + n_], MARIAN["encoder_" + n_], MARIAN["encoder_r_" + n_] = "decoder_cell1_" + n_, "encoder_bi_" + n_, "encoder_bi_r_" + n_
for i_, part_ in enumerate(("prev", "lstm", "ctx")):
    for n_ in ("W", "b", "gamma"):
        MARIAN[f"ff_logit_{part_}_{n_}"] = f"decoder_ff_logit_l1_{n_}{i_}"


def nematus(folder, norm=None, tied=None, marian=False, E=6, H=5, D=7, Vs=14, Vt=11):
    """tied: None, "out" (the readout is the target embedding) or "all"."""
    p, d, A = {}, 2 * H, 2 * H
    if tied == "all":
        Vt = Vs

    def add(name, *shape):
        bound = 1.6 / math.sqrt(shape[0]) if len(shape) > 1 else 0.5
        p[name] = (torch.rand(shape, generator=R) * 2 - 1) * bound

    def cell(stem, inputs, hidden, names=("W", "U", "b", "Wx", "Ux", "bx")):
        W, U, b, Wx, Ux, bx = [stem + "_" + n for n in names]
        for name, shape in ((W, (inputs, 2 * hidden)), (U, (hidden, 2 * hidden)), (Wx, (inputs, hidden)), (Ux, (hidden, hidden))):
            add(name, *shape)
            if norm == "nematus":
                add(name + "_lnb", shape[1])
                p[name + "_lns"] = 1 + 0.3 * torch.rand(shape[1], generator=R)
        add(b, 2 * hidden)
        add(bx, hidden)
        if norm == "marian":
            stem = "decoder_second" if W == "decoder_Wc" else stem
            p[stem + "_gamma1"], p[stem + "_gamma2"] = [1 + 0.3 * torch.rand(3 * hidden, generator=R) for _ in range(2)]

    def ff(name, inputs, n):
        add(name + "_W", inputs, n)
        add(name + "_b", n)
        if norm == "nematus":
            add(name + "_ln_b", n)
            p[name + "_ln_s"] = 1 + 0.3 * torch.rand(n, generator=R)
        elif norm == "marian":
            p[name + "_gamma"] = 1 + 0.3 * torch.rand(n, generator=R)

    add("Wemb", Vs, E)
    if tied != "all":
        add("Wemb_dec", Vt, E)
    cell("encoder", E, H)
    cell("encoder_r", E, H)
    cell("decoder", E, D)
    cell("decoder", d, D, ("Wc", "U_nl", "b_nl", "Wcx", "Ux_nl", "bx_nl"))
    ff("ff_state", d, D)
    add("decoder_W_comb_att", D, A)
    add("decoder_Wc_att", d, A)
    add("decoder_b_att", A)
    add("decoder_U_att", A, 1)
    for name in ("decoder_W_comb_att", "decoder_Wc_att"):
        if norm == "nematus":
            add(name + "_lnb", A)
            p[name + "_lns"] = 1 + 0.3 * torch.rand(A, generator=R)
    if norm == "marian":
        p["decoder_att_gamma1"], p["decoder_att_gamma2"] = [1 + 0.3 * torch.rand(A, generator=R) for _ in range(2)]
    for name, inputs in (("ff_logit_prev", E), ("ff_logit_lstm", D), ("ff_logit_ctx", d)):
        ff(name, inputs, E)
    if not tied:
        add("ff_logit_W", E, Vt)
    add("ff_logit_b", Vt)
    model = Nematus(p, bool(tied), norm, D, 1e-9 if norm == "marian" else 1e-5)
    end, unk = ("</s>", "<unk>") if marian else ("eos", "UNK")
    src = [end, unk] + words(Vs - 2, "a")
    tgt = src if tied == "all" else [end, unk] + words(Vt - 2, "b")
    arrays = {n: t.numpy() for n, t in p.items()}
    path = os.path.join(folder, "model.npz")
    if marian:
        names = dict(MARIAN, Wemb="Wemb") if tied == "all" else MARIAN
        arrays = {names.get(n, n): a.reshape(1, -1) if a.ndim == 1 else a for n, a in arrays.items()}
        yml = f"dec-cell: gru\ndec-depth: 1\ndim-emb: {E}\ndim-rnn: {D}\ndim-vocabs:\n  - {Vs}\n  - {Vt}\nenc-cell: gru\nlayer-normalization: {'true' if norm else 'false'}\nskip: false\ntype: s2s\n"
        raw = yml.encode() + b"\0" * (-len(yml) % 256)
        arrays["special:model.yml"] = np.frombuffer(raw, dtype=np.int8)
        np.savez(path, **arrays)
        sides = ("vocab.src.yml", "vocab.trg.yml")
        for name, itos in zip(sides, (src, tgt)):
            with open(os.path.join(folder, name), "w") as f:
                f.writelines(f'"{w}": {i}\n' for i, w in enumerate(itos))
        with open(path + ".decoder.yml", "w") as f:
            f.write("relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n  - vocab.src.yml\n  - vocab.trg.yml\nbeam-size: 12\n")
    else:
        arrays.update(decoder_c_tt=np.zeros(1, np.float32), uidx=np.array(7), history_errs=np.zeros(0))
        np.savez(path, **arrays)
        write_json(path + ".json", {"dim_word": E, "dim": D, "dictionaries": ["train.src.json", "train.tgt.json"], "n_words": Vt})
        for name, itos in (("train.src.json", src), ("train.tgt.json", tgt)):
            # as programs write them: the order of the entries is nobody's business, and rare words stand past n_words
            write_json(os.path.join(folder, name), {w: i for i, w in reversed(list(enumerate(itos + ["rare"])))})
    expected(folder, "marian_s2s" if marian else "nematus", examples(model, src, tgt, (None, 0), None, 0))


VARIANTS = {
    "tutorial_pair": lambda f: tutorial(f),
    "tutorial_dict": lambda f: tutorial(f, H=6, Vs=20, Vt=9, saved="dict"),
    "tutorial_whole": lambda f: tutorial(f, H=7, saved="whole"),
    "tutorial_location_legacy": lambda f: tutorial(f, location=12, saved="legacy"),
    "tutorial_location_dict": lambda f: tutorial(f, H=5, location=7, saved="dict"),
    "chatbot_dot": lambda f: chatbot(f, "dot"),
    "chatbot_general_one_layer": lambda f: chatbot(f, "general", H=6, layers=1),
    "chatbot_concat": lambda f: chatbot(f, "concat", H=5, layers=3),
    "bentrevett_tut3": lambda f: bentrevett(f, 3),
    "bentrevett_tut4_characters": lambda f: bentrevett(f, 4, chars=True, E=5, H=4, D=6),
    "bentrevett_old_names": lambda f: bentrevett(f, 4, old=True),
    "opennmt3_lstm_general": lambda f: opennmt(f),
    "opennmt3_lstm_dot_two_layers_bridge": lambda f: opennmt(f, attention="dot", layers=2, bridge=True),
    "opennmt3_gru_mlp_one_direction": lambda f: opennmt(f, cell="GRU", attention="mlp", brnn=False),
    "opennmt3_lstm_mlp_nofeed_two_layers": lambda f: opennmt(f, attention="mlp", layers=2, feed=False),
    "opennmt3_gru_general_safetensors": lambda f: opennmt(f, cell="GRU", apart=True, brnn=False, layers=2),
    "opennmt3_rnn_dot_nofeed": lambda f: opennmt(f, cell="RNN", attention="dot", feed=False),
    "opennmt23_lstm_general": lambda f: opennmt(f, version=2, layers=2),
    "opennmt23_gru_dot_bridge": lambda f: opennmt(f, version=2, cell="GRU", attention="dot", layers=2, bridge=True, brnn=False),
    "opennmt23_lstm_mlp_nofeed": lambda f: opennmt(f, version=2, attention="mlp", feed=False, D=6),
    "fairseq_plain": lambda f: fairseq(f),
    "fairseq_projections": lambda f: fairseq(f, H=5, D=8, out=6, layers=2),
    "fairseq_one_direction_shared": lambda f: fairseq(f, bidirectional=False, H=5, D=9, out=7, shared=True, cfg=True),
    "joeynmt_gru_bahdanau_bridge": lambda f: joeynmt(f),
    "joeynmt_lstm_luong_bridge_layers": lambda f: joeynmt(f, cell="lstm", attention="luong", layers=2, encoder_layers=2),
    "joeynmt_gru_last_forward": lambda f: joeynmt(f, init="last", H=5, D=5, layers=2),
    "joeynmt_gru_last_whole": lambda f: joeynmt(f, init="last", H=4, D=8, feed=False),
    "joeynmt_lstm_last_scale": lambda f: joeynmt(f, cell="lstm", init="last", H=5, D=5, scale=True),
    "joeynmt_lstm_zero": lambda f: joeynmt(f, cell="lstm", init="zero", attention="luong", feed=False, encoder_layers=2),
    "ibm_gru": lambda f: ibm(f),
    "ibm_lstm_two_layers": lambda f: ibm(f, cell="LSTM", layers=2),
    "ibm_gru_one_direction": lambda f: ibm(f, bidirectional=False, layers=2),
    "nematus_plain": lambda f: nematus(f),
    "nematus_ln": lambda f: nematus(f, norm="nematus", E=7, H=4, D=6),
    "nematus_tied_all": lambda f: nematus(f, tied="all"),
    "nematus_ln_tied": lambda f: nematus(f, norm="nematus", tied="out"),
    "marian_plain": lambda f: nematus(f, marian=True),
    "marian_ln": lambda f: nematus(f, marian=True, norm="marian"),
    "marian_tied_all": lambda f: nematus(f, marian=True, tied="all", norm="marian", E=8, H=4, D=8),
}


def main():
    global R
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
            R = torch.Generator().manual_seed(1000 * seed + sum(map(ord, name)))
            make(folder)


if __name__ == "__main__":
    main()
