import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firmwareApi } from '#contract/api/firmware.ts';
import type { FirmwareImage } from '#contract/stations/firmware-image.ts';
import { call } from '../../api/call.ts';
import { useFirmwareImages } from '../../api/campaign-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Tone } from '../../parts/tones.ts';
import { useChange } from '../../parts/use-change.ts';
import { bytesText } from '../../text/quantities.ts';

const tones = { loading: 'busy', ready: 'good', retired: 'rest' } as const satisfies Record<
  FirmwareImage['state'],
  Tone
>;

/** The firmware that we hold and give to stations. */
export function CatalogueTab() {
  const { t } = useTranslation();
  const { data, error } = useFirmwareImages();
  const [retiring, setRetiring] = useState<FirmwareImage | null>(null);
  return (
    <>
      <DataTable
        label={t('campaigns.catalogue')}
        columns={useColumns(setRetiring)}
        rows={data?.images}
        problem={error}
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'retired'}
        none={t('campaigns.noImages')}
      />
      {retiring !== null && <RetireDialog image={retiring} onClose={() => setRetiring(null)} />}
    </>
  );
}

function useColumns(onRetire: (image: FirmwareImage) => void): readonly Column<FirmwareImage>[] {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return [
    {
      head: t('campaigns.image'),
      value: ({ vendor, model, version }) => `${vendor} ${model} ${version}`,
      kind: 'main',
      cell: ({ vendor, model, version, fileName, notes }) => (
        <div>
          <strong>
            {vendor} {model ?? t('campaigns.everyModel')} · {version}
          </strong>
          <small>{notes === null ? fileName : `${fileName} · ${notes}`}</small>
        </div>
      ),
    },
    {
      head: t('campaigns.column.state'),
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`campaigns.imageState.${state}`)}</Chip>,
    },
    {
      head: t('campaigns.signed'),
      cell: ({ isSigned }) => t(isSigned ? 'campaigns.isSigned' : 'campaigns.isUnsigned'),
    },
    {
      head: t('campaigns.size'),
      value: ({ bytes }) => bytes,
      kind: 'number',
      cell: ({ bytes }) => (bytes === null ? dash : bytesText(bytes, i18n.language)),
    },
    {
      head: t('campaigns.column.added'),
      value: ({ addedAt }) => addedAt,
      cell: ({ addedAt, addedBy }) => (
        <span>
          <Moment time={addedAt} says="ago" /> · {who(addedBy)}
        </span>
      ),
    },
    {
      head: '',
      kind: 'actions',
      cell: (image) =>
        image.state !== 'retired' && (
          <RowButton
            scope="firmware:change"
            aria-label={t('campaigns.retireNamed', { version: image.version })}
            onClick={() => onRetire(image)}
          >
            {t('campaigns.retire')}
          </RowButton>
        ),
    },
  ];
}

function RetireDialog({ image: { id, version }, onClose }: { image: FirmwareImage; onClose: () => void }) {
  const { t } = useTranslation();
  const retire = useChange({
    send: () => call(firmwareApi.retire, { params: { id } }),
    touches: ['firmware'],
    said: () => t('campaigns.retired', { version }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('campaigns.retireNamed', { version })}
      submit={t('campaigns.retire')}
      save={retire}
      onClose={onClose}
      explain={t('campaigns.retireExplain')}
      isGrave
    />
  );
}
