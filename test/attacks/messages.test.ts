import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { OcppVersion, Station } from '../../src/contract/stations/station.ts';
import { rawSocketOf } from '../support/flood.ts';
import { heldBytes, settling } from '../support/held-memory.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { type ScriptedStation, scripted } from '../support/use-case.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

async function booted(id: string, version: OcppVersion = '1.6'): Promise<ScriptedStation> {
  const station = scripted(await connectRaw(sigec.addresses.ocpp, id, { protocols: [`ocpp${version}`] }));
  await station.call('BootNotification', bootPayload[version]);
  return station;
}

async function sessionsOf(stationId: string): Promise<Session[]> {
  return (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${stationId}&limit=1000`)).sessions;
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const start = { connectorId: 1, idTag: 'DRIVER-1', meterStart: 1000, timestamp: at(0) };
const stop = (transactionId: unknown) => ({ transactionId, meterStop: 4000, timestamp: at(30) });
/** 2.x names its sessions itself. */
const told = (eventType: string, seqNo: number, wh: number) => ({
  eventType,
  seqNo,
  timestamp: at(seqNo),
  evse: { id: 1, connectorId: 1 },
  triggerReason: 'Trigger',
  transactionInfo: { transactionId: 'SAME-NAME' },
  meterValue: [{ timestamp: at(seqNo), sampledValue: [{ value: wh, context: 'Other' }] }],
});

describe('A9 a station names the session of another', () => {
  test('A9 the session stays as it is, and what was said is kept as its own', async () => {
    await using owner = await booted('A9-OWNER');
    await using other = await booted('A9-OTHER');
    const { transactionId } = await owner.call('StartTransaction', start);
    expect(await other.call('StopTransaction', stop(transactionId))).toEqual({});
    expect(await sessionsOf('A9-OWNER')).toMatchObject([{ state: 'running', energyWh: 0 }]);
    expect(await sessionsOf('A9-OTHER')).toMatchObject([{ state: 'ended', flags: ['no-start'] }]);
  });

  test('A9 two stations of 2.x that use one name for their sessions have one each', async () => {
    await using owner = await booted('A9-TWO', '2.0.1');
    await using other = await booted('A9-OTHER-TWO', '2.0.1');
    await owner.call('TransactionEvent', { ...told('Started', 0, 100), triggerReason: 'CablePluggedIn' });
    await other.call('TransactionEvent', { ...told('Ended', 1, 9_000_000), triggerReason: 'EVCommunicationLost' });
    expect(await sessionsOf('A9-TWO')).toMatchObject([{ state: 'running', energyWh: 0 }]);
  });

  test('A9 the numbers of sessions cannot be guessed from one another', async () => {
    await using station = await booted('A9-NUMBERS');
    const numbers: number[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      const answer = await station.call('StartTransaction', { ...start, connectorId: nth + 1 });
      numbers.push(Number(answer['transactionId']));
    }
    const steps = numbers.slice(1).map((number, nth) => Math.abs(number - (numbers[nth] ?? 0)));
    expect(Math.min(...steps)).toBeGreaterThan(10);
  });
});

/** The time of a message, as the frame of a WebSocket client: masked with zeros, so that its bytes stand there as they are. */
function textFrame(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}

describe('A10 a message that is malformed, huge or deep', () => {
  const deep = (levels: number) =>
    `[2,"d","DataTransfer",{"vendorId":"v","data":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
  const megabyte = `[2,"l","DataTransfer",{"vendorId":"v","data":"${'y'.repeat(1_048_576)}"}]`;

  test.each(['1.6', '2.0.1', '2.1'] as const)(
    'A10 10,000 levels are refused unparsed over %s, and the connection lives',
    async (version) => {
      await using station = await booted(`A10-DEEP-${version}`, version);
      expect(await station.ask(deep(10_000))).toMatchObject([
        4,
        'd',
        expect.any(String),
        expect.stringContaining('32 levels'),
        {},
      ]);
      expect(await station.call('Heartbeat', {})).toMatchObject({});
    },
  );

  test('A10 a frame of 1 MB ends the connection, and nobody else notices', async () => {
    await using bystander = await booted('A10-BYSTANDER');
    await using station = await booted('A10-LARGE');
    expect(await station.ask(megabyte)).toEqual(['closed', 1009]);
    expect(await bystander.call('Heartbeat', {})).toMatchObject({});
  });

  test('A10 bytes that are no UTF-8 end the connection', async () => {
    await using station = await booted('A10-BYTES');
    const bytes = Buffer.concat([
      Buffer.from('[2,"u","DataTransfer",{"vendorId":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}]'),
    ]);
    rawSocketOf(station.socket).write(textFrame(bytes));
    expect(await station.next()).toEqual(['closed', 1007]);
  });

  test('A10 a field named __proto__ is refused, and fields like it change no object', async () => {
    await using station = await booted('A10-FIELDS', '2.0.1');
    const told = (name: string) => station.ask(`[2,"p","Heartbeat",{"${name}":{"isPolluted":true}}]`);
    expect(await told('__proto__')).toMatchObject([
      4,
      'p',
      'RpcFrameworkError',
      'The message has a field named __proto__.',
      {},
    ]);
    for (const name of ['constructor', 'prototype', 'toString', '__defineGetter__'])
      expect(await told(name)).toMatchObject([expect.any(Number), 'p', expect.anything()]);
    expect('isPolluted' in {}).toBe(false);
    expect(await station.call('Heartbeat', {})).toMatchObject({});
  });

  test('A10 of a field that is told twice the last one counts, and a token in the first is hidden all the same', async () => {
    await using station = await booted('A10-TWICE');
    const [, , answer] = (await station.ask(
      `[2,"t","StartTransaction",{"connectorId":1,"connectorId":2,"idTag":"HIDDEN-ONE","idTag":"HIDDEN-TWO","meterStart":0,"timestamp":"${at(0)}"}]`,
    )) as [number, string, object];
    expect(answer).toHaveProperty('transactionId');
    expect(await sessionsOf('A10-TWICE')).toMatchObject([{ evseId: 2 }]);
    const { messages } = await sigec.api.get<MessageList>('/api/stations/A10-TWICE/messages?limit=100');
    expect(JSON.stringify(messages)).not.toMatch(/HIDDEN-/);
  });

  test('A10 an action without what it needs gets an error, and twenty unreadable messages the end', async () => {
    await using station = await booted('A10-EMPTY', '2.0.1');
    expect(await station.ask('[2,"e","BootNotification",{}]')).toMatchObject([
      4,
      'e',
      expect.any(String),
      expect.any(String),
      {},
    ]);
    for (let nth = 0; nth < 20; nth += 1) station.send('{"no":"array"');
    station.send('[2,"after","Heartbeat",{}]');
    const heard: unknown[] = [];
    while (!heard.some((frame) => /closed|after/.test(String(frame)))) heard.push(await station.next());
    expect(heard.at(-1)).toEqual(['closed', 1007]);
  });

  test('A10 many of them leave nothing behind in memory', async () => {
    const round = async (nth: number) => {
      const station = await booted(`A10-MANY-${nth % 20}`);
      for (let times = 0; times < 5; times += 1) await station.ask(deep(10_000));
      station.send(megabyte);
      await station.closed;
    };
    for (let nth = 0; nth < 20; nth += 1) await round(nth); // what is compiled and cached once
    const before = heldBytes();
    for (let nth = 0; nth < 60; nth += 1) await round(nth);
    await expect.poll(() => heldBytes() - before, settling).toBeLessThan(16 * 1_048_576); // they brought 60 MB and 3 million levels
  });
});

test('A11 what cannot be true is answered and kept, with a word of doubt', async () => {
  await using station = await booted('A11');
  const future = new Date(Date.now() + 10 * 365 * 86_400_000).toISOString();
  const fallen = await station.call('StartTransaction', { ...start, meterStart: 9000 });
  expect(await station.call('StopTransaction', stop(fallen['transactionId']))).toEqual({});
  const later = await station.call('StartTransaction', { ...start, connectorId: 2, timestamp: future });
  expect(await station.call('StopTransaction', stop(later['transactionId']))).toEqual({});
  const sessions = await sessionsOf('A11');
  const [first, second] = [1, 2].map((evseId) => sessions.find((session) => session.evseId === evseId));
  expect(first).toMatchObject({ state: 'ended', flags: expect.arrayContaining(['meter-reset']) as unknown });
  expect(first?.energyWh).toBeGreaterThanOrEqual(0);
  expect(second).toMatchObject({
    state: 'ended',
    flags: expect.arrayContaining(['clock-skew', 'ends-before-start']) as unknown,
  });
});

test('A12 a session that is sent again after its end, with old and with new message ids, changes nothing', async () => {
  await using station = await booted('A12');
  const { transactionId } = await station.call('StartTransaction', start);
  const meter = {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: at(10), sampledValue: [{ value: '2000' }] }],
  };
  const frames = [
    [2, 'old-1', 'StartTransaction', start],
    [2, 'old-2', 'MeterValues', meter],
    [2, 'old-3', 'StopTransaction', stop(transactionId)],
  ] as const;
  for (const frame of frames) await station.ask(frame);
  const before = await sessionsOf('A12');
  expect(before).toMatchObject([{ state: 'ended', energyWh: 3000, flags: [] }]);
  for (const [, id, ...rest] of [...frames, ...frames.toReversed()])
    for (const messageId of [id, `again-${id}`])
      expect(await station.ask([2, messageId, ...rest])).toMatchObject([3, messageId, {}]);
  await using other = await booted('A12-OTHER');
  for (const frame of frames) await other.ask(frame); // recorded on the wire, played under another name
  expect(await sessionsOf('A12')).toEqual(before);
});

