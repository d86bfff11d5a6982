import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notificationApi } from '#contract/api/notifications.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useRead, useReadAgain } from '../../api/queries.ts';
import { BellIcon } from '../../parts/icons.tsx';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  'rule-ran',
  'proposal-made',
  'finding-opened',
  'security-event',
  'station-went-offline',
]);

/** How many notifications were not read yet, on every page. */
export function NotificationBell() {
  const { t } = useTranslation();
  const isSignedIn = usePrincipal() !== null;
  useReadAgain('notifications', kinds);
  const { data } = useRead(
    ['notifications', 'count'],
    notificationApi.list,
    { query: { limit: 1 } },
    { enabled: isSignedIn, refetchInterval: 60_000 },
  );
  if (!isSignedIn) return null;
  const unread = data?.unread ?? 0;
  return (
    <Link to="/notifications" className="bell" aria-label={t('shell.notifications', { count: unread })}>
      <BellIcon />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
