"""Programs as people train them: networks, losses, graphs, and models of physics and statistics."""

import jax
import jax.numpy as jnp
import numpy as np
from helpers.jax_corpus.program import (
    between,
    booleans,
    distinct,
    imaginary,
    integers,
    normal,
    positive,
    program,
    quick,
)
from jax import lax


@quick(normal(6, 3), integers(0, 6, 5), normal(3, 6), integers(0, 6, 5))
def embedding_loss(table, tokens, w, targets):
    logits = jax.nn.log_softmax(table[tokens] @ w)
    return -jnp.take_along_axis(logits, targets[:, None], axis=1).mean()


@program(normal(6, 3), integers(0, 6, 4), integers(0, 6, 4), integers(0, 6, 4))
def triplet_loss(table, anchors, positives, negatives):
    a, p, n = table[anchors], table[positives], table[negatives]
    return jax.nn.relu(jnp.sum((a - p) ** 2, 1) - jnp.sum((a - n) ** 2, 1) + 0.33).mean()


@quick(normal(2, 5, 4), normal(4, 12), normal(4, 4))
def causal_attention(x, w, out):
    q, k, v = (y.reshape(2, 5, 2, 2) for y in jnp.split(x @ w, 3, axis=-1))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(2.0)
    weights = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((5, 5), bool)), scores, -1e9))
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(2, 5, 4) @ out


@quick(normal(3, 4), normal(4), normal(4))
def layer_norm(x, scale, shift):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt(jnp.mean(centred**2, -1, keepdims=True) + 1e-5) * scale + shift


@program(normal(3, 4), normal(4))
def root_mean_square_norm(x, scale):
    return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale


@program(normal(6, 3), normal(3), normal(3))
def batch_norm(x, scale, shift):
    return (x - x.mean(0)) / jnp.sqrt(x.var(0) + 1e-5) * scale + shift


@program(normal(2, 3, 4), normal(4, 8), normal(8, 4))
def feed_forward(x, up, down):
    return x + jax.nn.gelu(x @ up) @ down


@program(normal(2, 4, 6), integers(0, 9, 4))
def rotary_positions(x, positions):
    angles = positions[:, None] / 10.0 ** (jnp.arange(3) / 3)
    a, b = x[..., ::2], x[..., 1::2]
    turned = jnp.stack([a * jnp.cos(angles) - b * jnp.sin(angles), a * jnp.sin(angles) + b * jnp.cos(angles)], -1)
    return turned.reshape(x.shape)


@program(normal(2, 6, 3), normal(2, 3), integers(0, 6, 2))
def key_value_cache(cache, new, position):
    return jax.vmap(lambda c, n, p: lax.dynamic_update_slice(c, n[None], (p, 0)))(cache, new, position)


@quick(normal(6, 4), normal(4, 3), normal(3, 4, 4))
def mixture_of_experts(x, router, experts):
    weights, chosen = lax.top_k(jax.nn.softmax(x @ router), 2)
    outputs = jnp.einsum("td,tkde->tke", x, experts[chosen])
    return jnp.einsum("tke,tk->te", outputs, weights / weights.sum(-1, keepdims=True))


@program(normal(6, 4), normal(4, 3))
def experts_with_capacity(x, router):
    gate = jax.nn.softmax(x @ router)
    expert = jnp.argmax(gate, axis=1)
    slot = jnp.cumsum(jax.nn.one_hot(expert, 3, dtype=jnp.int32), axis=0)[jnp.arange(6), expert] - 1
    buffer = jnp.zeros((3, 2, 4)).at[expert, slot].add(x, mode="drop")
    back = jnp.tanh(buffer).at[expert, slot].get(mode="fill", fill_value=0.0)
    return back * jnp.max(gate, axis=1, keepdims=True)


@quick(normal(5, 3), integers(0, 5, 8), integers(0, 5, 8), normal(3, 3))
def message_passing(nodes, senders, receivers, w):
    messages = jnp.tanh(nodes[senders] @ w)
    degree = jnp.zeros(5).at[receivers].add(1.0)
    return jax.nn.relu(jnp.zeros_like(nodes).at[receivers].add(messages) / jnp.maximum(degree, 1)[:, None] + nodes)


@program(normal(5, 3), integers(0, 5, 8), integers(0, 5, 8), normal(6))
def graph_attention(nodes, senders, receivers, a):
    score = jax.nn.leaky_relu(jnp.concatenate([nodes[senders], nodes[receivers]], 1) @ a)
    score = jnp.exp(score - jax.ops.segment_max(score, receivers, 5)[receivers])
    weight = score / jax.ops.segment_sum(score, receivers, 5)[receivers]
    return jax.ops.segment_sum(weight[:, None] * nodes[senders], receivers, 5)


