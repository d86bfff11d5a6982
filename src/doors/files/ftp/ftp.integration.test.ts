import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Received, Upload } from '#charging/log-files/receive-log-file.ts';
import { startFtp } from './start-ftp.ts';

const uploads: { token: string; fileName: string | null; text: string }[] = [];
let answer: Received = { status: 'kept', bytes: 1 };
async function receive({ token, fileName, source }: Upload): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  uploads.push({ token, fileName, text: Buffer.concat(chunks).toString() });
  return answer;
}

let server: Awaited<ReturnType<typeof startFtp>>;
beforeAll(async () => {
  server = await startFtp({ host: '127.0.0.1', port: 0, dataPorts: { first: 42_100, last: 42_199 }, receive });
});
afterAll(() => server.close());

/** A station's side of the control connection: one line there, one line back. */
async function visit() {
  const socket = connect(server.port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value ?? 'closed';
  expect(await next()).toMatch(/^220 /);
  return {
    socket,
    next,
    say: (line: string) => {
      socket.write(`${line}\r\n`);
      return next();
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

async function send(port: number, text: string): Promise<Socket> {
  const data = connect(port, '127.0.0.1');
  await once(data, 'connect');
  data.end(text);
  return data;
}

const portIn = (line: string) => {
  const [, high = 0, low = 0] = /,(\d+),(\d+)\)/.exec(line)?.map(Number) ?? [];
  return high * 256 + low || Number(/\|\|\|(\d+)\|/.exec(line)?.[1]);
};

test.each(['PASV', 'EPSV'])('a log comes by %s, and its password is its token', async (mode) => {
  uploads.length = 0;
  answer = { status: 'kept', bytes: 4 };
  using station = await visit();
  expect(await station.say('USER log')).toMatch(/^331/);
  expect(await station.say('PASS the-token')).toMatch(/^230/);
  expect(await station.say('TYPE I')).toMatch(/^200/);
  const port = portIn(await station.say(mode));
  expect(port).toBeGreaterThanOrEqual(42_100);
  station.socket.write('STOR /log.gz\r\n');
  await send(port, 'text');
  expect([await station.next(), await station.next()]).toEqual(['150 Send it', '226 Thank you']);
  expect(uploads).toEqual([{ token: 'the-token', fileName: 'log.gz', text: 'text' }]);
});

test('a file that is refused is told so, and nothing can be listed or fetched', async () => {
  answer = { status: 'refused', refusal: 'bomb', why: 'it is a bomb' };
  using station = await visit();
  expect(await station.say('STOR x')).toMatch(/^530/);
  await station.say('PASS t');
  for (const line of ['RETR x', 'LIST', 'NLST', 'DELE x', 'PORT 10,0,0,1,1,1', 'EPRT |1|10.0.0.1|99|', 'APPE x'])
    expect(await station.say(line)).toMatch(/^502/);
  expect(await station.say('STOR x')).toMatch(/^425/);
  const port = portIn(await station.say('PASV'));
  station.socket.write('STOR ../../x\r\n');
  await send(port, 'text');
  expect([await station.next(), await station.next()]).toEqual([
    '150 Send it',
    '553 The file was refused: it is a bomb',
  ]);
  expect(uploads.at(-1)?.fileName).toBe('../../x');
});

test('a line without an end is cut', async () => {
  using station = await visit();
  station.socket.write('x'.repeat(2_000));
  expect(await station.next()).toBe('closed');
});

test('whoever sends commands faster than they are answered is cut', async () => {
  using station = await visit();
  let answers = '';
  station.socket.on('data', (text) => (answers += String(text)));
  const closed = once(station.socket, 'close');
  station.socket.on('error', () => undefined);
  station.socket.write('NOOP\r\n'.repeat(200));
  station.socket.write('QUIT\r\n');
  await closed;
  expect(answers.split('\r\n').length).toBeLessThan(100);
});
