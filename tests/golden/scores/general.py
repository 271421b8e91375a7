"""e_j = (W q) . h_j    Luong, Pham and Manning 2015, section 3.1"""

def weights(new, H, D, A):
    new("attention.W", 2 * H, D, scale=1.)

def energies(w, q, h):
    asked = apply(w["attention.W"], q)
    return [dot(asked, x) for x in h]
