import { z } from 'zod';
import { listState } from './access/local-list.ts';
import { refusalReason } from './access/token.ts';
import { proposal } from './agents/proposal.ts';
import { time } from './common.ts';
import { findingKind } from './findings/finding.ts';
import { notReadyCause } from './health.ts';
import { sentence } from './sentence.ts';
import { desiredSettingName } from './stations/desired-setting.ts';
import { connector, link, ocppVersion, offlineReason, pendingReason } from './stations/station.ts';
import { attentionKinds } from './word-lists.ts';

export const attentionKind = z.enum(attentionKinds);
export type AttentionKind = z.infer<typeof attentionKind>;

const severity = z
  .enum(['critical', 'warning', 'notice'])
  .describe('critical: somebody cannot charge, or somebody may do harm; notice: it can wait until tomorrow');
export type AttentionSeverity = z.infer<typeof severity>;

function about<Kind extends AttentionKind, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.object({
    id: z.string().describe('The same for as long as it is the same trouble'),
    kind: z.literal(kind),
    severity,
    since: time.nullable(),
    ...shape,
  });
}

const stationId = z.string();

/** One thing that needs a person, with the facts that say why. */
export const attentionItem = z.discriminatedUnion('kind', [
  about('not-ready', { cause: notReadyCause }),
  about('energy', {
    siteId: z.string(),
    stationId: stationId.nullable().describe('null: of a node, a meter or the grid operator'),
    title: sentence,
  }),
  about('faulted', { stationId, connectors: z.array(connector.omit({ status: true, activity: true })) }),
  about('security-event', { stationId, eventId: z.string(), type: z.string() }),
  about('finding', {
    stationId: stationId.nullable().describe('null: of all stations of a model or firmware'),
    findingId: z.string(),
    findingKind,
    title: sentence,
  }),
  about('certificate', {
    stationId: stationId.nullable().describe('null: of an authority of ours'),
    purpose: z.string(),
    subject: z.string(),
    expiresAt: time,
  }),
  about('proposal', {
    proposalId: z.string(),
    ...proposal.pick({ tool: true, title: true, tier: true, targets: true, proposedByName: true, expiresAt: true })
      .shape,
  }),
  about('pending', {
    stationId,
    reason: pendingReason,
    version: ocppVersion.nullable(),
    address: link.options[2].shape.address,
    attempts: z.int(),
    vendor: z.string().nullable(),
    model: z.string().nullable(),
    isKnown: z
      .boolean()
      .describe('One of ours that cannot prove who it is: it is not accepted, it gets a new password'),
  }),
  about('offline', { stationId, reason: offlineReason }),
  about('settings-not-in-sync', { stationId, names: z.array(desiredSettingName), awaitsReboot: z.boolean() }),
  about('list-not-in-sync', { stationId, state: listState }),
  about('odd-session', { stationId, sessionId: z.string(), flags: z.array(z.string()) }),
  about('rejected-token', {
    stationId,
    tokenId: z.string().nullable(),
    label: z.string().nullable().describe('The last characters of a token that is known here'),
    reason: refusalReason,
    times: z.int(),
  }),
]);
export type AttentionItem = z.infer<typeof attentionItem>;

export const attentionQuery = z.object({
  perKind: z.coerce.number().int().min(1).max(500).default(20).describe('So many of each kind at most'),
});
export type AttentionQuery = z.output<typeof attentionQuery>;

/** Most pressing first. */
export const attention = z.object({
  items: z.array(attentionItem),
  counts: z.partialRecord(attentionKind, z.int()).describe('Of all there are; a kind without trouble is left out'),
  madeAt: time,
});
export type Attention = z.infer<typeof attention>;
