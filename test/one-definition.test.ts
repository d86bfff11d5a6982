import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = dirname(import.meta.dirname);
const files = globSync(['src/**/*.ts', 'console/**/*.{ts,tsx}'], { cwd: root, exclude: ['console/dist/**'] })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The console may not import `base`, the device SDK stands alone, and a simulated station has an outbox of its own. */
const apart = /^(console|src\/device-sdk)\/|^src\/simulator\/outbox\.ts$/;

const definedAt = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

/** Small machines that exist once, and other names under which they were written before. */
const machines: readonly [path: string, ...names: string[]][] = [
  ['src/base/json.ts', 'isRecord', 'isObject', 'isPlainObject'],
  ['src/base/json.ts', 'parsedJson', 'ownJson', 'parseShallow', 'jsonOf', 'readJson', 'jsonOr'],
  ['src/base/uuid.ts', 'isUuid'],
  ['src/base/present.ts', 'present', 'defined', 'withoutGaps'],
  ['src/base/edit-distance.ts', 'editDistance', 'levenshtein', 'slipsBetween'],
  ['src/base/csv.ts', 'readCsv', 'parseCsv'],
  ['src/contract/csv.ts', 'csvLine', 'csvHeader'],
  ['src/contract/server-events.ts', 'serverEvents'],
  ['src/base/cache.ts', 'Cache', 'ShortCache', 'BatchedCache', 'Snapshot'],
  ['src/base/outbox.ts', 'Outbox'],
  ['src/base/write-behind.ts', 'WriteBehind'],
  ['src/base/window-count.ts', 'WindowCount'],
  ['src/base/every.ts', 'every'],
  ['src/base/every.ts', 'singleFlight'],
  ['src/base/every.ts', 'willRetry'],
  ['src/base/gate.ts', 'Gate', 'Turnstile'],
  ['src/database/in-transaction.ts', 'inTransaction', 'transaction', 'withTransaction'],
  ['src/doors/http-server/listen.ts', 'cannotListen', 'whyNotListening'],
  ['src/doors/http-server/bearer-key.ts', 'bearerKeyIn'],
  ['src/doors/http-server/read-body.ts', 'readBody'],
  ['src/doors/http-server/send-json.ts', 'sendJson', 'sendAnswer'],
  ['src/doors/http-server/escape-html.ts', 'escapeHtml'],
  ['src/doors/http-server/connection.ts', 'peerAddress'],
];

test.each(machines)('%s is the one definition of %s', (path, ...names) => {
  const pattern = new RegExp(`^(export )?(async )?(function\\*?|class) (${names.join('|')})\\b`, 'm');
  const found = definedAt(pattern);
  expect(found).toContain(path);
  expect(found.filter((other) => other !== path && !apart.test(other))).toEqual([]);
});

/** What only the machine may spell out. */
test.each<[what: string, pattern: RegExp, ...paths: string[]]>([
  ['a port in use', /EADDRINUSE/, 'src/doors/http-server/listen.ts', 'src/doctor/check-ports.ts'],
  ['a bearer key', /\/\^\(?:?bearer/i, 'src/doors/http-server/bearer-key.ts'],
  ['the form of a UUID', /\{4\}\)\{3\}-\[/, 'src/base/uuid.ts'],
  [
    'the begin of a transaction',
    /query\('begin'\)/,
    ...['src/database/in-transaction.ts', 'src/database/migrate.ts', 'src/ledger/postgres-store.ts'],
  ],
  ['work that is tried again', /'will retry|are .* later'|is .* again later'/, 'src/base/every.ts'],
])('%s is spelt out once', (_what, pattern, ...paths) => {
  expect(definedAt(pattern).filter((path) => !paths.includes(path))).toEqual([]);
});
