import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ModbusClient } from './modbus-client.ts';
import { type MeterPoll, pollMeter } from './poll-meter.ts';
import { type ModbusReading, readModel } from './register-maps.ts';

type Registers = Record<number, number>;
type Behaviour = { registers?: Registers; isMute?: boolean; isCut?: boolean; isTorn?: boolean };

let closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
});

/** A meter on a socket of its own; registers that it does not have are refused. */
async function openMeter(behaviour: Behaviour = {}) {
  const sockets = new Set<Socket>();
  const questions: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      const [code, first, count] = [request.readUInt8(7), request.readUInt16BE(8), request.readUInt16BE(10)];
      questions.push(`${code} ${first} ${count}`);
      if (behaviour.isMute) return;
      if (behaviour.isCut) {
        socket.destroy();
        return;
      }
      const { registers = {} } = behaviour;
      const isThere = Array.from({ length: count }, (_, index) => first + index).every((at) => at in registers);
      const data = Buffer.alloc(isThere ? 2 + count * 2 : 2);
      data.writeUInt8(isThere ? code : code | 0x80, 0);
      data.writeUInt8(isThere ? count * 2 : 2, 1);
      for (let index = 0; index < (isThere ? count : 0); index += 1)
        data.writeUInt16BE(registers[first + index] ?? 0, 2 + index * 2);
      const answer = Buffer.concat([request.subarray(0, 7), data]);
      answer.writeUInt16BE(data.length + 1, 4);
      if (behaviour.isTorn) {
        socket.write(answer.subarray(0, 5));
        setImmediate(() => socket.write(answer.subarray(5)));
      } else socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = new ModbusClient({ host: '127.0.0.1', port, unitId: 1, timeoutMs: 30_000 });
  closing.push(() => client.close());
  return { port, client, questions, sockets, behaviour };
}

function floats(at: number, ...values: number[]): Registers {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatBE(value, index * 4);
  return words(at, bytes);
}

function lowFirst(at: number, ...values: number[]): Registers {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt16BE(value & 0xffff, index * 4);
    bytes.writeInt16BE(value >> 16, index * 4 + 2);
  }
  return words(at, bytes);
}

function words(at: number, bytes: Buffer): Registers {
  return Object.fromEntries(
    Array.from({ length: bytes.length / 2 }, (_, index) => [at + index, bytes.readUInt16BE(index * 2)]),
  );
}

test('an Eastron SDM630 tells floats in input registers', async () => {
  const { client } = await openMeter({ registers: { ...floats(6, 10.5, 11, 12.25), ...floats(52, -2300.5) } });
  expect(await readModel.sdm630(client)).toEqual({ powerW: -2300.5, lineA: [10.5, 11, 12.25] });
});

test('a Carlo Gavazzi EM24 tells whole numbers, the low word first', async () => {
  const registers = { ...lowFirst(12, 1_500, 70_000, -200), ...lowFirst(40, -123_456) };
  const { client } = await openMeter({ registers });
  expect(await readModel.em24(client)).toEqual({ powerW: -12_345.6, lineA: [1.5, 70, -0.2] });
});

test('a SunSpec meter is found behind other models, with its powers of ten', async () => {
  const { client } = await openMeter({
    registers: {
      ...words(40_000, Buffer.from('SunS')),
      40_002: 1,
      40_003: 3,
      40_004: 0,
      40_005: 0,
      40_006: 0,
      40_007: 203,
      40_008: 105,
      ...Object.fromEntries(Array.from({ length: 21 }, (_, index) => [40_009 + index, 0])),
      40_010: 101,
      40_011: 102,
      40_012: 103,
      40_013: 0xffff, // tenths of an ampere
      40_025: 0x10000 - 421,
      40_029: 1, // tens of watts
    },
  });
  expect(await readModel.sunspec(client)).toEqual({
    powerW: -4210,
    lineA: [10.1, 10.2, 10.3].map((value) => expect.closeTo(value, 5) as number),
  });
});

test('an answer in pieces is one answer', async () => {
  const { client } = await openMeter({ isTorn: true, registers: { 7: 42 } });
  expect((await client.read('holding', 7, 1)).readUInt16BE(0)).toBe(42);
});

test('registers that are not there, and a connection that is cut, are told apart; the next question connects again', async () => {
  const { client, behaviour, sockets } = await openMeter({ registers: { 1: 1 } });
  await expect(client.read('input', 9, 1)).rejects.toThrow(/refused the registers \(exception 2\)/);
  behaviour.isCut = true;
  await expect(client.read('input', 1, 1)).rejects.toThrow(/cannot be reached/);
  behaviour.isCut = false;
  expect((await client.read('input', 1, 1)).readUInt16BE(0)).toBe(1);
  expect(sockets.size).toBeGreaterThan(1);
});

test('a meter that never answers is given up', async () => {
  const { port } = await openMeter({ isMute: true });
  const client = new ModbusClient({ host: '127.0.0.1', port, unitId: 1, timeoutMs: 20 });
  await expect(client.read('input', 1, 1)).rejects.toThrow(/did not answer in time/);
});

test('a meter is read again and again over one connection, and after it failed', async () => {
  const { port, behaviour, sockets } = await openMeter({ registers: floats(6, 1, 2, 3) });
  const seen: (ModbusReading | string)[] = [];
  const { promise: recovered, resolve } = Promise.withResolvers<void>();
  const poll: MeterPoll = pollMeter({
    source: { kind: 'modbus-tcp', host: '127.0.0.1', port, unitId: 1, model: 'sdm630', everySeconds: 0.01 },
    failed({ message }) {
      seen.push(message);
      behaviour.registers = { ...floats(6, 1, 2, 3), ...floats(52, 690) };
    },
    read(reading) {
      seen.push(reading);
      if (seen.length >= 4) resolve();
    },
  });
  closing.push(() => poll.close());
  await recovered;
  expect(seen[0]).toMatch(/refused/);
  expect(seen[1]).toEqual({ powerW: 690, lineA: [1, 2, 3] });
  expect(sockets.size).toBe(2); // the first was given up with its failure
});
