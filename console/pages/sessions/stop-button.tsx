import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { usePrincipal } from '../../live/principal.ts';
import { useOpenSignIn } from '../../parts/sign-in-context.ts';
import { commandScope } from '../../parts/why-not-act.ts';
import { whyNotStop } from './why-not-stop.ts';

/** Stays where it is when it cannot be pressed, with the reason beside it. */
export function StopButton({ session, onStop }: { session: ListedSession; onStop: () => void }) {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const openSignIn = useOpenSignIn();
  const link = useBoard().stations.find(({ id }) => id === session.stationId)?.link;
  const reason = whyNotStop({ principal, session, link });
  const told =
    reason === null
      ? undefined
      : t(`stop.whyNot.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope: commandScope });
  return (
    <div className="stop">
      {told !== undefined && (
        <span className="stop-reason">
          {told}{' '}
          {reason === 'notSignedIn' && (
            <Anchor component="button" type="button" fz="inherit" onClick={openSignIn}>
              {t('signIn.open')}
            </Anchor>
          )}
        </span>
      )}
      <Button
        color="red"
        variant="outline"
        aria-disabled={reason !== null}
        aria-description={told}
        data-disabled={reason !== null}
        onClick={() => {
          if (reason === null) onStop();
        }}
      >
        {t('stop.button')}
      </Button>
    </div>
  );
}
