import { FileInput, Progress, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firmwareApi } from '#contract/api/firmware.ts';
import { imagePartBytes, maxImageBytes } from '#contract/stations/firmware-image.ts';
import { call, send } from '../../api/call.ts';
import { FormDialog, MoreFields } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';
import { bytesText } from '../../text/quantities.ts';

/** A file of firmware, brought part by part, so that a slow line shows how far it is. */
export function ImageDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const { draft, text } = useDraft({
    vendor: '',
    model: '',
    version: '',
    notes: '',
    signingCertificate: '',
    signature: '',
  });
  const bring = useChange({
    send: async () => {
      if (file === null) throw new Error('There is no file.');
      setSent(0);
      const { id } = await call(firmwareApi.add, {
        body: {
          vendor: draft.vendor.trim(),
          model: typedOrNull(draft.model),
          version: draft.version.trim(),
          fileName: fileNameOf(file.name),
          notes: typedOrNull(draft.notes),
          signingCertificate: typedOrNull(draft.signingCertificate),
          signature: typedOrNull(draft.signature),
        },
      });
      for (let number = 0; number * imagePartBytes < file.size; number += 1) {
        const bytes = file.slice(number * imagePartBytes, (number + 1) * imagePartBytes);
        await send(firmwareApi.putPart, { params: { id, number }, bytes });
        setSent(number * imagePartBytes + bytes.size);
      }
      return call(firmwareApi.complete, { params: { id } });
    },
    touches: ['firmware'],
    said: ({ version }) => t('campaigns.imageReady', { version }),
    onDone: onClose,
  });
  const isNamed = draft.vendor.trim() !== '' && draft.version.trim() !== '';
  const whyNot =
    file === null || file.size === 0
      ? t('campaigns.needFile')
      : file.size > maxImageBytes
        ? t('campaigns.tooLarge', { most: bytesText(maxImageBytes, i18n.language) })
        : isNamed
          ? undefined
          : t('campaigns.needImage');
  return (
    <FormDialog
      title={t('campaigns.addImage')}
      submit={t('campaigns.bring')}
      save={bring}
      onClose={onClose}
      explain={t('campaigns.imageExplain')}
      whyNot={whyNot}
    >
      <FileInput label={t('campaigns.file')} placeholder={t('campaigns.chooseFile')} value={file} onChange={setFile} />
      <div className="form-row">
        <TextInput label={t('campaigns.vendor')} maxLength={50} {...text('vendor')} />
        <TextInput
          label={t('campaigns.model')}
          description={t('campaigns.imageModelHelp')}
          maxLength={50}
          {...text('model')}
        />
      </div>
      <TextInput
        label={t('campaigns.version')}
        description={t('campaigns.versionHelp')}
        maxLength={50}
        {...text('version')}
      />
      <MoreFields title={t('campaigns.signedImage')}>
        <Textarea
          label={t('campaigns.certificate')}
          description={t('campaigns.certificateHelp')}
          autosize
          minRows={2}
          maxRows={6}
          {...text('signingCertificate')}
        />
        <TextInput label={t('campaigns.signature')} description={t('campaigns.signatureHelp')} {...text('signature')} />
        <TextInput label={t('tickets.note')} maxLength={500} {...text('notes')} />
      </MoreFields>
      {bring.isPending && file !== null && (
        <div role="status">
          <Progress value={(sent / file.size) * 100} aria-label={t('campaigns.bringing')} />
          <Text size="sm">
            {t('campaigns.sent', { sent: bytesText(sent, i18n.language), all: bytesText(file.size, i18n.language) })}
          </Text>
        </div>
      )}
    </FormDialog>
  );
}

/** As an address can bear it. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return plain.slice(-100) || 'firmware.bin';
}
