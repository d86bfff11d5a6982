import type { Charging } from '#charging/charging.ts';
import type { Pack } from '#tools/pack.ts';
import { getChargePointStatus } from './get-charge-point-status.ts';
import { listChargePoints } from './list-charge-points.ts';

/** The charging business for agents. A tool is one file and one row here. */
export function chargingPack(needs: { charging: Charging }): Pack {
  return {
    name: 'charging',
    title: 'Charging stations',
    instructions:
      'Begin with list_charge_points; get_charge_point_status tells everything about one. A charge point is a station; it has EVSEs, and each EVSE has connectors.',
    levels: [
      { name: 'observe', about: 'See the network as it is' },
      { name: 'operate', about: 'Act on single stations and sessions' },
      { name: 'advanced', about: 'Change how stations work' },
    ],
    tools: [listChargePoints(needs), getChargePointStatus(needs)],
  };
}
