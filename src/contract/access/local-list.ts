import { z } from 'zod';
import { time } from '../common.ts';
import { tokenId } from './token.ts';

const chosenMode = z.enum(['auto', 'pinned', 'off']);
export const listMode = z
  .enum([...chosenMode.options, 'manual'])
  .describe(
    'auto: every token that may charge there; pinned: the named ones alone; off: we leave its list alone; manual: somebody sent it a list as a raw message, and it is left alone until another mode is set',
  );
export type ListMode = z.infer<typeof listMode>;

/** pending: something has to be told to it. refused, version-mismatch: we tried, and try again at `nextTryAt`. unsupported: it keeps no list. manual: somebody sent it another list. */
export const listState = z.enum(['in-sync', 'pending', 'refused', 'version-mismatch', 'unsupported', 'off', 'manual']);
export type ListState = z.infer<typeof listState>;

export const listBecause = z.enum([
  // pending
  'not-yet',
  'offline',
  'tokens-changed',
  'no-answer',
  'not-sent',
  // refused
  'failed',
  // unsupported
  'says-none',
  'not-implemented',
  'not-offered',
  'disabled',
]);
export type ListBecause = z.infer<typeof listBecause>;

/** How the list of one station is kept in sync, and how that stands. */
export const listKeeping = z.object({
  mode: listMode,
  state: listState,
  because: listBecause
    .nullable()
    .describe(
      'disabled: switch LocalAuthListCtrlr.Enabled (1.6: LocalAuthListEnabled) on; not-offered: by its device model',
    ),
  said: z
    .string()
    .nullable()
    .describe('What the station said: its status word, or the version it claims to hold; untrusted text'),
  since: time.nullable(),
  nextTryAt: time.nullable().describe('Not before then, unless the operator asks for it'),
  tooLong: z.int().describe('Tokens that its version of OCPP cannot say'),
  noRoom: z.int().describe('Tokens left out since it cannot hold all; the ones used most recently are in'),
});
export type ListKeeping = z.infer<typeof listKeeping>;

const entryState = z.enum(['held', 'missing', 'outdated', 'surplus', 'too-long', 'no-room']);

/** The local authorization list of a station, so that it can decide while it is offline (block D). */
export const localList = z.object({
  stationId: z.string(),
  keeping: listKeeping,
  version: z.int().nullable().describe('The last one the station took from us; null: none yet'),
  sentAt: time.nullable(),
  reportedVersion: z.int().nullable().describe('What the station said when it was last asked; 0 or -1: it has none'),
  reportedAt: time.nullable(),
  isInSync: z.boolean(),
  why: z
    .enum(['never-sent', 'tokens-changed', 'other-version', 'refused', 'incomplete', 'sent-by-hand'])
    .nullable()
    .describe('Why it is out of sync: send the list again, in full where the version is another one'),
  refusal: z.string().nullable().describe('What the station answered to the last list it did not take'),
  counts: z
    .record(entryState, z.int())
    .describe('How many entries there are of each state, also where not all of them are listed'),
  entries: z.array(
    z.object({
      tokenId: z.string(),
      label: z.string().nullable(),
      state: entryState.describe(
        'too-long: the version of the station cannot say it; no-room: the station cannot hold so many',
      ),
    }),
  ),
});
export type LocalList = z.infer<typeof localList>;

export const localListEntryQuery = z.object({
  limit: z.coerce.number().int().min(0).max(100_000).default(10_000).describe('Entries in the answer'),
});
export type LocalListEntryQuery = z.output<typeof localListEntryQuery>;

export const localListRow = listKeeping.extend({
  stationId: z.string(),
  version: z.int().nullable(),
  tokens: z.int().describe('How many it holds, as far as it took them from us'),
});
export type LocalListRow = z.infer<typeof localListRow>;

export const localListQuery = z.object({ state: listState.optional() });
export type LocalListQuery = z.output<typeof localListQuery>;

export const localListRows = z.object({ lists: z.array(localListRow) });
export type LocalListRows = z.infer<typeof localListRows>;

export const keepLocalList = z
  .strictObject({
    mode: chosenMode,
    tokenIds: z.array(tokenId).max(10_000).optional().describe('For pinned: what the list holds'),
  })
  .refine(({ mode, tokenIds }) => (mode === 'pinned') === (tokenIds !== undefined), {
    path: ['tokenIds'],
    message: 'must be named for mode pinned, and for no other',
  });
export type KeepLocalList = z.output<typeof keepLocalList>;
