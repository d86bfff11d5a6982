import type { Principal } from '#contract/agents/principal.ts';
import type { Connector, Link } from '#contract/stations/station.ts';
import { commandScope, type WhyNotAct, whyNotAct } from '../../parts/why-not-act.ts';

export type WhyNotStart = WhyNotAct | 'offline' | 'unavailable' | 'faulted';

type Facts = { principal: Principal | null; link: Link; connector: Pick<Connector, 'status'> };

/** What keeps this person from starting a session here; null: nothing. A reserved connector is for the station to judge. */
export function whyNotStart({ principal, link, connector }: Facts): WhyNotStart | null {
  if (link.state !== 'online') return 'offline';
  if (connector.status === 'unavailable') return 'unavailable';
  if (connector.status === 'faulted') return 'faulted';
  return whyNotAct(principal, commandScope);
}
