import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import type { ListedSession, Session } from '#contract/sessions/session.ts';

/** A charging session as lists show it to agents. */
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