@program(normal(5, 3), integers(0, 5, 8), integers(0, 5, 8))
def edge_maximum(nodes, senders, receivers):
    gathered = jax.ops.segment_max(nodes[senders] - nodes[receivers], receivers, 5)
    return jnp.where(jnp.isfinite(gathered), gathered, 0.0)


@program(normal(4, 3), normal(4, 4))
def page_rank(x, links):
    transition = jax.nn.softmax(links, axis=0)
    return lax.fori_loop(0, 5, lambda _, p: 0.85 * transition @ p + 0.15 * x, x)


@program(normal(7, 3), normal(7, 3), integers(0, 7, 4), integers(0, 7, 4), integers(0, 7, 4, 3))
def negative_sampling(words, contexts, centre, positives, negatives):
    c = words[centre]
    good = jax.nn.log_sigmoid(jnp.sum(c * contexts[positives], -1))
    bad = jax.nn.log_sigmoid(-jnp.einsum("bd,bnd->bn", c, contexts[negatives])).sum(-1)
    return -(good + bad).mean()


@program(normal(5, 3), normal(3, 3), integers(0, 3, 5))
def conditional_random_field(emissions, transitions, tags):
    def step(alpha, row):
        return jax.nn.logsumexp(alpha[:, None] + transitions, axis=0) + row, None

    total = jax.nn.logsumexp(lax.scan(step, emissions[0], emissions[1:])[0])
    return total - emissions[jnp.arange(5), tags].sum() - transitions[tags[:-1], tags[1:]].sum()


@program(normal(5, 3), normal(3, 3))
def viterbi_score(emissions, transitions):
    def step(score, row):
        paths = score[:, None] + transitions
        return paths.max(axis=0) + row, paths.argmax(axis=0)

    score, back = lax.scan(step, emissions[0], emissions[1:])
    _, path = lax.scan(lambda tag, row: (row[tag], tag), score.argmax(), back, reverse=True)
    return score.max(), path


@program(positive(3, 3), positive(3, 4), integers(0, 4, 6))
def hidden_markov_model(transitions, emissions, observed):
    t = transitions / transitions.sum(1, keepdims=True)
    e = emissions / emissions.sum(1, keepdims=True)

    def step(alpha, o):
        alpha = (alpha @ t) * e[:, o]
        return alpha / alpha.sum(), jnp.log(alpha.sum())

    return lax.scan(step, jnp.ones(3) / 3, observed)[1].sum()


@program(normal(5, 4), lambda rng: np.array([1, 3, 1]))
def connectionist_temporal_classification(logits, labels):
    extended = jnp.zeros(7, labels.dtype).at[1::2].set(labels)
    scores = jax.nn.log_softmax(logits)[:, extended]
    skip = jnp.concatenate([jnp.zeros(2, bool), (extended[2:] != extended[:-2]) & (extended[2:] != 0)])
    low = -1e5

    def step(alpha, row):
        one = jnp.concatenate([jnp.full(1, low), alpha[:-1]])
        two = jnp.where(skip, jnp.concatenate([jnp.full(2, low), alpha[:-2]]), low)
        return jnp.logaddexp(jnp.logaddexp(alpha, one), two) + row, None

    start = jnp.full(7, low).at[:2].set(scores[0, :2])
    final = lax.scan(step, start, scores[1:])[0]
    return -jnp.logaddexp(final[-1], final[-2])


@program(normal(6, 2), normal(3, 2))
def k_means_loss(points, centres):
    d2 = ((points[:, None] - centres) ** 2).sum(-1)
    nearest = jnp.argmin(d2, axis=1)
    means = jax.ops.segment_sum(points, nearest, 3)
    return d2.min(axis=1).sum(), means, ((points - centres[nearest]) ** 2).sum()


@program(normal(6, 2), normal(4, 2), positive())
def kernel_density(points, queries, width):
    d2 = ((queries[:, None] - points) ** 2).sum(-1)
    return jax.nn.logsumexp(-d2 / (2 * width**2), axis=1) - jnp.log(6 * width)


@program(normal(6), normal(6, 3), normal(6, 3), normal(6, 3))
def mixture_density(y, weights, means, scales):
    z = (y[:, None] - means) * jnp.exp(-scales)
    return -jax.nn.logsumexp(jax.nn.log_softmax(weights) - 0.5 * z**2 - scales, axis=1).mean()


