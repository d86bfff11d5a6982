import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import { type DeviceDetail, type DeviceTool, deviceTier } from '#contract/devices/device.ts';
import { call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { argumentsText } from './arguments-text.ts';
import { TrustChip } from './device-chip.tsx';
import './devices.css';

/** What the device says it can do, and what a person has made of it. Agents get what is accepted, and nothing else. */
export function DeviceTools({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [judged, setJudged] = useState<{ tool: DeviceTool; verdict: 'accept' | 'refuse' } | null>(null);
  return (
    <Card title={t('devices.tools')}>
      <p className="device-note">{t('devices.toolsHelp')}</p>
      {device.tools.length === 0 && <p className="device-note">{t('devices.noTools')}</p>}
      <ul className="device-tools">
        {device.tools.map((tool) => (
          <li key={tool.name}>
            <div className="device-tool-head">
              <code>{tool.name}</code>
              <TrustChip trust={tool.trust} />
              <span className="device-tier">{t(`devices.tier.${tool.tier}`)}</span>
            </div>
            <ToolWords tool={tool} />
            <div className="device-tool-buttons">
              <ActionButton
                scope="devices:change"
                size="compact-sm"
                {...(tool.trust === 'accepted' && { variant: 'default' })}
                aria-label={t(tool.trust === 'accepted' ? 'devices.changeTierOf' : 'devices.acceptTool', {
                  tool: tool.name,
                })}
                onClick={() => setJudged({ tool, verdict: 'accept' })}
              >
                {t(tool.trust === 'accepted' ? 'devices.changeTier' : 'devices.accept')}
              </ActionButton>
              {tool.trust !== 'refused' && (
                <ActionButton
                  scope="devices:change"
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('devices.refuseTool', { tool: tool.name })}
                  onClick={() => setJudged({ tool, verdict: 'refuse' })}
                >
                  {t('devices.refuse')}
                </ActionButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {judged !== null && <JudgeDialog deviceId={device.id} {...judged} onClose={() => setJudged(null)} />}
    </Card>
  );
}

type Props = { deviceId: string; tool: DeviceTool; verdict: 'accept' | 'refuse'; onClose: () => void };

/** A person says yes to exactly what they have read: the hash goes along, and another text by then is another question. */
function JudgeDialog({ deviceId, tool, verdict, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, choice } = useDraft({ tier: tool.tier });
  const isAccepting = verdict === 'accept';
  const tier = isAccepting && draft.tier !== tool.tier && { tier: draft.tier };
  const judge = useChange({
    send: () =>
      call(deviceApi.judge, {
        params: { id: deviceId, tool: tool.name },
        body: { verdict, hash: tool.hash, ...tier },
      }),
    touches: ['devices'],
    said: () => t(isAccepting ? 'devices.accepted' : 'devices.refused', { tool: tool.name }),
    onDone: onClose,
  });
  const tiers = deviceTier.options.filter((each) => !tool.isForUsersOnly || each === 'R2' || each === 'R3');
  return (
    <FormDialog
      title={t(isAccepting ? 'devices.acceptTitle' : 'devices.refuseTitle', { tool: tool.name })}
      submit={t(isAccepting ? 'devices.accept' : 'devices.refuse')}
      save={judge}
      onClose={onClose}
      isGrave={!isAccepting}
    >
      <div>
        <ToolWords tool={tool} />
      </div>
      <Text size="sm">{t(isAccepting ? 'devices.acceptExplain' : 'devices.refuseExplain')}</Text>
      {isAccepting && (
        <Choice
          label={t('devices.field.tier')}
          description={t('devices.field.tierHelp')}
          options={tiers.map((value) => ({ value, label: t(`devices.tier.${value}`) }))}
          {...choice('tier')}
        />
      )}
    </FormDialog>
  );
}

/** In the device's own words, set apart from ours. */
function ToolWords({ tool }: { tool: DeviceTool }) {
  const { t } = useTranslation();
  const taken = argumentsText(tool.inputSchema);
  return (
    <>
      <blockquote className="device-says">{tool.description}</blockquote>
      <small>{taken === '' ? t('devices.noArguments') : t('devices.takes', { arguments: taken })}</small>
      {tool.isForUsersOnly && <small>{t('devices.usersOnly')}</small>}
    </>
  );
}
