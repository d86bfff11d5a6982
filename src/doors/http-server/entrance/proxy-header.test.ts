import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readProxyHeader } from './proxy-header.ts';

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const port = fc.integer({ min: 0, max: 65_535 });

function binary({ command = 0x21, family, further }: { command?: number; family: number; further: Buffer }): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(further.length);
  return Buffer.concat([signature, Buffer.from([command, family]), length, further]);
}

test('version 1 tells the caller, and what follows its line is left alone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), port, fc.uint8Array({ maxLength: 200 }), (source, from, rest) => {
      const isV6 = source.includes(':');
      const line = `PROXY ${isV6 ? 'TCP6' : 'TCP4'} ${source} ${isV6 ? '::1' : '192.0.2.1'} ${from} 443\r\n`;
      fc.pre(line.length <= 107);
      const read = readProxyHeader(Buffer.concat([Buffer.from(line), rest]));
      expect(read).toEqual({ status: 'read', bytes: line.length, source });
    }),
  );
});

test('version 2 tells the caller, whatever further facts it carries', () => {
  const address = fc.uint8Array({ minLength: 4, maxLength: 4 });
  const facts = fc.uint8Array({ maxLength: 1_000 });
  fc.assert(
    fc.property(address, facts, fc.uint8Array({ maxLength: 200 }), (source, more, rest) => {
      const header = binary({ family: 0x11, further: Buffer.concat([source, Buffer.alloc(8), more]) });
      const read = readProxyHeader(Buffer.concat([header, rest]));
      expect(read).toEqual({ status: 'read', bytes: header.length, source: [...source].join('.') });
    }),
  );
  const v6 = binary({ family: 0x21, further: Buffer.concat([Buffer.from('20010db8', 'hex'), Buffer.alloc(32)]) });
  expect(readProxyHeader(v6)).toMatchObject({ status: 'read', source: '2001:db8:0:0:0:0:0:0' });
});

test('a header that comes byte by byte is read once it is whole, and not before', () => {
  const headers = [
    Buffer.from('PROXY TCP4 198.51.100.7 192.0.2.1 4711 443\r\n'),
    Buffer.from('PROXY UNKNOWN\r\n'),
    binary({ family: 0x11, further: Buffer.alloc(12) }),
    binary({ command: 0x20, family: 0, further: Buffer.alloc(0) }),
  ];
  for (const header of headers) {
    for (let length = 0; length < header.length; length += 1)
      expect(readProxyHeader(header.subarray(0, length)), `${length} bytes`).toEqual({ status: 'incomplete' });
    expect(readProxyHeader(header)).toMatchObject({ status: 'read', bytes: header.length });
  }
});

test.each([
  ['another protocol', Buffer.from('GET / HTTP/1.1\r\n')],
  ['a TLS handshake', Buffer.from('16030100', 'hex')],
  ['a name for an address', Buffer.from('PROXY TCP4 localhost 192.0.2.1 1 2\r\n')],
  ['an address of the other family', Buffer.from('PROXY TCP6 192.0.2.1 192.0.2.1 1 2\r\n')],
  ['a port beyond all', Buffer.from('PROXY TCP4 192.0.2.1 192.0.2.1 65536 2\r\n')],
  ['a line without an end', Buffer.from(`PROXY ${'x'.repeat(101)}`)],
  ['another version', binary({ command: 0x31, family: 0x11, further: Buffer.alloc(12) })],
  ['another family', binary({ family: 0x31, further: Buffer.alloc(216) })],
  ['too few bytes for its addresses', binary({ family: 0x11, further: Buffer.alloc(11) })],
  ['more than anybody sends', binary({ family: 0x11, further: Buffer.alloc(2_049) }).subarray(0, 16)],
])('%s is no header', (_name, bytes) => {
  expect(readProxyHeader(bytes)).toEqual({ status: 'invalid' });
});

test('whatever comes, the answer is one of three and never reaches beyond what came', () => {
  const start = fc.constantFrom(Buffer.alloc(0), signature, Buffer.from('PROXY '), Buffer.from('PROXY TCP4 '));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 3_000 }), (head, rest) => {
      const bytes = Buffer.concat([head, rest]);
      const read = readProxyHeader(bytes);
      if (read.status === 'incomplete') expect(bytes.length).toBeLessThan(16 + 2_048);
      if (read.status === 'read') expect(read.bytes).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 2_000 },
  );
});
