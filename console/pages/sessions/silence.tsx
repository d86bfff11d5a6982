import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import { useNow } from '../../parts/clock.ts';
import { duration } from '../../text/time.ts';

/** Stations report their meters every few minutes at the latest; some only every quarter of an hour. */
const longMs = 30 * 60_000;

/** Says so when nothing has been heard of a running session for long. */
export function Silence({ session }: { session: Pick<ListedSession, 'state' | 'lastEventAt'> }) {
  const { t, i18n } = useTranslation();
  const now = useNow('calm');
  if (session.state !== 'running' || session.lastEventAt === null) return null;
  const heardAt = Date.parse(session.lastEventAt);
  const passed = now - heardAt > longMs ? duration(heardAt, now, i18n.language) : null;
  return passed !== null && <> · {t('session.unheard', { duration: passed })}</>;
}
