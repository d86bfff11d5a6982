import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { AcceptedStation, Station } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw, type RawOptions, type RawStation, statusOfRefusal } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

/** Two connections with one identity, over real sockets in three versions. */
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec();
});
afterAll(() => sigec[Symbol.asyncDispose]());

const versions = ['1.6', '2.0.1', '2.1'] as const;

describe.concurrent.each(versions)('OCPP %s', (version) => {
  const protocols = [`ocpp${version}`];
  const boot = [2, 'boot', 'BootNotification', bootPayload[version === '1.6' ? '1.6' : '2.0.1']];
  const connect = async (stationId: string, options: RawOptions): Promise<RawStation> =>
    connectRaw(sigec.addresses.ocpp, stationId, { protocols, ...options });
  const accept = async (stationId: string) =>
    (await sigec.api.post<AcceptedStation>(`/api/stations/${stationId}/accept`, { withPassword: true })).password ?? '';
  const read = (stationId: string) => sigec.api.get<Station>(`/api/stations/${stationId}`);
  const unlock = (stationId: string) =>
    sigec.api.post(`/api/stations/${stationId}/commands/unlock`, { input: { evseId: 1, connectorId: 1 } });

  test('an old connection that answers pings and no call does not lock its station out', { timeout: 120_000 }, async ({
    expect,
  }) => {
    const stationId = `MUTE-${version}`;
    const password = await accept(stationId);
    await using mute = await connect(stationId, { password });
    await mute.ask(boot);
    let tries = 0;
    for (let isIn = false; !isIn && tries < 50; ) {
      tries += 1;
      if (tries > 1) await pause(1_000); // as stations do between two tries
      const station = await connect(stationId, { password, answers: true });
      const booted = station.ask(boot).then(() => true);
      isIn = await Promise.race([booted, station.closed.then(() => false)]);
      await station[Symbol.asyncDispose]();
    }
    // Whoever spoke in the last two seconds is not asked: the first tries come too early.
    expect(tries).toBeLessThanOrEqual(4);
    await mute.closed;
    expect(await statusOfRefusal(sigec.addresses.ocpp, { stationId, protocols, password: 'no' })).toBe(401);
  });

  test('one that answers stays; the contest is shown, and accepting the station anew ends it', {
    timeout: 120_000,
  }, async ({ expect }) => {
    const stationId = `FOUGHT-${version}`;
    let password = await accept(stationId);
    await using holder = await connect(stationId, { password, answers: true });
    await holder.ask(boot);
    for (let tries = 0; tries < 4; tries += 1) {
      await using rival = await connect(stationId, { password });
      expect(await rival.closed).toBe(1008);
    }
    const { contest, link } = await read(stationId);
    expect(link.state).toBe('online');
    expect(contest).toMatchObject({ tries: 4, kept: '127.0.0.1', refused: '127.0.0.1' });
    expect(contest?.frozenUntil).not.toBeNull();
    expect(await unlock(stationId)).toMatchObject({ outcome: { status: 'not-sent' } });
    await sigec.api.post(`/api/stations/${stationId}/reject`, {});
    await holder.closed;
    password = await accept(stationId);
    await using again = await connect(stationId, { password, answers: true });
    await again.ask(boot);
    expect((await read(stationId)).contest).toBeUndefined();
    expect(await unlock(stationId)).not.toMatchObject({ outcome: { status: 'not-sent' } });
  });
});
