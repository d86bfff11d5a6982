import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { commandApi } from '#contract/api/commands.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { call } from '../../api/call.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { clockTime } from '../../text/time.ts';
import { ProblemNote } from '../problem-note.tsx';
import type { StationAsk } from './entry.ts';
import type { StationVerb } from './station-verbs.ts';

const commands: Record<StationVerb, { name: string; input: Record<string, unknown> }> = {
  reset: { name: 'reset', input: { when: 'idle' } },
  unlock: { name: 'unlock', input: { evseId: 1 } },
  disable: { name: 'set-availability', input: { isOperative: false } },
  enable: { name: 'set-availability', input: { isOperative: true } },
};
const effectSeconds = 20;

/** It takes the place of the field that had the focus; whoever came by keyboard goes on with Enter. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Asks once more, then shows what the station answered and what followed. */
export function StationCommand({ ask: { verb, stationId }, onClose }: { ask: StationAsk; onClose: () => void }) {
  const { t } = useTranslation();
  const link = useBoard().stations.find(({ id }) => id === stationId)?.link.state;
  const { name, input } = commands[verb];
  const run = useMutation({
    mutationFn: () =>
      call(commandApi.run, {
        params: { id: stationId, name },
        body: { input, waitForEffectSeconds: effectSeconds },
      }),
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t(`palette.explain.${verb}`, { station: stationId })}</Text>
      {link === 'offline' && <Text size="sm">{t('palette.isOffline', { station: stationId })}</Text>}
      {run.isPending && (
        <p className="palette-step" role="status">
          {t('palette.asked')}
        </p>
      )}
      {run.error !== null && <ProblemNote problem={run.error} />}
      {run.data !== undefined && <Outcome command={run.data} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('palette.close')}
        </Button>
        {run.data === undefined && (
          <Button loading={run.isPending} onClick={() => run.mutate()} ref={focusAtOnce}>
            {t(`palette.do.${verb}`)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Outcome({ command: { outcome, effect } }: { command: CommandRecord }) {
  const { t, i18n } = useTranslation();
  const status = outcome?.status ?? 'no-answer';
  const reason = status === 'accepted' ? null : (outcome?.reason ?? outcome?.code ?? null);
  return (
    <div role="status">
      <p className={`palette-step tone-${status === 'accepted' ? 'good' : 'bad'}`}>
        {t(`now.outcome.${status}`)}
        {reason !== null && `: ${reason}`}
      </p>
      {status === 'accepted' && (
        <p className={`palette-step tone-${effect === null ? 'door' : 'good'}`}>
          {effect === null
            ? t('palette.noEffect', { seconds: effectSeconds })
            : t('palette.effect', { time: clockTime(effect.at, i18n.language) })}
        </p>
      )}
    </div>
  );
}
