import { Button, Text } from '@mantine/core';
import { useId, useState } from 'react';
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
import { ToolCall } from './tool-call.tsx';
import { toolTitle } from './tool-title.ts';
import './devices.css';

/** What the device says it can do, and what a person has made of it. Agents get what is accepted, and nothing else. */
export function DeviceTools({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [judged, setJudged] = useState<Judged | null>(null);
  const [isAcceptingAll, setIsAcceptingAll] = useState(false);
  const waiting = device.tools.filter(({ trust }) => trust === 'new' || trust === 'changed');
  return (
    <Card
      title={t('devices.tools')}
      actions={
        waiting.length > 1 && (
          <ActionButton scope="devices:change" size="compact-sm" onClick={() => setIsAcceptingAll(true)}>
            {t('devices.acceptAll', { count: waiting.length })}
          </ActionButton>
        )
      }
    >
      <p className="device-note">{t('devices.toolsHelp')}</p>
      {device.tools.length === 0 && <p className="device-note">{t('devices.noTools')}</p>}
      <ul className="device-tools">
        {device.tools.map((tool) => (
          <Tool key={tool.name} device={device} tool={tool} onJudge={(verdict) => setJudged({ tool, verdict })} />
        ))}
      </ul>
      {judged !== null && <JudgeDialog deviceId={device.id} {...judged} onClose={() => setJudged(null)} />}
      {isAcceptingAll && (
        <AcceptAllDialog deviceId={device.id} tools={waiting} onClose={() => setIsAcceptingAll(false)} />
      )}
    </Card>
  );
}

type Verdict = 'accept' | 'refuse';
type Judged = { tool: DeviceTool; verdict: Verdict };
type ToolProps = { device: DeviceDetail; tool: DeviceTool; onJudge: (verdict: Verdict) => void };

function Tool({ device, tool, onJudge }: ToolProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isAccepted = tool.trust === 'accepted';
  return (
    <li>
      <div className="device-tool-head">
        <strong>{toolTitle(tool.name)}</strong>
        <TrustChip trust={tool.trust} />
        <span className="device-tier">{t(`devices.tier.${tool.tier}`)}</span>
        <code>{tool.name}</code>
      </div>
      <ToolWords tool={tool} />
      <div className="device-tool-buttons">
        <Button
          size="compact-sm"
          variant={isOpen ? 'default' : 'light'}
          aria-expanded={isOpen}
          aria-controls={formId}
          aria-label={t(isOpen ? 'devices.closeTool' : 'devices.useTool', { tool: tool.name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'shell.close' : 'devices.use')}
        </Button>
        <ActionButton
          scope="devices:change"
          size="compact-sm"
          {...(isAccepted && { variant: 'default' })}
          aria-label={t(isAccepted ? 'devices.changeTierOf' : 'devices.acceptTool', { tool: tool.name })}
          onClick={() => onJudge('accept')}
        >
          {t(isAccepted ? 'devices.changeTier' : 'devices.accept')}
        </ActionButton>
        {tool.trust !== 'refused' && (
          <ActionButton
            scope="devices:change"
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('devices.refuseTool', { tool: tool.name })}
            onClick={() => onJudge('refuse')}
          >
            {t('devices.refuse')}
          </ActionButton>
        )}
      </div>
      <div id={formId}>{isOpen && <ToolCall device={device} tool={tool} />}</div>
    </li>
  );
}

type AllProps = { deviceId: string; tools: readonly DeviceTool[]; onClose: () => void };

/** Every tool that waits, each by the hash that is on the screen; one that changes meanwhile is not accepted. */
function AcceptAllDialog({ deviceId, tools, onClose }: AllProps) {
  const { t } = useTranslation();
  const accept = useChange({
    send: async () => {
      for (const { name, hash } of tools)
        await call(deviceApi.judge, { params: { id: deviceId, tool: name }, body: { verdict: 'accept', hash } });
    },
    touches: ['devices'],
    said: () => t('devices.acceptedAll', { count: tools.length }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('devices.acceptAllTitle', { count: tools.length })}
      submit={t('devices.acceptAll', { count: tools.length })}
      save={accept}
      onClose={onClose}
      explain={t('devices.acceptAllExplain')}
    >
      <ul className="device-accept-list">
        {tools.map(({ name, tier, description }) => (
          <li key={name}>
            <code>{name}</code> <span className="device-tier">{t(`devices.tier.${tier}`)}</span>
            <blockquote className="device-says">{description}</blockquote>
          </li>
        ))}
      </ul>
    </FormDialog>
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
