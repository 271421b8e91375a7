"""e_j = v . gelu(Wq q + Wh h_j + b), gelu(x) = x Phi(x)    the unit: Hendrycks and Gimpel 2016"""

def weights(new, H, D, A):
    new("attention.Wq", A, D, scale=1.); new("attention.Wh", A, 2 * H, scale=1.); new("attention.b", A); new("attention.v", A, scale=2.)

def energies(w, q, h):
    asked = plus(apply(w["attention.Wq"], q), w["attention.b"])
    return [dot(w["attention.v"], [gelu(u) for u in plus(asked, apply(w["attention.Wh"], x))]) for x in h]
