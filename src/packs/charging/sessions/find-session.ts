import { z } from 'zod';
import { ifFound, SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import type { Charging } from '#charging/charging.ts';
import type { Session } from '#contract/sessions/session.ts';
import { chargePointId } from '../known-charge-point.ts';

const visibleText = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{C}+$/u, 'must be visible characters');

/** OCPP 1.6 counts its transactions, 2.x names them. */
export const transactionId = z
  .union([visibleText, z.int().min(0)])
  .describe("session_id of list_sessions, or OCPP's transaction id");

export const transactionArguments = {
  transaction_id: transactionId,
  charge_point_id: chargePointId.optional().describe("Where it is; needed when several stations use OCPP's id"),
};

type Named = { transaction_id: string | number; charge_point_id?: string | undefined };
type Needs = { charging: Pick<Charging, 'sessions'> };

/** More candidates than that help nobody. */
const maxCandidates = 10;

/** All that may be meant, newest first: stations choose their transaction ids, and some choose the same. */
export async function sessionsNamed({ charging }: Needs, named: Named): Promise<Session[]> {
  const { sessions } = charging;
  const { charge_point_id: stationId } = named;
  const text = String(named.transaction_id);
  const own = isUuid(text) ? await ifFound(sessions.get(text)) : undefined;
  const byRef =
    stationId === undefined
      ? await sessions.findNamed(text, maxCandidates)
      : [await sessions.findByRef(stationId, text)].filter((session) => session !== undefined);
  const all = [...(own === undefined ? [] : [own]), ...byRef.filter(({ id }) => id !== own?.id)];
  const found = all.filter((session) => stationId === undefined || session.stationId === stationId);
  if (found.length > 0) return found;
  throw new SigecError(
    'NOT_FOUND',
    'No session has this transaction_id. Call list_sessions to find it by charge point, token or time.',
  );
}

export async function theSessionNamed(needs: Needs, named: Named): Promise<Session> {
  return theOnly(await sessionsNamed(needs, named));
}

/** The same among those that run: an old session of the same name is not meant by who wants to end one. */
export async function theRunningSession(needs: Needs, named: Named): Promise<Session> {
  const all = await sessionsNamed(needs, named);
  const running = all.filter(({ state }) => state === 'running');
  if (running.length > 0) return theOnly(running);
  const endedAt = all[0]?.endedAt;
  const when = endedAt === null || endedAt === undefined ? '' : ` at ${endedAt}`;
  throw new SigecError('CONFLICT', `The session has ended already${when}; there is nothing to end.`);
}

function theOnly(found: readonly Session[]): Session {
  const [session] = found;
  if (session !== undefined && found.length === 1) return session;
  throw new SigecError(
    'INVALID_INPUT',
    `${found.length} sessions have this transaction_id. Give its session_id; get_transaction_details lists the candidates.`,
    { details: { fields: [{ field: 'transaction_id' }], candidates: found.map(({ id }) => id) } },
  );
}
