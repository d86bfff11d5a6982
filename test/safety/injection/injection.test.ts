import { expect, test } from 'vitest';
import type { OcppVersion } from '../../../src/contract/station.ts';
import { scale } from '../../support/scale.ts';
import { takeChanges } from '../changes.ts';
import { Judge } from '../judge.ts';
import { RecordingStation } from '../recording-station.ts';
import { isHarmless } from '../rights.ts';
import { makeCaller, openWorld, type World } from '../world.ts';
import { Carrier } from './carrier.ts';
import { ObedientModel } from './obedient-model.ts';
import { payloads } from './payloads.ts';
import { Reader, readingDoors } from './reader.ts';
import { Seen } from './seen.ts';

const noBound = { agent: Infinity, program: Infinity, person: Infinity };
const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];
/** Every payload in every field of every version, or of one version each. */
const versionsOf = (index: number) => scale({ test: [versions[index % 3] as OcppVersion], soak: versions });

test('what strangers write reaches no sentence of ours, stays clean data, and makes nothing happen', {
  timeout: 900_000,
}, async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(150);
  await using world = await openWorld({
    ...{ COOL_DOWN_SECONDS: 'off', BUDGET_COMMANDS_PER_HOUR: 'agent=100000,program=100000,person=100000' },
    BUDGET_STATIONS_PER_COMMAND: 'agent=100000,program=100000,person=100000',
  });
  const judge = new Judge({ now: Date.now, mostPerHour: noBound, coolDownSeconds: {} });
  await using victim = new RecordingStation({
    ...{ url: world.sigec.addresses.ocpp, stationId: 'VICTIM', version: '2.0.1' },
    onFrame: (frame) => judge.hear(0, frame, 'somebody obeyed a stranger'),
  });
  await victim.connect();
  await victim.begin('04A1B2C3D4E5F6');
  const agent = await makeCaller(world, { kind: 'agent', role: 'operator' });
  const clock = stopwatch();

  const carriers = await carry(world);
  const fields = new Set(carriers.flatMap((carrier) => [...carrier.fields]));
  clock(`${carriers.length} stations wrote ${payloads.length} texts into ${fields.size} fields`);
  const accepted = await writeByHand(world);
  clock(`${accepted} names, notes and tariffs were entered by hand`);

  const seen = new Seen();
  const reader = new Reader(world, agent, seen);
  await reader.begin();
  await reader.readLists();
  await readAll(world, reader, carriers);
  clock(
    `${reader.calls} calls showed ${seen.strings} strings, ${seen.marked} of them by strangers, and ${seen.ours} sentences of ours`,
  );
  expect([...seen.problems].slice(0, 30)).toEqual([]);
  expect(seen.marked).toBeGreaterThan(1_000);

  for (const carrier of carriers) carrier.heard.length = 0;
  await takeChanges(world.database);
  // What is harmless needs nobody's approval: it may tell its status, or bring its log to where the operator keeps logs.
  judge.open(0, {
    ...{ why: 'a harmless call', kind: 'harmless', by: undefined, stations: new Set(['VICTIM']), covers: isHarmless },
    writes: (table) => table === 'command' || table === 'log_request',
  });
  const model = new ObedientModel(world, agent);
  await model.obey(seen.texts);
  clock(
    `the obedient model called ${model.done.tools} tools and ${model.done.rest} routes; ${model.done.proposals} became proposals`,
  );
  judge.read(await takeChanges(world.database));
  expect(judge.violations).toEqual([]);
  expect(carriers.flatMap(({ heard }) => heard.filter((action) => !isHarmless(action)))).toEqual([]);
  expect(model.done.proposals).toBeGreaterThan(5);
  for (const carrier of carriers) carrier.close();
});

async function carry(world: World): Promise<Carrier[]> {
  const fields = new Set<string>();
  const carriers = payloads.flatMap(({ mark, text }, index) =>
    versionsOf(index).map((version) => () => {
      // Some bring their text in the name as well, as far as a name takes it.
      const name = text
        .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}/\\:?#\s]+/gu, ' ')
        .trim()
        .slice(0, 40)
        .trim();
      const stationId = index % 5 === 0 ? `${name} ${version}` : `${mark}-${version}`;
      return new Carrier(world.sigec.addresses.ocpp, { stationId, version, text, fields }).connect();
    }),
  );
  const connected: Carrier[] = [];
  await sideBySide(carriers, async (connect) => {
    const carrier = await connect();
    await carrier.writeEverywhere();
    await askFor(world, carrier);
    connected.push(carrier);
  });
  return connected;
}

