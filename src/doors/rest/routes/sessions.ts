import { billApi } from '#contract/api/bills.ts';
import { addressOf } from '#contract/api/define-api.ts';
import { meterValueApi } from '#contract/api/meter-values.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { stationApi } from '#contract/api/stations.ts';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import type { Session } from '#contract/sessions/session.ts';
import { sessionColumns } from '#contract/sessions/session-csv.ts';
import { serve } from '../route.ts';
import { sendExport } from '../send-export.ts';
import { untilLeft } from '../until-left.ts';

export const sessionRoutes = serve(sessionApi, {
  list: ({ query }, { charging }) => charging.sessions.find(query),
  ofStation: ({ params, query }, { charging }) => charging.sessions.find({ ...query, stationId: params.id }),
  sums: ({ query }, { charging }) => charging.sessions.sums(query),
  async get({ params }, { charging }) {
    const session = await charging.describeSession(params.id);
    return { ...session, links: linksOf(session) };
  },
  events: ({ params, query }, { charging }) => charging.sessions.events(params.id, query),
  limits: ({ params }, { charging }) => charging.sessionLimits.view(params.id),
  async export({ query: { format, ...filter }, reply }, { charging, principals: { reads }, stopping }) {
    const each = charging.sessions.each(filter)[Symbol.asyncIterator]();
    const first = await each.next(); // a wrong filter is told while there is still a status to tell it with
    const parts = async function* () {
      for (let part = first; !part.done; part = await each.next()) yield part.value;
    };
    return sendExport(reply, { format, name: 'sessions', columns: sessionColumns, parts: parts(), reads, stopping });
  },
  start: ({ query, body, actor, reply }, { charging, stopping }) =>
    charging.startSession({ ...body, actor, waitSeconds: query.wait, leaving: untilLeft(reply, stopping) }),
  stop: ({ params, query, body, actor, reply }, { charging, stopping }) =>
    charging.stopSession({
      ...body,
      sessionId: params.id,
      actor,
      waitSeconds: query.wait,
      leaving: untilLeft(reply, stopping),
    }),
});

function linksOf({ id, stationId, state }: Session): SessionDetail['links'] {
  const given = { params: { id } };
  return {
    self: addressOf(sessionApi.get, given),
    station: addressOf(stationApi.get, { params: { id: stationId } }),
    bill: addressOf(billApi.get, given),
    receipt: addressOf(billApi.receipt, given),
    events: addressOf(sessionApi.events, given),
    curve: addressOf(meterValueApi.curve, given),
    meterValues: addressOf(meterValueApi.ofSession, given),
    signedValues: addressOf(meterValueApi.signed, given),
    stop: state === 'running' ? addressOf(sessionApi.stop, given) : null,
  };
}
