import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MessageList } from '#contract/stations/message.ts';
import type { Station } from '#contract/stations/station.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const versions = ['1.6', '2.0.1', '2.1'] as const;
/** The frame without the sentence and details of an error. */
const codeOf = (frame: unknown) => (frame as unknown[]).slice(0, 3);
const protocolOf = (version: string) => [`ocpp${version}`];

describe.each(versions)('OCPP %s', (version) => {
  const connectAs = (id: string) =>
    connectRaw(sigec.addresses.ocpp, `${id}-${version}`, { protocols: protocolOf(version) });

  test('boots, beats and reports a status that REST then shows', async () => {
    await using station = await connectAs('LIFE');
    expect(await station.ask([2, 'a', 'BootNotification', bootPayload[version]])).toMatchObject([
      3,
      'a',
      { status: 'Accepted' },
    ]);
    const [, , { currentTime }] = (await station.ask([2, 'b', 'Heartbeat', {}])) as [
      number,
      string,
      { currentTime: string },
    ];
    expect(Math.abs(Date.now() - Date.parse(currentTime))).toBeLessThan(60_000);
    const timestamp = '2026-03-01T08:00:00.123Z';
    const faulted =
      version === '1.6'
        ? { connectorId: 2, status: 'Faulted', errorCode: 'GroundFailure', timestamp }
        : { evseId: 2, connectorId: 1, connectorStatus: 'Faulted', timestamp };
    expect(await station.ask([2, 'c', 'StatusNotification', faulted])).toEqual([3, 'c', {}]);
    const shown = await sigec.api.get<Station>(`/api/stations/LIFE-${version}`);
    expect(shown).toMatchObject({ vendor: 'Ipê', link: { state: 'online', version } });
    expect(shown.connectors).toMatchObject([
      {
        evseId: 2,
        connectorId: 1,
        status: 'faulted',
        changedAt: timestamp,
        reason: version === '1.6' ? 'GroundFailure' : null,
      },
    ]);
  });

  const codes = {
    '1.6': { missing: 'OccurenceConstraintViolation', type: 'TypeConstraintViolation', frame: 'FormationViolation' },
    '2.0.1': { missing: 'OccurrenceConstraintViolation', type: 'TypeConstraintViolation', frame: 'RpcFrameworkError' },
    '2.1': { missing: 'OccurrenceConstraintViolation', type: 'TypeConstraintViolation', frame: 'RpcFrameworkError' },
  }[version];

  test.each([
    ['a missing field', [2, 'x', 'StatusNotification', {}], codes.missing],
    ['a wrong type', [2, 'x', 'Heartbeat', 7], codes.type],
    ['an unknown action', [2, 'x', 'MakeCoffee', {}], 'NotImplemented'],
    ['an action in the wrong case', [2, 'x', 'heartbeat', {}], 'NotImplemented'],
    ['an action only we send', [2, 'x', 'Reset', {}], 'NotSupported'],
    ['a call of three elements', [2, 'x', 'Heartbeat'], codes.frame],
    ['an action that is no text', [2, 'x', 5, {}], codes.frame],
  ])('%s is answered with its code and the connection lives', async (_name, frame, code) => {
    await using station = await connectAs('BAD');
    expect(codeOf(await station.ask(frame))).toEqual([4, 'x', code]);
    expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  });

  test.each([
    ['no JSON', '{"half'],
    ['no array', '"text"'],
    ['an id that is too long', JSON.stringify([2, 'x'.repeat(37), 'Heartbeat', {}])],
  ])('%s is answered without an id and the connection lives', async (_name, text) => {
    await using station = await connectAs('UNREADABLE');
    expect(codeOf(await station.ask(text))).toEqual([4, '-1', codes.frame]);
    expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  });

  test('a message nested too deep is refused', async () => {
    await using station = await connectAs('DEEP');
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    expect(codeOf(await station.ask(`[2,"d","Heartbeat",${deep}]`))).toEqual([4, 'd', codes.frame]);
  });

  test('a frame too large closes the connection and nobody else notices', async () => {
    await using bystander = await connectAs('BYSTANDER');
    await using station = await connectAs('LARGE');
    station.send(`[2,"l","Heartbeat",{"x":"${'y'.repeat(600 * 1024)}"}]`);
    expect(await station.closed).toBe(1009);
    expect(await bystander.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  });

  test('a binary frame closes the connection', async () => {
    await using station = await connectAs('BINARY');
    station.socket.send(Buffer.from('[2,"b","Heartbeat",{}]'), { binary: true });
    expect(await station.closed).toBe(1003);
  });

  test('an answer nobody asked for is ignored', async () => {
    await using station = await connectAs('UNASKED');
    station.send('[3,"ghost",{}]');
    station.send('[4,"ghost","InternalError","",{}]');
    expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  });

  test('an unknown message type is treated as the version says', async () => {
    await using station = await connectAs('TYPE');
    station.send('[9,"t",{}]');
    const first = codeOf(await station.ask([2, 'h', 'Heartbeat', {}]));
    const answered = [4, 't', 'MessageTypeNotSupported'];
    const ignored = [3, 'h', { currentTime: expect.any(String) as string }];
    expect(first).toEqual(version === '2.0.1' ? answered : ignored);
  });

  test('a broken answer is not answered, and ends the call that it belongs to', async () => {
    await using station = await connectAs('BROKEN-ANSWER');
    await station.ask([2, 'a', 'BootNotification', bootPayload[version]]);
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    station.send(`[3,"ghost",${deep}]`);
    const reset = sigec.api.post(`/api/stations/BROKEN-ANSWER-${version}/commands/reset`, { input: { when: 'now' } });
    const [, id, action] = (await station.next()) as [number, string, string];
    expect(action).toBe('Reset');
    station.send(`[3,"${id}",${deep}]`);
    expect(await reset).toMatchObject({ outcome: { status: 'rejected', code: codes.frame } });
    expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  });

  test('message types that only 2.1 has are unknown before it', async () => {
    await using station = await connectAs('LATER-TYPES');
    await station.ask([2, 'a', 'BootNotification', bootPayload[version]]);
    station.send('[6,"t","X",{}]');
    const first = codeOf(await station.ask([2, 'h', 'Heartbeat', {}]));
    expect(first).toEqual(
      version === '2.0.1'
        ? [4, 't', 'MessageTypeNotSupported']
        : [3, 'h', { currentTime: expect.any(String) as string }],
    );
  });

  test('many calls at once are each answered once, in order', async () => {
    await using station = await connectAs('EAGER');
    for (let i = 0; i < 60; i += 1) station.send(`[2,"e${i}","Heartbeat",{}]`);
    for (let i = 0; i < 60; i += 1) expect(await station.next()).toMatchObject([3, `e${i}`, {}]);
  });
});

test('a message that is sent without wanting an answer gets none', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'SEND', { protocols: ['ocpp2.1'] });
  station.send('[6,"s","NotifyPeriodicEventStream",{"broken":true}]');
  station.send('[6,"s",5,{}]');
  station.send('[6,"s","NotifyPeriodicEventStream"]');
  expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
});

