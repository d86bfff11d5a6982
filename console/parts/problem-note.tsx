import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/call.ts';
import type { readerWords } from '../text/reader-words.ts';

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
  const own = useReaderWords(problem instanceof ApiProblem ? problem.details['sentence'] : undefined, i18n.language);
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
      <RetryButton problem={problem} />
    </Alert>
  );
}

type ReaderWords = typeof readerWords;

/** The words for all problems are many, and read once there is one; null until then, and where there are none. */
function useReaderWords(said: unknown, language: string): string | null {
  const [wordsOf, setWordsOf] = useState<ReaderWords | null>(null);
  const isSaid = said !== undefined;
  useEffect(() => {
    if (!isSaid) return;
    let isOver = false;
    import('../text/reader-words.ts')
      .then((words) => isOver || setWordsOf(() => words.readerWords))
      .catch(() => undefined); // what the server wrote itself is shown then
    return () => {
      isOver = true;
    };
  }, [isSaid]);
  return wordsOf?.(said, language) ?? null;
}

/** For what could not be read: a change that failed is repeated where it was asked for. It is read again by itself too (query-client.ts). */
function RetryButton({ problem }: { problem: Error }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const failed = { predicate: ({ state }: { state: { error: Error | null } }) => state.error === problem };
  if (queries.getQueryCache().findAll(failed).length === 0) return null;
  return (
    <p className="retry">
      <Button variant="default" size="compact-sm" onClick={() => void queries.refetchQueries(failed)}>
        {t('problem.retry')}
      </Button>
    </p>
  );
}
