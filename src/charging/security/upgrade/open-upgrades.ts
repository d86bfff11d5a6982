import { SigecError } from '#base/errors.ts';
import { every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { AskSecurityUpgrade, SecurityUpgrade, StationUpgrade } from '#contract/stations/security-upgrade.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationRegister } from '../../stations/station-register.ts';
import { wantedProfiles } from '../security-store.ts';
import { advanceUpgrade, recordUpgrade, takeBack, type UpgradeNeeds } from './run-upgrade.ts';
import { upgradeSteps } from './upgrade-steps.ts';
import { readRunning, readUpgrade } from './upgrade-store.ts';

type Needs = Omit<UpgradeNeeds, 'lastBoot'> & {
  register: StationRegister;
  log: Log;
  /** How long a station that has connected gets to boot. */
  settleMs?: number;
};

const lookAgainMs = 60_000;
/** One that restarted boots at once, and takes no orders before; one that merely reconnected says nothing. */
const usualSettleMs = 2_000;

export type SecurityUpgrades = Awaited<ReturnType<typeof openUpgrades>>;

/** Stations on their way to a higher security profile: they are led on whenever they return, until they arrive. */
export async function openUpgrades(given: Needs) {
  const { pool, register, clock, log, settleMs = usualSettleMs } = given;
  const boots = new Map<string, Date>();
  const needs: UpgradeNeeds = { ...given, lastBoot: (stationId) => boots.get(stationId) };
  const settling = new Map<string, NodeJS.Timeout>();
  const running = await readRunning(pool);
  const underway = new Map<string, Promise<void>>();
  /** Something happened while they were led on: they are looked at once more. */
  const noticed = new Set<string>();
  function advance(stationId: string): Promise<void> {
    noticed.add(stationId);
    const led = underway.get(stationId) ?? lead(stationId);
    underway.set(stationId, led);
    return led;
  }
  function forget(stationId: string): void {
    running.delete(stationId);
    boots.delete(stationId);
  }
  /** Ends in the same moment in which it sees that nothing more was noticed, so that nothing is noticed in vain. */
  async function lead(stationId: string): Promise<void> {
    try {
      while (noticed.delete(stationId)) {
        await advanceUpgrade(needs, stationId);
        const upgrade = await readUpgrade(pool, stationId);
        if (upgrade?.state !== 'running') forget(stationId);
      }
    } catch (error) {
      willRetry(log, 'raise the security profile of a station', error);
    } finally {
      underway.delete(stationId);
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
        throw new SigecError(
          'STATION_OFFLINE',
          `${stationId} is offline; raise its security profile once it is connected.`,
        );
      const from = Math.max(station.minimumProfile, needs.lastSignIn(stationId)?.profile ?? 0);
      if (toProfile <= from)
        throw new SigecError('CONFLICT', `${stationId} has security profile ${from}; a profile is only ever raised.`);
      const { plainUrl, secureUrl, roots } = needs.addresses();
      if (plainUrl === null)
        throw new SigecError(
          'CONFLICT',
          'Nothing says by which name stations reach us. Set PUBLIC_URL or TLS_NAMES, then ask again.',
        );
      if (toProfile > 1 && secureUrl === null)
        throw new SigecError('CONFLICT', `Security profile ${toProfile} needs TLS. Set TLS, then ask again.`);
      const earlier = await readUpgrade(pool, stationId);
      const isSame = earlier?.toProfile === toProfile && (earlier.state === 'stopped' || earlier.state === 'running');
      const now = clock.now().toISOString();
      const steps = upgradeSteps({
        version,
        from,
        to: toProfile,
        hasPassword: station.password !== null,
        needsRoot: roots.length > 0,
      });
      const fresh = { stationId, fromProfile: from, toProfile, steps, stepsDone: 0 };
      const askedBy = actorName(actor);
      await recordUpgrade(
        needs,
        {
          ...(isSame ? earlier : fresh),
          state: 'running',
          attempts: 0,
          reason: null,
          askedAt: now,
          askedBy,
          stepSince: now,
        },
        { principal: askedBy },
      );
      running.add(stationId);
      void advance(stationId);
      return found(stationId);
    },

    /** What was reached stays reached. What the station was told beyond it is taken back, and its old way stays open. */
    async abandon(stationId: string, actor: Actor): Promise<SecurityUpgrade> {
      if ((await found(stationId)).state === 'running') forget(stationId);
      await underway.get(stationId);
      const upgrade = await found(stationId);
      if (upgrade.state === 'done' || upgrade.state === 'abandoned') return upgrade;
      const reason = await takeBack(needs, upgrade);
      await recordUpgrade(
        needs,
        { ...upgrade, state: 'abandoned', reason },
        {
          principal: actorName(actor),
          writes: reason === 'may-still-try' ? [] : [write(wantedProfiles, { stationId, wantedProfile: null })],
        },
      );
      if (reason !== 'may-still-try') register.update(stationId, { wantedProfile: null });
      return found(stationId);
    },

    /** Another node may lead it: this one goes on when the station comes here. */
    heard(stationId: string): void {
      running.add(stationId);
    },

    /** It has booted or taken a certificate. */
    notice(stationId: string, { hasBooted = false } = {}): void {
      if (!running.has(stationId)) return;
      if (hasBooted) boots.set(stationId, clock.now());
      void advance(stationId);
    },

    /** It has connected, and may be about to boot. */
    connected(stationId: string): void {
      if (!running.has(stationId)) return;
      clearTimeout(settling.get(stationId));
      const settled = () => {
        settling.delete(stationId);
        if (running.has(stationId)) void advance(stationId);
      };
      settling.set(stationId, setTimeout(settled, settleMs).unref());
    },

    async close(): Promise<void> {
      for (const timer of settling.values()) clearTimeout(timer);
      await watch.close();
      await Promise.all(underway.values());
    },
  };
}
