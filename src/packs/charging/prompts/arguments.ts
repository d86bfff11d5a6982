import type { PromptArgument } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { stationsBeginning } from '../resources/station-resources.ts';
import { beginning } from '../resources/tool-data.ts';

type Needs = Pick<PackNeeds, 'charging' | 'clock'>;

export function stationArgument(needs: Needs, isRequired = true): PromptArgument {
  return {
    name: 'charge_point_id',
    description: 'The charge point, as list_charge_points names it',
    isRequired,
    complete: (begun) => stationsBeginning(needs, begun),
  };
}

export function sessionArgument({ charging }: Needs): PromptArgument {
  return {
    name: 'transaction_id',
    description: "Our session_id, or OCPP's transaction id",
    isRequired: true,
    async complete(begun) {
      const { sessions } = await charging.sessions.find({ limit: 100 });
      return beginning(
        sessions.flatMap(({ id, ref }) => [id, ref]),
        begun,
      );
    },
  };
}

export function siteArgument({ charging }: Needs): PromptArgument {
  return {
    name: 'site_id',
    description: 'One site; left out: the whole network',
    isRequired: false,
    complete: async (begun) =>
      beginning(
        (await charging.sites.list()).map(({ id }) => id),
        begun,
      ),
  };
}

/** The last twelve months, the latest first. */
export function monthArgument({ clock }: Needs): PromptArgument {
  return {
    name: 'month',
    description: 'Such as 2026-03',
    isRequired: true,
    complete(begun) {
      const now = clock.now();
      const months = Array.from({ length: 12 }, (_, back) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
      );
      return Promise.resolve(beginning(months, begun));
    },
  };
}

export function plainArgument(name: string, description: string, isRequired = false): PromptArgument {
  return { name, description, isRequired };
}
