import { z } from 'zod';
import { plainJson } from '#base/json-schema.ts';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { DescribedSession } from '#charging/sessions/store/describe-session.ts';
import type { Bill } from '#contract/billing/bill.ts';
import type { Session } from '#contract/sessions/session.ts';
import type { CallContext } from '#tools/context.ts';
import { defineTool, type Tool, type ToolAnswer } from '#tools/tool.ts';
import { driverNameFor, holderOfHash } from '../access/token.ts';
import { lineForAgents } from '../money/price-example.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';
import { kwhText, listedSession, sessionForAgents, sessionsNamed, transactionArguments } from './list-sessions.ts';

/** Texts by their names: an agent pays for every field of a shape, also when it asks for no bill. */
const row = z.record(z.string(), z.string());

const sessionBill = z.object({
  state: z.string().describe('running, final or free'),
  total: z.string().optional(),
  currency: z.string().optional(),
  tariff_id: z.string().optional(),
  tariff_version: z.int().optional(),
  tariff_because: z.string().optional(),
  lines: z.array(row).describe('kind, quantity, unit, price, amount, name; included-tax is no addend'),
  bookings: z.array(row).describe('kind, at, amount, tax, reason'),
});

function billForAgents(bill: Bill): z.input<typeof sessionBill> {
  return {
    state: bill.state,
    total: bill.total ?? undefined,
    currency: bill.currency ?? undefined,
    tariff_id: bill.tariffId ?? undefined,
    tariff_version: bill.tariffVersion ?? undefined,
    tariff_because: untrustedTextIfAny(bill.why, 200),
    lines: (bill.cost?.lines ?? []).slice(0, 100).map((line) => rowOf(lineForAgents(line))),
    bookings: bill.entries
      .slice(-50)
      .map(({ kind, at, amount, tax, reason }) =>
        rowOf({ kind, at, amount, tax, reason: untrustedTextIfAny(reason, 300) }),
      ),
  };
}

function rowOf(fields: Record<string, string | undefined>): z.input<typeof row> {
  return plainJson(fields) as Record<string, string>;
}

function billSentence({ state, total, currency }: Bill): string {
  if (state === 'free' || total === null) return 'No tariff holds for this session, so it costs nothing.';
  return state === 'running' ? `${total} ${currency} until now; it goes on.` : `${total} ${currency}, booked.`;
}

const sessionInDetail = listedSession.extend({
  duration_seconds: z.number().optional(),
  average_power_w: z.number().optional(),
  charging_state: z.string().optional(),
  reservation_id: z.int().optional(),
  token_label: z.string().optional(),
  driver_id: z.string().optional(),
  driver_name: z.string().optional(),
  started_by: z.string().describe('driver, remote or unknown'),
  start_command_id: z.string().optional(),
  ended_by: z.string().optional().describe('driver, vehicle, remote, station, unknown; system: we closed a silent one'),
  end_command_id: z.string().optional(),
  end_asked_by: z.string().optional(),
  end_why: z.string().optional().describe('Data'),
  reported_stop_reason: z.string().optional().describe("The station's word"),
});

const candidate = listedSession
  .pick({ session_id: true, charge_point_id: true, started_at: true })
  .extend({ state: z.string() });

export function getTransactionDetails(needs: Pick<PackNeeds, 'charging' | 'may'>): Tool {
  return defineTool({
    name: 'get_transaction_details',
    title: 'Details of a session',
    description:
      "Tells everything about one charging session (OCPP: transaction): energy, time, cost, token, who began it, who or what ended it and why, and what is odd; with with_cost its bill: lines, tariff and why that one, bookings and corrections. Takes our session_id or OCPP's transaction id; where several have that id, is_ambiguous is true and candidates are listed. For the chain of events, use what_happened; for revenue of many sessions, get_report.",
    category: 'sessions',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      ...transactionArguments,
      with_cost: z.boolean().default(false).describe('true: with its bill'),
    }),
    output: z.object({
      is_ambiguous: z.boolean(),
      session: sessionInDetail.optional(),
      bill: sessionBill.optional(),
      candidates: z.array(candidate).optional(),
    }),
    examples: [{ transaction_id: 1042, with_cost: true }],
    subject: ({ transaction_id }) => String(transaction_id),
    async run(input, context) {
      const found = await sessionsNamed(needs, input);
      const [only] = found;
      if (only === undefined || found.length > 1) return severalAnswer(found);
      const { text, data } = await sessionAnswer(needs, only.id, context);
      if (!input.with_cost) return { text, data: { is_ambiguous: false, session: data } };
      const bill = await needs.charging.billing.bill(only.id);
      return {
        text: `${text} ${billSentence(bill)}`,
        data: { is_ambiguous: false, session: data, bill: billForAgents(bill) },
      };
    },
  });
}

function severalAnswer(found: readonly Session[]) {
  const text = `${found.length} sessions have this transaction id, newest first. Call again with a session_id, or with charge_point_id.`;
  return {
    text,
    data: { is_ambiguous: true, candidates: found.map(sessionForAgents).map((one) => candidate.parse(one)) },
  };
}

export async function sessionAnswer(
  needs: Pick<PackNeeds, 'charging' | 'may'>,
  id: string,
  context: CallContext,
): Promise<ToolAnswer<z.input<typeof sessionInDetail>>> {
  const session = await needs.charging.describeSession(id);
  const { driver_id, token_label } = await holderOfHash(needs.charging, session.tokenHash);
  const { start, end } = session;
  const data = {
    ...sessionForAgents(session),
    duration_seconds: session.durationSeconds ?? undefined,
    average_power_w: session.averagePowerW ?? undefined,
    charging_state: session.chargingState ?? undefined,
    reservation_id: session.reservationId ?? undefined,
    token_label: textOf(token_label),
    driver_id: textOf(driver_id),
    driver_name: await driverNameFor(needs, context, driver_id),
    started_by: start.by,
    start_command_id: start.command?.id,
    ended_by: end?.by,
    end_command_id: end?.command?.id,
    end_asked_by: untrustedTextIfAny(end?.command?.askedBy ?? null),
    end_why: untrustedTextIfAny(end?.command?.why ?? null, 300),
    reported_stop_reason: untrustedTextIfAny(end?.reason ?? null),
  };
  return { text: sentence(session), data };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function sentence({ state, startedAt, endedAt, energyWh, end, oddities }: DescribedSession): string {
  const began = startedAt === null ? 'Its start was never told' : `Began at ${startedAt}`;
  const ended =
    state === 'running'
      ? 'and is running'
      : `and ended${endedAt === null ? '' : ` at ${endedAt}`}${end === null ? '' : byWhom[end.by]}`;
  const odd =
    oddities.length === 0 ? '' : ` ${counted(oddities.length, 'thing is', 'things are')} odd about it: see flags.`;
  return `${began} ${ended}, with ${kwhText(energyWh)}.${odd}`;
}

const byWhom = {
  driver: ', by its driver',
  vehicle: ', by the vehicle',
  remote: ', remotely',
  station: ', by the station',
  system: ': we closed it, since its station never told its end',
  unknown: ', by nobody knows whom',
} satisfies Record<NonNullable<DescribedSession['end']>['by'], string>;
