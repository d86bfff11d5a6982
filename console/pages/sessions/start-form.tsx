import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useLive } from '../../live/live-provider.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { SignInLink } from '../../parts/may-note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { commandScope } from '../../parts/why-not-act.ts';
import { OrderSteps } from './order-steps.tsx';
import { whyNotStart } from './why-not-start.ts';

type Props = { station: Station; connector: Connector };

/** Starts a session with a card's number, and stays until the station has answered and the session was seen to begin. */
export function StartForm({ station, connector }: Props) {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const [token, setToken] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const place = { evseId: connector.evseId, connectorId: connector.connectorId };
  const start = useMutation({
    mutationFn: (value: string) => call(sessionApi.start, { body: { stationId: station.id, ...place, token: value } }),
  });
  const started = useStarted(station.id, connector.evseId);
  const reason = whyNotStart({ principal, link: station.link, connector });

  if (start.data !== undefined) return <Asked order={start.data} started={started} />;
  if (reason !== null) {
    const told = t(`start.whyNot.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`), scope: commandScope });
    return (
      <p className="quiet start-refusal">
        {t('connector.noSession')} {told} {reason === 'notSignedIn' && <SignInLink />}
      </p>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsEmpty(token.trim() === '');
        if (token.trim() !== '') start.mutate(token.trim());
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          <strong>{t('start.title')}.</strong> {t('start.explain')}
        </Text>
        <TextInput
          label={t('start.token')}
          description={t('start.tokenHelp')}
          maxLength={36}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={token}
          error={isEmpty ? t('start.tokenEmpty') : null}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
        />
        {start.error !== null && <ProblemNote problem={start.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={start.isPending}>
            {t('start.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Asked({ order, started }: { order: SessionOrder; started: string | null }) {
  const { t } = useTranslation();
  const id = order.session?.id ?? started;
  return (
    <Stack gap="md">
      <OrderSteps order={order} waiting={t('start.accepted')} effect={id === null ? null : t('start.started')} />
      {id !== null && (
        <ButtonLink to="/sessions/$id" params={{ id }} data-autofocus>
          {t('connector.session')}
        </ButtonLink>
      )}
    </Stack>
  );
}

/** The session that began there since the form was opened; it was opened because none ran. */
function useStarted(stationId: string, evseId: number): string | null {
  const { feed } = useLive();
  const [id, setId] = useState<string | null>(null);
  useEffect(
    () =>
      feed.listen({
        onSessions: (sessions) => {
          const here = sessions.find(
            (session) =>
              session.stationId === stationId &&
              session.state === 'running' &&
              (session.evseId === null || session.evseId === evseId),
          );
          if (here !== undefined) setId(here.id);
        },
      }),
    [feed, stationId, evseId],
  );
  return id;
}
