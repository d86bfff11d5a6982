import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { unlessBlocked } from '../../../parts/blocked.ts';
import { Dialog } from '../../../parts/form-dialog.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { numberText } from '../../../text/quantities.ts';
import { type BulkName, maxAtOnce } from './bulk-commands.ts';
import { BulkFields, firstDraft, readBulk } from './bulk-fields.tsx';
import { BulkResults } from './bulk-results.tsx';
import { hasFailed } from './bulk-rows.ts';
import { useBulk } from './use-bulk.ts';

type Props = { name: BulkName; stations: readonly Station[]; onClose: () => void };

/** One command for many stations: what it is and whom it reaches, then how far it is at each, and another try for those that failed. */
export function BulkDialog({ name, stations: chosen, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const [stations] = useState(chosen); // whom it was opened for; what the list does meanwhile is another matter
  const [draft, setDraft] = useState(() => firstDraft(name));
  const [why, setWhy] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { rows, run, isPending, error, forget } = useBulk();
  const reached = useMemo(() => stations.filter(({ link }) => link.state === 'online'), [stations]);
  const count = (value: number) => numberText(value, i18n.language, 0);
  const { ask, missing, problems } = readBulk(name, draft, t);
  const whyNot =
    reached.length === 0
      ? t('bulk.noneOnline')
      : reached.length > maxAtOnce
        ? t('bulk.tooMany', { max: count(maxAtOnce), formatted: count(reached.length) })
        : missing;
  const send = (stationIds: readonly string[]) =>
    ask !== null && run({ ask: { ...ask, ...(why.trim() !== '' && { why: why.trim() }) }, stationIds });
  const title = t(`bulk.title.${name}`, { count: stations.length, formatted: count(stations.length) });
  const failed = [...rows.values()].filter(hasFailed).map(({ stationId }) => stationId);

  if (rows.size > 0) {
    return (
      <Dialog title={title} onClose={onClose} size="xl" isKept>
        <Stack gap="md">
          {error !== null && <ProblemNote problem={error} />}
          <BulkResults stations={stations} rows={rows} name={ask?.name ?? ''} isOver={!isPending} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={forget} disabled={isPending}>
              {t('bulk.back')}
            </Button>
            {failed.length > 0 && (
              <Button variant="default" loading={isPending} onClick={() => send(failed)}>
                {t('bulk.retry', { count: failed.length, formatted: count(failed.length) })}
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
  const away = stations.length - reached.length;
  return (
    <Dialog title={title} onClose={onClose} size={name === 'other' ? 'lg' : 'md'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (whyNot === undefined) send(reached.map(({ id }) => id));
        }}
      >
        <Stack gap="md">
          <BulkFields name={name} draft={draft} problems={isTried ? problems : noProblems} onChange={setDraft} />
          <TextInput
            label={t('station.command.why')}
            maxLength={300}
            autoComplete="off"
            value={why}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
          />
          <Text size="sm">
            {t('bulk.reaches', { count: reached.length, formatted: count(reached.length) })}{' '}
            {away > 0 && t('bulk.away', { count: away, formatted: count(away) })}
          </Text>
          {error !== null && <ProblemNote problem={error} />}
          <Group justify="flex-end" gap="sm" align="center">
            <span className="form-why-not form-why-not-line">{whyNot}</span>
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" {...unlessBlocked(whyNot)} {...(name === 'reset' && { color: 'red' })}>
              {t('bulk.send', { count: reached.length, formatted: count(reached.length) })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const noProblems = new Map<string, never>();
