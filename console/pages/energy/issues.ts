import { createContext, use } from 'react';
import type { z } from 'zod';

export type Issues = ReadonlyMap<string, z.core.$ZodIssue>;

/** What the schema of the contract finds in a draft, by the path of the field. */
export const IssuesContext = createContext<Issues>(new Map());

export function useAt(path: string): z.core.$ZodIssue | undefined {
  return use(IssuesContext).get(path);
}

export function issuesOf(read: { success: boolean; error?: z.ZodError | undefined }): Issues {
  return new Map((read.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue]));
}
