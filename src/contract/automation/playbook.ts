import { z } from 'zod';
import { actionOutcome, ladderStep } from './rule.ts';

export const playbookQuery = z.object({ upTo: ladderStep.default('soft-reset').describe('The strongest step') });

export const stationPlaybook = z.object({
  stationId: z.string(),
  isFaulted: z.boolean().describe('false: there is nothing to repair, and a run is refused'),
  hasSafetyCode: z.boolean().describe('true: nothing is tried, a person has to look at it first'),
  steps: z
    .array(
      z.object({
        step: ladderStep,
        needsNoSession: z.boolean().describe('Not taken while a session runs there'),
        tried: z.int().describe('With the same model and code'),
        helped: z.int(),
      }),
    )
    .describe('In the order in which they are tried'),
});
export type StationPlaybook = z.infer<typeof stationPlaybook>;

export const askPlaybook = z.object({
  maxSteps: z.int().min(1).max(3).default(2).describe('How many steps are tried at most'),
  upTo: ladderStep.default('soft-reset').describe('The strongest step'),
});

export const playbookRun = z.object({
  isDone: z.boolean().describe('The fault is gone'),
  steps: z.array(actionOutcome).describe('What was tried, and why something was not'),
});
