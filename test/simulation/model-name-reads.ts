import type { NameReads } from '#charging/sessions/record/session-name.ts';
import type { ModelStore } from './model-store.ts';

/** What naming a session looks up, on the model. */
export function modelNameReads(model: ModelStore): NameReads {
  const sessionsOf = (stationId: string) =>
    [...model.sessions.values()].flatMap(({ stationId: of, session: { ref, evseId, state, startedAt, endedAt } }) =>
      of === stationId
        ? [{ ref, evseId, isRunning: state === 'running', startedAt: dateOf(startedAt), endedAt: dateOf(endedAt) }]
        : [],
    );
  return {
    first: (stationId, name) => Promise.resolve(sessionsOf(stationId).find(({ ref }) => ref === name)),
    later: ({ stationId, transactionId, at, evseId: told }) => {
      const begun = sessionsOf(stationId).filter(
        ({ ref, startedAt, evseId }) =>
          ref.startsWith(`${transactionId} @`) &&
          startedAt !== null &&
          startedAt <= at &&
          (told === null || !evseId || evseId === told),
      );
      const [last] = begun.toSorted((a, b) => Number(b.startedAt) - Number(a.startedAt));
      return Promise.resolve(last?.ref);
    },
  };
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
