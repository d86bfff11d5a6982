import { expect, test } from 'vitest';
import { asError } from '#base/errors.ts';
import { actWithin } from '#principals/reach.ts';
import { type Business, fakeBusiness } from '../../test/support/fake-business.ts';
import type { Charging } from './open-charging.ts';
import { eventFilter, ledgerWithinSites, messagesWithinSites, stationFilter } from './read-within-sites.ts';
import { withinSites } from './within-sites.ts';

const north = new Set(['north']);
const places: Readonly<Record<string, string>> = { 'CP-N': 'north', 'CP-S': 'south' };
const placeOf = (stationId: string) =>
  Promise.resolve(places[stationId] === undefined ? null : { siteId: places[stationId] });

const at = (stationId: string) => ({ stationId });
const both = [at('CP-N'), at('CP-S')];
const assigned = [
  { tariffId: 'station-n', stationId: 'CP-N', siteId: null },
  { tariffId: 'station-s', stationId: 'CP-S', siteId: null },
  { tariffId: 'site-n', stationId: null, siteId: 'north' },
  { tariffId: 'site-s', stationId: null, siteId: 'south' },
  { tariffId: 'everywhere', stationId: null, siteId: null },
];
const named = (id: string) => Promise.resolve(at(id === 'n' ? 'CP-N' : 'CP-S'));

function house(answers: Business = {}) {
  const { charging, recorded } = fakeBusiness<Charging>({
    'sites.placeOf': placeOf,
    'tariffs.assignments': () => Promise.resolve(assigned),
    'sessions.get': named,
    'outages.get': named,
    'tickets.get': named,
    'logFiles.get': named,
    ...answers,
  });
  // Which functions there are is known by the business itself; here every one that is asked for exists.
  const business = withinSites(partsOf(charging));
  /** What somebody at the north site gets, or the code of the refusal. */
  const ask = (path: string, ...args: unknown[]): Promise<unknown> =>
    actWithin(north, async () => {
      try {
        const [part = '', name] = path.split('.');
        const owner = name === undefined ? business : (Reflect.get(business, part) as object);
        return await (Reflect.get(owner, name ?? part) as (...given: unknown[]) => unknown)(...args);
      } catch (error) {
        return (asError(error) as Error & { code?: string }).code;
      }
    });
  return { ask, business, charging, asked: (path: string) => recorded.filter(([name]) => name === path) };
}

/** Subjects are objects and functions are functions, as in the real business. */
function partsOf(charging: Charging): Charging {
  const functions = ['findStations', 'getStation', 'runCommand', 'runManyCommands', 'stopSession', 'acceptStation'];
  return new Proxy({} as Charging, {
    get(_target, name: string) {
      const part = Reflect.get(charging, name) as object;
      return functions.includes(name)
        ? part
        : new Proxy({}, { get: (_owner, each) => Reflect.get(part, each) as unknown });
    },
  });
}

test('a use case that no rule names is closed to single sites, and open to the whole', async () => {
  const { ask, business, asked } = house({ 'drivers.find': 'all', acceptStation: 'done' });
  expect([await ask('drivers.find'), await ask('acceptStation', 'CP-N')]).toEqual(['NOT_ALLOWED', 'NOT_ALLOWED']);
  expect([asked('drivers.find'), asked('acceptStation')]).toEqual([[], []]);
  const whole = actWithin('whole', () => (business.drivers as unknown as { find(): unknown }).find());
  expect(whole).toBe('all');
});

test('nothing is read for nobody', () => {
  expect(() => house().business.findStations({} as never)).toThrow('Nobody has said');
});

test('a search is narrowed by its own statement', async () => {
  const { ask, asked } = house({ findStations: 'page' });
  expect(await ask('findStations', { search: 'x' }, 'more')).toBe('page');
  expect(asked('findStations')).toEqual([['findStations', { search: 'x', atSites: ['north'] }, 'more']]);
});

test.each([
  ['getStation', ['CP-N'], ['CP-S'], ['CP-X'], [undefined]],
  ['runCommand', [at('CP-N')], [at('CP-S')], [{}], [null]],
  ['runManyCommands', [{ stationIds: ['CP-N'] }], [{ stationIds: ['CP-N', 'CP-S'] }]],
  ['stopSession', ['n'], ['s'], [{ sessionId: 's' }]],
  ['billing.bill', ['n'], ['s']],
  ['outages.exclude', ['n'], ['s']],
  ['tickets.change', ['n'], ['s']],
  ['logFiles.text', ['n'], ['s']],
  ['sites.get', ['north'], ['south']],
  [
    'sites.placeStation',
    [{ siteId: 'north', stationId: 'CP-N' }],
    [{ siteId: 'south', stationId: 'CP-N' }],
    [{ siteId: 'north', stationId: 'CP-S' }],
  ],
  ['tariffs.find', ['everywhere'], ['station-s'], ['site-s'], ['everywhere', { siteId: 'south' }]],
  ['quirks.setSwitch', [{ of: at('CP-N') }], [{ of: at('CP-S') }], [{ of: { vendor: 'V' } }]],
] as [string, unknown[], ...unknown[][]][])(
  '%s reaches what is theirs, and nothing else',
  async (path, theirs, ...others) => {
    const { ask, asked } = house({ [path]: 'done' });
    expect(await ask(path, ...theirs)).toBe('done');
    for (const args of others) expect(['NOT_FOUND', 'NOT_ALLOWED']).toContain(await ask(path, ...args));
    expect(asked(path)).toHaveLength(1);
  },
);

test('a session is named by its id or in what is asked', async () => {
  expect(await house({ stopSession: 'done' }).ask('stopSession', { sessionId: 'n' })).toBe('done');
});

