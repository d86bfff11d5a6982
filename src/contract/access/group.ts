import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import { siteId } from '../stations/site.ts';
import { tokenId, tokenValue } from './token.ts';

/** Where somebody may charge: everywhere, or at these sites and stations. */
export const places = z.union([
  z.literal('everywhere'),
  z.strictObject({
    siteIds: z.array(siteId).max(500).default([]),
    stationIds: z.array(z.string().max(48)).max(500).default([]),
  }),
]);
export type Places = z.infer<typeof places>;

const name = visibleText.min(1).max(100);

/** Tokens of one group may end each other's sessions (C09); a group also says where, and how many at once. */
const groupFields = z.object({
  name,
  places: places.default('everywhere'),
  isBlocked: z.boolean().default(false),
  validFrom: time.nullable().default(null),
  expiresAt: time.nullable().default(null),
  oneAtATime: z.boolean().default(false).describe('Whether each driver of it may have one running session only'),
  isMasterPass: z.boolean().default(false).describe("Its tokens end anyone's session and begin none (C16)"),
});

export const newGroup = groupFields.extend({
  value: tokenValue
    .max(36)
    .optional()
    .describe('What stations are told: parentIdTag or groupIdToken; absent: one is made'),
});
export type NewGroup = z.output<typeof newGroup>;

export const groupChange = z
  .object({
    name,
    places,
    isBlocked: z.boolean(),
    validFrom: time.nullable(),
    expiresAt: time.nullable(),
    oneAtATime: z.boolean(),
    isMasterPass: z.boolean(),
  })
  .partial();
export type GroupChange = z.output<typeof groupChange>;

export const group = groupFields.extend({
  id: tokenId,
  label: z.string().describe('The last four characters of what stations are told'),
  tokenCount: z.int(),
  driverCount: z.int(),
  createdAt: time,
  createdBy: z.string(),
});
export type Group = z.infer<typeof group>;

export const groupList = z.object({ groups: z.array(group) });
export type GroupList = z.infer<typeof groupList>;
