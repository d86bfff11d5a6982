import { foldSession, type Session } from '#charging/sessions/fold/session.ts';
import { readStory } from '#charging/sessions/fold/session-story.ts';
import { isTold } from '#charging/sessions/record/session-fact.ts';
import type { StartedSession } from '#charging/sessions/upkeep/orphans/match-stops.ts';
import { type OrphanReads, revisionKey, type TakenOrphan } from '#charging/sessions/upkeep/orphans/orphan-store.ts';
import type { ModelStore } from './model-store.ts';

const windowMs = 30 * 24 * 3_600_000;

/** What matching ends without a start looks up, on the model. Stations here have far fewer sessions than the limits of the queries. */
export function modelOrphanReads(model: ModelStore): OrphanReads {
  const sessionsOf = (stationId: string) =>
    [...model.sessions.values()].flatMap((row) => (row.stationId === stationId ? [row.session] : []));
  const storyOf = (stationId: string, { ref }: Session): TakenOrphan[] => {
    const facts = model.factsOf(stationId, ref);
    const { end, started, mergedInto } = readStory(facts);
    const { evseId } = foldSession(facts.filter(isTold));
    return end === null ? [] : [{ ref, stop: end, evseId, into: mergedInto, hasStarted: started !== null }];
  };
  return {
    revision: (stationId) => Promise.resolve(lastRevision(model, stationId)),
    orphans: (stationId) =>
      Promise.resolve(
        sessionsOf(stationId)
          .filter(isOrphan)
          .flatMap((session) => storyOf(stationId, session)),
      ),
    started: (stationId, orphans) => {
      const ends = orphans.map(({ stop }) => Date.parse(stop.at));
      const [from, to] = [Math.min(...ends) - windowMs, Math.max(...ends)];
      const isMeant = ({ startKey, startedAt }: Session) =>
        startKey !== null && startedAt !== null && Date.parse(startedAt) >= from && Date.parse(startedAt) <= to;
      return Promise.resolve(
        sessionsOf(stationId)
          .filter(isMeant)
          .flatMap(({ ref }) => startedSession(foldSession(model.factsOf(stationId, ref).filter(isTold)))),
      );
    },
    isOrphan: ({ stationId, ref }) =>
      Promise.resolve(sessionsOf(stationId).some((session) => session.ref === ref && isOrphan(session))),
    // Every station that has some: looking at one too many changes nothing.
    stations: () =>
      Promise.resolve([
        ...new Set(
          [...model.sessions.values()].flatMap(({ stationId, session }) => (isOrphan(session) ? [stationId] : [])),
        ),
      ]),
  };
}

function isOrphan({ flags, lastSeq, endedAt }: Session): boolean {
  return flags.some((flag) => flag === 'no-start' || flag === 'merged') && lastSeq === null && endedAt !== null;
}

function startedSession(session: Session): StartedSession[] {
  const { ref, startedAt, evseId, tokenHash, firstRegister, lastRegister, lastAt, endedAt } = session;
  if (startedAt === null || lastAt === null) return [];
  return [{ ref, startedAt, evseId, tokenHash, firstRegister, lastRegister, lastAt, endedAt }];
}

function lastRevision(model: ModelStore, stationId: string): number {
  const prefix = revisionKey(0).replace(/\d+$/, '');
  const revisions = model.events.flatMap((event) =>
    event.stationId === stationId && event.key?.startsWith(prefix) ? [Number(event.key.slice(prefix.length))] : [],
  );
  return Math.max(0, ...revisions);
}