@quick(normal(6, 7), between(0.2, 4.6, 5), between(0.2, 5.6, 5))
def bilinear_sampling(image, y, x):
    y0, x0 = jnp.floor(y).astype(int), jnp.floor(x).astype(int)
    wy, wx = y - y0, x - x0
    top = image[y0, x0] * (1 - wx) + image[y0, x0 + 1] * wx
    return top * (1 - wy) + (image[y0 + 1, x0] * (1 - wx) + image[y0 + 1, x0 + 1] * wx) * wy


@program(normal(6, 7), between(0.2, 4.6, 4), between(0.2, 5.6, 4))
def map_coordinates(image, y, x):
    return jax.scipy.ndimage.map_coordinates(image, [y, x], order=1, mode="nearest")


@program(normal(4, 6, 2))
def image_resized(x):
    return jax.image.resize(x, (8, 3, 2), "bilinear"), jax.image.resize(x, (6, 6, 2), "nearest")


@program(normal(8), normal(8))
def soft_histogram(x, w):
    position = jax.nn.sigmoid(x) * 5
    left = jnp.floor(position).astype(jnp.int32)
    frac = position - left
    return jnp.zeros(7).at[left].add(w * (1 - frac)).at[left + 1].add(w * frac)


@program(normal(2, 8, 3, 3))
def pixel_shuffle(x):
    return x.reshape(2, 2, 2, 2, 3, 3).transpose(0, 1, 4, 2, 5, 3).reshape(2, 2, 6, 6)


@program(normal(4, 5), integers(0, 5, 4))
def losses(logits, labels):
    p = jax.nn.softmax(logits)[jnp.arange(4), labels]
    margins = jax.nn.relu(1 + logits - logits[jnp.arange(4), labels][:, None])
    return -((1 - p) ** 2 * jnp.log(p)).mean(), margins.sum()


@program(normal(6), normal(6))
def regression_losses(x, y):
    e = x - y
    huber = jnp.where(jnp.abs(e) < 1, 0.5 * e * e, jnp.abs(e) - 0.5)
    return huber.mean(), jnp.log(jnp.cosh(e)).mean(), jnp.maximum(0.3 * e, -0.7 * e).mean()


@program(normal(4, 3), normal(4, 3))
def contrastive_loss(a, b):
    a, b = (v / jnp.linalg.norm(v, axis=1, keepdims=True) for v in (a, b))
    logits = a @ b.T * 5
    return -(jnp.diag(jax.nn.log_softmax(logits)) + jnp.diag(jax.nn.log_softmax(logits, axis=0))).mean()


@program(distinct(6), integers(0, 4, 6))
def ranking_loss(scores, relevance):
    order = jnp.argsort(-scores)
    gain = 2.0 ** relevance[order] - 1
    pairs = jnp.where(relevance[:, None] > relevance, jax.nn.softplus(scores[None] - scores[:, None]), 0.0)
    return pairs.sum() * (gain / jnp.log2(jnp.arange(6) + 2)).sum() + scores[order[0]]


@program(normal(4, 4), positive(4), positive(4))
def sinkhorn(cost, a, b):
    kernel = jnp.exp(-cost)

    def step(uv, _):
        u = a / (kernel @ uv[1])
        return (u, b / (kernel.T @ u)), None

    u, v = lax.scan(step, (jnp.ones(4), jnp.ones(4)), None, length=5)[0]
    return jnp.sum(u[:, None] * kernel * v * cost)


@program(normal(4, 5), normal(5, 3), normal(5))
def factorization_machine(x, v, w):
    pairs = 0.5 * ((x @ v) ** 2 - (x**2) @ (v**2)).sum(axis=1)
    return jax.nn.sigmoid(x @ w + pairs)


@program(normal(6, 6))
def heat_diffusion(u):
    def step(u, _):
        around = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)
        return u + 0.1 * (around - 4 * u), u.mean()

    return lax.scan(step, u, None, length=4)


@program(normal(4, 3), positive(4))
def n_body_energy(x, mass):
    i, j = np.triu_indices(4, 1)
    return jnp.sum(mass[i] * mass[j] / jnp.linalg.norm(x[i] - x[j], axis=1))


@program(normal(5, 5), normal(5, 5))
def ising_energy(spins, couplings):
    s = jnp.tanh(spins)
    return -jnp.sum(s * jnp.roll(s, 1, 0) * couplings + s * jnp.roll(s, 1, 1)), jnp.exp(-s.mean())


@program(imaginary(4), normal(3))
def quantum_rotations(state, angles):
    state = state / jnp.linalg.norm(state)
    for k, angle in enumerate(angles):
        c, s = jnp.cos(angle / 2), jnp.sin(angle / 2)
        gate = jnp.array([[c, -1j * s], [-1j * s, c]])
        state = jnp.einsum("ab,bc->ac", gate, state.reshape(2, 2).T if k % 2 else state.reshape(2, 2)).reshape(4)
    return jnp.abs(state) ** 2


