import { z } from 'zod';
import { time } from './common.ts';

export const nodeStates = ['up', 'draining', 'silent'] as const;

/** One running process of an installation. */
export const shownNode = z.object({
  id: z.uuid(),
  host: z.string().describe('The machine that it runs on'),
  version: z.string(),
  startedAt: time,
  seenAt: time.describe('When it last said that it is there; it does so every two seconds'),
  state: z
    .enum(nodeStates)
    .describe('draining: its stations go to other nodes, and it is given nobody new. silent: it is dead, or cut off'),
  isKeeper: z.boolean().describe('Whether it does what is to be done once, such as bills and plans for sites'),
  isThis: z.boolean().describe('Whether it is the one that answers'),
  stations: z.int().describe('How many it speaks with'),
});
export type ShownNode = z.infer<typeof shownNode>;

export const nodeList = z.object({ nodes: z.array(shownNode) });

export const drainNodes = z.object({
  nodeIds: z.array(z.uuid()).min(1).max(100).optional().describe('Absent: every node of the machine that answers'),
});
