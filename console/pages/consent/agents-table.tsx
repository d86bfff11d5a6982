import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectedAgent } from '#contract/agents/connected-agent.ts';
import { connectedAgentApi } from '#contract/api/connected-agents.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { GrantList } from '../../parts/grants.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useChange } from '../../parts/use-change.ts';

/** Agents that people let in over OAuth, and the way to shut one out: those of all, or one's own. */
export function AgentsTable({ of }: { of: 'all' | 'me' }) {
  const { t } = useTranslation();
  const me = usePrincipal();
  const [ending, setEnding] = useState<ConnectedAgent | null>(null);
  const { data, error } = useRead(['connected-agents', me?.id], connectedAgentApi.list, {});
  const columns = useAgentColumns(setEnding);
  return (
    <>
      <DataTable
        label={t('agents.title')}
        rows={data?.agents.filter(({ personId }) => of === 'all' || personId === me?.id)}
        problem={error}
        failed={t('agents.readFailed')}
        idOf={({ id }) => id}
        none={t('agents.none')}
        columns={of === 'all' ? columns : columns.filter(({ head }) => head !== t('agents.column.person'))}
      />
      {ending !== null && <EndDialog agent={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function useAgentColumns(onEnd: (agent: ConnectedAgent) => void): readonly Column<ConnectedAgent>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('agents.column.name'),
      kind: 'main',
      cell: ({ name, host }) => (
        <div>
          {name} <small>{host}</small>
        </div>
      ),
    },
    { head: t('agents.column.role'), cell: ({ grants }) => <GrantList grants={grants} /> },
    { head: t('agents.column.person'), cell: ({ personName }) => personName },
    { head: t('agents.column.since'), cell: ({ grantedAt }) => <Moment time={grantedAt} says="ago" /> },
    {
      head: t('agents.column.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('time.never') : <Moment time={lastUsedAt} says="ago" />),
    },
    {
      head: '',
      kind: 'actions',
      cell: (agent) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('agents.endOne', { name: agent.name })}
          onClick={() => onEnd(agent)}
        >
          {t('agents.end')}
        </Button>
      ),
    },
  ];
}

function EndDialog({ agent, onClose }: { agent: ConnectedAgent; onClose: () => void }) {
  const { t } = useTranslation();
  const end = useChange({
    send: () => call(connectedAgentApi.disconnect, { params: { id: agent.id } }),
    touches: ['connected-agents', 'keys'],
    said: ({ name }) => t('agents.ended', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('agents.endOne', { name: agent.name })}
      submit={t('agents.end')}
      save={{ ...end, mutate: () => end.mutate() }}
      onClose={onClose}
      explain={t('agents.endExplain')}
      isGrave
    />
  );
}
