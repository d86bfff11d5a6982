import { z } from 'zod';
import { tokenId } from '../access/token.ts';
import { defineCommand } from './define-command.ts';

/** C11, D01 and D02. */
export const authorizationCommands = {
  'clear-cache': defineCommand({
    title: 'Make the station forget the tokens it has seen',
    input: z.object({}),
  }),
  'send-local-list': defineCommand({
    title: 'Give the station its local authorization list',
    input: z.object({
      mode: z
        .enum(['full', 'differential'])
        .default('differential')
        .describe('differential: only what has changed; where that is impossible the full list is sent'),
      tokenIds: z
        .array(tokenId)
        .max(10_000)
        .optional()
        .describe('Absent: those that belong on it; named ones are what it holds from then on'),
    }),
    answer: z.object({
      version: z.int(),
      entries: z.int().describe('How many tokens were sent or taken away'),
      messages: z.int().describe('A long list goes in several messages'),
    }),
    effects: ['local-list-sent'],
  }),
  'get-local-list-version': defineCommand({
    title: 'Ask which version of the list the station holds',
    input: z.object({}),
    answer: z.object({ version: z.int(), isInSync: z.boolean() }),
  }),
};
