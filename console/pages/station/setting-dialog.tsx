import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { commandApi } from '#contract/api/commands.ts';
import { type VariableResult, variableResult } from '#contract/commands/variables.ts';
import type { Station } from '#contract/stations/station.ts';
import type { StationVariable } from '#contract/stations/variables.ts';
import { call } from '../../api/call.ts';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { CommandSteps } from './commands/command-steps.tsx';
import { useAsk } from './commands/use-ask.ts';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';

type Props = {
  station: Station;
  name: string;
  variable?: StationVariable | undefined;
  first: string;
  onClose: () => void;
};

const answer = z.object({ results: z.array(variableResult) });

/** Changes one setting of a station, and reads it back: only then it is known to be in sync. */
export function SettingDialog({ station, name, variable, first, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [value, setValue] = useState(first);
  const { ask, forget, isPending, data, error, effect } = useAsk(station.id);
  const whyNot = useWhyNotCommand(station);
  const readBack = useMutation({
    mutationFn: () =>
      call(commandApi.run, {
        params: { id: station.id, name: 'get-variables' },
        body: { input: { variables: [{ name }] } },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['station-variables'] }),
  });
  const characteristics = variable?.characteristics ?? null;
  const values = characteristics?.dataType === 'boolean' ? ['true', 'false'] : (characteristics?.values ?? null);
  const isOneOf =
    values !== null && (characteristics?.dataType === 'one-of-list' || characteristics?.dataType === 'boolean');
  if (isPending || data !== undefined) {
    const results = answer.safeParse(data?.outcome?.answer).data?.results ?? [];
    return (
      <Dialog title={name} onClose={onClose}>
        <Stack gap="md">
          <CommandSteps name="get-variables" record={data} effect={effect} />
          {results.map((result) => (
            <Result key={result.attribute} result={result} />
          ))}
          {readBack.data !== undefined && (
            <ReadBack wanted={value} results={answer.safeParse(readBack.data.outcome?.answer).data?.results ?? []} />
          )}
          <Group justify="flex-end">
            {data !== undefined && data.outcome?.status !== 'accepted' && (
              <Button variant="default" onClick={forget}>
                {t('station.command.again')}
              </Button>
            )}
            <Button onClick={onClose} data-autofocus>
              {t('station.command.close')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  const submit = () =>
    ask(
      { name: 'set-variables', input: { variables: [{ name, value }] } },
      { onSuccess: ({ outcome }) => outcome?.status === 'accepted' && readBack.mutate() },
    );
  const limits = [characteristics?.minLimit, characteristics?.maxLimit].filter((limit) => typeof limit === 'number');
  return (
    <FormDialog
      title={t('station.configuration.editTitle', { name })}
      submit={t('station.configuration.set')}
      save={{ mutate: submit, isPending, error }}
      onClose={onClose}
      whyNot={whyNot}
    >
      {isOneOf ? (
        <Choice
          label={t('station.configuration.value')}
          value={value}
          options={(values ?? []).map((each) => ({ value: each, label: each }))}
          onChange={setValue}
        />
      ) : (
        <TextInput
          label={t('station.configuration.value')}
          description={[characteristics?.unit, limits.join(' – '), values?.join(', ')].filter(Boolean).join(' · ')}
          maxLength={2500}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

/** How the station took the one setting. */
function Result({ result: { status, reason } }: { result: VariableResult }) {
  const { t } = useTranslation();
  return (
    <p className="quiet">
      {t(`station.configuration.result.${status}`)}
      {reason !== null && `: ${reason}`}
    </p>
  );
}

function ReadBack({ wanted, results }: { wanted: string; results: readonly VariableResult[] }) {
  const { t } = useTranslation();
  const actual = results[0]?.value ?? null;
  const isInSync = actual === wanted;
  return (
    <p className={isInSync ? 'in-sync' : 'station-warning'} role="status">
      {isInSync
        ? t('station.configuration.inSync', { value: actual })
        : t('station.configuration.notInSync', { value: actual ?? '–' })}
    </p>
  );
}
