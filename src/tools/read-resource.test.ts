import { expect, test } from 'vitest';
import { cursorOf } from '#base/cursor.ts';
import { asError, SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { RateLimiter } from '#base/rate-limiter.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { AuditEntry } from '#ledger/ledger-types.ts';
import { FairReads } from '#principals/fair-reads.ts';
import { actWithin } from '#principals/reach.ts';
import type { CallContext } from './context.ts';
import type { Pack, Resource } from './pack.ts';
import { openResources, uriTemplate } from './read-resource.ts';

const context = (more: Partial<CallContext> = {}): CallContext => ({
  actor: { principal: null, door: 'mcp' },
  signal: AbortSignal.timeout(60_000),
  ...more,
});

function resource(name: string, more: Partial<Resource> = {}): Resource {
  const uriTemplate = `sigec://${name}/{id}`;
  const read = ({ id }: Readonly<Record<string, string>>) => Promise.resolve({ name, id: id ?? '' });
  return { name, title: `All ${name}`, description: 'd', category: name, uriTemplate, read, ...more };
}

/** Resources of two packs; whoever asks may read what is not named secret. */
function shelf(...resources: Resource[]) {
  const audit: AuditEntry[] = [];
  const [first, ...others] = resources;
  const packs = [
    { name: 'one', resources: first === undefined ? [] : [first] },
    { name: 'two', resources: others },
    { name: 'bare' },
  ] as unknown as Pack[];
  const opened = openResources({
    may: (_principal, { scope }) =>
      scope === 'secret:read'
        ? { isAllowed: false, code: 'NOT_ALLOWED', sentence: sentenceOf('no-such-thing') }
        : { isAllowed: true },
    limiter: new RateLimiter({ now: () => new Date(0) }),
    reads: new FairReads(),
    packs: () => packs,
    log: silentLog,
    ledger: { commit: ({ audit: entries = [] }) => Promise.resolve(void audit.push(...entries)) as never },
  });
  return { ...opened, audit };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof SigecError ? error.code : asError(error).message),
  );
const page = (names: string[], next?: string) => ({
  entries: names.map((name) => ({ uri: `sigec://${name}`, name, title: name, description: 'd' })),
  ...(next !== undefined && { next }),
});

test('what is read is told to the audit, with its decoded parts', async () => {
  const { read, audit } = shelf(resource('stations'));
  expect(await read('sigec://stations/CP%2F7', context())).toEqual({ name: 'stations', id: 'CP/7' });
  expect(audit).toMatchObject([{ action: 'resource:stations', subject: 'sigec://stations/CP%2F7', outcome: 'done' }]);
});

test('an address of nothing, of another pack, or of what is not theirs is refused and told', async () => {
  const { read, audit } = shelf(resource('stations'), resource('secret'));
  expect(await codeOf(read('sigec://nothing/1', context()))).toBe('NOT_FOUND');
  expect(await codeOf(read('sigec://stations/1', context({ pack: 'two' })))).toBe('NOT_FOUND');
  expect(await codeOf(read('sigec://secret/1', context()))).toBe('NOT_ALLOWED');
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'resource:unknown failed',
    'resource:unknown failed',
    'resource:secret refused',
  ]);
});

test('what a pack forgot to clean reaches no model', async () => {
  const read = () => Promise.resolve({ text: 'a\u202Eb', long: 'x'.repeat(3_000) });
  const told = (await shelf(resource('stations', { read })).read('sigec://stations/1', context())) as Record<
    string,
    string
  >;
  expect(told['text']).not.toContain('\u202E');
  expect(told['long']?.length).toBeLessThan(2_100);
});

test('those that may be read here are listed, in the order of the packs', () => {
  const { listAllowed } = shelf(resource('stations'), resource('secret'), resource('sites'));
  expect(listAllowed(context()).map(({ name }) => name)).toEqual(['stations', 'sites']);
  expect(listAllowed(context({ pack: 'two' })).map(({ name }) => name)).toEqual(['sites']);
});

test('one without parts stands in the list itself, one with parts only where it lists', async () => {
  const { list } = shelf(
    resource('overview', { uriTemplate: 'sigec://overview' }),
    resource('stations'),
    resource('sites', { list: () => Promise.resolve(page(['north'])) }),
  );
  expect((await list(undefined, context())).entries.map(({ name }) => name)).toEqual(['overview', 'north']);
});

test('a long list goes on where the page before ended, and then with the next resource', async () => {
  const seen: (string | undefined)[] = [];
  const stations = resource('stations', {
    list: ({ after }) => {
      seen.push(after);
      return Promise.resolve(after === undefined ? page(['a'], 'a') : page(['b']));
    },
  });
  const sites = resource('sites', {
    list: ({ after }) => {
      seen.push(after);
      return Promise.resolve(page(['north']));
    },
  });
  const { list } = shelf(stations, sites);
  const first = await list(undefined, context());
  expect(first.entries.map(({ name }) => name)).toEqual(['a']);
  const second = await list(first.next, context());
  expect([second.entries.map(({ name }) => name), second.next]).toEqual([['b', 'north'], undefined]);
  expect(seen).toEqual([undefined, 'a', undefined]);
});

