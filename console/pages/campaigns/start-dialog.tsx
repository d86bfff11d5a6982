import { Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { campaignApi } from '#contract/api/campaigns.ts';
import type { CampaignPreview } from '#contract/campaigns/campaign.ts';
import { call } from '../../api/call.ts';
import { useFirmwareImages } from '../../api/campaign-queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

type Props = { onClose: () => void; onStarted: (id: string) => void };
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What is brought to whom and when, and who would be reached, before anything begins. */
export function StartDialog({ onClose, onStarted }: Props) {
  const { t } = useTranslation();
  const images = (useFirmwareImages().data?.images ?? []).filter(({ state }) => state === 'ready');
  const sites = useSites().data?.sites ?? [];
  const { draft, text, choice } = useDraft({
    name: '',
    kind: 'firmware',
    imageId: '',
    rollbackImageId: '',
    setting: '',
    value: '',
    siteId: '',
    model: '',
    from: '',
    until: '',
  });
  const isWhole =
    draft.kind === 'firmware' ? draft.imageId !== '' : draft.kind === 'certificates' || draft.setting.trim() !== '';
  const hasWindow = draft.from !== '' || draft.until !== '';
  const missing = !isWhole
    ? t('campaigns.needWhat')
    : hasWindow && !(clock.test(draft.from) && clock.test(draft.until))
      ? t('campaigns.needWindow')
      : undefined;
  const body = planOf(draft, hasWindow);
  const { name: _, ...reached } = body;
  const preview = useQuery({
    queryKey: ['campaign-preview', JSON.stringify(reached)], // whatever its name will be
    queryFn: () => call(campaignApi.preview, { body: { ...reached, name: 'preview' } }),
    enabled: missing === undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const whyNot =
    missing ??
    (draft.name.trim().length < 3
      ? t('campaigns.needName')
      : preview.data?.total === 0
        ? t('campaigns.reachesNone')
        : undefined);
  const start = useChange({
    send: () => call(campaignApi.start, { body }),
    touches: ['campaigns'],
    said: ({ name, total }) => t('campaigns.started', { name, count: total }),
    onDone: ({ id }) => onStarted(id),
  });
  const options = images.map(({ id, vendor, model, version }) => ({
    value: id,
    label: `${vendor} ${model ?? ''} ${version}`,
  }));
  return (
    <FormDialog
      title={t('campaigns.start')}
      submit={t('campaigns.submit')}
      save={{ ...start, error: start.error ?? preview.error }}
      onClose={onClose}
      whyNot={whyNot}
    >
      <TextInput label={t('campaigns.column.name')} maxLength={100} {...text('name')} />
      <Choice
        label={t('campaigns.what')}
        options={(['firmware', 'settings', 'certificates'] as const).map((kind) => ({
          value: kind as string,
          label: t(`campaigns.kind.${kind}`),
        }))}
        {...choice('kind')}
      />
      {draft.kind === 'firmware' && (
        <>
          <Choice
            label={t('campaigns.image')}
            none={t('campaigns.chooseImage')}
            options={options}
            {...choice('imageId')}
          />
          {options.length === 0 && (
            <Text size="sm">
              {t('campaigns.noImageYet')}{' '}
              <TextLink to="/campaigns" search={{ tab: 'catalogue' }} onClick={onClose}>
                {t('campaigns.catalogue')}
              </TextLink>
            </Text>
          )}
          <Choice
            label={t('campaigns.rollback')}
            none={t('campaigns.noRollback')}
            options={options}
            {...choice('rollbackImageId')}
          />
        </>
      )}
      {draft.kind === 'settings' && (
        <div className="form-row">
          <TextInput label={t('campaigns.setting')} description={t('campaigns.settingHelp')} {...text('setting')} />
          <TextInput label={t('campaigns.value')} {...text('value')} />
        </div>
      )}
      <div className="form-row">
        <Choice label={t('tariff.site')} none={t('reports.allSites')} options={byName(sites)} {...choice('siteId')} />
        <TextInput label={t('campaigns.model')} description={t('campaigns.modelHelp')} {...text('model')} />
      </div>
      <div className="form-row">
        <TimeField label={t('campaigns.from')} {...choice('from')} />
        <TimeField label={t('campaigns.until')} {...choice('until')} />
      </div>
      {missing === undefined && preview.data !== undefined && <Preview preview={preview.data} />}
    </FormDialog>
  );
}

function Preview({ preview: { total, stages, canary, skipped, offline, charging } }: { preview: CampaignPreview }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {total === 0
          ? t('campaigns.reachesNone')
          : t('campaigns.preview', { count: total, stages: stages.join(' → '), canary: canary.join(', ') })}
      </Text>
      <Text size="sm">{t('campaigns.previewRest', { skipped: skipped.length, offline, charging })}</Text>
      {[...new Set(skipped.map(({ reason }) => reason))].map((reason) => (
        <Text size="sm" key={reason}>
          {t('campaigns.skippedFor', {
            count: skipped.filter((each) => each.reason === reason).length,
            reason: t(`campaigns.reason.${reason}`),
          })}
        </Text>
      ))}
    </div>
  );
}

type Draft = Record<
  'name' | 'kind' | 'imageId' | 'rollbackImageId' | 'setting' | 'value' | 'siteId' | 'model' | 'from' | 'until',
  string
>;

function planOf(draft: Draft, hasWindow: boolean) {
  const { name, kind, imageId, rollbackImageId, setting, value, siteId, model, from, until } = draft;
  const action =
    kind === 'firmware'
      ? { kind: 'firmware' as const, imageId, rollbackImageId: rollbackImageId || null }
      : kind === 'settings'
        ? { kind: 'settings' as const, variables: [{ name: setting.trim(), value }] }
        : { kind: 'certificates' as const };
  return {
    name: name.trim(),
    action,
    target: { ...(siteId !== '' && { siteIds: [siteId] }), ...(model.trim() !== '' && { model: model.trim() }) },
    window: hasWindow ? { from, until } : null,
  };
}
