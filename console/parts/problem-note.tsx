import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/call.ts';
import { usePrincipal } from '../api/principal.ts';
import { useReaderWords } from '../text/use-reader-words.ts';
import { useOpenSignIn } from './sign-in-context.ts';

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

type Props = {
  title?: string;
  problem: Error;
  /** In a form that signs somebody in: what is wrong there is for the server to say. */
  isSigningIn?: boolean;
  children?: ReactNode;
};

export function ProblemNote({ title, problem, isSigningIn = false, children }: Props) {
  const { t, i18n } = useTranslation();
  const principal = usePrincipal();
  const own =
    useReaderWords(problem instanceof ApiProblem ? problem.details['sentence'] : undefined, i18n.language) ?? null;
  const code = problem instanceof ApiProblem ? told.find((known) => known === problem.code) : undefined;
  /** The server's sentence speaks to programs too; who looks at a page is told what to do here. */
  const isOurs = !isSigningIn && (code === 'NOT_SIGNED_IN' || code === 'NOT_ALLOWED');
  const isBack = isOurs && code === 'NOT_SIGNED_IN' && principal !== null;
  return (
    <Alert color="red" variant="light" role="alert" title={title ?? t('problem.title')}>
      {(own === null || isOurs) &&
        code !== undefined &&
        `${isBack ? t('problem.signedInAgain') : t(`problem.code.${code}`)} `}
      {(code !== 'NOT_SIGNED_IN' || isSigningIn) && own}
      {own === null &&
        (code === undefined || needMore.includes(code)) &&
        t('problem.other', { message: problem.message })}
      {children}
      {isOurs && code === 'NOT_SIGNED_IN' && !isBack && <SignInAgain />}
      <RetryButton problem={problem} />
    </Alert>
  );
}

function SignInAgain() {
  const { t } = useTranslation();
  const openSignIn = useOpenSignIn();
  return (
    <p className="retry">
      <Button variant="default" size="compact-sm" onClick={openSignIn}>
        {t('signIn.open')}
      </Button>
    </p>
  );
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
