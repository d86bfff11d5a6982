import { SigecError } from '#base/errors.ts';
import type { ChargingNeed, EffectiveNeed, NeedSource } from '#contract/energy/charging-need.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../../../change-entry.ts';
import { problemOf } from '../../../problem.ts';
import { type RunningSession, readRunningSession } from '../cars/car-store.ts';
import { readCars } from '../cars/read-cars.ts';
import type { StayHistory } from '../cars/stay-history.ts';
import type { BoundInputs } from '../input-needs.ts';
import { readSettings } from '../settings/settings-store.ts';
import { chargingNeeds } from './need-store.ts';

type Needs = BoundInputs & { history: StayHistory };

/** A plan reaches no further than a week. */
const maxDays = 7;

export async function findNeed(needs: Needs, sessionId: string): Promise<EffectiveNeed> {
  return (await placed(needs, sessionId)).need;
}

export async function setNeed(
  needs: Needs,
  { sessionId, need, actor, source }: { sessionId: string; need: ChargingNeed; actor: Actor; source: NeedSource },
): Promise<EffectiveNeed> {
  const { session, settings } = await placed(needs, sessionId);
  const at = needs.clock.now();
  checkDeparture(need, at.getTime());
  const { energyWh, stationId } = session;
  const stated = { need, source, statedAt: at, statedBy: actorName(actor), energyWh };
  await needs.ledger.commit(
    changeEntry({
      kind: 'charging-need-stated',
      stationId,
      subject: sessionId,
      at,
      actor,
      body: { sessionId, need, source, energyWh },
      writes: [write(chargingNeeds, { sessionId, stated })],
    }),
  );
  needs.changed(settings.siteId);
  return findNeed(needs, sessionId);
}

/** When somebody said that the car leaves; null: nobody did, undefined: nobody plans there, or the session is over. */
export async function saidDepartureOf(needs: Needs, sessionId: string): Promise<string | null | undefined> {
  try {
    return (await placed(needs, sessionId)).need.stated?.departsAt ?? null;
  } catch (error) {
    if (error instanceof SigecError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return undefined;
    throw error;
  }
}

export async function removeNeed(needs: Needs, sessionId: string, actor: Actor): Promise<EffectiveNeed> {
  const { session, settings } = await placed(needs, sessionId);
  await needs.ledger.commit(
    changeEntry({
      kind: 'charging-need-removed',
      stationId: session.stationId,
      subject: sessionId,
      at: needs.clock.now(),
      actor,
      body: { sessionId },
      writes: [write(chargingNeeds, { sessionId, stated: null })],
    }),
  );
  needs.changed(settings.siteId);
  return findNeed(needs, sessionId);
}

/** A deadline that cannot be met is no mistake of whoever says it: the plan tells what will be short. */
export function checkDeparture({ departsAt }: ChargingNeed, now: number): void {
  if (departsAt === null) return;
  const field = { field: 'departsAt' };
  if (Date.parse(departsAt) <= now)
    throw problemOf('INVALID_INPUT', sentenceOf('need-departure-passed', { departsAt }), field);
  if (Date.parse(departsAt) > now + maxDays * 86_400_000)
    throw problemOf('INVALID_INPUT', sentenceOf('need-departure-far', { departsAt, days: maxDays }), field);
}

type Placed = { session: RunningSession; settings: StoredSiteEnergy; need: EffectiveNeed };

/** The session with the site that plans for it. */
async function placed(needs: Needs, sessionId: string): Promise<Placed> {
  const { pool, clock, sites, history } = needs;
  const { state, stationId } = await needs.sessions.get(sessionId);
  if (state !== 'running') throw problemOf('CONFLICT', sentenceOf('need-session-over', { sessionId }));
  const siteId = (await sites.placeOf(stationId))?.siteId;
  const settings = siteId === undefined ? undefined : await readSettings(pool, siteId);
  const session = await readRunningSession(pool, sessionId);
  if (siteId === undefined || settings === undefined || settings.isRemoved || session === undefined)
    throw problemOf('CONFLICT', sentenceOf('need-unplanned', { stationId }));
  const timeZone = (await sites.clockAt(siteId))?.timeZone ?? 'UTC';
  const stays = await history.of(settings, timeZone);
  const [car] = await readCars(pool, { settings, sessions: [session], stays, now: clock.now() });
  if (car === undefined) throw problemOf('CONFLICT', sentenceOf('need-unplanned', { stationId }));
  return { session, settings, need: car.need };
}
