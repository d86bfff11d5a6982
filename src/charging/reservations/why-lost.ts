import type { Outcome } from '#contract/commands/command.ts';
import { nobodyCame } from './ended-by-status.ts';
import type { OpenReservation, StationLink } from './reservation-store.ts';

export function whyExpired({ status, startsAt }: OpenReservation, link: StationLink | undefined): string {
  const offlineSince = link?.node === null ? link.since : null;
  const isAllTheTime = offlineSince !== null && offlineSince <= startsAt;
  if (status === 'planned')
    return isAllTheTime
      ? 'The station was offline for all of its time, so it was never asked.'
      : 'The station could not be asked in its time.';
  if (status === 'asked') return 'The station never said whether it keeps it.';
  if (offlineSince !== null)
    return `The station is offline since ${offlineSince.toISOString()}; whether somebody came is known once it is back.`;
  return nobodyCame;
}

export function whyNotKept({ status }: Pick<OpenReservation, 'status'>, code: string | null): string {
  const word = code === null ? '' : `: ${code}`;
  return status === 'active'
    ? `The station had been away or restarted, and did not keep it when it was asked again${word}.`
    : `The station did not take it${word}.`;
}

export function whyUnchanged(code: string | null): string {
  return `The station did not take the change${code === null ? '' : `: ${code}`}. It keeps the reservation as it was.`;
}

export function whyUntold(outcome: Pick<Outcome, 'status' | 'code' | 'reason'> | null): string {
  const reason = outcome?.reason?.replace(/\.$/, '') ?? null;
  // What a station says of its error is not our sentence: its code alone is told.
  const isError = outcome?.status === 'rejected';
  const said = isError
    ? `answered with an error (${outcome.code})`
    : reason === null
      ? 'did not answer'
      : `could not be told (${reason})`;
  return `The station ${said}; it is told as soon as it can be, unless the time is over by then.`;
}
