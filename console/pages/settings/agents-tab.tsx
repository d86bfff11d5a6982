import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAbout } from '../../api/principal.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { AgentsTable } from '../consent/agents-table.tsx';
import { type AgentClient, agentClients, pasteFor } from './agent-clients.ts';
import './settings.css';

/** Where agents connect, how for each of them, and which are connected. */
export function AgentsTab() {
  return (
    <Stack gap="md">
      <ConnectCard />
      <AgentsTable of="all" />
    </Stack>
  );
}

function ConnectCard() {
  const { t } = useTranslation();
  const [client, setClient] = useState<AgentClient>('claude');
  const address = useAbout().data?.addresses.mcp;
  if (address === undefined) return null;
  const paste = pasteFor(client, address);
  return (
    <Card title={t('settings.agents.connect')}>
      <p className="settings-note">{t('settings.agents.address')}</p>
      <CopyLine value={address} what={t('settings.agents.addressName')} />
      <div className="settings-client">
        <Choice
          label={t('settings.agents.client')}
          value={client}
          options={agentClients.map((value) => ({ value, label: t(`settings.agents.clients.${value}`) }))}
          onChange={setClient}
        />
      </div>
      <p className="settings-note">{t(`settings.agents.how.${client}`)}</p>
      {paste !== address && (
        <CopyLine value={paste} what={t('settings.agents.paste')}>
          <span className="settings-paste">{paste}</span>
        </CopyLine>
      )}
    </Card>
  );
}
