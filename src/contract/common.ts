import { z } from 'zod';

/** Times cross HTTP as UTC, with milliseconds: 2026-03-01T08:00:00.000Z. */
export const time = z.iso.datetime();

/** The answer to anything that could not be done, on every route. */
export const problem = z.object({
  code: z.string().describe('Stable word for a program, such as NOT_FOUND'),
  message: z.string().describe('What happened and what can be done, for a person'),
  details: z.record(z.string(), z.unknown()).optional().describe('Facts, such as the field and what it accepts'),
});
export type Problem = z.infer<typeof problem>;

/** What a person writes on one line: no control characters, which would be seen by nobody. */
export const visibleText = z
  .string()
  .trim()
  .regex(/^\P{C}*$/u, 'must be visible characters');
