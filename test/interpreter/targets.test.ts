import { expect, test } from 'vitest';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { conversation, type Script } from './scripted-tools.ts';

const clock = { now: () => new Date('2026-11-15T15:00:00Z') };
const mind = interpreterMind({ clock, timeZone: 'America/Sao_Paulo', language: 'en' });
const at = '2026-11-15T12:00:00.000Z';

const point = (id: string, status = 'available') => ({
  charge_point_id: id,
  link: { state: 'online', since: at },
  connectors: [
    { evse_id: 1, connector_id: 1, status },
    { evse_id: 2, connector_id: 1, status },
  ],
});
const points = [point('DEPOT-1'), point('DEPOT-2'), point('DEPOT-3'), point('PRAIA-1', 'faulted')];
const sites = ['Depot', 'Praia'].map((name) => ({ site_id: name.toLowerCase(), name, time_zone: 'America/Sao_Paulo' }));
const isAt = (site: unknown) => (id: string) => id.toLowerCase().startsWith(`${String(site)}-`);
const session = (n: number, station: string) => ({
  session_id: `0198c1de-0000-7000-8000-00000000000${n}`,
  charge_point_id: station,
  evse_id: 1,
  state: 'running',
  started_at: at,
});
const running = [session(1, 'DEPOT-1'), session(2, 'DEPOT-2'), session(3, 'PRAIA-1')];
const proposed = () => ({
  status: 'proposed',
  proposal_id: '01997e1c-7a44-7c31-9b0e-5f2f3a6f1d10',
  expires_at: at,
  targets: [],
  effect: 'It.',
  details: {},
});

const changing = [
  ...['command_many_charge_points', 'reset_charge_point', 'set_charging_limit', 'stop_ocpp_transaction'],
  ...['set_token_blocked', 'unlock_connector', 'set_connector_status'],
];
const script: Script = {
  ...Object.fromEntries(changing.map((tool) => [tool, proposed])),
  list_charge_points: ({ search, status }) => ({
    charge_points: points.filter(
      ({ charge_point_id: id, connectors: [connector] }) =>
        (typeof search !== 'string' || id.includes(search)) && (status === undefined || connector?.status === status),
    ),
  }),
  get_charge_point_status: () => point('DEPOT-1'),
  list_sites: ({ site_id }) => ({
    sites: sites
      .filter((site) => site_id === undefined || site.site_id === site_id)
      .map((site) => ({
        ...site,
        ...(site_id !== undefined && { charge_points: points.filter((each) => isAt(site_id)(each.charge_point_id)) }),
      })),
  }),
  list_drivers: () => ({ drivers: [{ driver_id: '0198c1de-0000-7000-8000-0000000000aa', name: 'Bruno Lima' }] }),
  find_token: () => ({
    tokens: [
      { token_id: 'tok_2', label: '…2222' },
      { token_id: 'tok_3', label: '…3333' },
    ],
  }),
  list_sessions: ({ charge_point_id }) => ({
    sessions: running.filter((each) => charge_point_id === undefined || each.charge_point_id === charge_point_id),
  }),
  get_transaction_details: ({ transaction_id }) => ({
    is_ambiguous: false,
    session: running.find((each) => each.session_id === transaction_id) ?? {},
  }),
};

/** What a yes to the sentence proposes. */
async function proposals(...turns: string[]): Promise<string[]> {
  const { say, made } = conversation(mind, script);
  let readBack = '';
  for (const turn of turns) readBack = await say(turn);
  const before = made.filter(({ tool }) => changing.includes(tool));
  expect(before).toEqual([]);
  if (/\*\*(?:yes|sim)\*\*/i.test(readBack)) await say('yes');
  return made.flatMap(({ tool, given }) =>
    changing.includes(tool) ? [`${tool} ${Object.values(given).flat().join(' ')}`] : [],
  );
}

const sets: [string, string[]][] = [
  ['restart everything at Depot except DEPOT-1', ['command_many_charge_points reset-soft DEPOT-2 DEPOT-3']],
  ['reinicie todas as estações do Depot menos a DEPOT-2', ['command_many_charge_points reset-soft DEPOT-1 DEPOT-3']],
  ['restart all faulted stations', ['reset_charge_point PRAIA-1 soft']],
  [
    'take all stations at Depot but DEPOT-3 out of service',
    ['command_many_charge_points take-out-of-service DEPOT-1 DEPOT-2'],
  ],
  [
    'limit all stations at Depot except DEPOT-2 to 7,4 kW',
    ['set_charging_limit DEPOT-1 7.4', 'set_charging_limit DEPOT-3 7.4'],
  ],
  ['stop all sessions at Depot', running.slice(0, 2).map((each) => `stop_ocpp_transaction ${each.session_id}`)],
  [
    'encerre todas as recargas exceto a da DEPOT-1',
    running.slice(1).map((each) => `stop_ocpp_transaction ${each.session_id}`),
  ],
  ['block all cards of Bruno Lima', ['set_token_blocked tok_2 true', 'set_token_blocked tok_3 true']],
  ["block all of Bruno's cards except 2222", ['set_token_blocked tok_3 true']],
  ['unlock both connectors of DEPOT-1', ['unlock_connector DEPOT-1 1', 'unlock_connector DEPOT-1 2']],
];

test.each(sets)('%s', async (sentence, expected) => {
  expect(await proposals(sentence)).toEqual(expected);
});

test.each([
  'restart all stations',
  'stop all sessions',
  'restart everything at Depot except the blue one',
  'stop the sessions at DEPOT-1 and all at Praia',
  'do not restart the stations at Depot',
  'block the cards of Bruno and of nobody else but Ana',
])('%s: nothing is proposed', async (sentence) => {
  expect(await proposals(sentence)).toEqual([]);
});

test.each<[string[], string[]]>([
  [['limit DEPOT-1 to 11 kW', 'make it 16'], ['set_charging_limit DEPOT-1 16']],
  [['reinicie a DEPOT-1', 'não, a DEPOT-2'], ['reset_charge_point DEPOT-2 soft']],
  [
    ['which cards does Bruno have?', 'block both'],
    ['set_token_blocked tok_2 true', 'set_token_blocked tok_3 true'],
  ],
])('%s: what was to be done is put right', async (turns, expected) => {
  expect(await proposals(...turns)).toEqual(expected);
});
