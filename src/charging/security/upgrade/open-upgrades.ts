import { SigecError } from '#base/errors.ts';
import { every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { AskSecurityUpgrade, SecurityUpgrade, StationUpgrade } from '#contract/stations/security-upgrade.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationRegister } from '../../stations/station-register.ts';
import { advanceUpgrade, recordUpgrade, type UpgradeNeeds } from './run-upgrade.ts';
import { upgradeSteps } from './upgrade-steps.ts';
import { readRunning, readUpgrade } from './upgrade-store.ts';

type Needs = UpgradeNeeds & { register: StationRegister; log: Log };

const lookAgainMs = 60_000;

export type SecurityUpgrades = Awaited<ReturnType<typeof openUpgrades>>;

/** Stations on their way to a higher security profile: they are led on whenever they return, until they arrive. */
export async function openUpgrades(needs: Needs) {
  const { pool, register, clock, log } = needs;
  const running = await readRunning(pool);
  const underway = new Map<string, Promise<void>>();
  /** Something happened while they were led on: they are looked at once more. */
  const noticed = new Set<string>();
  function advance(stationId: string): Promise<void> {
    noticed.add(stationId);
    const led = underway.get(stationId) ?? lead(stationId).finally(() => underway.delete(stationId));
    underway.set(stationId, led);
    return led;
  }
  async function lead(stationId: string): Promise<void> {
    try {
      while (noticed.delete(stationId)) await advanceUpgrade(needs, stationId);
      const upgrade = await readUpgrade(pool, stationId);
      if (upgrade?.state !== 'running') running.delete(stationId);
    } catch (error) {
      willRetry(log, 'raise the security profile of a station', error);
    }
  }
  const watch = every({
    task: 'raise security profiles',
    everyMs: lookAgainMs,
    run: () => Promise.all([...running].map(advance)),
    log,
  });
  const found = async (stationId: string): Promise<SecurityUpgrade> => {
    const upgrade = await readUpgrade(pool, stationId);
    if (upgrade !== undefined) return upgrade;
    throw new SigecError('NOT_FOUND', `Nobody has asked to raise the security profile of "${stationId}".`);
  };
  return {
    async find(stationId: string): Promise<StationUpgrade> {
      return { upgrade: (await readUpgrade(pool, stationId)) ?? null };
    },

    /** Asked again, it goes on where it stopped; another profile begins anew from where the station is. */
    async start({ stationId, toProfile }: AskSecurityUpgrade & { stationId: string }, actor: Actor) {
      const station = await register.find(stationId);
      const version = needs.versionOf(stationId);
      if (station === undefined)
        throw new SigecError(
          'NOT_FOUND',
          `There is no station "${stationId}". List the stations to see which there are.`,
        );
      if (version === undefined)
        throw new SigecError('CONFLICT', `${stationId} is offline; raise its security profile once it is connected.`);
      const from = Math.max(station.minimumProfile, needs.lastSignIn(stationId)?.profile ?? 0);
      if (toProfile <= from)
        throw new SigecError('CONFLICT', `${stationId} has security profile ${from}; a profile is only ever raised.`);
      if (toProfile > 1 && needs.addresses().secureUrl === null)
        throw new SigecError('CONFLICT', `Security profile ${toProfile} needs TLS. Set TLS, then ask again.`);
      const earlier = await readUpgrade(pool, stationId);
      const isSame = earlier?.toProfile === toProfile && (earlier.state === 'stopped' || earlier.state === 'running');
      const now = clock.now().toISOString();
      const steps = upgradeSteps({
        version,
        from,
        to: toProfile,
        hasPassword: station.password !== null,
        needsRoot: needs.addresses().root !== null,
      });
      const fresh = { stationId, fromProfile: from, toProfile, steps, stepsDone: 0 };
      await recordUpgrade(needs, {
        ...(isSame ? earlier : fresh),
        ...{ state: 'running', reason: null, askedAt: now, askedBy: actorName(actor), stepSince: now },
      });
      running.add(stationId);
      void advance(stationId);
      return found(stationId);
    },

    /** What was done so far stays; the station goes on as it is, and its old way is still open. */
    async abandon(stationId: string, actor: Actor): Promise<SecurityUpgrade> {
      const upgrade = await found(stationId);
      if (upgrade.state === 'done' || upgrade.state === 'abandoned') return upgrade;
      running.delete(stationId);
      await recordUpgrade(needs, { ...upgrade, state: 'abandoned', reason: `by ${actorName(actor)}` });
      return found(stationId);
    },

    /** It has connected, booted or taken a certificate. */
    notice(stationId: string): void {
      if (running.has(stationId)) void advance(stationId);
    },

    async close(): Promise<void> {
      await watch.close();
      await Promise.all(underway.values());
    },
  };
}
