import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { isGone } from '../api/call.ts';
import { Notice } from './notice.tsx';
import { ProblemNote } from './problem-note.tsx';

type Props<Thing> = {
  query: { data: Thing | undefined; error: Error | null };
  gone: string;
  /** What could not be done, where it is there and cannot be read. */
  failed?: string;
  /** The way back, where there is no such thing. */
  back: ReactNode;
  children: (thing: Thing) => ReactNode;
};

/** The page of one thing, once it is read. */
export function OfOne<Thing>({ query: { data, error }, gone, failed, back, children }: Props<Thing>) {
  if (data !== undefined) return children(data);
  if (isGone(error)) return <Notice title={gone}>{back}</Notice>;
  if (error === null) return <Skeleton height={220} radius={12} />;
  return <ProblemNote {...(failed !== undefined && { title: failed })} problem={error} />;
}
