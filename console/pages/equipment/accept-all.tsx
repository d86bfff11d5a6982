import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationApi } from '#contract/api/stations.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useLive } from '../../live/live-provider.tsx';
import { unlessBlocked } from '../../parts/blocked.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog } from '../../parts/form-dialog.tsx';
import { numberText } from '../../text/quantities.ts';
import { useAcceptRefusal } from './accept-button.tsx';
import { notAllowed } from './why-not-accept.ts';

type Result = { stationId: string; password: string | null; problem: string | null };

/** Where several wait. The ids are those that were seen when it was asked: a stranger who comes meanwhile is not among them. */
export function AcceptAllButton({ ids }: { ids: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const refusal = useAcceptRefusal();
  const reason = notAllowed(usePrincipal());
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <span className="pending-actions">
      {ids.length > 1 && (
        <Button
          size="compact-sm"
          {...unlessBlocked(reason === null ? undefined : refusal(reason), () => setAsked(ids))}
        >
          {t('now.acceptAll', { formatted: numberText(ids.length, i18n.language, 0) })}
        </Button>
      )}
      {asked !== null && <AcceptAllDialog ids={asked} onClose={() => setAsked(null)} />}
    </span>
  );
}

function AcceptAllDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { board } = useLive();
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly Result[]>([]);
  const accept = useMutation({
    mutationFn: async () => {
      for (const stationId of ids) {
        const result = await acceptOne(stationId, (station) => board.put(station));
        setResults((before) => [...before, result]);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['attention'] }),
  });
  const isAsking = accept.isIdle;
  return (
    <Dialog title={t('now.acceptAllTitle', { count: ids.length })} onClose={onClose} isKept={!isAsking}>
      <Stack gap="md">
        <Text size="sm">{t(isAsking ? 'now.acceptAllHelp' : 'now.acceptAllDone')}</Text>
        <ul className="accept-results">
          {ids.map((stationId) => (
            <ResultRow
              key={stationId}
              stationId={stationId}
              result={results.find((each) => each.stationId === stationId)}
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
            <Button onClick={() => accept.mutate()} data-autofocus>
              {t('now.acceptThem')}
            </Button>
          ) : (
            <Button loading={accept.isPending} onClick={onClose}>
              {t('accept.close')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function ResultRow({ stationId, result }: { stationId: string; result: Result | undefined }) {
  const { t } = useTranslation();
  return (
    <li>
      <strong>{stationId}</strong>
      {result !== undefined &&
        (result.problem !== null ? (
          <span className="tone-bad accept-outcome">{result.problem}</span>
        ) : result.password === null ? (
          <span className="tone-good accept-outcome">{t('now.acceptedOne')}</span>
        ) : (
          <CopyLine value={result.password} what={t('accept.password')} />
        ))}
    </li>
  );
}

async function acceptOne(
  id: string,
  onAccepted: (station: Awaited<ReturnType<typeof send>>['station']) => void,
): Promise<Result> {
  try {
    const { station, password } = await send(id);
    onAccepted(station);
    return { stationId: id, password, problem: null };
  } catch (thrown) {
    return { stationId: id, password: null, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function send(id: string) {
  return call(stationApi.accept, { params: { id }, body: {} });
}
