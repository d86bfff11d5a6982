import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionDetail } from '../../src/contract/sessions/detail.ts';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

/** Sessions whose end is never told, over real sockets in three versions: something else at their EVSE ends them. */
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const versions = ['1.6', '2.0.1', '2.1'] as const;
type Version = (typeof versions)[number];
type Kind = 'Started' | 'Updated' | 'Ended';
type Told = { session: string; kind: Kind; minute: number; wh: number; offline?: boolean; connectorId?: number };

/** Speaks of sessions in the words of a version. */
class Teller implements AsyncDisposable {
  readonly stationId: string;
  readonly version: Version;
  private readonly raw: RawStation;
  private readonly ids = new Map<string, number>();
  private readonly seqNos = new Map<string, number>();
  private messages = 0;

  private constructor(raw: RawStation, stationId: string, version: Version) {
    this.raw = raw;
    this.stationId = stationId;
    this.version = version;
  }

  static async connect(stationId: string, version: Version): Promise<Teller> {
    const raw = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
    const teller = new Teller(raw, stationId, version);
    await teller.ask('BootNotification', bootPayload[version === '1.6' ? '1.6' : '2.0.1']);
    return teller;
  }

  async tell({ session, kind, minute, wh, offline = false, connectorId = 1 }: Told): Promise<void> {
    const timestamp = at(minute);
    const meterValue = [{ timestamp, sampledValue: [{ value: this.version === '1.6' ? String(wh) : wh }] }];
    if (this.version !== '1.6') {
      const seqNo = (this.seqNos.get(session) ?? -1) + 1;
      this.seqNos.set(session, seqNo);
      await this.ask('TransactionEvent', {
        eventType: kind,
        timestamp,
        triggerReason: 'MeterValuePeriodic',
        seqNo,
        offline,
        transactionInfo: { transactionId: session },
        evse: { id: 1, connectorId },
        meterValue,
      });
      return;
    }
    const transactionId = this.ids.get(session);
    if (kind === 'Started') {
      const start = { connectorId: 1, idTag: 'T-1', meterStart: wh, timestamp };
      const answer = (await this.ask('StartTransaction', start)) as { transactionId: number };
      this.ids.set(session, answer.transactionId);
    } else if (kind === 'Updated') await this.ask('MeterValues', { connectorId: 1, transactionId, meterValue });
    else await this.ask('StopTransaction', { transactionId, meterStop: wh, timestamp });
  }

  async free(minute: number): Promise<void> {
    const timestamp = at(minute);
    const status =
      this.version === '1.6'
        ? { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp }
        : { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp };
    await this.ask('StatusNotification', status);
  }

  async session(name: string): Promise<Session | undefined> {
    const ref = this.version === '1.6' ? String(this.ids.get(name)) : name;
    const { sessions } = await sigec.api.get<SessionPage>(`/api/sessions?stationId=${this.stationId}&limit=100`);
    return sessions.find((one) => one.ref === ref);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.raw[Symbol.asyncDispose]();
  }

  private async ask(action: string, payload: object): Promise<unknown> {
    const id = `l${(this.messages += 1)}`;
    const answer = (await this.raw.ask([2, id, action, payload])) as unknown[];
    expect(answer.slice(0, 2)).toEqual([3, id]);
    return answer[2];
  }
}

describe.concurrent.each(versions)('OCPP %s', (version) => {
  test('the next start at the EVSE ends what was left running; its own late end outweighs that', async ({ expect }) => {
    await using station = await Teller.connect(`LEFT-NEXT-${version}`, version);
    await station.tell({ session: 'A', kind: 'Started', minute: 0, wh: 1000 });
    await station.tell({ session: 'A', kind: 'Updated', minute: 10, wh: 5000 });
    await station.tell({ session: 'B', kind: 'Started', minute: 20, wh: 6000 });
    const closed = await station.session('A');
    expect(closed).toMatchObject({ state: 'ended', energyWh: 4000, endedAt: at(20), flags: ['closed-inferred'] });
    expect(await station.session('B')).toMatchObject({ state: 'running', flags: [] });
    const { oddities } = await sigec.api.get<SessionDetail>(`/api/sessions/${closed?.id}`);
    expect(oddities).toMatchObject([{ evidence: { reason: 'other-session', since: at(20) } }]);
    // A reading of before that comes late does not open it again; its end counts.
    await station.tell({ session: 'A', kind: 'Updated', minute: 15, wh: 5500 });
    expect(await station.session('A')).toMatchObject({ state: 'ended', energyWh: 4500 });
    await station.tell({ session: 'A', kind: 'Ended', minute: 18, wh: 6000 });
    expect(await station.session('A')).toMatchObject({ state: 'ended', energyWh: 5000, endedAt: at(18), flags: [] });
    await station.tell({ session: 'B', kind: 'Ended', minute: 40, wh: 9000 });
    expect(await station.session('B')).toMatchObject({ state: 'ended', energyWh: 3000, flags: [] });
  });

  test('an old session that is delivered late does not end the one that runs', async ({ expect }) => {
    await using station = await Teller.connect(`LEFT-OLD-${version}`, version);
    await station.tell({ session: 'B', kind: 'Started', minute: 50, wh: 6000 });
    await station.tell({ session: 'A', kind: 'Started', minute: 0, wh: 1000, offline: true });
    await station.tell({ session: 'A', kind: 'Ended', minute: 20, wh: 6000, offline: true });
    expect(await station.session('A')).toMatchObject({ state: 'ended', energyWh: 5000 });
    expect(await station.session('B')).toMatchObject({ state: 'running', flags: [] });
  });

  test('two that are told to run at once are both flagged, and none is ended', async ({ expect }) => {
    await using station = await Teller.connect(`LEFT-BOTH-${version}`, version);
    await station.tell({ session: 'A', kind: 'Started', minute: 0, wh: 1000 });
    await station.tell({ session: 'A', kind: 'Updated', minute: 30, wh: 5000 });
    await station.tell({ session: 'B', kind: 'Started', minute: 20, wh: 3000 });
    for (const name of ['A', 'B'])
      expect(await station.session(name)).toMatchObject({ state: 'running', flags: ['overlaps'] });
  });

  test('a connector that is free ends the session; where the session goes on, it does', { timeout: 60_000 }, async ({
    expect,
  }) => {
    await using station = await Teller.connect(`LEFT-FREE-${version}`, version);
    await station.tell({ session: 'A', kind: 'Started', minute: 0, wh: 1000 });
    await station.tell({ session: 'A', kind: 'Updated', minute: 10, wh: 5000 });
    await station.free(30);
    const closed = { state: 'ended', energyWh: 4000, endedAt: at(30), flags: ['closed-inferred'] };
    await expect.poll(() => station.session('A'), { timeout: 40_000, interval: 500 }).toMatchObject(closed);
    await station.tell({ session: 'A', kind: 'Updated', minute: 31, wh: 5500 });
    expect(await station.session('A')).toMatchObject({ state: 'running', flags: ['close-superseded'] });
    await station.tell({ session: 'A', kind: 'Ended', minute: 40, wh: 6000 });
    expect(await station.session('A')).toMatchObject({ state: 'ended', energyWh: 5000 });
  });
});
