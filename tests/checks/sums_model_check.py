"""Explores every order in which kernels/sums.cu can run, in a model of it: tickets, one relaxed word a tile, words of earlier launches left in
memory, blocks that begin in any order, few of them there at once. A read may return any value of its word that is not older than what the
same block has read or written there: coherence is all that relaxed accesses promise.

Usage: sums_model_check.py. Says for each case whether the sum before every tile is right and every state can end; faults that are planted must
be found. Exits 1 if a case ends otherwise than it must.
"""

import sys
from collections import deque

NOTHING, TILE, ALL = 0, 1, 2
# Tiles, words that a block reads at once, blocks there at once, launches, fault, and how it ends.
CASES = [(3, 2, 3, 2, "", "right"), (4, 2, 2, 2, "", "right"), (4, 3, 3, 2, "", "right"), (5, 2, 2, 1, "", "right"), (3, 2, 2, 3, "", "right"),
         (3, 2, 2, 2, "no round", "wrong"), (3, 2, 1, 1, "no ticket", "stuck")]


class WrongSum(Exception):
    pass


class Model:
    """A state: the words, each with all values of this launch; tickets taken; blocks that have not begun; blocks that run. One that runs has
    its place in the program, tile, last word to read, lane, sum so far, what its lanes have heard, and how far it has seen each word."""

    def __init__(self, tiles, lanes, resident, launches, fault):
        self.tiles, self.lanes, self.resident, self.launches, self.fault = tiles, lanes, resident, launches, fault
        self.counts = [[1 + (3 * launch + 5 * tile) % 7 for tile in range(tiles)] for launch in range(launches)]
        self.states = 0

    def explore(self):
        """'right', 'wrong' or 'stuck'."""
        begins = {tuple(((0, NOTHING, 0),) for _ in range(self.tiles))}
        for launch in range(self.launches):
            after = set()
            try:
                if not all(self.ends(launch, words, after) for words in begins):
                    return "stuck"
            except WrongSum:
                return "wrong"
            begins = after
        return "right"

    def ends(self, launch, words, after):
        """Whether each state of a launch can end; adds the words that are left to `after`."""
        start = (words, launch * self.tiles, tuple(range(self.tiles)), ())
        seen, queue, before, last = {start}, deque([start]), {}, []
        while queue:
            state = queue.popleft()
            self.states += 1
            words, tickets, waiting, running = state
            if not waiting and not running:
                after.add(tuple((word[-1],) for word in words))  # a launch ends with a barrier: all is seen
                last.append(state)
                continue
            for then in self.followers(launch, *state):
                before.setdefault(then, []).append(state)
                if then not in seen:
                    seen.add(then)
                    queue.append(then)
        can_end, queue = set(last), deque(last)
        while queue:
            for state in before.get(queue.popleft(), ()):
                if state not in can_end:
                    can_end.add(state)
                    queue.append(state)
        return can_end == seen

    def followers(self, launch, words, tickets, waiting, running):
        if len(running) < self.resident:
            for k, number in enumerate(waiting):
                block = ("ticket", number, 0, 0, 0, (), tuple(len(word) - 1 for word in words))
                yield words, tickets, waiting[:k] + waiting[k + 1:], tuple(sorted(running + (block,)))
        for k, block in enumerate(running):
            rest = running[:k] + running[k + 1:]
            for new_words, new_tickets, then in self.advance(launch, words, tickets, *block):
                yield new_words, new_tickets, waiting, tuple(sorted(rest + ((then,) if then else ())))

    def told(self, launch, covers, total):
        return (0 if self.fault == "no round" else launch, covers, total)

    @staticmethod
    def written(words, tile, value):
        return tuple(word + (value,) if k == tile else word for k, word in enumerate(words))

    def advance(self, launch, words, tickets, at, tile, last, lane, total, heard, seen):
        """What one step of a block makes of words, tickets and the block; None: it has ended."""
        if at == "ticket":
            mine = tile if self.fault == "no ticket" else tickets % self.tiles
            yield words, tickets + 1, ("tell", mine, mine - 1, 0, 0, (), seen)
        elif at == "tell":
            words = self.written(words, tile, self.told(launch, ALL if tile == 0 else TILE, self.counts[launch][tile]))
            seen = tuple(len(words[k]) - 1 if k == tile else one for k, one in enumerate(seen))
            yield words, tickets, ("look", tile, tile - 1, 0, 0, (), seen)
        elif at == "look" and lane == self.lanes:
            if any(word[0] != self.told(launch, 0, 0)[0] or word[1] == NOTHING for word in heard):
                yield words, tickets, ("look", tile, last, 0, total, (), seen)  # again
                return
            whole = [k for k, word in enumerate(heard) if word[1] == ALL]
            total += sum(word[2] for word in heard[:whole[0] + 1 if whole else self.lanes])
            yield words, tickets, ("tell all" if whole else "look", tile, last if whole else last - self.lanes, 0, total, (), seen)
        elif at == "look":
            word = last - lane
            if word < 0:
                yield words, tickets, ("look", tile, last, lane + 1, total, heard + (self.told(launch, ALL, 0),), seen)
                return
            for k in range(seen[word], len(words[word])):
                now = tuple(k if other == word else one for other, one in enumerate(seen))
                yield words, tickets, ("look", tile, last, lane + 1, total, heard + (words[word][k],), now)
        else:
            if total != sum(self.counts[launch][:tile]):
                raise WrongSum
            if tile > 0:
                words = self.written(words, tile, self.told(launch, ALL, total + self.counts[launch][tile]))
            yield words, tickets, None


def main():
    failed = False
    for *numbers, fault, wanted in CASES:
        model = Model(*numbers, fault)
        found = model.explore()
        failed |= found != wanted
        print("{} tiles, {} lanes, {} blocks at once, {} launches{}: {} ({} states{})".format(
            *numbers, f", {fault}" if fault else "", found, model.states, "" if found == wanted else f"; it must be {wanted}"))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
