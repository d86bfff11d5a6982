import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceDetail, DeviceTool } from '#contract/devices/device.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { TrustChip } from './device-chip.tsx';
import './devices.css';
import { JudgeDialog } from './judge-dialog.tsx';
import { ToolWords } from './tool-words.tsx';

/** What the device says it can do, and what a person has made of it. Agents get what is accepted, and nothing else. */
export function DeviceTools({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [judged, setJudged] = useState<{ tool: DeviceTool; verdict: 'accept' | 'refuse' } | null>(null);
  return (
    <section className="card" aria-labelledby="device-tools">
      <h2 id="device-tools">{t('devices.tools')}</h2>
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
              {tool.trust !== 'accepted' && (
                <ActionButton
                  scope="devices:change"
                  size="compact-sm"
                  aria-label={t('devices.acceptTool', { tool: tool.name })}
                  onClick={() => setJudged({ tool, verdict: 'accept' })}
                >
                  {t('devices.accept')}
                </ActionButton>
              )}
              {tool.trust === 'accepted' && (
                <ActionButton
                  scope="devices:change"
                  size="compact-sm"
                  variant="default"
                  aria-label={t('devices.changeTierOf', { tool: tool.name })}
                  onClick={() => setJudged({ tool, verdict: 'accept' })}
                >
                  {t('devices.changeTier')}
                </ActionButton>
              )}
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
    </section>
  );
}
