import { expect, test } from 'vitest';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { scale } from '../support/scale.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { stationMessages } from '../support/station-messages.ts';

const at = '2026-03-01T08:00:00.000Z';
const noValue = '9223372036854775807';
const innocents = 100;
const innocentsOfSweep = scale({ test: 20, soak: 100 });

type Attack = { version: OcppVersion; frames: readonly string[] };
const event = (eventType: string, seqNo: number, more = '', register = '1000') =>
  `[2,"${eventType}${seqNo}","TransactionEvent",{"eventType":"${eventType}","timestamp":"${at}","triggerReason":"CablePluggedIn","seqNo":${seqNo},` +
  `"transactionInfo":{"transactionId":"TX"${more}},"evse":{"id":1,"connectorId":1},` +
  `"meterValue":[{"timestamp":"${at}","sampledValue":[{"value":${register},"measurand":"Energy.Active.Import.Register"}]}]}]`;

const attacks: Record<string, Attack> = {
  'a meterStop that is the "no value" of a 64-bit meter': {
    version: '1.6',
    frames: [
      `[2,"a","StartTransaction",{"connectorId":1,"idTag":"T","meterStart":1000,"timestamp":"${at}"}]`,
      `[2,"b","StopTransaction",{"transactionId":$ID,"meterStop":${noValue},"timestamp":"${at}"}]`,
    ],
  },
  'a register at the end that is the "no value" of a 64-bit meter': {
    version: '2.0.1',
    frames: [event('Started', 0), event('Ended', 1, '', noValue)],
  },
  'a number of a remote start that no table holds': {
    version: '2.1',
    frames: [event('Started', 0), event('Ended', 1, ',"remoteStartId":1e300')],
  },
  'a register at the end that is no number': {
    version: '2.0.1',
    frames: [event('Started', 0), event('Ended', 1, '', '"NaN"')],
  },
};

test.each(Object.entries(attacks))(
  '%s harms none of 100 stations at work, and its session ends with a flag',
  { timeout: 120_000 },
  async (_name, { version, frames }) => {
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
    await using others = await workers(sigec, innocents);
    await using offender = await connect(sigec, 'OFFENDER', version);
    let transactionId = '';
    for (const frame of frames) {
      const answer = await exchange(offender, frame.replace('$ID', transactionId));
      expect(answer).toEqual([3, expect.any(String), expect.anything()]);
      transactionId = String((answer as [3, string, { transactionId?: number }])[2].transactionId);
      await others.turn();
    }
    const { sessions } = await sigec.api.get<SessionPage>('/api/sessions?stationId=OFFENDER&limit=10');
    expect(sessions).toMatchObject([{ state: 'ended' }]);
    expect(sessions[0]?.flags).toContain('unusable-value');
    const session = await sigec.api.get<Session>(`/api/sessions/${sessions[0]?.id}`);
    expect(JSON.stringify(session)).toMatch(/9223372036854776000|1e\+300|"field":"readings"/); // the evidence
    expect(await others.closed()).toEqual([]);
  },
);

const numbers = scale({
  test: ['1e300'],
  soak: [noValue, '1e300', '-1e308', '2147483648', '9007199254740992', '0.1'],
});

test.each(numbers)(
  '%s in any field of any message of three versions is answered, and closes nobody else',
  { timeout: 600_000 },
  async (number) => {
    await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
    await using others = await workers(sigec, innocentsOfSweep);
    await Promise.all(versions.map((version) => sweep(sigec, version, number)));
    await others.turn();
    expect(await others.closed()).toEqual([]);
  },
);

const versions: readonly OcppVersion[] = ['1.6', '2.0.1', '2.1'];

async function sweep(sigec: TestSigec, version: OcppVersion, number: string): Promise<void> {
  await using offender = await connect(sigec, `OFFENDER-${version}`, version);
  for (const [index, { action, payload }] of stationMessages(version, () => () => 'abc').entries()) {
    for (const [field, poisoned] of poisonedFields(payload, number)) {
      const answer = await exchange(offender, `[2,"p${index}","${action}",${poisoned}]`);
      expect({ version, action, field, answer, isFine: isFine(answer) }).toEqual({
        version,
        action,
        field,
        answer,
        isFine: true,
      });
    }
  }
}

/** Taken, or refused since its schema bounds the field; nobody is cut off, and nothing fails for a reason of ours. */
function isFine(answer: unknown): boolean {
  if (!Array.isArray(answer)) return false;
  return answer[0] === 3 || String(answer[2]).endsWith('Violation');
}

/** The payload once for every number in it, with that number replaced; as text, since JSON.stringify would round it. */
function poisonedFields(payload: unknown, number: string): [string, string][] {
  const found: [string, string][] = [];
  const seen = new Set<string>();
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === 'number') {
      const name = path.filter((part) => typeof part === 'string').join('.');
      if (!seen.has(name)) found.push([name, replaced(payload, path, number)]);
      seen.add(name);
    } else if (Array.isArray(value)) value.forEach((item, index) => walk(item, [...path, index]));
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) walk(item, [...path, name]);
  };
  walk(payload, []);
  return found;
}

function replaced(payload: unknown, path: readonly (string | number)[], number: string): string {
  const copy = structuredClone(payload) as Record<string | number, unknown>;
  const parent = path.slice(0, -1).reduce((value, part) => value[part] as typeof copy, copy);
  parent[path.at(-1) ?? ''] = '$NUMBER';
  return JSON.stringify(copy).replace('"$NUMBER"', number);
}

async function connect({ addresses }: TestSigec, id: string, version: OcppVersion): Promise<RawStation> {
  const station = await connectRaw(addresses.ocpp, id, { protocols: [`ocpp${version}`] });
  await exchange(station, JSON.stringify([2, 'boot', 'BootNotification', bootPayload[version]]));
  return station;
}

/** Stations that begin a session each and report it without a pause, so that some of them share a batch with every frame. */
async function workers(sigec: TestSigec, count: number) {
  await using stack = new AsyncDisposableStack();
  const stations = await Promise.all(
    Array.from({ length: count }, async (_, i) => stack.use(await connect(sigec, `H-${i}`, '2.0.1'))),
  );
  const closed: number[] = [];
  for (const { closed: closing } of stations) void closing.then((code) => closed.push(code));
  const hasEnded = new AbortController();
  stack.defer(() => hasEnded.abort());
  let turns = 0;
  for (const station of stations) void report(station);
  const opened = stack.move();
  return {
    /** Waits until the stations have reported a few times more. */
    async turn() {
      const goal = turns + count;
      await expect.poll(() => turns >= goal || closed.length > 0, { timeout: 30_000 }).toBe(true);
    },
    closed: () => Promise.resolve(closed),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };

  async function report(station: RawStation): Promise<void> {
    for (let seqNo = 0; !hasEnded.signal.aborted && station.socket.readyState === station.socket.OPEN; seqNo += 1) {
      const answer = await exchange(
        station,
        event(seqNo === 0 ? 'Started' : 'Updated', seqNo, '', String(1000 + seqNo)),
      );
      if (Array.isArray(answer)) turns += 1;
    }
  }
}

/** The answer, or the code with which we hung up; what we ask meanwhile is refused. */
async function exchange(station: RawStation, frame: string): Promise<unknown> {
  station.send(frame);
  for (;;) {
    const received = await Promise.race([station.next(), station.closed]);
    if (!Array.isArray(received) || received[0] !== 2) return received;
    station.send(JSON.stringify([4, received[1], 'NotSupported', '', {}]));
  }
}
