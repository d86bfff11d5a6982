import { FileInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vehicleApi } from '#contract/api/vehicles.ts';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';

/** A file is read and judged as soon as it is chosen, and taken as a whole or not at all. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [csv, setCsv] = useState<string | null>(null);
  const check = useChange({ send: (text: string) => call(vehicleApi.import, { body: { csv: text, isDryRun: true } }) });
  const take = useChange({
    send: () => call(vehicleApi.import, { body: { csv: csv ?? '', isDryRun: false } }),
    touches: ['vehicles'],
    said: ({ added, changed }) => t('vehicles.imported', { added, changed }),
    onDone: onClose,
  });
  const isJudged = csv !== null && check.data !== undefined && check.error === null;
  return (
    <FormDialog
      title={t('vehicles.importTitle')}
      submit={t('vehicles.import')}
      save={take}
      onClose={onClose}
      explain={t('vehicles.importHelp')}
      whyNot={isJudged ? undefined : t('vehicles.importWhyNot')}
    >
      <FileInput
        label={t('vehicles.file')}
        placeholder={t('vehicles.fileChoose')}
        accept=".csv,text/csv"
        onChange={(file) => {
          setCsv(null);
          check.reset();
          if (file === null) return;
          void file.text().then((text) => {
            setCsv(text);
            check.mutate(text);
          });
        }}
      />
      {check.isPending && <Text size="sm">{t('import.checking')}</Text>}
      {check.error !== null && <ProblemNote problem={check.error} />}
      {isJudged && <Text size="sm">{t('vehicles.wouldBe', check.data)}</Text>}
    </FormDialog>
  );
}
