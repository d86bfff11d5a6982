import { readFile, writeFile } from 'node:fs/promises';
import { withServers } from '../harness/bench.ts';
import { withProduct } from '../harness/product.ts';
import { shown, table } from '../harness/show-results.ts';
import { type LoadCase, runIdleCase, runLoadCase } from './cases.ts';
import { type GateFigures, judgeGate, tolerance } from './judge.ts';

const file = new URL('gate.json', import.meta.url);

/** Those beside limit-pg, and one that writes nothing, beside limit. */
const besideLimitPg: readonly LoadCase[] = [
  { name: 'session 2.0.1, 100 stations', version: '2.0.1', stations: 100, script: 'session' },
  { name: 'session 2.0.1, 1,000 stations', version: '2.0.1', stations: 1_000, script: 'session', countsBytes: true },
  { name: 'session 1.6, 1,000 stations', version: '1.6', stations: 1_000, script: 'session' },
  { name: '400 messages/s', version: '2.0.1', stations: 1_000, script: 'session', perSecond: 400 },
];
const besideLimit: LoadCase = {
  name: 'heartbeat, 100 stations',
  version: '2.0.1',
  stations: 100,
  script: 'heartbeat',
};

/** Exit code 0: no figure is worse than the committed one. 1: one is. 2: the machine was too disturbed to tell. */
export async function runGate({ save }: { save: boolean }): Promise<number> {
  const startedAt = performance.now();
  const measured = await measureAll();
  const lines = judgeGate(await readCommitted(), measured);
  console.log(
    `\n${table(
      ['case', 'committed', 'measured', 'verdict'],
      lines.map((line) => [line.name, shown(line.committed), shown(line.measured), line.verdict]),
    )}\n(${((performance.now() - startedAt) / 1000).toFixed(0)} s; CPU is a multiple of the limit's; ${tolerance * 100} % is allowed)`,
  );
  const namesOf = (verdict: string) => lines.filter((line) => line.verdict === verdict).map(({ name }) => name);
  const disturbed = namesOf('too disturbed');
  if (disturbed.length > 0)
    console.log(`Not judged, the machine was busy with something else: ${disturbed.join('; ')}. Run it again later.`);
  if (save) return disturbed.length > 0 ? 2 : saveFigures(measured as GateFigures);
  const worse = namesOf('worse');
  if (worse.length > 0) console.log(`Worse than committed: ${worse.join('; ')}.`);
  if (worse.length > 0) return 1;
  return disturbed.length > 0 ? 2 : 0;
}

async function measureAll(): Promise<Record<string, number | null>> {
  const idle = await withProduct({}, runIdleCase); // in a process that has done nothing else yet
  return withServers({ profileTo: undefined }, async ({ all, product }) => {
    const server = (name: string) => all.find((each) => each.name === name) ?? product;
    const measured: Record<string, number | null> = {};
    for (const one of besideLimitPg)
      Object.assign(measured, await runLoadCase(one, { limit: server('limit-pg'), product }));
    Object.assign(measured, await runLoadCase(besideLimit, { limit: server('limit'), product }));
    return { ...measured, ...idle };
  });
}

async function readCommitted(): Promise<GateFigures> {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { figures: GateFigures }).figures;
  } catch {
    console.log('Nothing is committed yet: npm run bench -- gate --save writes bench/gate/gate.json.');
    return {};
  }
}

async function saveFigures(measured: GateFigures): Promise<number> {
  const figures = Object.fromEntries(
    Object.entries(measured).map(([name, figure]) => [name, Number(figure.toPrecision(3))]),
  );
  const about = `CPU: a multiple of the limit's. Written by npm run bench -- gate --save.`;
  await writeFile(file, `${JSON.stringify({ about, savedAt: new Date().toISOString(), figures }, null, 2)}\n`);
  console.log('Saved to bench/gate/gate.json.');
  return 0;
}
