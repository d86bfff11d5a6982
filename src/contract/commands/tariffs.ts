import { z } from 'zod';
import { amount } from '../billing/money.ts';
import { tariffId } from '../billing/tariff.ts';
import { evseId } from './control.ts';
import { defineCommand } from './define-command.ts';

const placed = evseId.optional().describe('Absent: the whole station');
const sessionId = z.uuid();
const isKept = z
  .boolean()
  .optional()
  .describe('It follows from where tariffs hold, and gives the station none of its own');

/** I02–I04, I06 and I07–I11. */
export const tariffCommands = {
  'update-cost': defineCommand({
    title: 'Tell the station what a running session costs so far',
    input: z.object({
      sessionId,
      total: amount.optional().describe('Absent: what the tariff of the session makes of it'),
    }),
    answer: z.object({ total: z.string() }),
  }),
  'set-default-tariff': defineCommand({
    title: 'Give the station or one EVSE the price for drivers without one of their own',
    input: z.object({ tariffId, evseId: placed, isKept }),
  }),
  'get-tariffs': defineCommand({
    title: 'Ask which tariffs the station holds',
    input: z.object({ evseId: placed }),
    answer: z.object({ tariffIds: z.array(z.string()) }),
  }),
  'clear-tariffs': defineCommand({
    title: 'Take tariffs away from the station',
    input: z.object({ tariffIds: z.array(tariffId).min(1).max(100).optional(), evseId: placed, isKept }),
    answer: z.object({ cleared: z.array(z.string()) }),
  }),
  'change-session-tariff': defineCommand({
    title: 'Give a running session another price',
    input: z.object({ sessionId, tariffId }),
  }),
  'set-payment-code': defineCommand({
    title: 'Have the station show a QR code for payments that changes all the time, or not any more',
    input: z.object({
      evseId: evseId.optional().describe('Absent: one code for all EVSEs'),
      isOn: z.boolean().default(true).describe('false: the code on the sticker counts again'),
      validitySeconds: z.int().min(6).max(3600).default(60).describe('How long one password lasts'),
      length: z.int().min(8).max(40).default(12).describe('Of the password'),
    }),
  }),
  'notify-web-payment': defineCommand({
    title: 'Tell the station that somebody is paying on a web page for one of its EVSEs',
    input: z.object({ evseId, timeoutSeconds: z.int().min(1).max(3600).default(120) }),
  }),
};
