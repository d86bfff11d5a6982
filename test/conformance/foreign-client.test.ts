import { RPCClient } from 'ocpp-rpc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { bootPayload } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await enterToken(sigec, 'DRIVER-1');
});
afterAll(() => sigec[Symbol.asyncDispose]());

type Version = '1.6' | '2.0.1';
type Foreign = AsyncDisposable & { client: RPCClient; stationId: string };

/** A station made by others, with its own reading of the protocol; in strict mode it also checks every answer of ours. */
async function connect(version: Version): Promise<Foreign> {
  const stationId = `FOREIGN-${version}`;
  const options: Partial<ConstructorParameters<typeof RPCClient>[0]> = {
    endpoint: sigec.addresses.ocpp.slice(0, -1),
    identity: stationId,
    protocols: [`ocpp${version}`],
    strictMode: true,
    reconnect: false,
  };
  const client = new RPCClient(options as ConstructorParameters<typeof RPCClient>[0]);
  await client.connect();
  return {
    client,
    stationId,
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();

/** What each version says for the same day at a charging station: 3,200 Wh by the register. */
const day = {
  '1.6': {
    status: { connectorId: 1, errorCode: 'NoError', status: 'Preparing', timestamp: at(0) },
    authorize: { idTag: 'DRIVER-1' },
    async charge(client: RPCClient) {
      const start = { connectorId: 1, idTag: 'DRIVER-1', meterStart: 1000, timestamp: at(1) };
      const { transactionId } = (await client.call('StartTransaction', start)) as { transactionId: number };
      const meterValue = [{ timestamp: at(2), sampledValue: [{ value: '2500', unit: 'Wh' }] }];
      await client.call('MeterValues', { connectorId: 1, transactionId, meterValue });
      await client.call('StopTransaction', { transactionId, meterStop: 4200, timestamp: at(3), reason: 'Local' });
    },
    reset: { type: 'Soft' },
  },
  '2.0.1': {
    status: { evseId: 1, connectorId: 1, connectorStatus: 'Occupied', timestamp: at(0) },
    authorize: { idToken: { idToken: 'DRIVER-1', type: 'ISO14443' } },
    async charge(client: RPCClient) {
      const event = (seqNo: number, eventType: string, value: number, more: object) => ({
        eventType,
        timestamp: at(seqNo + 1),
        triggerReason: 'MeterValuePeriodic',
        seqNo,
        transactionInfo: { transactionId: 'T-FOREIGN' },
        meterValue: [{ timestamp: at(seqNo + 1), sampledValue: [{ value }] }],
        ...more,
      });
      const evse = { id: 1, connectorId: 1 };
      await client.call('TransactionEvent', event(0, 'Started', 1000, { ...day['2.0.1'].authorize, evse }));
      await client.call('TransactionEvent', event(1, 'Updated', 2500, {}));
      await client.call('TransactionEvent', event(2, 'Ended', 4200, {}));
    },
    reset: { type: 'OnIdle' },
  },
};

test.each(['1.6', '2.0.1'] as const)(
  'a station of the ocpp-rpc library has its day with us over OCPP %s',
  async (version) => {
    await using foreign = await connect(version);
    const { client, stationId } = foreign;
    const path = `/api/stations/${stationId}`;

    expect(await client.call('BootNotification', bootPayload[version])).toMatchObject({ status: 'Accepted' });
    await client.call('StatusNotification', day[version].status);
    expect(await client.call('Heartbeat', {})).toMatchObject({ currentTime: expect.stringMatching(/Z$/) as string });
    expect(await client.call('Authorize', day[version].authorize)).toMatchObject({
      [version === '1.6' ? 'idTagInfo' : 'idTokenInfo']: { status: 'Accepted' },
    });
    await day[version].charge(client);

    expect(await sigec.api.get<Station>(path)).toMatchObject({
      link: { state: 'online', version },
      vendor: 'Ipê',
      connectors: [{ evseId: 1, status: 'occupied' }],
    });
    const { sessions } = await sigec.api.get<SessionPage>(`${path}/sessions`);
    expect(sessions).toMatchObject([{ state: 'ended', energyWh: 3200, flags: [] }]);
  },
);

test.each(['1.6', '2.0.1'] as const)(
  'it answers our reset over OCPP %s, and refuses what it does not know',
  async (version) => {
    await using foreign = await connect(version);
    const { client, stationId } = foreign;
    const asked: unknown[] = [];
    client.handle('Reset', async ({ params }) => {
      asked.push(params);
      return { status: 'Accepted' };
    });
    await client.call('BootNotification', bootPayload[version]);
    const command = (name: string, input: object) =>
      sigec.api.post<CommandRecord>(`/api/stations/${stationId}/commands/${name}`, { input });
    expect(await command('reset', { when: 'idle' })).toMatchObject({ outcome: { status: 'accepted' } });
    expect(asked).toEqual([day[version].reset]);
    expect(await command('unlock', { evseId: 1 })).toMatchObject({
      outcome: { status: 'rejected', code: 'NotImplemented' },
    });
    const { messages } = await sigec.api.get<MessageList>(`/api/stations/${stationId}/messages`);
    expect(messages.map(({ action }) => action)).toContain('Reset');
  },
);

test.each(['1.6', '2.0.1'] as const)('it reads our error codes over OCPP %s', async (version) => {
  await using foreign = await connect(version);
  const { client } = foreign;
  await client.call('BootNotification', bootPayload[version]);
  // Only we may ask for a reset; its own schemas let it out.
  await expect(client.call('Reset', day[version].reset)).rejects.toMatchObject({ rpcErrorCode: 'NotSupported' });
});
