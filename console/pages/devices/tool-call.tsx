import { Button, ColorInput, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceDetail, DeviceTool } from '#contract/devices/device.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { isRecord } from '../../parts/json.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Draft, type DraftObject, draftOf, type JsonSchema, readDraft } from '../../parts/schema-draft.ts';
import { SchemaForm } from '../../parts/schema-form.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { useMay } from '../../parts/use-may.ts';
import { isColour, toHex, toRgb } from './colour.ts';
import { ToolAnswer } from './tool-answer.tsx';

type Props = { device: DeviceDetail; tool: DeviceTool };

/** A tool as a form made from its schema, and under it what the device answered. */
export function ToolCall({ device, tool }: Props) {
  const { t } = useTranslation();
  const schema = tool.inputSchema as JsonSchema;
  const hasFields = Object.keys(schema.properties ?? {}).length > 0;
  const [draft, setDraft] = useState<Draft>(() => draftOf(schema));
  const [isTried, setIsTried] = useState(false);
  const whyNot = useWhyNotCall({ device, tool });
  const { value, problems } = readDraft(schema, draft);
  const ask = useMutation({
    mutationFn: (given: Record<string, unknown>) =>
      call(deviceApi.call, { params: { id: device.id, tool: tool.name }, body: { arguments: given } }),
  });
  return (
    <form
      noValidate
      className="tool-call"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (problems.size === 0 && whyNot === undefined) ask.mutate(isRecord(value) ? value : {});
      }}
    >
      <Stack gap="sm">
        {hasFields && isColour(schema) && (
          <ColorInput
            label={t('devices.colour')}
            format="hex"
            disallowInput
            value={toHex(draft)}
            onChange={(hex) => setDraft({ ...(draft as DraftObject), ...toRgb(hex) })}
          />
        )}
        {hasFields && (
          <SchemaForm schema={schema} draft={draft} problems={isTried ? problems : noProblems} onChange={setDraft} />
        )}
        <Group gap="sm">
          <Button
            type="submit"
            size="compact-md"
            fz="sm"
            loading={ask.isPending}
            aria-label={t('devices.callTool', { tool: tool.name })}
            {...unlessBlocked(whyNot)}
          >
            {t('devices.call')}
          </Button>
          {whyNot !== undefined && <span className="form-why-not">{whyNot}</span>}
          {ask.isPending && <span className="quiet">{t('devices.asking')}</span>}
        </Group>
        {ask.error !== null && <ProblemNote problem={ask.error} />}
        {ask.data !== undefined && !ask.isPending && <ToolAnswer answer={ask.data} />}
      </Stack>
    </form>
  );
}

const noProblems = new Map<string, never>();

function useWhyNotCall({ device: { state, link }, tool }: Props): string | undefined {
  const { t } = useTranslation();
  const may = useMay('devices:operate').told;
  const administers = useAdministers();
  if (may !== undefined) return may;
  if (tool.trust === 'refused') return t('devices.whyNot.refused');
  if (tool.tier === 'R3' && !administers) return t('devices.whyNot.administrator');
  if (state !== 'active') return t('devices.whyNot.notActive');
  return link.isOnline ? undefined : t('devices.whyNot.offline');
}
