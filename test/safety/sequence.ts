import type { Run } from './asking.ts';
import { directedSteps } from './directed-steps.ts';
import { elicitationSteps } from './elicitation-steps.ts';
import { killSwitchSteps } from './kill-switch-steps.ts';
import { asking, callerNames } from './lane.ts';
import { anyCall, directChange, directCommand, keys, readOnly, sameKeyTwice, withinSession } from './other-steps.ts';
import { anyProposal, apply, change, decide, mayfly, propose, race, twins } from './proposal-steps.ts';

/** A few steps of anybody: the straight way with a stone on it, a way that ends at one refusal, or whatever comes. */
export async function runSequence(run: Run, number: number): Promise<void> {
  const { lane, random } = run;
  const from = Date.now();
  lane.story = [`sequence ${number}`];
  const dice = random.next();
  if (dice < 0.4) await story(run);
  else if (dice < 0.6) await directedSteps(run);
  else for (let step = random.between(1, 3); step > 0; step -= 1) await anyStep(run);
  lane.world.judge.remember({ lane: lane.index, from, to: Date.now(), story: lane.doing });
}

/** Propose, approve, apply: with one or two things about it wrong, most of the time. */
async function story(run: Run): Promise<void> {
  const { random } = run;
  const proposal = await propose(run, { by: random.pick(asking) });
  if (proposal === undefined) return;
  if (random.chance(0.1)) await anyStep(run);
  if (random.chance(0.08)) await change(run, proposal);
  if (random.chance(0.9)) await decide(run, proposal);
  if (random.chance(0.15)) await anyStep(run);
  if (random.chance(0.12)) await change(run, proposal);
  await apply(run, proposal);
  if (random.chance(0.3)) await apply(run, proposal);
}

const steps: readonly (readonly [weight: number, step: (run: Run) => Promise<unknown>])[] = [
  [20, anyCall],
  [12, (run) => propose(run, { by: run.random.pick(callerNames) })],
  [10, (run) => decide(run, anyProposal(run))],
  [10, (run) => apply(run, anyProposal(run))],
  [8, race],
  [4, twins],
  [6, (run) => change(run, anyProposal(run))],
  [8, directCommand],
  [4, directChange],
  [5, sameKeyTwice],
  [5, withinSession],
  [4, readOnly],
  [4, elicitationSteps],
  [2, keys],
  [1, killSwitchSteps],
  [1.5, mayfly],
];
const totalWeight = steps.reduce((sum, [weight]) => sum + weight, 0);

async function anyStep(run: Run): Promise<void> {
  let dice = run.random.next() * totalWeight;
  for (const [weight, step] of steps) {
    dice -= weight;
    if (dice > 0) continue;
    await step(run);
    return;
  }
}
