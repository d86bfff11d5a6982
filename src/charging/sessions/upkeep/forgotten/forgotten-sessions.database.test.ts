import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { openSessionBook, type SessionBook, sessionEvent } from '../../../../../test/support/session-book.ts';
import { minute } from '../../../../../test/support/told-facts.ts';
import type { Ask } from '../../../commands/run-command.ts';
import { readSessionFacts } from '../../store/session-facts.ts';
import { SessionMemory } from '../../store/session-memory.ts';
import { sessionsProjection } from '../../store/session-projection.ts';
import { ForgottenSessions } from './forgotten-sessions.ts';

const hours = (count: number) => new Date(Date.parse(minute(30)) + count * 3_600_000);
const sample = (wh: number, atMinute: number) => ({
  at: new Date(minute(atMinute)),
  measurand: 'Energy.Active.Import.Register',
  value: wh,
  unit: 'Wh',
  phase: null,
  location: 'Outlet',
  context: null,
  signed: null,
});

/** A session that began at minute 0 with 1,000 Wh and told of 3,000 Wh at minute 30; then nothing more. */
async function openSilent(answer: (ask: Ask) => Partial<Outcome> = () => ({}), isKillSwitchOn = () => false) {
  const book = await openSessionBook();
  const { sessions, nodeId, ledger } = book.first;
  await sessions.record(
    sessionEvent(0, { seqNo: 0, key: 'k0', kind: 'started', evseId: 1, connectorId: 1, samples: [sample(1000, 0)] }),
  );
  await sessions.record(sessionEvent(30, { seqNo: 1, key: 'k1', samples: [sample(3000, 30)] }));
  const asked: string[] = [];
  const { pool } = book.database;
  const watch = () =>
    new ForgottenSessions({
      pool,
      ledger,
      clock: book.clock,
      log: silentLog,
      nodeId,
      sessions: sessionsProjection(new SessionMemory()),
      factsOf: (session) => readSessionFacts(pool, session),
      patience: { withSignsHours: 2, withoutSignsHours: 24 },
      isKillSwitchOn,
      runCommand(ask) {
        asked.push(`${ask.name} ${JSON.stringify(ask.input['message'] ?? '')}`);
        expect(ask).toMatchObject({ stationId: 'CP-1', actor: { principal: null, door: 'system' } });
        const outcome: Outcome = {
          status: 'accepted',
          code: null,
          reason: null,
          answer: {},
          losses: [],
          ...answer(ask),
        };
        return Promise.resolve({ outcome } as CommandRecord);
      },
    });
  return { book, asked, watch, forgotten: watch(), sessions };
}

async function online(book: SessionBook, version: OcppVersion, more = ''): Promise<void> {
  await book.database.pool.query(
    `update station set link_node = $1, link_version = $2, link_changed_at = '2026-01-01', offline_reason = null ${more}`,
    [book.first.nodeId, version],
  );
}

function status(book: SessionBook, word: string, at: Date): Promise<unknown> {
  return book.database.pool.query(
    `insert into connector (station_id, evse_id, connector_id, status, changed_at) values ('CP-1', 1, 1, $1, $2)
     on conflict (station_id, evse_id, connector_id) do update set status = excluded.status, changed_at = excluded.changed_at`,
    [word, at.toISOString()],
  );
}

async function only(book: SessionBook) {
  const [session, ...others] = await book.rows();
  expect(others).toEqual([]);
  if (session === undefined) throw new Error('There is no session.');
  const { state, energyWh, endedAt, flags } = session;
  return { state, energyWh, endedAt, flags, oddities: await book.first.sessions.explain(session.id) };
}

test('while the kill switch is on a station is not asked, and its session is not closed behind its back', async () => {
  let isKillSwitchOn = true;
  const { book, forgotten, asked } = await openSilent(undefined, () => isKillSwitchOn);
  await using _ = book;
  await online(book, '1.6');
  await status(book, 'available', new Date(minute(40)));
  for (const hour of [2, 3]) {
    book.clock.at = hours(hour);
    await forgotten.sweep();
  }
  expect(asked).toEqual([]);
  expect(await only(book)).toMatchObject({ state: 'running' });
  isKillSwitchOn = false;
  await forgotten.sweep();
  expect(asked).toHaveLength(2);
});

