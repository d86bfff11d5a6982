import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { SiteMeter } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { readAllSettings } from '../settings/settings-store.ts';
import { maxPlausibleW } from './count-meter.ts';
import type { LatestReading } from './meter-store.ts';
import { pollMeter } from './modbus/poll-meter.ts';
import { readTopicMessage } from './read-topic.ts';
import { type Intake, implausibility, takeReadings } from './take-readings.ts';

/** Hears a topic of a broker; returns how to stop. */
export type Subscribe = (topic: string, listener: (message: string) => void) => () => void;

export type MeterNeeds = Intake &
  Duty & {
    pool: Pool;
    clock: Clock;
    log: Log;
    /** null: there is no broker whose topics could be heard. */
    subscribe: Subscribe | null;
    /** Why a meter could not be read, by site and meter. */
    errors: Map<string, Sentence>;
  };

type Source = { close(): Promise<void> };
type Wanted = { siteId: string; meter: SiteMeter; plausibleW: number | null };

const lookMs = 30_000;
const writeMs = 2_000;
/** Readings that wait while the database is away; a meter that speaks every second fills a minute. */
const maxWaiting = 5_000;

/** Listens to every meter that speaks MQTT and asks every one that speaks Modbus, as the settings of the sites say at each moment. */
export function keepMeters(needs: MeterNeeds) {
  const { pool, clock, log, subscribe, errors } = needs;
  const sources = new Map<string, Source>();
  let waiting: { siteId: string; reading: LatestReading }[] = [];
  let isClosed = false;

  function listen({ siteId, meter, plausibleW }: Wanted): Source | undefined {
    const key = `${siteId}\n${meter.id}`;
    const read = (powerW: number, lineA: number[] | null) => {
      const implausible = implausibility({ meterId: meter.id, powerW, plausibleW });
      if (implausible !== null) return void errors.set(key, implausible);
      errors.delete(key);
      if (waiting.length >= maxWaiting) waiting.shift();
      const readAt = clock.now();
      waiting.push({ siteId, reading: { meterId: meter.id, readAt, powerW, lineA, storedPercent: null } });
    };
    const { source } = meter;
    if (source.kind === 'mqtt') {
      if (subscribe === null) {
        errors.set(key, sentenceOf('meter-no-broker'));
        return undefined;
      }
      const stop = subscribe(source.topic, (message) => {
        const powerW = readTopicMessage(message, source);
        if (powerW === undefined) errors.set(key, sentenceOf('meter-no-number'));
        else read(powerW, null);
      });
      return { close: async () => stop() };
    }
    if (source.kind !== 'modbus-tcp') return undefined;
    return pollMeter({
      source,
      read: ({ powerW, lineA }) => read(powerW, lineA),
      failed: ({ message }) =>
        errors.set(key, sentenceOf('meter-unreadable', { address: `${source.host}:${source.port}`, reason: message })),
    });
  }

  const looking = every({
    task: 'listen to the meters of sites',
    everyMs: lookMs,
    log,
    async run() {
      // One node listens for all; one that does no more lets go of them.
      const isOurs = needs.isKeeper?.() ?? true;
      const sites = isOurs ? (await readAllSettings(pool)).filter(({ mode }) => mode !== 'off') : [];
      if (isClosed) return;
      const wanted = new Map<string, Wanted>(
        sites.flatMap(({ siteId, meters, tree }) =>
          meters.map((meter) => {
            const plausibleW = maxPlausibleW(meter, tree);
            const key = `${siteId}\n${meter.id}\n${JSON.stringify([meter.source, plausibleW])}`;
            return [key, { siteId, meter, plausibleW }] as const;
          }),
        ),
      );
      for (const [key, source] of sources) {
        if (wanted.has(key)) continue;
        sources.delete(key);
        errors.delete(key.split('\n').slice(0, 2).join('\n'));
        await source.close();
      }
      for (const [key, each] of wanted) {
        const source = sources.has(key) ? undefined : listen(each);
        if (source !== undefined) sources.set(key, source);
      }
    },
  });
  const writing = every({
    task: 'write readings of meters',
    everyMs: writeMs,
    log,
    async run() {
      const taken = waiting;
      waiting = [];
      try {
        for (const [siteId, read] of Map.groupBy(taken, (each) => each.siteId))
          await takeReadings(
            needs,
            siteId,
            read.map(({ reading }) => reading),
          );
      } catch (error) {
        waiting = [...taken, ...waiting].slice(-maxWaiting);
        throw error;
      }
    },
  });
  return {
    /** Settings have changed. */
    look: () => looking.now(),
    flush: () => writing.now(),
    async close() {
      isClosed = true;
      await looking.close();
      await Promise.all([...sources.values()].map((source) => source.close()));
      await writing.close();
    },
  };
}
