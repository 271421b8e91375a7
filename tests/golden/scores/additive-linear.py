"""e_j = v . (Wq q + Wh h_j + b)    no paper known"""

def weights(new, H, D, A):
    new("attention.Wq", A, D, scale=1.); new("attention.Wh", A, 2 * H, scale=1.); new("attention.b", A); new("attention.v", A, scale=2.)

def energies(w, q, h):
    asked = plus(apply(w["attention.Wq"], q), w["attention.b"])
    return [dot(w["attention.v"], plus(asked, apply(w["attention.Wh"], x))) for x in h]
