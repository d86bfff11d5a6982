import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { csvHeader, csvLine } from '#contract/csv.ts';
import type { Column } from './data-table.tsx';
import { DownloadIcon } from './icons.tsx';
import { saveFile } from './save-file.ts';

type Props<Row> = { name: string; columns: readonly Column<Row>[]; rows: readonly Row[] };

/** The rows that are shown, in the order they are shown in. */
export function TableFile<Row>({ name, columns, rows }: Props<Row>) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const save = () => {
    const written = columns.flatMap(({ head, value }) =>
      value === undefined ? [] : [{ name: head, about: head, read: (row: Row) => cellOf(value(row)) }],
    );
    const text = [csvHeader(written), ...rows.map((row) => csvLine(written, row))].join('');
    saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, text, 'text/csv');
  };
  return (
    <p className="table-file">
      <Button variant="subtle" size="compact-sm" leftSection={<DownloadIcon />} onClick={save}>
        {t('table.file')}
      </Button>
    </p>
  );
}

function cellOf(value: string | number | boolean | null | undefined): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null);
}
