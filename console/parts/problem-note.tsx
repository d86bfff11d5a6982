import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/call.ts';
import { readerWords } from '../text/reader-words.ts';

/** Codes whose sentence we have in both languages; for others the server's own sentence is shown. */
const told = [
  'NO_ANSWER',
  'NOT_SIGNED_IN',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'CONFLICT',
  'STATION_OFFLINE',
  'TOO_MANY_REQUESTS',
  'DATABASE_AWAY',
  'UNREADABLE',
] as const;

/** Codes that stand for many things: the server's own sentence says which. */
const needMore: readonly string[] = ['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT', 'STATION_OFFLINE'];

export function ProblemNote({ title, problem, children }: { title?: string; problem: Error; children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const own = problem instanceof ApiProblem ? readerWords(problem.details['sentence'], i18n.language) : null;
  const code = problem instanceof ApiProblem ? told.find((known) => known === problem.code) : undefined;
  return (
    <Alert color="red" variant="light" role="alert" title={title ?? t('problem.title')}>
      {own ?? (
        <>
          {code !== undefined && t(`problem.code.${code}`)}{' '}
          {(code === undefined || needMore.includes(code)) && t('problem.other', { message: problem.message })}
        </>
      )}
      {children}
    </Alert>
  );
}
