import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type Duty, every } from '#base/every.ts';
import { guardedFetch } from '#base/guarded-fetch.ts';
import type { Log } from '#base/log.ts';
import { system } from '#principals/actor.ts';
import type { Variables } from '../../variables/open-variables.ts';
import type { Inputs } from '../inputs/open-inputs.ts';
import { type DispatchNeeds, openDerDispatch } from './dispatch-der.ts';
import { openVen, type Ven, type VenSettings } from './openadr/open-ven.ts';

export type GridNeeds = Duty &
  Pick<DispatchNeeds, 'versionOf' | 'runCommand' | 'isKillSwitchOn'> & {
    pool: Pool;
    clock: Clock;
    log: Log;
    variables: Pick<Variables, 'view'>;
    inputs: Pick<Inputs, 'managedSites' | 'get' | 'limits' | 'replaceLimits' | 'importSeries'>;
    /** null: no grid operator is asked. */
    openadr: VenSettings | null;
  };

const dispatchEveryMs = 60_000;
const vtnLimits = { timeoutMs: 15_000, maxBytes: 4 * 1024 * 1024 };
const derComponents = ['DCDERCtrlr', 'ACDERCtrlr'] as const;

/** What the grid wants of the sites: events of its operator, and how much stations may feed back. */
export function openGrid({ openadr, inputs, variables, ...needs }: GridNeeds) {
  const { pool, clock, log } = needs;
  const takesControls = async (stationId: string) => {
    for (const component of derComponents) {
      const { variables: found } = await variables.view(stationId, { component });
      if (found.length > 0) return true;
    }
    return false;
  };
  const dispatch = openDerDispatch({ ...needs, get: inputs.get, limits: inputs.limits, takesControls });
  const dispatching = every({
    task: 'tell stations what they may feed back',
    everyMs: dispatchEveryMs,
    log,
    only: needs.isKeeper,
    async run() {
      for (const siteId of await inputs.managedSites()) await dispatch.dispatch(siteId);
    },
  });
  const ven: Ven | null =
    openadr === null
      ? null
      : openVen(openadr, {
          clock,
          log,
          isKeeper: needs.isKeeper,
          // The operator named these hosts, wherever they stand.
          fetch: guardedFetch({ allowedHosts: hostsOf(openadr), limits: vtnLimits }),
          sites: {
            managedSites: inputs.managedSites,
            get: inputs.get,
            replaceLimits: (siteId, limits) =>
              inputs.replaceLimits({ siteId, source: 'openadr', limits, actor: system }),
            async importSeries(siteId, { kind, points, until }) {
              const entries = points.map((point, index) => ({ ...point, until: points[index + 1]?.from ?? until }));
              await inputs.importSeries(siteId, { kind, content: JSON.stringify(entries), perMwh: false }, system);
            },
            usageWh: (siteId, from, until) => readUsage(pool, siteId, from, until),
          },
        });
  void ven?.poll();
  return {
    forgetStation: dispatch.forget,
    warnings: (siteId: string) => ven?.warnings(siteId) ?? [],
    async close(): Promise<void> {
      await ven?.close();
      await dispatching.close();
    },
  };
}

function hostsOf({ url, tokenUrl }: VenSettings): string[] {
  return [url, ...(tokenUrl === null ? [] : [tokenUrl])].map((each) => new URL(each).host);
}

/** From the quarters of an hour that the meters of a site were read in; null: nobody measured. */
async function readUsage(pool: Pool, siteId: string, from: Date, until: Date): Promise<number | null> {
  const { rows } = await pool.query<{ wh: number | null }>(
    `select sum(sum_w / reading_count) * 0.25 as wh from energy_quarter
     where site_id = $1 and meter_id = '@import' and begins_at >= $2 and begins_at < $3 and reading_count > 0`,
    [siteId, from, until],
  );
  return rows[0]?.wh ?? null;
}