test('a session whose connector is free is asked about, given time to answer, and closed with its last register', async () => {
  const { book, forgotten, asked } = await openSilent();
  await using _ = book;
  await online(book, '1.6');
  await status(book, 'available', new Date(minute(40)));
  book.clock.at = hours(1);
  await forgotten.sweep();
  expect(asked).toEqual([]);
  book.clock.at = hours(2);
  await forgotten.sweep();
  expect(asked).toEqual(['trigger "meter-values"', 'trigger "status"']);
  expect(await only(book)).toMatchObject({ state: 'running' });
  book.clock.at = new Date(hours(2).getTime() + 5 * 60_000);
  await forgotten.sweep();
  expect(asked).toHaveLength(2);
  expect(await only(book)).toMatchObject({
    state: 'ended',
    energyWh: 2000,
    endedAt: minute(40),
    flags: ['closed-inferred'],
    oddities: [
      {
        flag: 'closed-inferred',
        evidence: {
          reason: 'connector-free',
          since: minute(40),
          lastHeardAt: minute(30),
          decidedAt: book.clock.at.toISOString(),
          asked: [
            { command: 'trigger', outcome: 'accepted', isOngoing: null, hasQueuedMessages: null },
            { command: 'trigger', outcome: 'accepted', isOngoing: null, hasQueuedMessages: null },
          ],
        },
      },
    ],
  });
});

test('a station that knows the session no more has it closed at once, one that says it goes on keeps it', async () => {
  const ongoing = { answer: { isOngoing: true, hasQueuedMessages: false } };
  const over = { answer: { isOngoing: false, hasQueuedMessages: false } };
  let says = ongoing;
  const { book, forgotten, asked } = await openSilent(({ name }) => (name === 'get-session-status' ? says : {}));
  await using _ = book;
  await online(book, '2.0.1');
  book.clock.at = hours(24);
  await forgotten.sweep();
  book.clock.at = hours(30);
  await forgotten.sweep();
  expect(asked).toEqual(['get-session-status ""', 'trigger "session"']);
  expect(await only(book)).toMatchObject({ state: 'running' });
  says = over;
  book.clock.at = hours(48);
  await forgotten.sweep();
  expect(await only(book)).toMatchObject({
    state: 'ended',
    endedAt: minute(30),
    oddities: [{ evidence: { reason: 'station-says-ended', asked: [{ isOngoing: false, hasQueuedMessages: false }] } }],
  });
});

test('a station with messages in its queue is waited for', async () => {
  const { book, forgotten } = await openSilent(() => ({
    answer: { isOngoing: false, hasQueuedMessages: true },
  }));
  await using _ = book;
  await online(book, '2.1', ", booted_at = '2026-03-01T09:00:00Z'");
  for (const hour of [2, 3, 5, 9]) {
    book.clock.at = hours(hour);
    await forgotten.sweep();
  }
  expect(await only(book)).toMatchObject({ state: 'running', flags: [] });
});

test('after a boot a session that is not resumed is closed, and one that is resumed goes on', async () => {
  const { book, forgotten, sessions } = await openSilent(() => ({ status: 'no-answer' }));
  await using _ = book;
  await online(book, '2.1', ", booted_at = '2026-03-01T08:40:00Z'");
  await sessions.record(sessionEvent(45, { seqNo: 2, key: 'k2', trigger: 'TxResumed', samples: [sample(3100, 45)] }));
  book.clock.at = hours(4);
  await forgotten.sweep();
  book.clock.at = hours(5);
  await forgotten.sweep();
  expect(await only(book)).toMatchObject({ state: 'running', flags: ['was-resumed'] });
  await online(book, '2.1', ", booted_at = '2026-03-01T08:50:00Z'");
  await forgotten.sweep();
  book.clock.at = hours(6);
  await forgotten.sweep();
  expect(await only(book)).toMatchObject({ state: 'ended', energyWh: 2100, flags: ['was-resumed', 'closed-inferred'] });
});