test('a full page leaves the next resource to the next page', async () => {
  const limits: number[] = [];
  const many = resource('stations', {
    list: ({ limit }) => {
      limits.push(limit);
      return Promise.resolve(page(Array.from({ length: 100 }, (_, n) => `s${n}`)));
    },
  });
  const { list } = shelf(many, resource('overview', { uriTemplate: 'sigec://overview' }));
  const first = await list(undefined, context());
  expect([first.entries.length, limits]).toEqual([100, [100]]);
  expect((await list(first.next, context())).entries.map(({ name }) => name)).toEqual(['overview']);
});

test.each([
  'nonsense',
  cursorOf('{}'),
  cursorOf('[1]'),
  cursorOf('["stations",1]'),
  cursorOf('["gone"]'),
  cursorOf('["stations","\\u0000"]'),
])('a cursor that is none of ours is refused: %s', async (cursor) => {
  const { list } = shelf(resource('stations', { list: () => Promise.resolve(page(['a'])) }));
  expect(await codeOf(list(cursor, context()))).toBe('INVALID_INPUT');
});

test('nobody who may read nothing gets a list', async () => {
  expect(
    await shelf(resource('secret', { list: () => Promise.resolve(page(['a'])) })).list(undefined, context()),
  ).toEqual({ entries: [] });
});

test('names that others chose are cut and cleaned in lists', async () => {
  const entries = [
    { uri: 'sigec://x', name: 'n'.repeat(200), title: 't\u202E'.repeat(200), description: 'd'.repeat(400) },
  ];
  const { list } = shelf(resource('stations', { list: () => Promise.resolve({ entries }) }));
  const [entry] = (await list(undefined, context())).entries;
  expect([entry?.name.length, entry?.description?.length].every((length) => (length ?? 999) < 320)).toBe(true);
  expect(entry?.title).not.toContain('\u202E');
});

test('values of a part are completed, none of another part or of what is not theirs', async () => {
  const asked: unknown[] = [];
  const complete = (parameter: string, begun: string) => {
    asked.push([parameter, begun]);
    return Promise.resolve(['CP-1', 'CP-2']);
  };
  const { complete: ask } = shelf(
    resource('stations', { complete }),
    resource('secret', { complete }),
    resource('sites'),
  );
  expect(
    await ask('sigec://stations/{id}', { parameter: 'id', begun: `C\u0000${'x'.repeat(300)}` }, context()),
  ).toEqual(['CP-1', 'CP-2']);
  expect(asked).toEqual([['id', `C${'x'.repeat(199)}`]]);
  expect(await codeOf(ask('sigec://stations/{id}', { parameter: 'other', begun: '' }, context()))).toBe(
    'INVALID_INPUT',
  );
  expect(await codeOf(ask('sigec://secret/{id}', { parameter: 'id', begun: '' }, context()))).toBe('NOT_FOUND');
  expect(await ask('sigec://sites/{id}', { parameter: 'id', begun: '' }, context())).toEqual([]);
});

test('at single sites an address counts as readable where it can be read', async () => {
  const read = ({ id }: Readonly<Record<string, string>>) => {
    if (id === 'broken') return Promise.reject(new SigecError('INTERNAL', 'x'));
    return id === 'mine'
      ? Promise.resolve({})
      : Promise.reject(new SigecError(id === 'hidden' ? 'NOT_ALLOWED' : 'NOT_FOUND', 'x'));
  };
  const { isReadable } = shelf(
    resource('stations', { read }),
    resource('secret'),
    resource('overview', { uriTemplate: 'sigec://overview', read }),
  );
  const ask = (reach: 'whole' | Set<string>, uri: string) => actWithin(reach, () => isReadable(uri, context()));
  const north = new Set(['north']);
  expect(await Promise.all(['mine', 'gone', 'hidden'].map((id) => ask(north, `sigec://stations/${id}`)))).toEqual([
    true,
    false,
    false,
  ]);
  await expect(ask(north, 'sigec://stations/broken')).rejects.toThrow('x');
  expect(await ask('whole', 'sigec://stations/gone')).toBe(true);
  expect([
    await ask(north, 'sigec://overview'),
    await ask('whole', 'sigec://secret/1'),
    await ask('whole', 'sigec://no/1'),
  ]).toEqual([true, false, false]);
});

test('an event makes stale what each resource says', async () => {
  const { changedBy } = shelf(resource('stations', { changedBy: () => ['sigec://stations/1'] }), resource('sites'));
  expect(await changedBy({} as LedgerEvent)).toEqual(['sigec://stations/1']);
});

test('parts between braces are taken out, decoded', () => {
  const template = uriTemplate('sigec://stations/{id}/evses/{evse}');
  expect(template.parameters).toEqual(['id', 'evse']);
  expect(template.match('sigec://stations/CP%2F7/evses/2')).toEqual({ id: 'CP/7', evse: '2' });
});

test.each([
  'sigec://stations/CP/7',
  'sigec://stations/',
  'xsigec://stations/CP',
  'sigec://stations/%zz',
  'sigec://stations/a?b',
])('%s is not one of them', (uri) => {
  expect(uriTemplate('sigec://stations/{id}').match(uri)).toBeUndefined();
});

test('a dot is a dot', () => {
  expect(uriTemplate('a://b.c').match('a://bxc')).toBeUndefined();
  expect(uriTemplate('a://b.c').match('a://b.c')).toEqual({});
});

test.each(['stations/{id}', 'a://{id}/{id}', 'a://{}', 'a://{not so}'])('%s is no template', (template) => {
  expect(() => uriTemplate(template)).toThrow('is no template');
});
