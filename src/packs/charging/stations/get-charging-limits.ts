import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import {
  compositeForAgents,
  compositeLimit,
  foreignForAgents,
  foreignLimit,
  heldProfile,
  profileForAgents,
} from './charging-limit.ts';

const most = 20;

export function getChargingLimits({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'get_charging_limits',
    title: 'Charging limits of a charge point',
    description:
      'Tells which limits and charging profiles hold at a charge point: those that we set and it holds or is yet to get, those that others set there (a grid operator, an energy manager), and what all of them came to when it was last asked (composite, with its age). ' +
      'Use it to find out why a car charges slowly. To have the composite told anew use request_charge_point_report with report "charging-limits"; to set one or take one away, set_charging_limit.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({ charge_point_id: chargePointId }),
    output: z.object({
      charge_point_id: z.string(),
      charging_profiles: z.array(heldProfile),
      composite: z.array(compositeLimit),
      limits_by_others: z.array(foreignLimit),
    }),
    examples: [{ charge_point_id: 'CP-7' }],
    subject: (input) => input.charge_point_id,
    async run({ charge_point_id }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const isKept = station.acceptedAt !== null;
      const [profiles, composites, { limits }] = isKept
        ? await Promise.all([
            charging.chargingProfiles.find(station.id),
            charging.chargingProfiles.composites(station.id),
            charging.chargingProfiles.limits(station.id),
          ])
        : [[], [], { limits: [] }];
      const held = profiles.filter(({ state }) => state !== 'cleared');
      const foreign = limits.filter(({ clearedAt }) => clearedAt === null);
      const text =
        held.length + foreign.length === 0
          ? 'No limit is known to hold there, beyond what the equipment itself can do.'
          : `${held.length} charging profiles of ours or known to be there, ${foreign.length} limits by others.`;
      return {
        text,
        data: {
          charge_point_id: untrustedText(station.id),
          charging_profiles: held.slice(0, most).map(profileForAgents),
          composite: composites.slice(0, most).map(compositeForAgents),
          limits_by_others: foreign.slice(0, most).map(foreignForAgents),
        },
      };
    },
  });
}
