import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../live/api.ts';

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

export function ProblemNote({ title, problem, children }: { title?: string; problem: Error; children?: ReactNode }) {
  const { t } = useTranslation();
  const code = problem instanceof ApiProblem ? told.find((known) => known === problem.code) : undefined;
  return (
    <Alert color="red" variant="light" role="alert" title={title ?? t('problem.title')}>
      {code === undefined ? t('problem.other', { message: problem.message }) : t(`problem.code.${code}`)}
      {children}
    </Alert>
  );
}
