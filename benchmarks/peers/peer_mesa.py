"""Mesa: the structure of its boid_flockers example, every boid an object; double precision, one thread."""

import mesa
import numpy as np
from mesa.experimental.continuous_space import ContinuousSpace, ContinuousSpaceAgent

from model import LIMIT, MAX_SPEED, RADIUS, SEPARATION_RADIUS


def limited(vector, longest):
    length = np.linalg.norm(vector)
    return vector * (longest / length) if length > longest else vector


class Boid(ContinuousSpaceAgent):
    def __init__(self, model, space, position, velocity):
        super().__init__(space, model)
        self.position, self.velocity, self.next_velocity = position, velocity, velocity

    def look(self):
        agents, distances = self.get_neighbors_in_radius(radius=RADIUS)
        others = np.array([agent is not self for agent in agents])
        if not others.any():
            self.next_velocity = self.velocity
            return
        d = self.space.calculate_difference_vector(self.position, agents=agents)[others]
        push = -d[distances[others] < SEPARATION_RADIUS].sum(axis=0)
        heading = np.mean([agent.velocity for agent in agents if agent is not self], axis=0) - self.velocity
        change = limited(push, LIMIT) + limited(heading, LIMIT) + limited(d.mean(axis=0), LIMIT)
        self.next_velocity = limited(self.velocity + change, MAX_SPEED)

    def move(self):
        self.velocity = self.next_velocity
        self.position += self.velocity


class Flock(mesa.Model):
    def __init__(self, flock):
        super().__init__(seed=1)
        self.space = ContinuousSpace([[0, flock.size], [0, flock.size]], torus=True, random=self.random,
                                     n_agents=flock.boids)
        Boid.create_agents(self, flock.boids, self.space, position=flock.position.astype(float),
                           velocity=flock.velocity.astype(float))

    def step(self):
        self.agents.do("look")
        self.agents.do("move")


class Peer:
    def __init__(self, flock):
        self.model = Flock(flock)

    def advance(self, steps):
        for _ in range(steps):
            self.model.step()

    def result(self):
        agents = self.model.agents
        return np.array([agent.position for agent in agents]), np.array([agent.velocity for agent in agents])
