import type { Principal } from '#contract/agents/principal.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { Link } from '#contract/stations/station.ts';
import { commandScope, type WhyNotAct, whyNotAct } from '../../parts/why-not-act.ts';

export type WhyNotStop = WhyNotAct | 'ended' | 'offline';

type Facts = {
  principal: Principal | null;
  session: Pick<ListedSession, 'state'>;
  /** Of its station; undefined while that is not known. */
  link: Link | undefined;
};

/** What keeps this person from stopping this session; null: nothing. */
export function whyNotStop({ principal, session, link }: Facts): WhyNotStop | null {
  if (session.state !== 'running') return 'ended';
  return whyNotAct(principal, commandScope) ?? (link !== undefined && link.state !== 'online' ? 'offline' : null);
}