test('the first subprotocol of the station that we know is chosen', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'CHOICE', {
    protocols: ['ocpp9.9', 'ocpp1.6', 'ocpp2.1'],
  });
  expect(station.socket.protocol).toBe('ocpp1.6');
});

test('without a common subprotocol the connection is closed', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'NO-VERSION', { protocols: [] });
  expect(station.socket.protocol).toBe('');
  expect(await station.closed).toBe(1002);
});

test.each(['%zz', '..%2Fetc', 'x'.repeat(300), 'a%00b', 'a%3Ab', ''])('the address /%s is no station', async (path) => {
  expect(await statusOfRefusal(sigec.addresses.ocpp, { stationId: path })).toBe(404);
});

test('a percent-encoded id and the /ocpp prefix work', async () => {
  await using station = await connectRaw(`${sigec.addresses.ocpp}ocpp/`, 'Posto São João 1', {
    protocols: ['ocpp1.6'],
  });
  await station.ask([2, 'a', 'BootNotification', bootPayload['1.6']]);
  expect(await sigec.api.get('/api/stations/Posto%20S%C3%A3o%20Jo%C3%A3o%201')).toMatchObject({
    link: { state: 'online' },
  });
});

test('a plain GET is told what this port is for', async () => {
  const answer = await fetch(sigec.addresses.ocpp.replace('ws:', 'http:'));
  expect(answer.status).toBe(426);
  expect(await answer.text()).toContain('OCPP');
});

