import { Alert, Button, FileButton, Group, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../parts/action-button.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useMay } from '../../parts/use-may.ts';
import { ImportRows } from './import-rows.tsx';
import { type ResultRow, useImport } from './use-import.ts';
import '../../parts/card.css';

const example = 'name,email,token,note\nAna Prado,ana@example.com,04A2B3C4D5,blue card';

/** A file is first only read and judged; then the rows without a mistake are taken, and what came of each is told. */
export function ImportTab() {
  const { t } = useTranslation();
  const may = useMay('drivers:change');
  const { file, taken, check, take, choose, forget } = useImport();
  return (
    <div className="import">
      <section className="card">
        <p className="quiet">{t('import.help')}</p>
        <CopyLine value={example} what={t('import.example')}>
          <span className="import-example">{example}</span>
        </CopyLine>
        <p className="quiet">{t('import.columns')}</p>
        <Button
          variant="default"
          size="compact-md"
          fz="sm"
          mb="md"
          onClick={() => saveFile('drivers.csv', `${example}\n`, 'text/csv')}
        >
          {t('import.sample')}
        </Button>
        <FileDrop whyNot={may.told} onFile={({ name, csv }) => choose(name, csv)} />
      </section>
      {file !== null && (
        <section className="card" aria-live="polite" aria-labelledby="import-file">
          <h2 id="import-file">{file.name}</h2>
          {check.isPending && <p className="quiet">{t('import.checking')}</p>}
          {check.error !== null && <ProblemNote title={t('import.refused')} problem={check.error} />}
          {check.data !== undefined && (
            <Judged
              judged={check.data}
              taken={taken}
              isTaking={take.isPending}
              problem={take.error}
              onTake={() => take.mutate(file)}
              onCancel={forget}
            />
          )}
          {check.data !== undefined && (
            <ImportRows rows={taken.length > 0 ? taken : check.data} isTaken={taken.length > 0} file={file} />
          )}
        </section>
      )}
    </div>
  );
}

type JudgedProps = {
  judged: readonly ResultRow[];
  taken: readonly ResultRow[];
  isTaking: boolean;
  problem: Error | null;
  onTake: () => void;
  onCancel: () => void;
};

/** How far it is: what can be taken, how much of it is, and what was left out. */
function Judged({ judged, taken, isTaking, problem, onTake, onCancel }: JudgedProps) {
  const { t } = useTranslation();
  const isDone = judged.length > 0 && taken.length === judged.length;
  const rows = isDone ? taken : judged;
  const bad = rows.filter(({ problems }) => problems.length > 0).length;
  const good = rows.length - bad;
  const title = isDone
    ? t('import.done', { good, bad })
    : bad === 0
      ? t('import.wouldBe')
      : t('import.someWrong', { count: bad });
  return (
    <>
      <Alert color={bad === 0 ? 'green' : 'orange'} variant="light" title={title}>
        {t('import.rows', { count: rows.length })} {t('import.drivers', countOf(rows, 'driver'))}{' '}
        {t('import.tokens', countOf(rows, 'token'))} {bad > 0 && t(isDone ? 'import.leftOutHelp' : 'import.wrongHelp')}
      </Alert>
      {(isTaking || taken.length > 0) && (
        <div className="import-progress">
          <Progress
            value={(100 * taken.length) / Math.max(1, judged.length)}
            aria-label={t('import.progress')}
            aria-valuetext={t('import.taken', { taken: taken.length, all: judged.length })}
          />
          <span className="quiet">{t('import.taken', { taken: taken.length, all: judged.length })}</span>
        </div>
      )}
      {problem !== null && !isTaking && <ProblemNote title={t('import.stopped')} problem={problem} />}
      {!isDone && (
        <Group gap="sm" mt="md">
          <ActionButton scope="drivers:change" size="sm" loading={isTaking} onClick={onTake}>
            {taken.length > 0
              ? t('import.goOn')
              : bad === 0
                ? t('import.submit')
                : t('import.submitGood', { count: good })}
          </ActionButton>
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        </Group>
      )}
    </>
  );
}

function countOf(rows: readonly ResultRow[], what: 'driver' | 'token'): { added: number; changed: number } {
  const count = (fate: string) => rows.filter((row) => row[what] === fate).length;
  return { added: count('added'), changed: count('changed') };
}

type DropProps = { whyNot: string | undefined; onFile: (file: { name: string; csv: string }) => void };

const maxBytes = 20_000_000;

/** A file dropped here, or chosen as usual. The same one may be chosen again. */
function FileDrop({ whyNot, onFile }: DropProps) {
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
