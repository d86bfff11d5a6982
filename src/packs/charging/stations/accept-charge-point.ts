import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { plainJson } from '#base/json-schema.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { idForAgents, reportForAgents } from '../charge-point.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { stationTarget } from '../place.ts';
import { withSafeErrors } from '../safe-errors.ts';

export function acceptChargePoint({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  async function look({ charge_point_id }: { charge_point_id: string }) {
    const station = await knownChargePoint(charging, charge_point_id);
    const { link } = station;
    if (link.state === 'pending' && (link.reason === 'unknown-station' || link.reason === 'rejected'))
      return { station, link };
    throw new SigecError(
      'CONFLICT',
      'This charge point does not wait to be accepted. list_charge_points with state "pending" tells which do; a wrong password is settled by a person in the console.',
    );
  }

  return defineTool({
    name: 'accept_charge_point',
    title: 'Let a charge point into the network',
    description:
      'Accepts a pending charge point (unknown until now) into the network, so that drivers can charge there. Anyone can connect under any name: a person must have said that this equipment is theirs. ' +
      'Find those that wait with list_charge_points and state "pending". An administrator has to approve. Where a password is made, it is shown to nobody here: a person makes a new one in the console and types it in.',
    category: 'stations',
    level: 'advanced',
    tier: 'R3',
    input: z.object({ charge_point_id: chargePointId }),
    output: z.object({
      charge_point_id: z.string(),
      is_done: z.boolean(),
      needs_password: z.boolean().describe('A person has to make one in the console and type it into the equipment'),
    }),
    examples: [{ charge_point_id: 'CP-9' }],
    subject: (input) => input.charge_point_id,
    async plan(input) {
      const { station, link } = await look(input);
      const reported = plainJson(reportForAgents(station));
      return {
        targets: [stationTarget(station.id)],
        effect: link.reason === 'rejected' ? sentenceOf('effect-accept-rejected') : sentenceOf('effect-accept-unknown'),
        details: {
          pending_since: link.since,
          attempts: link.attempts,
          from_address: link.address,
          ocpp_version: link.version,
          reported_by_station: reported,
        },
        // A different station that connects under the same name in the meantime was not approved.
        preconditions: { reason: link.reason, from_address: link.address, reported_by_station: reported },
      };
    },
    async run(input, { actor }) {
      const { station } = await look(input);
      const accepted = await withSafeErrors({}, () => charging.acceptStation(station.id, {}, actor));
      const needsPassword = accepted.password !== null;
      const text = needsPassword
        ? 'It is accepted. It needs a password: a person makes one in the console ("New password") and types it into the charge point.'
        : 'It is accepted and was asked to boot; get_charge_point_status tells when it works.';
      return { text, data: { charge_point_id: idForAgents(station), is_done: true, needs_password: needsPassword } };
    },
  });
}
