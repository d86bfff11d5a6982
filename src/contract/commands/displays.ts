import { z } from 'zod';
import { time } from '../common.ts';
import { displayPriority, displayState, displayText } from '../stations/display.ts';
import { evseId } from './control.ts';
import { defineCommand } from './define-command.ts';

const messageId = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Block O. */
export const displayCommands = {
  'set-display-message': defineCommand({
    title: 'Show a message on the display, or replace one',
    input: z.object({
      id: messageId.optional().describe('An id that is shown already is replaced; absent: the next free one'),
      priority: displayPriority.default('normal-cycle'),
      state: displayState.optional(),
      startsAt: time.optional().describe('Absent: at once'),
      endsAt: time.optional().describe('Absent: until it is cleared'),
      sessionId: z.string().max(60).optional().describe('Only during this session'),
      display: z
        .object({ component: z.string().max(50).default('Display'), evseId: evseId.optional() })
        .optional()
        .describe('Absent: the main display'),
      ...displayText.shape,
      otherLanguages: z.array(displayText).max(4).default([]).describe('The same in other languages'),
    }),
    answer: z.object({ id: z.int() }),
  }),
  'get-display-messages': defineCommand({
    title: 'Ask which messages the station shows',
    input: z.object({
      ids: z.array(messageId).min(1).max(100).optional(),
      priority: displayPriority.optional(),
      state: displayState.optional(),
    }),
    answer: z.object({ requestId: z.int() }),
    effects: ['display-messages-reported'],
  }),
  'clear-display-message': defineCommand({
    title: 'Take a message off the display',
    input: z.object({ id: messageId }),
  }),
};
