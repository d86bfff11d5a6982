import { Alert, Button, Group, List, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Driver, Forgotten } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { ApiProblem, call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { commandScope } from '../../parts/why-not-act.ts';

type Props = { driver: Driver; onClose: () => void };

/** Nobody can undo it, so whoever asks for it types the name first; then it is said what is gone and what stays. */
export function ForgetDialog({ driver, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ typed: '' });
  const [name] = useState(driver.name ?? ''); // after forgetting, nobody knows it but this dialog
  const forget = useChange({
    send: () => call(driverApi.forget, { params: { id: driver.id } }),
    touches: ['drivers', 'tokens', 'refusals'],
  });
  if (forget.isSuccess) return <Gone name={name} forgotten={forget.data} onClose={onClose} />;
  const running = runningOf(forget.error);
  return (
    <FormDialog
      title={t('driver.forgetTitle', { name })}
      submit={t('driver.forgetSubmit')}
      save={{ ...forget, error: running === null ? forget.error : null }}
      onClose={onClose}
      explain={t('driver.forgetExplain')}
      isGrave
      whyNot={draft.typed.trim() === name.trim() ? undefined : t('driver.forgetTypeFirst')}
    >
      <TextInput label={t('driver.forgetType', { name })} spellCheck={false} data-autofocus {...text('typed')} />
      {running !== null && <RunningSessions sessions={running} />}
    </FormDialog>
  );
}

function Gone({ name, forgotten, onClose }: { name: string; forgotten: Forgotten; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('driver.forgotten', { name })} onClose={onClose}>
      <Stack gap="md">
        <List size="sm" spacing="xs">
          <List.Item>{t('driver.goneTokens', { count: forgotten.tokens })}</List.Item>
          <List.Item>{t('driver.goneSigned', { count: forgotten.signedValues })}</List.Item>
          <List.Item>{t('driver.keptSessions', { count: forgotten.sessionsKept })}</List.Item>
          <List.Item>{t('driver.toldStations', { count: forgotten.stationsToTell })}</List.Item>
        </List>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('accept.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const running = z.object({ id: z.uuid(), stationId: z.string() });
type Running = z.infer<typeof running>;

/** The sessions that stand in the way, if that is what the server said. */
function runningOf(problem: Error | null): Running[] | null {
  if (!(problem instanceof ApiProblem)) return null;
  return z.array(running).min(1).safeParse(problem.details['sessions']).data ?? null;
}

/** Nobody is forgotten while they charge: each session can be looked at, and stopped. */
function RunningSessions({ sessions }: { sessions: readonly Running[] }) {
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
