import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { verifyChains } from '../../src/ledger/audit/audit-chain.ts';
import { silentLog } from '../../src/log.ts';
import { Random } from '../simulation/random.ts';
import { scale } from '../support/scale.ts';
import { takeChanges } from './changes.ts';
import { Lane } from './lane.ts';
import { refusalReasons } from './refusals.ts';
import { runSequence } from './sequence.ts';
import { Tally } from './tally.ts';
import { openWorld, type World } from './world.ts';

const wanted = Number(process.env['SAFETY_SEQUENCES'] ?? scale({ test: 1_440, soak: 100_000 }));
const least = scale({ test: { effects: 150, refusals: 5 }, soak: { effects: 5_000, refusals: 100 } });
const seed = Number(process.env['SAFETY_SEED'] ?? 1);
const lanes = 12;
const perLane = 20;

test('whoever calls, in whatever order, nothing happens that nobody approved', {
  timeout: scale({ test: 300_000, soak: 7_200_000 }),
}, async () => {
  await using world = await openWorld();
  const tally = new Tally();
  await using opened = new AsyncDisposableStack();
  const all: Lane[] = [];
  for (let index = 0; index < lanes; index += 1) all.push(opened.use(await new Lane(world, index).open()));
  await takeChanges(world.database); // what was made ready by hand
  const startedAt = performance.now();
  let told = startedAt;
  for (let round = 0; tally.sequences < wanted; round += 1) {
    await playRound(world, { all, tally, round });
    if (world.judge.violations.length > 0) break;
    if (performance.now() - told < 15_000) continue;
    told = performance.now();
    console.log(report(world, tally, startedAt));
  }
  console.log(report(world, tally, startedAt));
  console.log(`cpu ${JSON.stringify(process.cpuUsage())}`);
  console.log(JSON.stringify({ ...tally.refusals }));
  console.log(JSON.stringify(Object.fromEntries(tally.doors)), JSON.stringify(world.judge.counts));
  if (process.env['SAFETY_TELL'] !== undefined) {
    console.log(Object.fromEntries([...tally.unexplained].toSorted((a, b) => b[1] - a[1]).slice(0, 60)));
    console.log(Object.fromEntries(tally.done));
    console.table(
      [...tally.times]
        .toSorted((a, b) => b[1].ms - a[1].ms)
        .slice(0, 40)
        .map(([name, { ms, count, most }]) => ({
          name,
          ms: Math.round(ms),
          count,
          mean: Math.round(ms / count),
          most: Math.round(most),
        })),
    );
  }
  expect(world.judge.violations.slice(0, 10)).toEqual([]);
  expect(await chainVerdicts(world)).toEqual([true]);
  expect(await missingInAudit(world, tally)).toEqual([]);
  expect(world.judge.effects.approved).toBeGreaterThanOrEqual(least.effects);
  const rare = refusalReasons.filter((reason) => tally.refusals[reason] < least.refusals);
  expect(rare).toEqual([]);
});

/** Lanes run side by side; between rounds nothing is under way, the clock jumps, and every changed row is looked at. */
async function playRound(
  world: World,
  { all, tally, round }: { all: Lane[]; tally: Tally; round: number },
): Promise<void> {
  if (round % 4 === 0) for (const lane of all) await lane.renewCallers();
  await takeChanges(world.database);
  await Promise.all(
    all.map(async (lane) => {
      const random = new Random(seed * 1_000_003 + round * 1_009 + lane.index);
      for (let count = 0; count < perLane; count += 1) {
        world.advance(random.between(0, 1_500));
        await runSequence({ lane, random, tally });
        tally.sequences += 1;
      }
    }),
  );
  world.judge.read(await takeChanges(world.database));
  world.advance(round % 2 === 0 ? 16 * 60_000 : 1_000);
}

function report({ judge: { effects } }: World, { sequences, steps }: Tally, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${sequences} sequences, ${steps} steps, ${effects.approved} approved, ${effects.direct} direct and ${effects.harmless} harmless effects in ${seconds.toFixed(0)} s: ${(sequences / seconds).toFixed(0)} sequences/s, ${(steps / seconds).toFixed(0)} steps/s`;
}

async function chainVerdicts({ sigec }: World): Promise<boolean[]> {
  const database = await openDatabase({ url: sigec.databaseUrl, log: silentLog });
  const client = await database.connect();
  try {
    return (await verifyChains(client)).map(({ isWhole }) => isWhole);
  } finally {
    await client.end();
    await database.close();
  }
}

async function missingInAudit(world: World, tally: Tally): Promise<string[]> {
  const { rows } = await world.database.query<{ name: string; count: number }>(
    `select principal || ' ' || case when action ~ '^[A-Z]+ /' or action = 'halt-off' and outcome = 'refused' then 'rest:refused' else action end as name, count(*)::int as count
     from audit group by 1`,
  );
  const found = new Map(rows.map(({ name, count }) => [name, count]));
  return [...tally.audited]
    .filter(([name, count]) => (found.get(name) ?? 0) < count)
    .map(([name, count]) => `${name}: ${found.get(name) ?? 0} of ${count}`)
    .slice(0, 20);
}
