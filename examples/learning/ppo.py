"""From nothing to an opponent at a table: PPO against itself on a vector, measured in the arena, and exported.

    pip install 'oddboard[train]'
    python ppo.py --game everest --steps 2000000 --out mine
    oddboard arena everest --bots mine/policy.npz,novice,random
    oddboard serve --bot mine=mine/policy.npz

One network decides for all seats. `recv` tells each seat what has come to it since it last decided, which is all the
bookkeeping that there is; advantages are GAE's over each seat's own decisions. Checkpoints are written as it learns,
and found again; TensorBoard's log if it is installed.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from parts import parser_of, published
from torch import nn

from oddboard.bots import guests
from oddboard.envs import Vector

DISCOUNT, LAMBDA, CLIP = 0.999, 0.95, 0.2
VALUE_WEIGHT, ENTROPY_WEIGHT = 0.5, 0.01
EPOCHS, MINIBATCHES, RATE, MOST_GRADIENT = 3, 4, 3e-4, 0.5


class Policy(nn.Module):
    """Two layers that all share, a number for every code, and what the seat can expect."""

    def __init__(self, size: int, codes: int, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(size, width), nn.Linear(width, width)
        self.codes, self.value = nn.Linear(width, codes), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Numbers for all codes, and the value."""
        within = torch.relu(self.second(torch.relu(self.first(seen))))
        return self.codes(within), self.value(within).squeeze(-1)

    def layers(self) -> list[tuple[Any, Any]]:
        """What decides, as arrays: weights by input and output, and bias."""
        kept = (self.first, self.second, self.codes)
        return [(each.weight.detach().cpu().numpy().T, each.bias.detach().cpu().numpy()) for each in kept]


def choices(policy: Policy, seen: Any, masks: Any, device: str) -> tuple[Any, Any, Any]:
    """For each row: a code, the logarithm of its probability, the value."""
    with torch.no_grad():
        logits, values = policy(torch.as_tensor(seen, device=device).float() / guests.SCALE)
        logits = logits.masked_fill(~torch.as_tensor(masks, device=device), -torch.inf)
        drawn = torch.distributions.Categorical(logits=logits)
        codes = drawn.sample()
        return codes.cpu().numpy(), drawn.log_prob(codes).cpu().numpy(), values.cpu().numpy()


class Rollout:
    """Decisions in the order in which they were made, each with what came of it once its seat decides again."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "code", "log", "value")}
        self.count = 0
        self.latest: dict[tuple[int, int], int] = {}  # by game and seat: its last decision
        self.following: dict[
            int, tuple[int, float, bool]
        ] = {}  # the next one, the reward between, and whether it ended

    def gather(self, v: Vector, policy: Policy, decisions: int, device: str) -> None:
        """Play until there are so many decisions."""
        while self.count < decisions:
            for seat in range(v.players):
                seen, rewards, ended, _, info = v.recv(seat)
                if not len(rewards):
                    continue
                codes, logs, values = choices(policy, seen, info["mask"], device)
                for row, game in enumerate(info["game"].tolist()):
                    if (game, seat) in self.latest:
                        before = self.latest[game, seat]
                        self.following[before] = (self.count + row, float(rewards[row]), bool(ended[row]))
                    self.latest[game, seat] = self.count + row
                for name, part in zip(self.rows, (seen, info["mask"], codes, logs, values), strict=True):
                    self.rows[name].append(part)
                self.count += len(codes)
                v.send(codes, info["game"])

    def learnt_from(self) -> tuple[dict[str, Any], Any, Any, Any]:
        """All decisions; which of them have an outcome; their advantages and returns."""
        rows = {name: np.concatenate(parts) for name, parts in self.rows.items()}
        advantage, known = np.zeros(self.count, np.float32), np.zeros(self.count, np.bool_)
        for one in reversed(range(self.count)):
            if one in self.following:
                after, reward, ended = self.following[one]
                ahead = 0.0 if ended else DISCOUNT * (rows["value"][after] + LAMBDA * advantage[after])
                advantage[one] = reward + ahead - rows["value"][one]
                known[one] = True
        return rows, known, advantage, advantage + rows["value"]


def improve(policy: Policy, optimiser: torch.optim.Optimizer, rollout: Rollout, device: str) -> dict[str, float]:
    """PPO's step; the mean losses."""
    rows, known, advantages, returns = rollout.learnt_from()
    places = np.flatnonzero(known)
    told = {"policy": 0.0, "value": 0.0, "entropy": 0.0}
    spread = advantages[places].std() + 1e-8
    for _ in range(EPOCHS):
        np.random.shuffle(places)
        for some in np.array_split(places, MINIBATCHES):
            logits, values = policy(torch.as_tensor(rows["seen"][some], device=device).float() / guests.SCALE)
            logits = logits.masked_fill(~torch.as_tensor(rows["mask"][some], device=device), -torch.inf)
            drawn = torch.distributions.Categorical(logits=logits)
            better = torch.as_tensor((advantages[some] - advantages[places].mean()) / spread, device=device)
            logs = drawn.log_prob(torch.as_tensor(rows["code"][some], device=device))
            ratio = torch.exp(logs - torch.as_tensor(rows["log"][some], device=device))
            gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            error = (values - torch.as_tensor(returns[some], device=device)).pow(2).mean()
            entropy = drawn.entropy().mean()
            optimiser.zero_grad()
            (-gain + VALUE_WEIGHT * error - ENTROPY_WEIGHT * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), MOST_GRADIENT)
            optimiser.step()
            for name, part in (("policy", -gain), ("value", error), ("entropy", entropy)):
                told[name] += float(part.detach()) / (EPOCHS * MINIBATCHES)
    return told


