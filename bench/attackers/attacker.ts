// A process that attacks one door for a while. It yields the processor to everybody else: what is measured is the server's fairness.
import { setPriority } from 'node:os';
import type { Tally, Target } from './attack.ts';
import { type AttackName, attacks } from './attacks.ts';

export type Command = { attack: AttackName; target: Target; seconds: number };

const lowestPriority = 19;

process.on('disconnect', () => process.exit());
process.once('message', ({ attack, target, seconds }: Command) => {
  setPriority(lowestPriority);
  const tally: Tally = { messages: 0, bytes: 0, closes: 0 };
  const report = () => process.send?.(tally, () => process.exit());
  // A hung attack must not hold up the benchmark.
  setTimeout(report, (seconds + 5) * 1000).unref();
  void attacks[attack](target, tally, AbortSignal.timeout(seconds * 1000)).then(report, report);
});