@program(normal(5), between(0.2, 1.0, 2))
def kalman_filter(observed, noise):
    def step(carry, y):
        mean, variance = carry
        variance = variance + noise[0]
        gain = variance / (variance + noise[1])
        mean = mean + gain * (y - mean)
        return (mean, (1 - gain) * variance), mean

    return lax.scan(step, (jnp.float64(0), jnp.float64(1)), observed)


@program(normal(4, 6), integers(0, 2**31, 2, dtype=np.uint32))
def dropout(x, key):
    return jnp.where(jax.random.bernoulli(key, 0.7, x.shape), x / 0.7, 0.0)


@program(normal(4, 6), integers(0, 2**31, 2, dtype=np.uint32))
def gumbel_softmax(logits, key):
    soft = jax.nn.softmax((logits + jax.random.gumbel(key, logits.shape)) / 0.5)
    return soft, jax.nn.one_hot(soft.argmax(-1), 6) * soft


@program(normal(3, 2), normal(3, 2), integers(0, 2**31, 2, dtype=np.uint32))
def variational_autoencoder_sample(mean, logvar, key):
    z = mean + jnp.exp(0.5 * logvar) * jax.random.normal(key, mean.shape)
    return z, -0.5 * jnp.sum(1 + logvar - mean**2 - jnp.exp(logvar))


@program(normal(5, 4), booleans(5), normal(4))
def masked_mean_pooling(x, mask, w):
    weight = mask.astype(x.dtype)[:, None]
    pooled = (x * weight).sum(0) / jnp.maximum(weight.sum(), 1.0)
    return pooled @ w, jnp.where(mask[:, None], x, -jnp.inf).max(0, initial=-3.0)


@program(normal(6), normal(6), positive(6), normal(6), integers(1, 5))
def adam_step(params, gradient, second, first, step):
    first = 0.9 * first + 0.1 * gradient
    second = 0.999 * second + 0.001 * gradient**2
    return params - 0.01 * (first / (1 - 0.9**step)) / (jnp.sqrt(second / (1 - 0.999**step)) + 1e-8)


@program(normal(4, 3), normal(2, 3, 3), normal(2, 3))
def deep_network_by_scan(x, weights, biases):
    return lax.scan(lambda h, layer: (jax.nn.silu(h @ layer[0] + layer[1]) + h, None), x, (weights, biases))[0]


@program(between(0.05, 0.95, 5))
def spline_basis(x):
    knots = np.linspace(-0.6, 1.6, 12)
    basis = jnp.where((x[:, None] >= knots[:-1]) & (x[:, None] < knots[1:]), 1.0, 0.0)
    for degree in range(1, 4):
        left = (x[:, None] - knots[: -degree - 1]) / (knots[degree:-1] - knots[: -degree - 1])
        right = (knots[degree + 1 :] - x[:, None]) / (knots[degree + 1 :] - knots[1:-degree])
        basis = left * basis[:, :-1] + right * basis[:, 1:]
    return basis


@program(normal(8, 3), integers(0, 8, 6), lambda rng: np.sort(rng.integers(0, 3, 6)), normal(6))
def embedding_bag(table, indices, bags, weights):
    return jax.ops.segment_sum(table[indices] * weights[:, None], bags, 3, indices_are_sorted=True)


@program(normal(5), integers(0, 4, 7), integers(0, 5, 7), normal(7))
def sparse_matrix_vector(x, i, j, values):
    return jnp.zeros(4).at[i].add(values * x[j], indices_are_sorted=False)


@program(normal(4, 5))
def beam_search_step(logits):
    scores = jax.nn.log_softmax(logits)
    best, flat = lax.top_k(scores.reshape(-1), 3)
    return best, scores[flat // 5, flat % 5] * 2, flat % 5


@program(distinct(2, 6, 3), integers(0, 4, 2))
def region_of_interest_pool(features, start):
    boxes = jax.vmap(lambda f, s: lax.dynamic_slice(f, (s, 0), (3, 2)))(features, start)
    return boxes.max(axis=(1, 2))


@program(normal(3, 3), normal(3))
def conjugate_gradient(a, b):
    spd = a @ a.T + 3 * jnp.eye(3)

    def step(state, _):
        x, r, p = state
        ap = spd @ p
        alpha = (r @ r) / (p @ ap)
        new = r - alpha * ap
        return (x + alpha * p, new, new + (new @ new) / (r @ r) * p), None

    return lax.scan(step, (jnp.zeros(3), b, b), None, length=2)[0][0]
