import { z } from 'zod';
import { derControl, derControlType, derPartOf } from '../energy/der.ts';
import { defineCommand } from './define-command.ts';

const controlId = derControl.shape.controlId;

/** Block R. */
export const derCommands = {
  'set-der-control': defineCommand({
    title: 'Set how an EVSE or car supports the grid',
    input: derControl
      .extend({
        controlId: controlId.optional(),
        isDefault: z.boolean().default(false),
        priority: z.int().min(0).default(0),
      })
      .refine((control) => control[derPartOf(control.type)] !== undefined, {
        path: ['type'],
        error: (issue) => `needs ${partNeeded(issue.input)}`,
      }),
    answer: z.object({ controlId: z.string(), supersededIds: z.array(z.string()) }),
    effects: ['der-control-started'],
  }),
  'get-der-control': defineCommand({
    title: 'Ask the station to report its DER controls',
    input: z.object({
      controlId: controlId.optional(),
      type: derControlType.optional(),
      isDefault: z.boolean().optional(),
    }),
    effects: ['der-controls-reported'],
  }),
  'clear-der-control': defineCommand({
    title: 'Remove DER controls from the station',
    input: z.object({
      controlId: controlId.optional(),
      type: derControlType.optional(),
      isDefault: z.boolean().default(false),
    }),
    effects: ['der-control-stopped'],
  }),
};

function partNeeded(input: unknown): string {
  return derPartOf((input as { type: z.infer<typeof derControlType> }).type);
}
