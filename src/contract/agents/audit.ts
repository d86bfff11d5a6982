import { z } from 'zod';
import { uuidPattern } from '#base/uuid.ts';
import { time } from '../common.ts';
import { auditOutcomes } from '../word-lists.ts';

export const auditOutcome = z.enum(auditOutcomes);
export type AuditOutcome = z.infer<typeof auditOutcome>;

/** Who did what, by which door, and how it ended. Whether the chain is whole is told by `sigec audit verify`. */
export const auditRecord = z.object({
  id: z.string().describe('The node that wrote it and the number in its chain'),
  at: time,
  principal: z.string().describe('The id of a key; "system" and "anonymous:…" have none'),
  door: z.string().describe('terminal and rest: as told by the client, which is not proven; the principal is'),
  action: z.string(),
  subject: z.string().nullable().describe('What it was about, such as the id of a station or a proposal'),
  outcome: auditOutcome,
  details: z.record(z.string(), z.unknown()).describe('Without secrets; texts in it may be written by others'),
});
export type AuditRecord = z.infer<typeof auditRecord>;

export const auditQuery = z.object({
  after: z
    .string()
    .regex(new RegExp(`^${uuidPattern}:[1-9][0-9]{0,15}$`), 'must be the id of an entry')
    .optional()
    .describe('The id of the last entry that was read: those before it in time follow'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  principal: z.string().max(100).optional(),
  action: z.string().max(100).optional().describe('What the action begins with, such as proposal:'),
  outcome: auditOutcome.optional(),
  from: time.optional(),
  before: time.optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** Newest first. */
export const auditPage = z.object({
  entries: z.array(auditRecord),
  next: z.string().nullable().describe('To be given as after; null: there are no more'),
});
export type AuditPage = z.infer<typeof auditPage>;