def to_onnx(layers: list[tuple[Any, Any]], path: Path, game: str) -> None:
    """The same network as ONNX, for other programs; needs `pip install onnx`."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, weights, name = [], [], "seen"
    for i, (weight, bias) in enumerate(layers):
        weights += [
            numpy_helper.from_array(np.ascontiguousarray(weight), f"w{i}"),
            numpy_helper.from_array(bias, f"b{i}"),
        ]
        last = i == len(layers) - 1
        nodes += [helper.make_node("Gemm", [name, f"w{i}", f"b{i}"], ["logits" if last else f"h{i}"])]
        nodes += [] if last else [helper.make_node("Relu", [f"h{i}"], [f"r{i}"])]
        name = f"r{i}"
    given = helper.make_tensor_value_info("seen", TensorProto.FLOAT, [1, layers[0][0].shape[0]])
    found = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, layers[-1][0].shape[1]])
    graph = helper.make_graph(nodes, "policy", [given], [found], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"game": game})
    onnx.save(model, path)


def writer(folder: Path) -> Any:
    """TensorBoard's, or None where it is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(folder / "log")


def train(asked: argparse.Namespace) -> dict[str, Any]:
    """Learn, write checkpoints and the policy, and measure it."""
    torch.manual_seed(asked.seed)
    np.random.seed(asked.seed)
    folder = Path(asked.out)
    folder.mkdir(parents=True, exist_ok=True)
    options = json.loads(asked.options)
    v = Vector(
        asked.game, asked.games, players=asked.players, options=options, seed=asked.seed, mask="flags", checked=False
    )
    policy = Policy(v.layout.size, v.codes, asked.width).to(asked.device)
    optimiser = torch.optim.Adam(policy.parameters(), RATE)
    done, checkpoint, board = 0, folder / "checkpoint.pt", writer(folder)
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=True)
        policy.load_state_dict(kept["policy"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["done"]
    while done < asked.steps:
        rollout = Rollout()
        rollout.gather(v, policy, asked.batch, asked.device)
        losses = improve(policy, optimiser, rollout, asked.device)
        done += rollout.count
        torch.save({"policy": policy.state_dict(), "optimiser": optimiser.state_dict(), "done": done}, checkpoint)
        if board:
            for name, loss in losses.items():
                board.add_scalar(name, loss, done)
        print(done, {name: round(loss, 4) for name, loss in losses.items()}, file=sys.stderr)
    found = published(asked, policy.layers(), v.players)
    if asked.onnx:
        to_onnx(policy.layers(), folder / "policy.onnx", asked.game)
    return found


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    asked = parser_of(__doc__, "everest", against="random,novice")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--games", type=int, default=256, help="at once")
    asked.add_argument("--steps", type=int, default=2_000_000, help="decisions to learn from")
    asked.add_argument("--batch", type=int, default=16_384, help="decisions between two improvements")
    asked.add_argument("--width", type=int, default=256, help="of a layer")
    asked.add_argument("--device", default="cpu", help="of the network")
    asked.add_argument("--onnx", action="store_true", help="export as ONNX, too")
    return asked


if __name__ == "__main__":
    train(parser().parse_args())
