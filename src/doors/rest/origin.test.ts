import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type Origin, originOf } from './origin.ts';

const publicUrl = 'https://csms.example.org';

test.each<[headers: Record<string, string>, origin: Origin]>([
  [{ host: 'localhost:8001' }, 'untold'],
  [{ host: 'localhost:8001', 'sec-fetch-site': 'none' }, 'untold'],
  [{ host: 'localhost:8001', origin: 'http://localhost:8001' }, 'ours'],
  [{ host: 'localhost:8001', origin: 'http://localhost:3000' }, 'foreign'],
  [{ host: '127.0.0.1:8001', origin: publicUrl }, 'ours'],
  [{ host: '127.0.0.1:8001', origin: 'http://csms.example.org' }, 'foreign'],
  [{ host: '127.0.0.1:8001', origin: 'null' }, 'foreign'],
  [{ host: 'localhost:8001', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' }, 'ours'],
  [{ host: 'localhost:8001', origin: 'http://localhost:8001', 'sec-fetch-site': 'same-site' }, 'foreign'],
])('%j is %s', (headers, origin) => {
  expect(originOf({ headers, socket: new Socket() }, { publicUrl })).toBe(origin);
});
