import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { inWords } from '#contract/problems/problem-words.ts';
import { openLedger } from '#ledger/ledger.ts';
import { freshDatabase } from '../../../../test/support/postgres.ts';
import { closeFinding, endFinding, mustReadFinding, openFinding } from './change-findings.ts';
import { type FindingRow, readFindings } from './finding-store.ts';

const at = new Date('2026-03-01T08:00:00Z');
const actor = { principal: null, door: 'rest' } as const;
const query = { state: 'open', limit: 10 } as const;

test('a finding is opened once, with its event, and says in both languages what it is', async () => {
  await using house = await openHouse();
  const row = someFinding();
  await openFinding(house, row);
  await openFinding(house, row);
  const { findings, open } = await readFindings(house.pool, query);
  expect([findings.length, open]).toEqual([1, 1]);
  const [found] = findings;
  expect(inWords(found?.title ?? never(), { language: 'pt-BR' })).toBe(
    'CP-1 conector 2: a trava do conector está falhando',
  );
  expect(inWords(found?.why ?? never(), { language: 'en' })).toBe('5 lock failures in 48 h; 0.2 are usual.');
  expect(inWords(found?.advice ?? never(), { language: 'en' })).toBe('Unlock the connector while no car is there.');
  expect(found?.evidence).toEqual(row.evidence);
  // Readers see an event once every older transaction of the server has ended.
  const opened = async () =>
    (await house.ledger.read({ kinds: ['finding-opened'], limit: 10 })).map(({ body }) => [
      body['findingId'],
      body['findingKind'],
    ]);
  await expect.poll(opened).toEqual([[row.id, 'lock-failing']]);
});

test('whoever closes a finding says what it was, and the precision in the field follows', async () => {
  await using house = await openHouse();
  const [right, wrong, gone] = [someFinding(), someFinding(), someFinding()];
  for (const row of [right, wrong, gone]) await openFinding(house, row);
  const closed = await closeFinding(house, {
    id: right.id,
    wanted: { verdict: 'true-alarm', note: 'motor worn' },
    actor,
  });
  expect(closed).toMatchObject({ verdict: 'true-alarm', actualCause: 'lock', note: 'motor worn' });
  await closeFinding(house, { id: wrong.id, wanted: { verdict: 'false-alarm', cause: 'vehicle' }, actor });
  await endFinding(house, await mustReadFinding(house.pool, gone.id), at);
  const { open, field } = await readFindings(house.pool, { ...query, state: 'all' });
  expect([open, field]).toEqual([0, { trueAlarms: 1, falseAlarms: 1, passed: 1, precision: 0.5 }]);
  await expect(closeFinding(house, { id: right.id, wanted: { verdict: 'false-alarm' }, actor })).rejects.toThrow(
    'closed',
  );
});

function someFinding(): FindingRow {
  return {
    id: randomUUID(),
    kind: 'lock-failing',
    stationId: 'CP-1',
    evseId: 2,
    connectorId: 1,
    vendor: null,
    model: null,
    firmwareVersion: null,
    severity: 'warning',
    detector: 'cusum',
    risk: 0.7,
    horizonHours: 72,
    cause: 'lock',
    code: 'ConnectorLockFailure',
    action: 'unlock',
    figures: { count: 5, hours: 48, usual: 0.2 },
    evidence: [
      { eventId: '1.1', sessionRef: null, stationId: 'CP-1', at: at.toISOString(), signal: 'lock-failed', value: 1 },
    ],
    openedAt: at,
    lastSeenAt: at,
  };
}

async function openHouse() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  const ledger = stack.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  await database.pool.query("insert into station (id) values ('CP-1')");
  return { pool: database.pool, ledger, clock: { now: () => at }, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function never(): never {
  throw new Error('There is no finding.');
}