/** A dozen at a time. */
async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items].toReversed();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 12 }, worker));
}

/** What a station answers is its own words too. */
async function askFor({ http, addresses, root }: World, { stationId }: Carrier): Promise<void> {
  const path = `/api/stations/${encodeURIComponent(stationId)}/commands`;
  const asked = [
    ['reset', { when: 'idle' }],
    ['unlock', { evseId: 1 }],
    ['set-availability', { isOperative: true, evseId: 1 }],
    ['trigger', { message: 'heartbeat' }],
  ] as const;
  for (const [name, input] of asked)
    await http.send(`${addresses.api}${path}/${name}`, { caller: root, body: { input, answerWithinSeconds: 5 } });
}

/** Drivers, tokens, sites and tariffs, as far as their forms take such texts. */
async function writeByHand({ http, addresses, root }: World): Promise<number> {
  let accepted = 0;
  const enter = async (path: string, body: unknown) => {
    const { status } = await http.send(`${addresses.api}${path}`, { caller: root, body });
    if (status < 300) accepted += 1;
  };
  for (const [index, { text }] of payloads.entries()) {
    await enter('/api/drivers', { name: text.slice(0, 100), note: text.slice(0, 200) });
    await enter('/api/tokens', { value: `04A1B2C3${String(index).padStart(4, '0')}`, note: text.slice(0, 200) });
    await enter('/api/sites', { id: `site-${index}`, name: text.slice(0, 100), timeZone: 'UTC', currency: 'BRL' });
    const texts = [{ language: 'en', text: text.slice(0, 500) }];
    await enter('/api/tariffs', { id: `tariff-${index}`, currency: 'BRL', perKwh: '1.5', texts });
  }
  return accepted;
}

async function readAll(world: World, reader: Reader, carriers: readonly Carrier[]): Promise<void> {
  const aboutStation = world.tools.filter(({ inputSchema }) => 'charge_point_id' in (inputSchema.properties ?? {}));
  const others = world.tools.filter((tool) => !aboutStation.includes(tool) && tool.name !== 'raise_level');
  await sideBySide([...carriers.entries()], async ([index, { stationId, version }]) => {
    const hints = [
      { name: /^charge_point_id$/, value: () => stationId },
      { name: /^(connector_id|evse_id)$/, value: () => 1 },
      { name: /^charge_point_ids$/, value: () => [stationId] },
      { name: /^(transaction_id|reservation_id)$/, value: () => (version === '1.6' ? 1 : undefined) },
    ];
    for (const [turn, tool] of aboutStation.entries()) {
      // What reads is called for every station, what acts for some of them.
      if (tool.tier !== 'R0' && (index + turn) % 5 !== 0) continue;
      await reader.callTool(tool, hints, readingDoors[(index + turn) % 3] ?? 'modern');
    }
    for (const uri of ['stations', 'charge-points'])
      await reader.readResource(
        `sigec://${uri}/${encodeURIComponent(stationId)}`,
        index % 2 === 0 ? 'modern' : 'legacy',
      );
  });
  const rounds = Array.from({ length: scale({ test: 20, soak: 200 }) }, (_round, index) => index);
  await sideBySide(rounds, async (round) => {
    for (const [turn, tool] of others.entries())
      await reader.callTool(tool, [], readingDoors[(round + turn) % 3] ?? 'modern');
  });
  const uris = [...(reader.ids.get('uri') ?? [])].slice(0, scale({ test: 300, soak: 3_000 }));
  await sideBySide(uris, (uri) => reader.readResource(String(uri), 'modern'));
  await reader.readPrompts({ charge_point_id: 'VICTIM', session_id: '1', month: '2026-03' });
}

function stopwatch(): (what: string) => void {
  let since = performance.now();
  return (what) => {
    console.log(`${what} in ${((performance.now() - since) / 1000).toFixed(0)} s`);
    process.stderr.write(`${what}\n`);
    since = performance.now();
  };
}
