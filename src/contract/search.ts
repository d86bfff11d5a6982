import { z } from 'zod';
import { foundKinds } from './word-lists.ts';

export const foundKind = z.enum(foundKinds);
export type FoundKind = z.infer<typeof foundKind>;

/** One thing that fits what was typed. */
export const found = z.object({
  kind: foundKind,
  id: z.string(),
  name: z.string().describe('What people call it'),
  detail: z.string().nullable().describe('What tells it from others of the same name'),
});
export type Found = z.infer<typeof found>;

export const searchQuery = z.object({
  q: z.string().trim().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(20).default(5).describe('Of each kind'),
});

export const searchAnswer = z.object({ found: z.array(found).describe('Kind by kind; what begins like it first') });
