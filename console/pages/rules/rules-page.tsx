import './rules-texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleApi } from '#contract/api/rules.ts';
import type { RuleRun, StoredRule } from '#contract/automation/rule.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { call, send } from '../../api/call.ts';
import { useRead, useReadAgain } from '../../api/queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import type { Tone } from '../../parts/tones.ts';
import { useChange } from '../../parts/use-change.ts';
import { dayTime } from '../../text/time.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import './rules.css';

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  'rule-set',
  'rule-approved',
  'rule-switched',
  'rule-removed',
  'rule-ran',
]);
const stateTones = {
  on: 'good',
  off: 'rest',
  waiting: 'door',
  expired: 'bad',
  ended: 'rest',
} as const satisfies Record<StoredRule['state'], Tone>;
const runTones = {
  running: 'busy',
  done: 'good',
  'not-done': 'bad',
  stopped: 'held',
  'kept-back': 'held',
  interrupted: 'bad',
} as const satisfies Record<RuleRun['state'], Tone>;

/** What happens by itself: rules, who approved them until when, and what they did. */
export function RulesPage() {
  const { t } = useTranslation();
  useReadAgain('rules', kinds);
  const list = useRead(['rules', 'list'], ruleApi.list, {});
  const runs = useRead(['rules', 'runs'], ruleApi.allRuns, { query: { limit: 50 } });
  const [editing, setEditing] = useState<StoredRule | 'new' | null>(null);
  const [approving, setApproving] = useState<StoredRule | null>(null);
  const [removing, setRemoving] = useState<StoredRule | null>(null);
  return (
    <>
      <PageHead title={t('rules.title')} note={t('rules.help')}>
        <MayNote scope="rules:change" />
        <ActionButton scope="rules:change" onClick={() => setEditing('new')}>
          {t('rules.add')}
        </ActionButton>
      </PageHead>
      <DataTable
        label={t('rules.title')}
        columns={useRuleColumns({ onEdit: setEditing, onApprove: setApproving, onRemove: setRemoving })}
        rows={list.data?.rules}
        problem={list.error}
        failed={t('rules.readFailed')}
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'off' || state === 'ended'}
        none={t('rules.none')}
      />
      <h2 className="section-heading">{t('rules.runs')}</h2>
      <DataTable
        label={t('rules.runs')}
        columns={useRunColumns()}
        rows={runs.data?.runs}
        problem={runs.error}
        failed={t('rules.readFailed')}
        idOf={({ id }) => id}
        none={t('rules.noRuns')}
      />
      {editing !== null && (
        <RuleDialog
          known={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={(stored) => {
            setEditing(null);
            if (stored.state === 'waiting') setApproving(stored);
          }}
        />
      )}
      {approving !== null && <ApproveDialog stored={approving} onClose={() => setApproving(null)} />}
      {removing !== null && <RemoveDialog stored={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

type Actions = Record<'onEdit' | 'onApprove' | 'onRemove', (stored: StoredRule) => void>;

function useRuleColumns({ onEdit, onApprove, onRemove }: Actions): readonly Column<StoredRule>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const flip = useChange({
    send: ({ id, state }: StoredRule) => call(ruleApi.switch, { params: { id }, body: { isOn: state === 'off' } }),
    touches: ['rules'],
    said: ({ rule, state }) => t('rules.switched', { name: rule.name, state: t(`rules.states.${state}`) }),
  });
  return [
    {
      head: t('rules.rule'),
      kind: 'main',
      cell: ({ rule, sentence }) => (
        <div>
          <strong>{rule.name}</strong>
          <small>{sentence[language === 'pt-BR' ? 'pt-BR' : 'en']}</small>
        </div>
      ),
    },
    { head: t('rules.state'), cell: ({ state }) => <Chip tone={stateTones[state]}>{t(`rules.states.${state}`)}</Chip> },
    {
      head: t('rules.approvedUntil'),
      cell: ({ approval }) =>
        approval === null
          ? dash
          : t('rules.approvedBy', { until: dayTime(approval.expiresAt, language), name: approval.byName }),
    },
    { head: t('rules.runCount'), kind: 'number', cell: ({ runs }) => runs },
    {
      head: t('rules.actions'),
      kind: 'actions',
      cell: (stored) => (
        <div className="rule-actions">
          {(stored.state === 'waiting' || stored.state === 'expired') && (
            <RowButton
              scope="rules:approve"
              variant="filled"
              onClick={() => onApprove(stored)}
              aria-label={t('rules.approveNamed', { name: stored.rule.name })}
            >
              {t('rules.approve')}
            </RowButton>
          )}
          {stored.state !== 'ended' && (
            <>
              <RowButton
                scope="rules:change"
                onClick={() => onEdit(stored)}
                aria-label={t('rules.editNamed', { name: stored.rule.name })}
              >
                {t('rules.edit')}
              </RowButton>
              <RowButton
                scope="rules:change"
                onClick={() => flip.mutate(stored)}
                aria-label={`${t(stored.state === 'off' ? 'rules.switchOn' : 'rules.switchOff')} ${stored.rule.name}`}
              >
                {t(stored.state === 'off' ? 'rules.switchOn' : 'rules.switchOff')}
              </RowButton>
            </>
          )}
          <RowButton
            scope="rules:change"
            onClick={() => onRemove(stored)}
            aria-label={t('rules.removeNamed', { name: stored.rule.name })}
          >
            {t('rules.remove')}
          </RowButton>
        </div>
      ),
    },
  ];
}

function useRunColumns(): readonly Column<RuleRun>[] {
  const { t, i18n } = useTranslation();
  return [
    { head: t('rules.rule'), kind: 'main', cell: ({ ruleName }) => ruleName },
    { head: t('rules.when'), cell: ({ at }) => dayTime(at, i18n.language) },
    {
      head: t('form.station'),
      cell: ({ stationId }) =>
        stationId === null ? (
          dash
        ) : (
          <TextLink to="/equipment/$id" params={{ id: stationId }}>
            {stationId}
          </TextLink>
        ),
    },
    {
      head: t('rules.state'),
      cell: ({ state, times }) => (
        <Chip tone={runTones[state]}>
          {t(`rules.runStates.${state}`)}
          {times > 1 && ` ×${times}`}
        </Chip>
      ),
    },
    {
      head: t('rules.whatItDid'),
      cell: ({ reason, actions, isVerified }) => (
        <div>
          {actions.map(({ what, outcome }) => (
            <div key={what}>
              {t(`rules.what.${what.replace(':', '-')}`, { defaultValue: what })}:{' '}
              {t(`rules.actionOutcomes.${outcome}`)}
            </div>
          ))}
          {isVerified !== null && <small>{t(isVerified ? 'rules.verified' : 'rules.reasons.not-verified')}</small>}
          {reason !== null && <small>{t(`rules.reasons.${reason}`, { defaultValue: reason })}</small>}
          {actions.length === 0 && reason === null && dash}
        </div>
      ),
    },
  ];
}

function RemoveDialog({ stored: { id, rule }, onClose }: { stored: StoredRule; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useChange({
    send: () => send(ruleApi.remove, { params: { id } }),
    touches: ['rules'],
    said: () => t('rules.removed', { name: rule.name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('rules.removeTitle', { name: rule.name })}
      submit={t('rules.remove')}
      save={remove}
      onClose={onClose}
      explain={t('rules.removeExplain')}
      isGrave
    />
  );
}
