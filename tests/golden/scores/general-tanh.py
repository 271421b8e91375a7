"""e_j = tanh((W q) . h_j + b), b one number    Ma, Li, Zhang and Wang 2017, the score gamma"""

def weights(new, H, D, A):
    new("attention.W", 2 * H, D, scale=1.); new("attention.b", 1)

def energies(w, q, h):
    asked = apply(w["attention.W"], q)
    return [tanh(dot(asked, x) + w["attention.b"][0]) for x in h]
