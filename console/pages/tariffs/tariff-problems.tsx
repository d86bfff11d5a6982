import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type TariffProblem, tariffProblem } from '#contract/billing/tariff.ts';
import { ApiProblem } from '../../api/call.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { readerWords } from '../../text/reader-words.ts';

/** What is wrong with a tariff, where, and what to write instead. */
export function TariffProblems({ problem, onLine }: { problem: Error; onLine?: (line: number) => void }) {
  const { t, i18n } = useTranslation();
  const problems = tariffProblemsOf(problem);
  if (problems === null) return <ProblemNote problem={problem} />;
  return (
    <Alert color="red" variant="light" role="alert" title={t('tariff.refused')}>
      <ul className="tariff-problems">
        {problems.map(({ line, path, problem: what, write, sentence, advice }) => (
          <li key={`${line} ${path} ${what}`}>
            {line !== null && (
              <button type="button" onClick={() => onLine?.(line)}>
                {t('tariff.line', { line })}
              </button>
            )}
            <span className="mono">{path}</span> {readerWords(sentence, i18n.language) ?? what}{' '}
            <em>{t('tariff.write', { write: readerWords(advice, i18n.language) ?? write })}</em>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** null: the server told something else. */
export function tariffProblemsOf(problem: Error | null): TariffProblem[] | null {
  if (!(problem instanceof ApiProblem)) return null;
  return z.array(tariffProblem).min(1).safeParse(problem.details['problems']).data ?? null;
}
