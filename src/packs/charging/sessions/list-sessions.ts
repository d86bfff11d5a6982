import { z } from 'zod';
import { ifFound, SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { isUuid } from '#base/uuid.ts';
import type { Charging } from '#charging/open-charging.ts';
import { time } from '#contract/common.ts';
import { type ListedSession, type Session, sessionQuery } from '#contract/sessions/session.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { tokenIdArgument } from '../access/token.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, placeAfter } from '../paging.ts';
import { withSafeErrors } from '../safe-errors.ts';

const visibleText = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{C}+$/u, 'must be visible characters');

/** OCPP 1.6 counts its transactions, 2.x names them. */
const transactionId = z
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

export const listedSession = z.object({
  session_id: z.string(),
  transaction_id: z.string().describe("OCPP's, chosen by the station: data"),
  charge_point_id: z.string(),
  evse_id: z.int().optional(),
  state: z.string().describe('running or ended'),
  started_at: time.optional(),
  ended_at: time.optional(),
  energy_wh: z.number().optional(),
  power_w: z.number().optional(),
  cost: z.string().optional().describe('Such as "12.40 EUR"; until now while it runs'),
  token_id: z.string().optional(),
  flags: z.array(z.string()).optional().describe('What is odd about it'),
});

export function sessionForAgents(session: Session & Partial<ListedSession>): z.input<typeof listedSession> {
  const { cost = null, powerW = null, flags } = session;
  return {
    session_id: session.id,
    transaction_id: untrustedText(session.ref),
    charge_point_id: untrustedText(session.stationId),
    evse_id: session.evseId ?? undefined,
    state: session.state,
    started_at: session.startedAt ?? undefined,
    ended_at: session.endedAt ?? undefined,
    energy_wh: session.energyWh ?? undefined,
    power_w: powerW ?? undefined,
    cost: cost === null ? undefined : `${cost.total} ${cost.currency}`,
    token_id: untrustedTextIfAny(session.tokenHash),
    flags: flags.length > 0 ? flags : undefined,
  };
}

/** "12.4 kWh", to be put into a sentence of ours. */
export function kwhText(energyWh: number | null): string {
  return energyWh === null ? 'an unknown amount of energy' : `${Math.round(energyWh / 10) / 100} kWh`;
}

export function listSessions({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_sessions',
    title: 'List charging sessions',
    description:
      'Lists charging sessions (OCPP: transactions), newest first, with energy, cost and what is odd about them. Use it to find a session by charge point, token, time or oddity, or to see what is charging now (state running). For everything about one, use get_transaction_details; for sums over many, get_report.',
    category: 'sessions',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional().describe('Only at this charge point'),
      evse_id: z.int().min(0).max(10_000).optional().describe('Only at this EVSE of charge_point_id'),
      state: z.enum(['running', 'ended']).optional().describe('Only those'),
      token_id: tokenIdArgument.optional().describe('Only those begun with this token'),
      from: time.optional().describe('Began at this time or later'),
      to: time.optional().describe('Began before this time'),
      is_flagged: z.boolean().optional().describe('true: only odd ones; false: only others'),
      minimum_energy_wh: z.number().min(0).max(1e12).optional().describe('Only with this much energy or more'),
      limit: limit(100, 20),
      after,
    }),
    output: z.object({ sessions: z.array(listedSession), next }),
    examples: [{ state: 'running' }, { charge_point_id: 'CP-7', is_flagged: true, limit: 5 }],
    async run(input) {
      const place = sessionPlace(placeAfter(input.after));
      const page = await withSafeErrors(
        { INVALID_INPUT: 'evse_id counts within a charge point: give charge_point_id with it.' },
        () =>
          charging.sessions.find({
            stationId: input.charge_point_id,
            evseId: input.evse_id,
            state: input.state,
            tokenHash: input.token_id,
            from: input.from,
            to: input.to,
            isFlagged: input.is_flagged,
            minimumEnergyWh: input.minimum_energy_wh,
            limit: input.limit,
            after: place,
          }),
      );
      const text =
        page.sessions.length === 0
          ? 'No session fits.'
          : `${counted(page.sessions.length, 'session')}.${moreHint(page.next)}`;
      return { text, data: { sessions: page.sessions.map(sessionForAgents), next: cursorIfAny(page.next) } };
    },
  });
}

/** Where a list of sessions goes on. One that nobody gave out must not reach the database. */
export function sessionPlace(place: string | undefined): string | undefined {
  const read = sessionQuery.shape.after.safeParse(place);
  if (read.success) return read.data;
  throw wrongArgument('after accepts only the `next` of the answer before.', 'after');
}
