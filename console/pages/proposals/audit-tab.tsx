import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditOutcome, type AuditRecord, auditOutcome } from '#contract/agents/audit.ts';
import { useAudit } from '../../live/use-proposals.ts';
import { useWho } from '../../live/use-who.ts';
import '../../parts/chip.css';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { Tone } from '../../parts/tones.ts';
import { exactTime } from '../../text/time.ts';
import type { ProposalsFilter } from './proposals-filter.ts';

const tones = { done: 'good', refused: 'door', failed: 'bad' } as const satisfies Record<AuditOutcome, Tone>;

type Props = { filter: ProposalsFilter; onChange: (part: ProposalsFilter) => void };

/** Who did what, people, programs and agents, refusals too. */
export function AuditTab({ filter: { outcome, action }, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(action ?? '');
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit({ outcome, action });
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
          options={[
            { value: '', label: t('sessions.states.all') },
            ...auditOutcome.options.map((each) => ({ value: each, label: t(`audit.outcomes.${each}`) })),
          ]}
          onChange={(value) => onChange({ outcome: auditOutcome.safeParse(value).data })}
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
      {error !== null && <ProblemNote title={t('audit.readFailed')} problem={error} />}
      <DataTable
        label={t('proposals.tab.audit')}
        columns={useAuditColumns()}
        rows={data?.pages.flatMap(({ entries }) => entries) ?? (error === null ? undefined : [])}
        idOf={({ id }) => id}
        none={t('audit.none')}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: () => void fetchNextPage() }}
      />
      <p className="quiet audit-note">{t('audit.verify')}</p>
    </>
  );
}

function useAuditColumns(): readonly Column<AuditRecord>[] {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return [
    {
      name: 'at',
      head: t('audit.column.at'),
      cell: ({ at }) => <time dateTime={at}>{exactTime(at, i18n.language)}</time>,
    },
    {
      name: 'by',
      head: t('audit.column.by'),
      cell: ({ principal, door }) => (
        <div>
          {who(principal)}
          <small>{door}</small>
        </div>
      ),
    },
    {
      name: 'what',
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
      name: 'outcome',
      head: t('audit.outcome'),
      cell: ({ outcome }) => (
        <span className={`chip tone-${tones[outcome]}`}>
          <span className="dot" />
          {t(`audit.outcomes.${outcome}`)}
        </span>
      ),
    },
    {
      name: 'details',
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
