import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { readerWords } from '../../text/reader-words.ts';
import type { ImportFile, ResultRow } from './use-import.ts';

/** What came of each row, or would; those that were left out can be kept as a file, to be mended and dropped again. */
export function ImportRows({
  rows,
  isTaken,
  file,
}: {
  rows: readonly ResultRow[];
  isTaken: boolean;
  file: ImportFile;
}) {
  const { t } = useTranslation();
  const [isOnlyBad, setIsOnlyBad] = useState(false);
  const columns = useColumns(isTaken);
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const leftOut = () => {
    const lines = [file.records[0]?.text ?? '', ...bad.map(({ text }) => text)];
    saveFile(file.name.replace(/(\.\w+)?$/, '-left-out.csv'), `${lines.join('\r\n')}\r\n`, 'text/csv');
  };
  return (
    <div className="import-rows">
      {bad.length > 0 && (
        <div className="import-rows-bar">
          <Checkbox
            label={t('import.onlyWrong')}
            checked={isOnlyBad}
            onChange={({ currentTarget }) => setIsOnlyBad(currentTarget.checked)}
          />
          <Button variant="default" size="compact-md" fz="sm" onClick={leftOut}>
            {t('import.saveLeftOut', { count: bad.length })}
          </Button>
        </div>
      )}
      <DataTable
        label={t('import.results')}
        columns={columns}
        rows={isOnlyBad ? bad : rows}
        idOf={({ line }) => String(line)}
        none={t('import.noRows')}
      />
    </div>
  );
}

function useColumns(isTaken: boolean): readonly Column<ResultRow>[] {
  const { t, i18n } = useTranslation();
  const fate = (value: ResultRow['driver']) => (value === null ? dash : t(`import.fate.${value}`));
  return [
    { head: t('import.line'), kind: 'number', cell: ({ line }) => line },
    { head: t('import.row'), kind: 'main', cell: ({ text }) => <span className="import-text">{text}</span> },
    { head: t('import.driver'), cell: ({ driver }) => fate(driver) },
    { head: t('import.card'), cell: ({ token }) => fate(token) },
    {
      head: t('import.result'),
      cell: ({ problems }) =>
        problems.length === 0 ? (
          <Chip tone={isTaken ? 'good' : 'rest'}>{t(isTaken ? 'import.isTaken' : 'import.canBe')}</Chip>
        ) : (
          <>
            <Chip tone="bad">{t('import.leftOut')}</Chip>
            {problems.map(({ column, problem, sentence }) => (
              <small key={`${column ?? ''} ${problem}`}>
                {column === null ? '' : `${column}: `}
                {readerWords(sentence, i18n.language) ?? problem}
              </small>
            ))}
          </>
        ),
    },
  ];
}
