#!/usr/bin/python3
"""A model of bentrevett's tutorial 4 with random weights, and its expected.json by the lines that README.md has for it.

Run: readme_example.py OUT README. Writes OUT/tut4-model.pt, the two lists of words, and OUT/expected.json.
"""
import os, re, sys
import torch
import torch.nn as nn

OUT, README = sys.argv[1:]
E, H, D, VS, VT = 6, 5, 7, 14, 11


class Parts(nn.Module):
    def __init__(self, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(self, name, part)


torch.manual_seed(3)
model = Parts(encoder=Parts(embedding=nn.Embedding(VS, E), rnn=nn.GRU(E, H, bidirectional=True), fc=nn.Linear(2 * H, D)),
              decoder=Parts(attention=Parts(attn=nn.Linear(D + 2 * H, D), v=nn.Linear(D, 1, bias=False)), embedding=nn.Embedding(VT, E),
                            rnn=nn.GRU(E + 2 * H, D), fc_out=nn.Linear(D + 2 * H + E, VT)))
for p in model.parameters():
    nn.init.uniform_(p, -1, 1)
special = ["<unk>", "<pad>", "<sos>", "<eos>"]
source_words, target_words = special + [f"a{i}" for i in range(VS - 4)], special + [f"b{i}" for i in range(VT - 4)]
torch.save(model.state_dict(), os.path.join(OUT, "tut4-model.pt"))
for name, listed in (("src_vocab.txt", source_words), ("trg_vocab.txt", target_words)):
    with open(os.path.join(OUT, name), "w") as f:
        f.writelines(word + "\n" for word in listed)


def stepper(ids):
    h, last = model.encoder.rnn(model.encoder.embedding(torch.tensor(ids))[:, None])
    h, state = h[:, 0], torch.tanh(model.encoder.fc(torch.cat([last[0, 0], last[1, 0]])))

    def step(previous):
        nonlocal state
        d = model.decoder
        y = d.embedding(torch.tensor(previous))
        w = d.attention.v(torch.tanh(d.attention.attn(torch.cat([state.expand(len(h), -1), h], 1)))).view(-1).softmax(0)
        c = w @ h
        state = d.rnn(torch.cat([y, c]).view(1, 1, -1), state.view(1, 1, -1))[0].view(-1)
        return d.fc_out(torch.cat([state, c, y])), w

    return step


lines = [block for block in re.findall(r"```python\n(.*?)```", open(README, encoding="utf-8").read(), re.S) if "expected.json" in block]
assert len(lines) == 1, "README.md has these lines once"
exec(lines[0])
os.chdir(OUT)
made = []
for text in ("a1 a2 a3", "a9 a0 a4 a4 a7", "a5"):
    ids = [2] + [source_words.index(w) for w in text.split()] + [3]
    made.append(example(text, ids, [source_words[i] for i in ids], 2, 3, target_words, stepper(ids), longest=12))
write_examples(made)
