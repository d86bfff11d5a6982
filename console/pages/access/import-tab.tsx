import { Alert, Button, FileButton, Group, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type AccessImported, type ImportProblem, importProblem } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { ApiProblem, call } from '../../api/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useMay } from '../../parts/use-may.ts';
import { readerWords } from '../../text/reader-words.ts';
import '../../parts/card.css';

const example = 'name,email,token,note\nAna Prado,ana@example.com,04A2B3C4D5,blue card';

type Chosen = { name: string; csv: string };

/** A file is first only read and judged; it is taken as a whole, or not at all. */
export function ImportTab() {
  const { t } = useTranslation();
  const [file, setFile] = useState<Chosen | null>(null);
  const may = useMay('drivers:change');
  const check = useChange({
    send: ({ csv }: Chosen) => call(driverApi.import, { body: { csv, isDryRun: true } }),
  });
  const take = useChange({
    send: ({ csv }: Chosen) => call(driverApi.import, { body: { csv, isDryRun: false } }),
    touches: ['drivers', 'tokens'],
  });

  function choose(chosen: Chosen) {
    setFile(chosen);
    take.reset();
    check.mutate(chosen);
  }
  function again() {
    setFile(null);
    check.reset();
    take.reset();
  }

  const failed = take.error ?? check.error;
  const problems = problemsOf(failed);
  return (
    <div className="import">
      <section className="card">
        <p className="quiet">{t('import.help')}</p>
        <CopyLine value={example} what={t('import.example')}>
          <span className="import-example">{example}</span>
        </CopyLine>
        <p className="quiet">{t('import.columns')}</p>
        <FileDrop whyNot={may.told} onFile={choose} />
      </section>
      {file !== null && (
        <section className="card" aria-live="polite" aria-labelledby="import-file">
          <h2 id="import-file">{file.name}</h2>
          {check.isPending && <p className="quiet">{t('import.checking')}</p>}
          {problems !== null && <Problems problems={problems} />}
          {failed !== null && problems === null && <ProblemNote problem={failed} />}
          {take.data === undefined && check.data !== undefined && failed === null && (
            <>
              <Told title={t('import.wouldBe')} told={check.data} />
              <Group gap="sm" mt="md">
                <ActionButton
                  scope="drivers:change"
                  size="sm"
                  loading={take.isPending}
                  onClick={() => take.mutate(file)}
                >
                  {t('import.submit')}
                </ActionButton>
                <Button variant="default" onClick={again}>
                  {t('form.cancel')}
                </Button>
              </Group>
            </>
          )}
          {take.data !== undefined && <Told title={t('import.done')} told={take.data} />}
        </section>
      )}
    </div>
  );
}

function Told({ title, told: { rows, drivers, tokens } }: { title: string; told: AccessImported }) {
  const { t } = useTranslation();
  return (
    <Alert color="green" variant="light" title={title}>
      {t('import.rows', { count: rows })} {t('import.drivers', drivers)} {t('import.tokens', tokens)}
    </Alert>
  );
}

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Alert color="red" variant="light" role="alert" title={t('import.refused')}>
        {t('import.refusedHelp')}
      </Alert>
      <Table mt="md" aria-label={t('import.problems')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.row')}</Table.Th>
            <Table.Th>{t('import.column')}</Table.Th>
            <Table.Th>{t('import.problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {problems.map(({ row, column, problem, sentence }) => (
            <Table.Tr key={`${row} ${column ?? ''} ${problem}`}>
              <Table.Td>{row}</Table.Td>
              <Table.Td>{column ?? '–'}</Table.Td>
              <Table.Td>{readerWords(sentence, i18n.language) ?? problem}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

/** Row by row, where the server says so. */
function problemsOf(problem: Error | null): ImportProblem[] | null {
  if (!(problem instanceof ApiProblem)) return null;
  return z.array(importProblem).min(1).safeParse(problem.details['problems']).data ?? null;
}

type Props = { whyNot: string | undefined; onFile: (file: { name: string; csv: string }) => void };

const maxBytes = 20_000_000;

/** A file dropped here, or chosen as usual. */
function FileDrop({ whyNot, onFile }: Props) {
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
