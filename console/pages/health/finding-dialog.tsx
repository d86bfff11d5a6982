import { Group, Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findingApi } from '#contract/api/findings.ts';
import type { CloseFinding, Finding, FindingCause } from '#contract/findings/finding.ts';
import { findingCauses } from '#contract/word-lists.ts';
import { call, isGone } from '../../api/call.ts';
import { useFinding } from '../../api/finding-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { readerWords } from '../../text/reader-words.ts';
import '../campaigns/campaign-texts.ts';
import { OpenTicketDialog } from '../tickets/open-dialog.tsx';
import { FindingFacts } from './finding-facts.tsx';

type Props = { id: string; onClose: () => void };

/** A finding with what it stands on; an open one is closed with what was the case. */
export function FindingDialog({ id, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { data, error } = useFinding(id);
  const [step, setStep] = useState<'read' | 'close' | 'ticket'>('read');
  const navigate = useNavigate();
  if (data === undefined) {
    return (
      <Dialog title={t('health.finding')} onClose={onClose} size="lg">
        {error === null ? (
          <Skeleton height={220} />
        ) : isGone(error) ? (
          <p>{t('health.notThere')}</p>
        ) : (
          <ProblemNote problem={error} />
        )}
      </Dialog>
    );
  }
  const title = readerWords(data.title, i18n.language) ?? data.title.code;
  if (step === 'close') return <CloseDialog finding={data} title={title} onClose={onClose} />;
  if (step === 'ticket' && data.stationId !== null) {
    const { stationId, evseId, connectorId, severity } = data;
    const from = {
      stationId,
      evseId,
      connectorId,
      title: title.slice(0, 150),
      severity: ({ critical: 'high', warning: 'medium', notice: 'low' } as const)[severity],
      evidence: [{ kind: 'finding' as const, id }],
    };
    return (
      <OpenTicketDialog
        from={from}
        onClose={() => setStep('read')}
        onOpened={(ticket) => void navigate({ to: '/tickets/$id', params: { id: ticket.id } })}
      />
    );
  }
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <Stack gap="md">
        <FindingFacts finding={data} />
        {data.closedAt === null ? (
          <Group justify="flex-end" gap="sm">
            {data.stationId !== null && (
              <ActionButton scope="tickets:change" variant="default" onClick={() => setStep('ticket')}>
                {t('tickets.open')}
              </ActionButton>
            )}
            <ActionButton scope="stations:write" onClick={() => setStep('close')}>
              {t('health.close')}
            </ActionButton>
          </Group>
        ) : (
          <Closed finding={data} />
        )}
      </Stack>
    </Dialog>
  );
}

function Closed({ finding: { closedAt, closedBy, verdict, actualCause, note } }: { finding: Finding }) {
  const { t } = useTranslation();
  const who = useWho();
  return (
    <p role="status">
      <strong>{verdict !== null && t(`health.verdict.${verdict}`)}</strong>
      {actualCause !== null && ` · ${t(`health.cause.${actualCause}`)}`}
      {note !== null && ` · ${note}`}
      {' · '}
      {closedBy !== null && `${who(closedBy)} · `}
      {closedAt !== null && <Moment time={closedAt} says="ago" />}
    </p>
  );
}

type CloseProps = { finding: Finding; title: string; onClose: () => void };

function CloseDialog({ finding, title, onClose }: CloseProps) {
  const { t } = useTranslation();
  const may = useMay('stations:write');
  const [verdict, setVerdict] = useState<CloseFinding['verdict']>('true-alarm');
  const [cause, setCause] = useState<FindingCause>(finding.cause);
  const [note, setNote] = useState('');
  const close = useChange({
    send: () =>
      call(findingApi.close, {
        params: { id: finding.id },
        body: { verdict, ...(verdict === 'true-alarm' && { cause }), ...(note.trim() !== '' && { note: note.trim() }) },
      }),
    touches: ['findings', 'attention'],
    said: () => t('health.closed'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={title}
      submit={t('health.close')}
      save={close}
      onClose={onClose}
      whyNot={may.told}
      explain={t('health.closeExplain')}
    >
      <Radio.Group
        label={t('health.was')}
        value={verdict}
        onChange={(value) => setVerdict(value === 'false-alarm' ? 'false-alarm' : 'true-alarm')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="true-alarm" label={t('health.verdict.true-alarm')} />
          <Radio value="false-alarm" label={t('health.verdict.false-alarm')} />
        </Stack>
      </Radio.Group>
      {verdict === 'true-alarm' && (
        <Choice
          label={t('health.causeFound')}
          value={cause}
          options={findingCauses.map((value) => ({ value, label: t(`health.cause.${value}`) }))}
          onChange={setCause}
        />
      )}
      <TextInput
        label={t('health.note')}
        value={note}
        maxLength={300}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
