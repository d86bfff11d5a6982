import { SigecError } from '#base/errors.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import type { SessionFlag } from '#contract/sessions/oddity.ts';
import type { SessionFilter } from '#contract/sessions/session.ts';
import type { Api } from './api.ts';
import { readNumber } from './read-input.ts';
import { readMonth, readSince, readTime } from './read-time.ts';
import type { Terminal } from './terminal.ts';

/** Which sessions, as it is written on the command line. */
export type SessionFilterOptions = {
  station?: string;
  evse?: string;
  state?: NonNullable<SessionFilter['state']>;
  token?: string;
  tokenHash?: string;
  since?: string;
  from?: string;
  to?: string;
  month?: string;
  flag?: SessionFlag;
  flagged?: boolean;
  minKwh?: string;
};

/** A card's number does not travel in an address: the server is asked for its hash first. */
export async function readFilter(terminal: Terminal, api: Api, options: SessionFilterOptions): Promise<SessionFilter> {
  const { station: stationId, evse, state, token, flag, flagged, minKwh } = options;
  const { session } = terminal.text;
  if (evse !== undefined && stationId === undefined) throw new SigecError('INVALID_INPUT', session.needsStation);
  const tokenHash =
    token === undefined ? options.tokenHash : (await api.call(tokenApi.hash, { body: { value: token } })).hash;
  return {
    stationId,
    evseId: evse === undefined ? undefined : readNumber(terminal, { name: '--evse', value: evse }, [0, 9999]),
    state,
    tokenHash,
    ...periodOf(terminal, options),
    flag,
    isFlagged: flagged,
    minimumEnergyWh: minKwh === undefined ? undefined : readKwh(terminal, minKwh),
  };
}

function periodOf(
  terminal: Terminal,
  { month, since, from, to }: SessionFilterOptions,
): { from?: string; to?: string } {
  const ways = [month, since, from ?? to].filter((way) => way !== undefined);
  if (ways.length > 1) throw new SigecError('INVALID_INPUT', terminal.text.session.onePeriod);
  if (month !== undefined) return monthOf(readMonth(terminal, month));
  if (since !== undefined) return { from: readSince(terminal, since) };
  return {
    ...(from !== undefined && { from: readTime(terminal, { name: '--from', value: from }) }),
    ...(to !== undefined && { to: readTime(terminal, { name: '--to', value: to }) }),
  };
}

/** From its first moment to that of the next, in the zone of this machine. */
function monthOf(value: string): { from: string; to: string } {
  const [year, month] = value.split('-').map(Number);
  const startOf = (offset: number) => new Date(year ?? 0, (month ?? 1) - 1 + offset, 1).toISOString();
  return { from: startOf(0), to: startOf(1) };
}

function readKwh({ text }: Terminal, value: string): number {
  if (/^\d{1,6}([.,]\d{1,3})?$/.test(value)) return Math.round(Number(value.replace(',', '.')) * 1000);
  throw refused(text, { name: '--min-kwh', value, accepts: text.accepts.energy });
}

function refused({ wrongUse }: Terminal['text'], given: { name: string; value: string; accepts: string }): SigecError {
  return new SigecError('INVALID_INPUT', wrongUse.invalidInput(given));
}
