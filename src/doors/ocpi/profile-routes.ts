import type { ProfileKind } from '#roaming/cpo/command-job.ts';
import { isPlain } from './mappers/field-names.ts';
import type { Route, Run } from './routes.ts';

/** What is asked for stands in the body, or where there is none in the address; both are answered once it is done. */
function asked(kind: ProfileKind): Run {
  return async ({ roaming, partner, from, path: [sessionId = ''], query, body }) => {
    const told = isPlain(body) ? body : {};
    const inAddress = {
      responseUrl: query.get('response_url') ?? undefined,
      duration: query.get('duration') ?? undefined,
    };
    const command = { ...inAddress, ...told, sessionId };
    return { data: await roaming.commands.take(partner, kind, command, from) };
  };
}

/** Limits of sessions: partners set those of their drivers here, and are told of ours there. */
export const profileRoutes: readonly Route[] = [
  { method: 'PUT', path: ['cpo', 'chargingprofiles', '*'], hasBody: true, run: asked('SET_CHARGING_PROFILE') },
  { method: 'DELETE', path: ['cpo', 'chargingprofiles', '*'], run: asked('CLEAR_CHARGING_PROFILE') },
  { method: 'GET', path: ['cpo', 'chargingprofiles', '*'], run: asked('GET_ACTIVE_PROFILE') },
  {
    method: 'PUT',
    path: ['emsp', 'chargingprofiles', '*'],
    hasBody: true,
    async run({ roaming, partner, path: [sessionId = ''], body }) {
      await roaming.takeActiveProfile(partner, sessionId, body as Record<string, unknown>);
      return {};
    },
  },
];
