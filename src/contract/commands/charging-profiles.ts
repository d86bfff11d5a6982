import { z } from 'zod';
import { time } from '../common.ts';
import { chargingProfilePurpose, compositeSchedule, rateUnit } from '../energy/charging-profile.ts';
import { energyTransfer } from '../energy/energy-transfer.ts';
import { requestedChargingProfile, requestedRates } from '../energy/requested-charging-profile.ts';
import { defineCommand } from './define-command.ts';

const sessionId = z.uuid();
const chargingProfileId = z.int();
const place = z.int().min(0).max(1000).describe('0: the station as a whole');
const stackLevel = z.int().min(0);

/** Blocks K and Q. */
export const chargingProfileCommands = {
  'set-charging-profile': defineCommand({
    title: 'Give the station a charging profile',
    input: requestedChargingProfile.refine(
      ({ purpose, sessionId }) => purpose !== 'tx-profile' || sessionId !== undefined,
      {
        path: ['sessionId'],
        error: 'must name the session that the profile is for',
      },
    ),
    answer: z.object({ chargingProfileId }),
  }),
  'clear-charging-profiles': defineCommand({
    title: 'Remove charging profiles from the station; without any choice, all of them',
    input: z.object({
      chargingProfileId: chargingProfileId.optional(),
      evseId: place.optional(),
      purpose: chargingProfilePurpose.exclude(['charging-station-external-constraints']).optional(),
      stackLevel: stackLevel.optional(),
    }),
  }),
  'get-charging-profiles': defineCommand({
    title: 'Ask the station to report the charging profiles it holds',
    input: z.object({
      chargingProfileIds: z.array(chargingProfileId).min(1).max(1000).optional(),
      evseId: place.optional(),
      purpose: chargingProfilePurpose.optional(),
      stackLevel: stackLevel.optional(),
      sources: z
        .array(z.enum(['EMS', 'Other', 'SO', 'CSO']))
        .min(1)
        .max(4)
        .optional(),
    }),
    answer: z.object({ hasChargingProfiles: z.boolean().describe('A report follows') }),
    effects: ['charging-profiles-reported'],
  }),
  'get-composite-schedule': defineCommand({
    title: 'Ask what all charging profiles and limits of an EVSE come to',
    input: z.object({
      evseId: place.default(0),
      durationSeconds: z.int().min(1).max(31_622_400).default(86_400),
      unit: rateUnit.optional(),
    }),
    answer: compositeSchedule.omit({ readAt: true, ageSeconds: true }).partial(),
  }),
  'update-dynamic-schedule': defineCommand({
    title: 'Give a dynamic charging profile new values',
    input: requestedRates
      .extend({
        chargingProfileId,
        delivery: z.enum(['push', 'pull']).default('push').describe('pull: kept until the station asks for them'),
      })
      .refine(({ chargingProfileId: _id, delivery: _delivery, ...rates }) => Object.keys(rates).length > 0, {
        error: 'must hold at least one limit or setpoint',
      }),
    effects: ['dynamic-schedule-pulled'],
  }),
  'use-priority-charging': defineCommand({
    title: 'Let a session charge as fast as its priority profile allows, or stop that',
    input: z.object({ sessionId, isActive: z.boolean().default(true) }),
  }),
  'allow-energy-transfer': defineCommand({
    title: 'Tell which ways of energy transfer a session may use',
    input: z.object({ sessionId, transfers: z.array(energyTransfer).min(1).max(11) }),
  }),
  'send-afrr-signal': defineCommand({
    title: 'Pass on a signal for automatic frequency restoration',
    input: z.object({ signal: z.int().min(-2_147_483_648).max(2_147_483_647), at: time }),
  }),
};
