import { silentLog } from '../../src/base/log.ts';
import type { InputNeeds } from '../../src/charging/energy/inputs/input-needs.ts';
import { type Inputs, openInputs } from '../../src/charging/energy/inputs/open-inputs.ts';
import type { Sample } from '../../src/charging/meter-values/sample.ts';
import { blankEvent, type SessionEvent } from '../../src/charging/sessions/record/session-event.ts';
import { openSites, type Sites } from '../../src/charging/sites/open-sites.ts';
import { type SiteEnergy, siteEnergy } from '../../src/contract/energy/site-energy.ts';
import { newSite } from '../../src/contract/stations/site.ts';
import type { Ledger } from '../../src/ledger/ledger-types.ts';
import { system } from '../../src/principals/actor.ts';
import type { FreshDatabase } from './postgres.ts';
import { openSessionBook } from './session-book.ts';

export type EnergySite = {
  database: FreshDatabase;
  ledger: Ledger;
  clock: { now(): Date; at: Date };
  sites: Sites;
  inputs: Inputs;
  /** What the inputs stand on, to open a part of them beside. */
  needs: InputNeeds;
  /** Sites of which a change was told. */
  changes: string[];
  /** Begins a session, tells of it or ends it; returns its id. */
  session(event: ToldSession): Promise<string>;
} & AsyncDisposable;

type ToldSession = Partial<SessionEvent> &
  Pick<SessionEvent, 'kind'> & { minute?: number; readings?: readonly Reading[] };
type Reading = Pick<Sample, 'measurand' | 'value'> & Partial<Sample>;

/** The inputs of the site `depot` in Berlin, with the stations CP-1 and CP-2; the clock is what it was set to. */
export async function openEnergySite({
  timeZone = 'Europe/Berlin',
  subscribeToMeters,
}: {
  timeZone?: string;
  subscribeToMeters?: InputNeeds['subscribeToMeters'];
} = {}): Promise<EnergySite> {
  await using opened = new AsyncDisposableStack();
  const book = opened.use(await openSessionBook());
  const { database, clock, first } = book;
  const { pool } = database;
  const { ledger, sessions } = first;
  const sites = openSites({ pool, ledger, clock, timeZone: 'UTC' });
  await sites.add(newSite.parse({ id: 'depot', name: 'Depot', timeZone, currency: 'EUR' }), system);
  for (const stationId of ['CP-1', 'CP-2'])
    await sites.placeStation({ siteId: 'depot', stationId, place: { note: null, admits: null }, actor: system });
  const needs = { pool, ledger, clock, log: silentLog, sites, sessions, fetchPrices: noPrices, subscribeToMeters };
  const inputs = opened.adopt(openInputs(needs), (open) => open.close());
  const changes: string[] = [];
  inputs.onChange((siteId) => changes.push(siteId));
  const running = opened.move();
  const begunAt = clock.at.getTime();
  return {
    database,
    ledger,
    clock,
    sites,
    inputs,
    needs,
    changes,
    async session({ minute = 0, readings = [], stationId = 'CP-1', ref = 'T1', evseId = 1, ...event }) {
      const at = new Date(begunAt + minute * 60_000);
      const samples = readings.map((reading) => ({ ...blankSample, at, ...reading }));
      await sessions.record({
        ...blankEvent,
        stationId,
        ref,
        evseId,
        seqNo: minute,
        key: `session:${ref}:${minute}`,
        at,
        receivedAt: at,
        samples,
        ...event,
      });
      const { rows } = await pool.query<{ id: string }>('select id from session where station_id = $1 and ref = $2', [
        stationId,
        ref,
      ]);
      return rows[0]?.id ?? '';
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function noPrices(): Promise<never> {
  return Promise.reject(new Error('nobody is asked for prices here'));
}

const blankSample = { unit: null, phase: null, location: 'Outlet', context: 'Sample.Periodic', signed: null } as const;

/** A connection of 63 A with an EVSE at each of the two stations. */
export function depotSettings(changes: Record<string, unknown> = {}): SiteEnergy {
  const evse = (stationId: string) => ({
    id: `${stationId}:1`,
    parentId: 'grid',
    kind: 'evse',
    evse: { stationId, evseId: 1 },
  });
  const nodes = [{ id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 }, evse('CP-1'), evse('CP-2')];
  return siteEnergy.parse({ tree: { nodes }, ...changes });
}
