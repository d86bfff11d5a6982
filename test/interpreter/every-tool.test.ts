import { expect, test } from 'vitest';
import { interpreterMind } from '../../src/assistant/interpreter/interpreter-mind.ts';
import { examples } from '../../src/assistant/interpreter/requests/requests.ts';
import { conversation, definitions, type Script } from './scripted-tools.ts';

const clock = { now: () => new Date('2026-11-15T15:00:00Z') };
const at = '2026-11-15T12:00:00.000Z';
const uuid = '0192f0c1-aaaa-7000-8000-000000000001';

/** Enough of a world for every name of the examples to be found. */
const point = (id: string) => ({
  charge_point_id: id,
  link: { state: 'online', since: at },
  connectors: [{ evse_id: 1, connector_id: 1, status: 'available' }],
});
const session = {
  session_id: uuid,
  transaction_id: '1042',
  charge_point_id: 'CP-7',
  evse_id: 1,
  state: 'running',
  started_at: at,
};
const lightTool = {
  tool: 'self.light.set_rgb',
  tool_name: 'device_light',
  is_usable: true,
  needs_approval: false,
  input_schema: {
    type: 'object',
    properties: { r: { type: 'integer' }, g: { type: 'integer' }, b: { type: 'integer' } },
  },
};
const world: Script = {
  list_charge_points: ({ search }) => ({
    charge_points: ['CP-1', 'CP-3', 'CP-4', 'CP-5', 'CP-7', 'CP-8']
      .filter((id) => typeof search !== 'string' || id === search)
      .map(point),
  }),
  get_charge_point_status: () => point('CP-7'),
  list_sites: ({ site_id }) => ({
    sites: ['Depot', 'Pátio'].map((name) => ({
      site_id: name.toLowerCase().replace('á', 'a'),
      name,
      time_zone: 'America/Sao_Paulo',
      ...(site_id !== undefined && { charge_points: [{ charge_point_id: 'CP-7' }] }),
    })),
  }),
  list_drivers: () => ({ drivers: [{ driver_id: uuid, name: 'Ana' }] }),
  find_token: () => ({ tokens: [{ token_id: 'tok_1', label: '…BBCC', driver_id: uuid }] }),
  list_sessions: () => ({ sessions: [session] }),
  get_transaction_details: () => ({ is_ambiguous: false, session }),
  list_reservations: () => ({
    reservations: [{ reservation_id: 4, charge_point_id: 'CP-4', status: 'active', token_id: 'tok_1' }],
  }),
  list_tariffs: () => ({ tariffs: [{ tariff_id: 'day', price: 'R$ 1.50', assignments: [{}] }] }),
  list_proposals: () => ({ proposals: [{ proposal_id: uuid, state: 'approved' }] }),
  list_devices: () => ({
    devices: [
      { device_id: 'd1', name: 'Lobby light' },
      { device_id: 'd2', name: 'Luz do saguão' },
    ],
  }),
  list_device_tools: () => ({ tools: [lightTool] }),
};
const other = () => ({ status: 'done', is_done: true, rows: [], outages: [], items: [] });

const languages = ['en', 'pt'] as const;
const cases = [...definitions.keys()].flatMap((tool) => languages.map((language) => [tool, language] as const));

test.each(cases)('%s is reached by a sentence in %s', async (tool, language) => {
  const sentences = examples.filter((each) => each.tool === tool).map((each) => each.examples[language]);
  // Whatever is not listed is reached through call_tool.
  const hidden = tool === 'call_tool' ? ['list_sites'] : [];
  const script = Object.fromEntries([...definitions.keys()].map((name) => [name, world[name] ?? other]));
  const mind = interpreterMind({ clock, timeZone: 'America/Sao_Paulo', language: 'en' });
  const made: string[] = [];
  for (const sentence of tool === 'call_tool'
    ? [language === 'en' ? 'list the sites' : 'quais locais existem?']
    : sentences) {
    const talk = conversation(mind, script, { hidden });
    const said = await talk.say(sentence);
    expect(said).not.toMatch(/I did not use|Não usei|did not understand|Não entendi/);
    if (/\*\*yes\*\*|\*\*sim\*\*/i.test(said)) await talk.say(language === 'en' ? 'yes' : 'sim');
    made.push(...talk.asked.map((call) => call.tool));
  }
  expect(made).toContain(tool === 'call_tool' ? 'list_sites' : tool);
});
