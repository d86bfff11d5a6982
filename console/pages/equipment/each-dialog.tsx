import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useLive } from '../../live/live-provider.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog } from '../../parts/form-dialog.tsx';

type Answer = { station: Station; password?: string | null };
type Result = { stationId: string; password: string | null; problem: string | null };

type Props = {
  /** Those that were seen when it was asked: one that comes meanwhile is not among them. */
  ids: readonly string[];
  title: string;
  help: string;
  /** What stands over the results. */
  done: string;
  submit: string;
  /** What is said of a station where it went well. */
  doneOne: string;
  isGrave?: boolean;
  send: (stationId: string) => Promise<Answer>;
  onClose: () => void;
  children?: ReactNode;
};

/** Does the same to several stations, one after the other, and shows the result of each. */
export function EachDialog({ ids, title, help, done, submit, doneOne, isGrave = false, send, ...rest }: Props) {
  const { onClose, children } = rest;
  const { t } = useTranslation();
  const { board } = useLive();
  const queries = useQueryClient();
  const [all] = useState(ids);
  const [results, setResults] = useState<readonly Result[]>([]);
  const sending = useMutation({
    mutationFn: async () => {
      for (const stationId of all) {
        const result = await sendOne(stationId, send, (station) => board.put(station));
        setResults((before) => [...before, result]);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['attention'] }),
  });
  const isAsking = sending.isIdle;
  return (
    <Dialog title={title} onClose={onClose} isKept={!isAsking}>
      <Stack gap="md">
        <Text size="sm">{isAsking ? help : done}</Text>
        {isAsking && children}
        <ul className="accept-results">
          {all.map((stationId) => (
            <ResultRow
              key={stationId}
              stationId={stationId}
              result={results.find((each) => each.stationId === stationId)}
              doneOne={doneOne}
            />
          ))}
        </ul>
        <Group justify="flex-end" gap="sm">
          {isAsking && (
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
          )}
          {isAsking ? (
            <Button {...(isGrave && { color: 'red' })} onClick={() => sending.mutate()} data-autofocus>
              {submit}
            </Button>
          ) : (
            <Button loading={sending.isPending} onClick={onClose}>
              {t('accept.close')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

type RowProps = { stationId: string; result: Result | undefined; doneOne: string };

function ResultRow({ stationId, result, doneOne }: RowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <strong>{stationId}</strong>
      {result !== undefined &&
        (result.problem !== null ? (
          <span className="tone-bad accept-outcome">{result.problem}</span>
        ) : result.password === null ? (
          <span className="tone-good accept-outcome">{doneOne}</span>
        ) : (
          <CopyLine value={result.password} what={t('accept.password')} />
        ))}
    </li>
  );
}

async function sendOne(stationId: string, send: Props['send'], onDone: (station: Station) => void): Promise<Result> {
  try {
    const { station, password = null } = await send(stationId);
    onDone(station);
    return { stationId, password, problem: null };
  } catch (thrown) {
    return { stationId, password: null, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
