import type { SiteEvse } from '#contract/energy/site-tree.ts';

/** How many phases of the site it can load. */
export function phasesOf({ connection }: Pick<SiteEvse, 'connection'>): 1 | 3 {
  return connection === 'three-phase' || connection === 'direct-current' ? 3 : 1;
}

/** A charger of direct current tells and limits what it gives to the car: its lines carry what is lost on the way, too. */
const directEfficiency = 0.94;

/** What the watts of a profile or a meter of the station are for each ampere and phase. A line-to-line car has one voltage. */
export function toldVolts({ connection, voltageV }: Pick<SiteEvse, 'connection' | 'voltageV'>): number {
  return connection === 'direct-current' ? voltageV * directEfficiency : voltageV;
}
