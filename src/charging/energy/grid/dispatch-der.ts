import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { StoredLimit, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { system } from '#principals/actor.ts';
import type { Ask } from '../../commands/run-command.ts';
import { phasesOf, toldVolts } from '../network/evse-wiring.ts';
import { type DerEvse, dischargeLimits, exportLimitAt } from './discharge-limits.ts';

export type DispatchNeeds = {
  clock: Clock;
  log: Log;
  get(siteId: string): Promise<StoredSiteEnergy>;
  limits(siteId: string): Promise<StoredLimit[]>;
  versionOf(stationId: string): OcppVersion | undefined;
  /** Whether its device model has a controller for the grid. */
  takesControls(stationId: string): Promise<boolean>;
  runCommand(ask: Ask): Promise<CommandRecord>;
  isKillSwitchOn(): boolean;
};

/** One control of ours at each station; a new one takes its place. */
const controlId = 'sigec-max-discharge';

/**
 * Tells stations of OCPP 2.1 how much they may feed back of what they can, from what the site may give to the grid. Only what changed
 * is sent; what did not arrive is sent again at the next look.
 */
export function openDerDispatch(needs: DispatchNeeds) {
  const { clock, log } = needs;
  const sent = new Map<string, number>();
  return {
    forget: (stationId: string) => void sent.delete(stationId),
    async dispatch(siteId: string): Promise<number> {
      const settings = await needs.get(siteId);
      if (settings.mode !== 'control' || !settings.allowsDischarge || needs.isKillSwitchOn()) return 0;
      const { tree } = settings;
      const evses: DerEvse[] = [];
      for (const { evse } of tree.nodes) {
        if (evse === null || needs.versionOf(evse.stationId) !== '2.1') continue;
        if (!(await needs.takesControls(evse.stationId))) continue;
        const maxDischargeW = evse.maxA * toldVolts(evse) * phasesOf(evse);
        evses.push({ stationId: evse.stationId, maxDischargeW });
      }
      const exportW = exportLimitAt(tree, await needs.limits(siteId), clock.now().getTime());
      let count = 0;
      for (const { stationId, percent } of dischargeLimits(exportW, evses)) {
        if (sent.get(stationId) === percent || (percent === 100 && !sent.has(stationId))) continue;
        const { outcome } = await needs.runCommand({
          stationId,
          name: 'set-der-control',
          input: { controlId, type: 'limit-max-discharge', isDefault: true, priority: 0, maxDischarge: { percent } },
          actor: system,
          why: ownReason('export-limit', { siteId }),
        });
        if (outcome?.status === 'accepted') {
          sent.set(stationId, percent);
          count += 1;
        } else log.warn({ stationId, siteId, status: outcome?.status }, 'control for the grid was not taken');
      }
      return count;
    },
  };
}