test('what has an id of its own is shown where it belongs to them', async () => {
  const { ask } = house({ 'health.finding': named, 'health.close': 'closed' });
  expect(await ask('health.finding', 'n')).toEqual(at('CP-N'));
  expect(await ask('health.finding', 's')).toBe('NOT_FOUND');
  expect([await ask('health.close', 'n'), await ask('health.close', 's')]).toEqual(['closed', 'NOT_FOUND']);
  const installation = house({ 'health.finding': { stationId: null } });
  expect(await installation.ask('health.close', 'n')).toBe('NOT_FOUND');
});

test.each([
  ['sessions.listed', both, [at('CP-N')]],
  ['sites.list', [{ id: 'north' }, { id: 'south' }], [{ id: 'north' }]],
  ['energy.list', [{ siteId: 'north' }, { siteId: 'south' }], [{ siteId: 'north' }]],
  ['sites.devicePlaces', [{ siteId: 'south' }], []],
  [
    'tariffs.list',
    assigned.map(({ tariffId: id }) => ({ id })),
    ['station-n', 'site-n', 'everywhere'].map((id) => ({ id })),
  ],
])('of %s they get their own part', async (path, all, theirs) => {
  expect(await house({ [path]: all }).ask(path)).toEqual(theirs);
});

test('prices that hold at their sites or everywhere are listed', async () => {
  const listed = (await house().ask('tariffs.assignments')) as { tariffId: string }[];
  expect(listed.map(({ tariffId }) => tariffId)).toEqual(['station-n', 'site-n', 'everywhere']);
});

test('switches of their stations and of all stations of a model are listed', async () => {
  const switches = [...both, { stationId: null }];
  const listed = await house({ 'quirks.list': { rules: 1, switches } }).ask('quirks.list');
  expect(listed).toEqual({ rules: 1, switches: [at('CP-N'), { stationId: null }] });
});

test('where a station stands is told of theirs alone', async () => {
  const { ask } = house();
  expect(await ask('sites.placeOf', 'CP-N')).toEqual({ siteId: 'north' });
  expect([await ask('sites.placeOf', 'CP-S'), await ask('sites.placeOf', 'CP-X')]).toEqual([null, null]);
});

test('who sees one site alone names no new address that we ask', async () => {
  const meter = (host: string) => ({ source: { kind: 'modbus-tcp', host, port: 502 } });
  const settings = { meters: [meter('10.0.0.1'), { source: { kind: 'push' } }] };
  const { ask } = house({ 'energy.list': [{ siteId: 'north' }], 'energy.get': settings, 'energy.set': 'set' });
  expect(await ask('energy.set', 'north', settings)).toBe('set');
  expect(await ask('energy.set', 'north', { meters: [meter('10.0.0.2')] })).toBe('NOT_ALLOWED');
  expect(await ask('energy.set', 'south', settings)).toBe('NOT_FOUND');
  const first = house({ 'energy.list': [], 'energy.set': 'set' });
  expect(await first.ask('energy.set', 'north', settings)).toBe('NOT_ALLOWED');
  expect(await first.ask('energy.set', 'north', { meters: [] })).toBe('set');
});

test('of the ledger they see what happened at stations and sites of theirs', async () => {
  const { charging } = house();
  const events = [
    { stationId: 'CP-N', body: {} },
    { stationId: 'CP-S', body: {} },
    { stationId: null, body: { siteId: 'north' } },
    { stationId: null, body: { siteId: 'south' } },
    { stationId: null, body: {} },
    { stationId: 'CP-N', body: { siteId: 'south' } },
    { stationId: 'CP-N', body: { siteId: 'north', formerSiteId: 'south' } },
    { stationId: 'CP-N', body: { siteId: 'north', formerSiteId: 'north' } },
  ];
  const ledger = ledgerWithinSites({ read: () => Promise.resolve(events as never) }, charging);
  const read = () => ledger.read({} as never);
  expect(await actWithin(north, read)).toEqual([events[0], events[2], events[7]]);
  expect(await actWithin('whole', read)).toEqual(events);
  const filter = actWithin(north, () => eventFilter(charging));
  expect([await filter?.(events[0] as never), await filter?.(events[1] as never)]).toEqual([true, false]);
  expect(actWithin('whole', () => eventFilter(charging))).toBeUndefined();
});

test('live changes of a station are for those who may see it', async () => {
  const { charging } = house();
  const filter = actWithin(north, () => stationFilter(charging));
  expect([await filter?.('CP-N'), await filter?.('CP-S')]).toEqual([true, false]);
  expect(actWithin('whole', () => stationFilter(charging))).toBeUndefined();
});

test('messages of a station elsewhere are as if there were none', async () => {
  const { charging } = house();
  const recorder = {
    size: 3,
    read: (stationId: string) => Promise.resolve(`read ${stationId}`),
    async *export(stationId: string) {
      yield `exported ${stationId}`;
    },
  };
  const messages = messagesWithinSites(recorder, charging);
  expect(messages.size).toBe(3);
  expect(await actWithin(north, () => messages.read('CP-N'))).toBe('read CP-N');
  await expect(actWithin(north, () => messages.read('CP-S'))).rejects.toThrow('CP-S');
  expect(await actWithin('whole', () => messages.read('CP-S'))).toBe('read CP-S');
  const exported = (id: string) => actWithin(north, () => Array.fromAsync(messages.export(id)));
  expect(await exported('CP-N')).toEqual(['exported CP-N']);
  await expect(exported('CP-S')).rejects.toThrow('CP-S');
});
