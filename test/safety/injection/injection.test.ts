import { expect, test } from 'vitest';
import { takeChanges } from '../changes.ts';
import { toldProfile } from '../effects.ts';
import { Judge } from '../judge.ts';
import { RecordingStation } from '../recording-station.ts';
import { isHarmless } from '../rights.ts';
import { makeCaller, openWorld } from '../world.ts';
import { ObedientModel } from './obedient-model.ts';
import { payloads } from './payloads.ts';
import { readEverything } from './read-everything.ts';
import { Reader } from './reader.ts';
import { Seen } from './seen.ts';
import { carry, writeByHand } from './strangers.ts';

const noBound = { agent: Infinity, program: Infinity, person: Infinity };
const many = 'agent=100000,program=100000,person=100000';

/** The book of commands, what was asked for, and what a station answers about the power that it will give. */
const ofHarmless = new Set(['command', 'log_request', ...toldProfile]);

test('what strangers write reaches no sentence of ours, stays clean data, and makes nothing happen', {
  timeout: 900_000,
}, async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(150);
  await using world = await openWorld({
    COOL_DOWN_SECONDS: 'off',
    BUDGET_COMMANDS_PER_HOUR: many,
    BUDGET_STATIONS_PER_COMMAND: many,
  });
  const judge = new Judge({ now: world.now, maxPerHour: noBound, coolDownSeconds: {} });
  await using victim = new RecordingStation({
    url: world.addresses.ocpp,
    stationId: 'VICTIM',
    version: '2.0.1',
    onFrame: (frame) => judge.hear(0, frame, 'somebody obeyed a stranger'),
  });
  await victim.connect();
  await victim.begin('04A1B2C3D4E5F6');
  const [readingAgent, obeyingAgent] = [
    await makeCaller(world, { kind: 'agent', role: 'operator' }),
    await makeCaller(world, { kind: 'agent', role: 'operator' }),
  ];
  const clock = stopwatch();

  const carriers = await carry(world);
  // None of it is a reason to lose a station, or what it said.
  expect(carriers.flatMap(({ refused }) => refused)).toEqual([]);
  expect(carriers.filter(({ isOpen }) => !isOpen).map(({ stationId }) => stationId)).toEqual([]);
  const fields = new Set(carriers.flatMap((carrier) => [...carrier.fields]));
  clock(`${carriers.length} stations wrote ${payloads.length} texts into ${fields.size} fields`);
  const accepted = await writeByHand(world);
  clock(`${accepted} names, notes and tariffs were entered by hand`);

  for (const carrier of carriers) carrier.heard.length = 0;
  await takeChanges(world.database);
  // What is harmless needs nobody's approval: a station may tell its status, or bring its log to where the operator keeps logs.
  judge.open(0, {
    why: 'a harmless call',
    kind: 'harmless',
    by: undefined,
    stations: new Set(['VICTIM']),
    covers: isHarmless,
    writes: (table) => ofHarmless.has(table),
  });
  const seen = new Seen();
  const reader = new Reader(world, readingAgent, seen);
  await readEverything(world, reader, carriers);
  clock(
    `${reader.calls} calls showed ${seen.strings} strings, ${seen.marked} of them by strangers, and ${seen.ours} sentences of ours`,
  );
  expect([...seen.problems].slice(0, 30)).toEqual([]);
  expect(seen.marked).toBeGreaterThan(1_000);

  const model = new ObedientModel(world, obeyingAgent);
  await model.obey(seen);
  const { tools, rest, proposals, approvals } = model.done;
  clock(`the obedient model called ${tools} tools and ${rest} routes; ${proposals} became proposals`);
  judge.read(await takeChanges(world.database));
  expect(judge.violations).toEqual([]);
  expect(carriers.flatMap(({ heard }) => heard.filter((action) => !isHarmless(action)))).toEqual([]);
  // It was led astray as far as it goes, and tried to help itself.
  expect(proposals).toBeGreaterThan(5);
  expect(approvals).toBeGreaterThanOrEqual(proposals);
  for (const carrier of carriers) carrier.close();
});

function stopwatch(): (what: string) => void {
  let since = performance.now();
  return (what) => {
    console.log(`${what} in ${((performance.now() - since) / 1000).toFixed(0)} s`);
    since = performance.now();
  };
}
