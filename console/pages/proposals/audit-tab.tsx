import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditOutcome, type AuditRecord, auditOutcome } from '#contract/agents/audit.ts';
import { useAudit } from '../../api/use-audit.ts';
import { useWho } from '../../api/use-who.ts';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import type { Tone } from '../../parts/tones.ts';
import { exactTime } from '../../text/time.ts';
import type { ProposalsFilter } from './proposals-filter.ts';

const tones = { done: 'good', refused: 'door', failed: 'bad' } as const satisfies Record<AuditOutcome, Tone>;

type Props = { filter: ProposalsFilter; onChange: (part: ProposalsFilter) => void };

/** Who did what, people, programs and agents, refusals too. */
export function AuditTab({ filter: { outcome, action }, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(action ?? '');
  const audit = useAudit({ outcome, action });
  return (
    <>
      <form
        className="audit-filter"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ action: typed.trim() === '' ? undefined : typed.trim() });
        }}
      >
        <Choice
          label={t('audit.outcome')}
          value={outcome ?? ''}
          none={t('sessions.states.all')}
          options={auditOutcome.options.map((each) => ({ value: each, label: t(`audit.outcomes.${each}`) }))}
          onChange={(value) => onChange({ outcome: value === '' ? undefined : value })}
        />
        <TextInput
          label={t('audit.action')}
          description={t('audit.actionHelp')}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => onChange({ action: typed.trim() === '' ? undefined : typed.trim() })}
        />
      </form>
      <DataTable
        label={t('proposals.tab.audit')}
        columns={useAuditColumns()}
        rows={audit.data?.pages.flatMap(({ entries }) => entries)}
        problem={audit.error}
        failed={t('audit.readFailed')}
        idOf={({ id }) => id}
        none={t('audit.none')}
        more={audit}
      />
      <p className="quiet audit-note">{t('audit.verify')}</p>
    </>
  );
}

function useAuditColumns(): readonly Column<AuditRecord>[] {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return [
    { head: t('audit.column.at'), cell: ({ at }) => <time dateTime={at}>{exactTime(at, i18n.language)}</time> },
    {
      head: t('audit.column.by'),
      cell: ({ principal, door }) => (
        <div>
          {who(principal)}
          <small>{door}</small>
        </div>
      ),
    },
    {
      head: t('audit.column.what'),
      kind: 'main',
      cell: ({ action, subject }) => (
        <div>
          <code>{action}</code>
          {subject !== null && <small>{subject}</small>}
        </div>
      ),
    },
    {
      head: t('audit.outcome'),
      cell: ({ outcome }) => <Chip tone={tones[outcome]}>{t(`audit.outcomes.${outcome}`)}</Chip>,
    },
    {
      head: t('audit.column.details'),
      cell: ({ details }) =>
        Object.keys(details).length > 0 && (
          <details className="audit-details">
            <summary>{t('audit.show')}</summary>
            <pre>{JSON.stringify(details, null, 2)}</pre>
          </details>
        ),
    },
  ];
}
