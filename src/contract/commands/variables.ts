import { z } from 'zod';
import { apnAuthentication, networkInterface, vpnType } from '../stations/network-profiles.ts';
import { ocppVersion } from '../stations/station.ts';
import {
  attributeType,
  isNamed,
  needsName,
  type VariableRef,
  variablePlace,
  variableRef,
} from '../stations/variables.ts';
import { defineCommand } from './define-command.ts';

/** How the station answered for one variable. */
export const variableStatus = z.enum([
  'accepted',
  'reboot-required',
  'rejected',
  'unknown-component',
  'unknown-variable',
  'unsupported-attribute',
]);
export type VariableStatus = z.infer<typeof variableStatus>;

export const variableResult = variablePlace.extend({
  name: z.string(),
  attribute: attributeType,
  status: variableStatus,
  value: z.string().nullable(),
  reason: z.string().nullable(),
});
export type VariableResult = z.infer<typeof variableResult>;

const results = z.object({ results: z.array(variableResult) });

/** A password would be kept in clear with the command; it has ways of its own. */
function isNoPassword({ name = '', variable = '' }: VariableRef): boolean {
  return !/(^|\.)(BasicAuthPassword|AuthorizationKey)$/i.test(name) && !/^BasicAuthPassword$/i.test(variable);
}

/** Blocks B05–B10. */
export const variableCommands = {
  'set-variables': defineCommand({
    title: 'Change settings of the station',
    input: z.object({
      variables: z
        .array(
          variableRef
            .extend({ value: z.string().max(2500), attribute: attributeType.default('actual') })
            .refine(isNamed, needsName)
            .refine(isNoPassword, 'is a password: use change-password'),
        )
        .min(1)
        .max(200),
    }),
    answer: results,
    effects: ['station-booted'],
  }),
  'get-variables': defineCommand({
    title: 'Read settings and states of the station',
    input: z.object({
      variables: z
        .array(variableRef.extend({ attribute: attributeType.default('actual') }).refine(isNamed, needsName))
        .min(1)
        .max(200),
    }),
    answer: results,
  }),
  'get-report': defineCommand({
    title: 'Ask the station what it consists of and how it is set',
    input: z.object({
      base: z
        .enum(['full', 'configuration', 'summary'])
        .optional()
        .describe('full unless components or criteria are named'),
      criteria: z
        .array(z.enum(['active', 'available', 'enabled', 'problem']))
        .min(1)
        .max(4)
        .optional(),
      components: z
        .array(variableRef.refine(({ name, component }) => (name ?? component) !== undefined, 'needs a component'))
        .min(1)
        .max(200)
        .optional()
        .describe('Without a variable: all of that component'),
    }),
    answer: z.object({ requestId: z.int().describe('The report that follows bears it') }),
    effects: ['report-completed'],
  }),
  'set-network-profile': defineCommand({
    title: 'Tell the station how to reach a server',
    input: z.object({
      slot: z.int().min(0).max(100),
      url: z.url({ protocol: /^wss?$/ }).max(512),
      version: ocppVersion,
      interface: networkInterface,
      securityProfile: z.int().min(0).max(3),
      messageTimeoutSeconds: z.int().min(1).max(3600).default(30),
      identity: z.string().min(1).max(48).optional().describe('Under which the station is to connect'),
      password: z.string().min(16).max(64).optional().describe('For HTTP Basic; not kept'),
      apn: z
        .object({
          name: z.string().min(1).max(512),
          authentication: apnAuthentication,
          user: z.string().max(20).optional(),
          password: z.string().max(20).optional().describe('Not kept'),
          simPin: z.int().optional().describe('Not kept'),
          preferredNetwork: z.string().max(6).optional(),
          isOnlyPreferred: z.boolean().optional(),
        })
        .optional(),
      vpn: z
        .object({
          type: vpnType,
          server: z.string().min(1).max(512),
          user: z.string().min(1).max(20),
          group: z.string().max(20).optional(),
          password: z.string().max(20).describe('Not kept'),
          key: z.string().max(255).describe('Not kept'),
        })
        .optional(),
    }),
    secrets: ['password', 'apn.password', 'apn.simPin', 'vpn.password', 'vpn.key'],
  }),
};
