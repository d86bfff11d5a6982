import { useTranslation } from 'react-i18next';
import { useWaitingCount } from '../api/use-proposals.ts';

/** How many proposals wait for a person, beside the name of their page; it takes no room, so that nothing moves when it comes. */
export function WaitingCount() {
  const { t } = useTranslation();
  const waiting = useWaitingCount();
  return (
    <span className="page-count" aria-live="polite">
      {waiting > 0 && (
        <>
          <span aria-hidden="true">{waiting > 99 ? '99+' : waiting}</span>
          <span className="unseen"> {t('proposals.waitingCount', { count: waiting })}</span>
        </>
      )}
    </span>
  );
}
