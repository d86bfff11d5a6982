import { useTranslation } from 'react-i18next';
import { type AuditOutcome, type AuditRecord, auditOutcome } from '#contract/agents/audit.ts';
import { keyApi } from '#contract/api/keys.ts';
import { useRead } from '../../api/queries.ts';
import { useAudit } from '../../api/use-audit.ts';
import { useWho } from '../../api/use-who.ts';
import { Chip } from '../../parts/chip.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { DayField } from '../../parts/date-field.tsx';
import type { Tone } from '../../parts/tones.ts';
import { exactTime } from '../../text/time.ts';
import { ActionWords } from './action-words.tsx';
import type { ProposalsFilter } from './proposals-filter.ts';

const tones = { done: 'good', refused: 'door', failed: 'bad' } as const satisfies Record<AuditOutcome, Tone>;
/** What most people look for; any other beginning can stand in the address. */
const kinds = { command: 'command:', tool: 'tool:', proposal: 'proposal:', signIn: 'sign-in' } as const;

type Props = { filter: ProposalsFilter; onChange: (part: ProposalsFilter) => void };

/** Who did what, people, programs and agents, refusals too. */
export function AuditTab({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const { outcome, action, by: principal } = filter;
  const audit = useAudit({ outcome, action, principal, ...periodOf(filter) });
  const keys = useRead(['keys', 'names'], keyApi.list, {}, { staleTime: 60_000 }).data?.keys ?? [];
  const options = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => ({
    value: kinds[kind] as string,
    label: t(`audit.kind.${kind}`),
  }));
  const isOther = action !== undefined && !options.some(({ value }) => value === action);
  return (
    <>
      <div className="audit-filter">
        <Choice
          label={t('audit.column.by')}
          value={principal ?? ''}
          none={t('audit.everybody')}
          options={byName(keys)}
          onChange={(value) => onChange({ by: value === '' ? undefined : value })}
        />
        <Choice
          label={t('audit.column.what')}
          value={action ?? ''}
          none={t('audit.all')}
          options={isOther ? [...options, { value: action, label: action }] : options}
          onChange={(value) => onChange({ action: value === '' ? undefined : value })}
        />
        <Choice
          label={t('audit.outcome')}
          value={outcome ?? ''}
          none={t('audit.all')}
          options={auditOutcome.options.map((each) => ({ value: each, label: t(`audit.outcomes.${each}`) }))}
          onChange={(value) => onChange({ outcome: value === '' ? undefined : value })}
        />
        <DayField
          label={t('audit.from')}
          value={filter.from ?? ''}
          onChange={(value) => onChange({ from: value === '' ? undefined : value })}
        />
        <DayField
          label={t('audit.to')}
          value={filter.to ?? ''}
          onChange={(value) => onChange({ to: value === '' ? undefined : value })}
        />
      </div>
      <DataTable
        label={t('proposals.tab.audit')}
        columns={useAuditColumns()}
        rows={audit.data?.pages.flatMap(({ entries }) => entries)}
        problem={audit.error}
        failed={t('audit.readFailed')}
        idOf={({ id }) => id}
        none={t('audit.none')}
        more={audit}
        file="audit"
      />
      <p className="quiet audit-note">{t('audit.verify')}</p>
    </>
  );
}

function periodOf({ from, to }: ProposalsFilter) {
  return {
    ...(from !== undefined && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to !== undefined && { before: nextDay(to).toISOString() }),
  };
}

function nextDay(day: string): Date {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date;
}

function useAuditColumns(): readonly Column<AuditRecord>[] {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return [
    {
      head: t('audit.column.at'),
      value: ({ at }) => at,
      cell: ({ at }) => <time dateTime={at}>{exactTime(at, i18n.language)}</time>,
    },
    {
      head: t('audit.column.by'),
      value: ({ principal }) => who(principal),
      cell: ({ principal, door }) => (
        <div>
          {who(principal)}
          <small>{door}</small>
        </div>
      ),
    },
    {
      head: t('audit.column.what'),
      value: ({ action, subject }) => [action, subject].filter((part) => part !== null).join(' '),
      kind: 'main',
      cell: ({ action, subject }) => (
        <div>
          <ActionWords action={action} />
          {subject !== null && <small>{subject}</small>}
        </div>
      ),
    },
    {
      head: t('audit.outcome'),
      value: ({ outcome }) => t(`audit.outcomes.${outcome}`),
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