test('the session of a station that is away for a day is closed; whatever it tells later outweighs that', async () => {
  const { book, forgotten, asked, watch, sessions } = await openSilent();
  await using _ = book;
  await book.database.pool.query("update station set link_node = null, link_changed_at = '2026-03-01T08:31:00Z'");
  book.clock.at = hours(23);
  await forgotten.sweep();
  expect(await only(book)).toMatchObject({ state: 'running' });
  book.clock.at = hours(25);
  await Promise.all([forgotten.sweep(), watch().sweep(), watch().sweep()]); // as several nodes would
  await watch().sweep(); // as after a restart
  expect(asked).toEqual([]);
  expect(await only(book)).toMatchObject({
    state: 'ended',
    energyWh: 2000,
    endedAt: minute(30),
    flags: ['closed-inferred'],
  });
  const { rows } = await book.database.pool.query("select from event where kind = 'session-closed-inferred'");
  expect(rows).toHaveLength(1);

  await sessions.record(
    sessionEvent(50, { seqNo: 2, key: 'k2', isOffline: true, samples: [sample(4000, 50)], receivedAt: hours(26) }),
  );
  expect(await only(book)).toMatchObject({
    state: 'running',
    energyWh: 3000,
    flags: ['was-offline', 'close-superseded'],
  });
  await sessions.record(
    sessionEvent(60, { seqNo: 3, key: 'k3', kind: 'ended', samples: [sample(4500, 60)], receivedAt: hours(26) }),
  );
  expect(await only(book)).toMatchObject({ state: 'ended', energyWh: 3500, endedAt: minute(60) });
});

test('another session at its EVSE shows that it is over', async () => {
  const { book, forgotten, sessions } = await openSilent(() => ({ status: 'rejected' }));
  await using _ = book;
  await online(book, '2.0.1');
  await sessions.record(
    sessionEvent(50, { ref: 'T2', seqNo: 0, key: 'other', kind: 'started', evseId: 1, receivedAt: hours(3) }),
  );
  book.clock.at = hours(3);
  await forgotten.sweep();
  book.clock.at = hours(4);
  await forgotten.sweep();
  const [first, second] = await book.rows();
  expect(first).toMatchObject({ ref: 'T1', state: 'ended', endedAt: minute(50), flags: ['closed-inferred'] });
  expect(second).toMatchObject({ ref: 'T2', state: 'running' });
});

test('a fleet that fell silent together is asked ten a minute, and the stations of other nodes are left to them', async () => {
  const { book, forgotten, asked, sessions } = await openSilent();
  await using _ = book;
  await online(book, '2.0.1');
  for (let n = 2; n <= 25; n += 1)
    await sessions.record(sessionEvent(0, { ref: `T${n}`, seqNo: 0, key: `s${n}`, kind: 'started', evseId: n }));
  book.clock.at = hours(25);
  await forgotten.sweep();
  expect(asked.filter((name) => name.startsWith('get-session-status'))).toHaveLength(10);
  await forgotten.sweep();
  await forgotten.sweep();
  expect(asked.filter((name) => name.startsWith('get-session-status'))).toHaveLength(25);
  await forgotten.sweep();
  expect(asked).toHaveLength(50);

  await book.database.pool.query('update station set link_node = gen_random_uuid()');
  book.clock.at = hours(80);
  await forgotten.sweep();
  expect(asked).toHaveLength(50);
});

test('a station that cannot be asked is asked again, and the others are not kept waiting', async () => {
  let fails = true;
  const { book, forgotten, sessions } = await openSilent(({ input }) => {
    if (fails && input['sessionId'] !== undefined && input['sessionId'] === unlucky) throw new Error('lost');
    return { answer: { isOngoing: false, hasQueuedMessages: false } };
  });
  await using _ = book;
  await online(book, '2.0.1');
  await sessions.record(sessionEvent(0, { ref: 'T2', seqNo: 0, key: 'other', kind: 'started', evseId: 2 }));
  const unlucky = (await book.rows())[0]?.id;
  book.clock.at = hours(25);
  await forgotten.sweep();
  expect((await book.rows()).map(({ state }) => state)).toEqual(['running', 'ended']);
  fails = false;
  await forgotten.sweep();
  expect((await book.rows()).map(({ state }) => state)).toEqual(['ended', 'ended']);
});
