import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import type { Api } from './api.ts';
import { readFilter, type SessionFilterOptions } from './session-filter.ts';

const now = '2026-03-15T12:00:00.000Z';
const api = {
  call: (_endpoint: object, { body }: { body: { value: string } }) =>
    Promise.resolve({ hash: `tok_${body.value.length}` }),
} as unknown as Api;
const read = (options: SessionFilterOptions) => readFilter(recordedTerminal({ now }), api, options);
const local = (...[year, month, day, hour = 0]: [number, number, number, number?]) =>
  new Date(year, month - 1, day, hour).toISOString();

test.each<[SessionFilterOptions, object]>([
  [{ month: '2026-12' }, { from: local(2026, 12, 1), to: local(2027, 1, 1) }],
  [{ month: 'last' }, { from: local(2026, 2, 1), to: local(2026, 3, 1) }],
  [{ since: '12h' }, { from: '2026-03-15T00:00:00.000Z' }],
  [
    { from: '2026-03-01', to: '2026-03-02T08:00' },
    { from: local(2026, 3, 1), to: local(2026, 3, 2, 8) },
  ],
  [{ from: '2026-03-01T08:00:00-03:00' }, { from: '2026-03-01T11:00:00.000Z' }],
  [{ minKwh: '0.5' }, { minimumEnergyWh: 500 }],
  [{ minKwh: '12,25' }, { minimumEnergyWh: 12_250 }],
  [
    { station: 'CP-7', evse: '2' },
    { stationId: 'CP-7', evseId: 2 },
  ],
  [{ token: 'CARD' }, { tokenHash: 'tok_4' }],
  [{ tokenHash: 'tok_x' }, { tokenHash: 'tok_x' }],
  [
    { flagged: true, flag: 'has-gap' },
    { isFlagged: true, flag: 'has-gap' },
  ],
])('%j means %j', async (options, filter) => {
  expect(await read(options)).toMatchObject(filter);
});

test.each<[SessionFilterOptions, string]>([
  [{ month: '2026-13' }, 'a month such as'],
  [{ since: 'yesterday' }, 'a duration such as'],
  [{ from: '1.3.2026' }, '--from'],
  [{ to: '2026-02-31T99:00' }, '--to'],
  [{ minKwh: 'much' }, 'kWh such as'],
  [{ evse: '2' }, '--station'],
  [{ month: '2026-03', since: '1h' }, 'once'],
  [{ since: '1h', to: '2026-03-01' }, 'once'],
])('%j is refused with what is accepted', async (options, sentence) => {
  await expect(read(options)).rejects.toThrow(sentence);
});
