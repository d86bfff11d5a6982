import { Alert } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { sessionApi } from '#contract/api/sessions.ts';
import { ApiProblem, call } from '../../live/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { TextLink } from '../../parts/links.tsx';
import { commandScope } from '../../parts/why-not-act.ts';

const running = z.object({ id: z.uuid(), stationId: z.string() });
type Running = z.infer<typeof running>;

/** The sessions that stand in the way, if that is what the server said. */
export function runningOf(problem: Error | null): Running[] | null {
  if (!(problem instanceof ApiProblem)) return null;
  return z.array(running).min(1).safeParse(problem.details['sessions']).data ?? null;
}

/** Nobody is forgotten while they charge: each session can be looked at, and stopped. */
export function RunningSessions({ sessions }: { sessions: readonly Running[] }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" role="alert" title={t('driver.charging')}>
      <p>{t('driver.chargingHelp')}</p>
      <ul className="running-sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <TextLink to="/sessions/$id" params={{ id: session.id }} fz="inherit">
              {session.stationId}
            </TextLink>{' '}
            <Stop session={session} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Stop({ session: { id, stationId } }: { session: Running }) {
  const { t } = useTranslation();
  const stop = useMutation({ mutationFn: () => call(sessionApi.stop, { params: { id }, body: {} }) });
  if (stop.isSuccess) return <span role="status">{t('stop.titleAsked', { station: stationId })}</span>;
  return (
    <>
      <ActionButton
        scope={commandScope}
        variant="default"
        size="compact-sm"
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {t('stop.button')}
      </ActionButton>
      {stop.error !== null && <small>{stop.error.message}</small>}
    </>
  );
}