test('a flood of headers is refused before anything is read', async () => {
  const headers = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`x-flood-${i}`, 'y'.repeat(40)]));
  expect(await statusOfRefusal(sigec.addresses.ocpp, { stationId: 'FLOOD', headers })).toBe(431);
});

test('compression is agreed with 2.x stations that ask, and with nobody else', async () => {
  await using modern = await connectRaw(sigec.addresses.ocpp, 'DEFLATE-2', {
    protocols: ['ocpp2.1'],
    perMessageDeflate: true,
  });
  await using old = await connectRaw(sigec.addresses.ocpp, 'DEFLATE-1', {
    protocols: ['ocpp1.6'],
    perMessageDeflate: true,
  });
  expect(modern.socket.extensions).toContain('permessage-deflate');
  expect(old.socket.extensions).toBe('');
});

test('a station that left is shown with reason and time', async () => {
  const station = await connectRaw(sigec.addresses.ocpp, 'LEAVER');
  await station.ask([2, 'a', 'BootNotification', bootPayload['2.0.1']]);
  station.socket.close(1000);
  await station.closed;
  await expect
    .poll(() => sigec.api.get<Station>('/api/stations/LEAVER'))
    .toMatchObject({ link: { state: 'offline', reason: 'closed-by-station' } });
});

test('of an answer that nobody asked for only its coming is kept', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'GHOST');
  station.send(`[3,"ghost",{"large":"${'x'.repeat(100_000)}"}]`);
  await station.ask([2, 'a', 'BootNotification', bootPayload['2.0.1']]);
  const { messages } = await sigec.api.get<MessageList>('/api/stations/GHOST/messages');
  expect(messages.find(({ messageId }) => messageId === 'ghost')).toMatchObject({ request: '[3,"ghost"]' });
});

/** A visitor that asks for a WebSocket and then never closes its side. */
async function holdOn(ocpp: string, path: string, protocol = 'ocpp2.0.1') {
  const { port, hostname } = new URL(ocpp);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.write(
    `GET /${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
  );
  const [data] = (await once(socket, 'data')) as [Buffer];
  return { socket, status: data.toString().split(' ')[1] };
}

test('whoever is refused cannot hold its socket open', async () => {
  const { socket, status } = await holdOn(sigec.addresses.ocpp, 'a%3Ab');
  expect(status).toBe('404');
  socket.resume();
  await once(socket, 'end');
  const gone = once(socket, 'error'); // our side is closed for good: writing to it fails
  const writing = setInterval(() => socket.write('still here'), 20);
  await gone;
  clearInterval(writing);
});

test('the door closes in time, whoever holds on to it', async () => {
  const other = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const held = [
    await holdOn(other.addresses.ocpp, 'a%3Ab'),
    await holdOn(other.addresses.ocpp, 'NO-VERSION', 'ocpp9.9'),
    await holdOn(other.addresses.ocpp, 'SILENT'),
  ];
  for (const { socket } of held) socket.on('error', () => undefined); // it will be cut off
  await expect(other[Symbol.asyncDispose]()).resolves.toBeUndefined(); // it would never end if it waited for them
  for (const { socket } of held) socket.destroy();
});
