import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { whyNot: string | undefined; onFile: (file: { name: string; csv: string }) => void };

const maxBytes = 20_000_000;

/** A file dropped here, or chosen as usual. */
export function FileDrop({ whyNot, onFile }: Props) {
  const { t } = useTranslation();
  const [isOver, setIsOver] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);

  function take(file: File | null | undefined) {
    if (file === null || file === undefined || whyNot !== undefined) return;
    setIsTooLarge(file.size > maxBytes);
    if (file.size <= maxBytes) void file.text().then((csv) => onFile({ name: file.name, csv }));
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the button is for everyone
    <div
      className="file-drop"
      role="group"
      aria-label={t('import.drop')}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <span>{whyNot ?? t('import.drop')}</span>
      <FileButton onChange={take} accept=".csv,text/csv,text/plain">
        {(props) => (
          <Button {...props} variant="default" disabled={whyNot !== undefined}>
            {t('import.choose')}
          </Button>
        )}
      </FileButton>
      {isTooLarge && <span className="file-wrong">{t('import.tooLarge')}</span>}
    </div>
  );
}
