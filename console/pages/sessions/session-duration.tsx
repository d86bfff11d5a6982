import type { ListedSession } from '#contract/sessions/session.ts';
import { useNow } from '../../parts/clock.ts';
import { dash } from '../../parts/data-table.tsx';
import { elapsedText } from '../../text/quantities.ts';

type Props = { session: Pick<ListedSession, 'state' | 'startedAt' | 'endedAt'> };

/** How long it has lasted, to the second while it runs. */
export function SessionDuration({ session: { state, startedAt, endedAt } }: Props) {
  if (startedAt === null || (state === 'ended' && endedAt === null)) return dash;
  const start = Date.parse(startedAt);
  if (endedAt === null) return <Ticking since={start} />;
  const end = Date.parse(endedAt);
  return end < start ? dash : <span>{elapsedText(end - start)}</span>;
}

function Ticking({ since }: { since: number }) {
  return <span>{elapsedText(useNow('ticking') - since)}</span>;
}
