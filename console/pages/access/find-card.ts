import { tokenApi } from '#contract/api/tokens.ts';
import { useBlockedDrivers, useCards, useDriverNames } from '../../api/access-queries.ts';
import { ApiProblem, call } from '../../api/call.ts';
import { standingOf } from './standing.ts';

/** Every card that may charge, by whose it is. */
export function usePeople(): { value: string; label: string }[] {
  const names = useDriverNames();
  const blocked = useBlockedDrivers();
  return useCards()
    .filter((card) => standingOf(card, blocked.has(card.driverId ?? '')) === 'good')
    .map(({ id, label, driverId, note }) => {
      const whose = driverId === null ? note : names?.get(driverId);
      return { value: id, label: whose === null || whose === undefined ? label : `${whose} · ${label}` };
    })
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

export const unknownCard = 'UNKNOWN_CARD';

/** Its hash; a card that nobody entered is told apart from a station that is not there. */
export async function knownCard(value: string): Promise<string> {
  try {
    return (await call(tokenApi.find, { body: { value } })).id;
  } catch (thrown) {
    const isUnknown = thrown instanceof ApiProblem && thrown.code === 'NOT_FOUND';
    throw isUnknown ? new ApiProblem(unknownCard, thrown.message, { cause: thrown }) : thrown;
  }
}