describe('A17 somebody makes us send what would break a station', () => {
  test.each(['1.6', '2.0.1'] as const)(
    'A17 what does not fit OCPP %s does not leave, and the station hears nothing',
    async (version) => {
      const id = `A17-${version}`;
      await using station = await booted(id, version);
      const heard: unknown[] = [];
      station.socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
      const why = expect.stringMatching(/does not fit OCPP|has no message/) as string;
      const raw = (action: string, payload: object) =>
        sigec.api.post<CommandRecord>(`/api/stations/${id}/raw/${action}`, { payload });
      const fitting = { type: version === '1.6' ? 'Soft' : 'Immediate' };
      for (const [action, payload] of [
        ['Reset', { type: 'Sideways' }],
        ['Reset', { ...fitting, more: 'x'.repeat(1_000) }],
        ['ClearCache', { nested: { deeper: {} } }],
        ['NoSuchThing', {}],
      ] as const)
        expect((await raw(action, payload)).outcome).toMatchObject({ status: 'not-sent', reason: why });
      await station.call('Heartbeat', {});
      expect(heard.filter((frame) => (frame as [number])[0] === 2)).toEqual([]);
      expect(await sigec.api.get<Station>(`/api/stations/${id}`)).toMatchObject({ link: { state: 'online' } });
    },
  );
});
