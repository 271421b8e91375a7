"""e_j = q . h_j    Luong, Pham and Manning 2015, section 3.1"""

EQUAL = True

def weights(new, H, D, A): pass

def energies(w, q, h): return [dot(q, x) for x in h]
