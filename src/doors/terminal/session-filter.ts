import { SigecError } from '#base/errors.ts';
import { defined } from '#base/present.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import type { SessionFlag } from '#contract/sessions/oddity.ts';
import type { SessionFilter } from '#contract/sessions/session.ts';
import type { Api } from './api.ts';
import { optionReader, readMonth, type Texts } from './read-options.ts';
import type { Terminal } from './terminal.ts';

export type SessionFilterOptions = Texts<
  'station' | 'evse' | 'token' | 'tokenHash' | 'since' | 'from' | 'to' | 'month' | 'minKwh'
> & { state?: NonNullable<SessionFilter['state']>; flag?: SessionFlag; flagged?: boolean };

/** A card's number does not travel in an address: the server is asked for its hash first. */
export async function readFilter(terminal: Terminal, api: Api, options: SessionFilterOptions): Promise<SessionFilter> {
  const { station: stationId, evse, state, token, flag, flagged } = options;
  const { session } = terminal.text;
  if (evse !== undefined && stationId === undefined) throw new SigecError('INVALID_INPUT', session.needsStation);
  const read = optionReader(terminal, options);
  const tokenHash =
    token === undefined ? options.tokenHash : (await api.call(tokenApi.hash, { body: { value: token } })).hash;
  const evseId = read.number('evse', [0, 9999]);
  const period = periodOf(terminal, options);
  const kwh = read.kwh('minKwh');
  const minimumEnergyWh = kwh === undefined ? undefined : Math.round(Number(kwh) * 1000);
  return { stationId, evseId, state, tokenHash, ...period, flag, isFlagged: flagged, minimumEnergyWh };
}

function periodOf(terminal: Terminal, options: SessionFilterOptions): { from?: string; to?: string } {
  const { month, since, from, to } = options;
  const ways = [month, since, from ?? to].filter((way) => way !== undefined);
  if (ways.length > 1) throw new SigecError('INVALID_INPUT', terminal.text.session.onePeriod);
  if (month !== undefined) return monthOf(readMonth(terminal, month));
  const read = optionReader(terminal, options);
  return defined({ from: read.since() ?? read.time('from'), to: read.time('to') });
}

/** From its first moment to that of the next, in the zone of this machine. */
function monthOf(value: string): { from: string; to: string } {
  const [year, month] = value.split('-').map(Number);
  const startOf = (offset: number) => new Date(year ?? 0, (month ?? 1) - 1 + offset, 1).toISOString();
  return { from: startOf(0), to: startOf(1) };
}
