import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import { type DeviceTool, deviceTier } from '#contract/devices/device.ts';
import { call } from '../../live/call.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';
import { ToolWords } from './tool-words.tsx';

type Props = { deviceId: string; tool: DeviceTool; verdict: 'accept' | 'refuse'; onClose: () => void };

/** A person says yes to exactly what they have read: the hash goes along, and another text by then is another question. */
export function JudgeDialog({ deviceId, tool, verdict, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [tier, setTier] = useState(tool.tier);
  const isAccepting = verdict === 'accept';
  const judge = useMutation({
    mutationFn: () =>
      call(deviceApi.judge, {
        params: { id: deviceId, tool: tool.name },
        body: {
          verdict,
          hash: tool.hash,
          ...(isAccepting && tier !== tool.tier && { tier }),
        },
      }),
    onSuccess: () => {
      tell(t(isAccepting ? 'devices.accepted' : 'devices.refused', { tool: tool.name }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  const tiers = deviceTier.options.filter((each) => !tool.isForUsersOnly || each === 'R2' || each === 'R3');
  return (
    <FormDialog
      title={t(isAccepting ? 'devices.acceptTitle' : 'devices.refuseTitle', { tool: tool.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => judge.mutate()}
      submit={t(isAccepting ? 'devices.accept' : 'devices.refuse')}
      isSending={judge.isPending}
      problem={judge.error}
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
          value={tier}
          options={tiers.map((value) => ({ value, label: t(`devices.tier.${value}`) }))}
          onChange={(value) => setTier(deviceTier.parse(value))}
        />
      )}
    </FormDialog>
  );
}
