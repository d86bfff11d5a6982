import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { openDatabase } from '../../src/database/database.ts';
import { verifyChains } from '../../src/ledger/audit/audit-chain.ts';
import { Random } from '../simulation/random.ts';
import { scale } from '../support/scale.ts';
import { takeChanges } from './changes.ts';
import { doorNames } from './doors.ts';
import { Lane } from './lane.ts';
import { refusalReasons } from './refusals.ts';
import { runSequence } from './sequence.ts';
import { Tally } from './tally.ts';
import { openWorld, type World } from './world.ts';

const wanted = Number(process.env['SAFETY_SEQUENCES'] ?? scale({ test: 1_000, soak: 100_000 }));
const seed = Number(process.env['SAFETY_SEED'] ?? 1);
/** Of the whole count: 5,000 effects, and 100 of every refusal. */
const least = { effects: Math.floor(wanted / 20), refusals: Math.floor(wanted / 1_000) };
const lanes = 32;
/** Between rounds nothing is under way: rows are judged, and the clock jumps. */
const perRound = 480;
/** Keys are good for so many rounds. */
const keyRounds = 12;

test('whoever calls, in whatever order, nothing happens that nobody approved', {
  timeout: scale({ test: 600_000, soak: 10_800_000 }),
}, async () => {
  await using world = await openWorld();
  await using opened = new AsyncDisposableStack();
  const all = Array.from({ length: lanes }, (_none, index) => opened.use(new Lane(world, index)));
  await Promise.all(all.map((lane) => lane.open()));
  const tally = new Tally();
  console.log(`seed ${seed}: ${wanted} sequences (SAFETY_SEED, SAFETY_SEQUENCES)`);
  const startedAt = performance.now();
  let told = startedAt;
  for (let round = 0; tally.sequences < wanted && world.judge.violations.length === 0; round += 1) {
    await playRound(world, { all, tally, round });
    if (performance.now() - told < 30_000) continue;
    told = performance.now();
    console.log(report(world, tally, startedAt));
  }
  console.log(report(world, tally, startedAt));
  console.log(`refusals: ${JSON.stringify(tally.refusals)}`);
  console.log(`doors: ${JSON.stringify(tally.doors)}, seen: ${JSON.stringify(world.judge.counts)}`);
  expect(world.judge.violations.slice(0, 10)).toEqual([]);
  expect(await chainVerdicts(world)).toEqual([true]);
  expect(await missingInAudit(world, tally)).toEqual([]);
  expect(world.judge.effects.approved).toBeGreaterThanOrEqual(least.effects);
  expect(refusalReasons.filter((reason) => tally.refusals[reason] < least.refusals)).toEqual([]);
  expect(doorNames.filter((door) => tally.doors[door] < least.refusals)).toEqual([]);
});

type Round = { all: readonly Lane[]; tally: Tally; round: number };

/** Lanes run side by side, each with one sequence after the other; every one has its own number, and its chances come from that. */
async function playRound(world: World, { all, tally, round }: Round): Promise<void> {
  if (round % keyRounds === 0) await Promise.all(all.map((lane) => lane.renewCallers()));
  await takeChanges(world.database); // what was made ready by hand
  const last = tally.begun + perRound;
  await Promise.all(
    all.map(async (lane) => {
      while (tally.begun < last && world.judge.violations.length === 0) {
        tally.begun += 1;
        await runSequence({ lane, tally, random: new Random(seed * 1_000_003 + tally.begun) }, tally.begun);
        tally.sequences += 1;
      }
    }),
  );
  world.judge.read(await takeChanges(world.database));
  // First what cooled down may be asked again while proposals still wait; then their time is over, and budgets are free again.
  world.advance(round % 2 === 0 ? 90_000 : 61 * 60_000);
}

function report({ judge: { effects } }: World, { sequences, steps }: Tally, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  const { approved, direct, harmless } = effects;
  return `${sequences} sequences, ${steps} steps, ${approved} approved, ${direct} direct and ${harmless} harmless effects in ${seconds.toFixed(0)} s: ${(sequences / seconds).toFixed(0)} sequences/s, ${(steps / seconds).toFixed(0)} steps/s`;
}

async function chainVerdicts({ databaseUrl }: World): Promise<boolean[]> {
  const database = await openDatabase({ url: databaseUrl, log: silentLog });
  const client = await database.connect();
  try {
    return (await verifyChains(client)).map(({ isWhole }) => isWhole);
  } finally {
    await client.end();
    await database.close();
  }
}

/** Every call and every denial has its entry, under the name of whoever asked. */
async function missingInAudit({ database }: World, { audited }: Tally): Promise<string[]> {
  const { rows } = await database.query<{ name: string; count: number }>(
    `select principal || ' ' || case
       when action ~ '^[A-Z]+ /' or action = 'kill-switch-off' and outcome = 'refused' then 'rest:refused' else action end as name,
       count(*)::int as count
     from audit group by 1`,
  );
  const found = new Map(rows.map(({ name, count }) => [name, count]));
  return [...audited]
    .filter(([name, { count }]) => (found.get(name) ?? 0) < count)
    .map(([name, { count, last }]) => `${name}: ${found.get(name) ?? 0} of ${count} (${last})`)
    .slice(0, 20);
}
