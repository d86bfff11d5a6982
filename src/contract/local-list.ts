import { z } from 'zod';
import { time } from './common.ts';

/** Which tokens a station knows by heart, so that it can decide while it is offline (block D). */
export const localList = z.object({
  stationId: z.string(),
  version: z.int().nullable().describe('The last one the station took from us; null: none yet'),
  sentAt: time.nullable(),
  reportedVersion: z.int().nullable().describe('What the station said when it was last asked; 0 or -1: it has none'),
  reportedAt: time.nullable(),
  isInStep: z.boolean(),
  why: z
    .enum(['never-sent', 'tokens-changed', 'other-version', 'refused', 'incomplete'])
    .nullable()
    .describe('Why it is not in step: send the list again, in full where the version is another one'),
  refusal: z.string().nullable().describe('What the station answered to the last list it did not take'),
  entries: z.array(
    z.object({
      tokenId: z.string(),
      label: z.string().nullable(),
      state: z
        .enum(['held', 'missing', 'outdated', 'surplus', 'too-long'])
        .describe('too-long: the version of the station cannot say it'),
    }),
  ),
});
export type LocalList = z.infer<typeof localList>;
