import { Alert, Button, Group, Table } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type AccessImported, type ImportProblem, importProblem } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { ApiProblem, call } from '../../live/call.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import '../../parts/card.css';
import { CopyLine } from '../../parts/copy-line.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useMay } from '../../parts/use-may.ts';
import { readerWords } from '../../text/reader-words.ts';
import { FileDrop } from './file-drop.tsx';

const example = 'name,email,token,note\nAna Prado,ana@example.com,04A2B3C4D5,blue card';

type Chosen = { name: string; csv: string };

/** A file is first only read and judged; it is taken as a whole, or not at all. */
export function ImportTab() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [file, setFile] = useState<Chosen | null>(null);
  const may = useMay('drivers:change');
  const check = useMutation({
    mutationFn: ({ csv }: Chosen) => call(driverApi.import, { body: { csv, isDryRun: true } }),
  });
  const take = useMutation({
    mutationFn: ({ csv }: Chosen) => call(driverApi.import, { body: { csv, isDryRun: false } }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['drivers'] });
      await queries.invalidateQueries({ queryKey: ['tokens'] });
    },
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
