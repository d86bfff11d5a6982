import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// A proxy before us and we must agree where a request ends: whoever finds two readings sends a second one in the name of somebody else.

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const second = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const chunks = `0\r\n\r\n${second}`;
const length = (body: string) => `Content-Length: ${body.length}`;
const chunked = 'Transfer-Encoding: chunked';

const ambiguous = {
  'a length and chunks': [[length(chunks), chunked], chunks],
  'chunks and a length': [[chunked, 'Content-Length: 3'], chunks],
  'two lengths': [['Content-Length: 0', length(second)], second],
  'two lengths in one line': [[`Content-Length: 0, ${second.length}`], second],
  'a length with a sign': [[`Content-Length: +${second.length}`], second],
  'a length in hexadecimal': [['Content-Length: 0x10'], second],
  'a negative length': [['Content-Length: -1'], second],
  'chunks that are not the last coding': [['Transfer-Encoding: chunked, identity'], chunks],
  'chunks twice': [[chunked, 'Transfer-Encoding: identity'], chunks],
  'a blank before the colon': [['Transfer-Encoding : chunked'], chunks],
  'a header that goes on in the next line': [['X-More: a', ' Transfer-Encoding: chunked'], chunks],
  'a line that ends without a return': [['X-More: a\nTransfer-Encoding: chunked'], chunks],
  'a return alone': [['X-More: a\rTransfer-Encoding: chunked'], chunks],
  'a NUL in a header': [['X-More: a\0b'], ''],
  'a chunk whose size overflows': [[chunked], `fffffffffffffffff\r\nx\r\n${chunks}`],
  'a chunk that is longer than it says': [[chunked], `1\r\nxx\r\n${chunks}`],
} satisfies Record<string, [string[], string]>;

/** Everything that is answered until the other side ends the connection, or has said all that it will. */
async function answersTo(port: number, bytes: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => (heard += part.toString('latin1')));
  socket.write(Buffer.from(bytes, 'latin1'));
  await new Promise((resolve) => socket.once('close', resolve));
  return heard.match(/HTTP\/1\.1 \d{3}/g) ?? [];
}

test.each(Object.entries(ambiguous))('%s: no door reads a second request behind it', async (_name, [headers, body]) => {
  const { api, mcp, ucp, devices, ocpp } = sigec.addresses;
  for (const url of [api, mcp, ucp, devices, ocpp]) {
    const lines = ['POST /api/sign-in HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...headers];
    const answers = await answersTo(Number(new URL(url ?? '').port), `${lines.join('\r\n')}\r\n\r\n${body}`);
    expect(answers.length, `${url} answered ${answers.join(', ')}`).toBeLessThanOrEqual(1);
    for (const answer of answers) expect(answer, `at ${url}`).toMatch(/ 4\d\d$/);
  }
});
