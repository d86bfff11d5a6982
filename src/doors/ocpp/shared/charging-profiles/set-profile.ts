import type { Charging } from '#charging/open-charging.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { ChargingProfile } from '#contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import { byStatus, rejected } from '../../command.ts';
import { sessionRef } from '../session-orders.ts';
import { cannotSay, type Lacks, leaveOut } from './losses.ts';

type Context = { stationId: string; charging: Charging };

type Way = {
  lacks: Lacks;
  replacesSameLevel: boolean;
  send(profile: ChargingProfile): Promise<Parameters<typeof byStatus>[0]>;
};

/** K01: puts a profile into the words of a version, and keeps what the station took. */
export async function setChargingProfile(
  { sessionId, chargingProfileId: wantedId, ...wanted }: RequestedChargingProfile,
  context: Context,
  { lacks, replacesSameLevel, send }: Way,
): Promise<Outcome> {
  const { stationId, charging } = context;
  const placed = { ...wanted, sessionRef: sessionId && (await sessionRef(sessionId, context)) };
  const chargingProfileId = wantedId ?? (await charging.chargingProfiles.numberFor(stationId, placed));
  const unsayable = cannotSay({ ...placed, chargingProfileId }, lacks);
  if (unsayable !== undefined) return notSaid(unsayable);
  const { said, losses } = leaveOut({ ...placed, chargingProfileId }, lacks);
  const response = await send(said);
  if (response.status === 'Accepted')
    await charging.chargingProfiles.recordSet({ stationId, profile: said, replacesSameLevel });
  return byStatus(response, ['Accepted'], { losses, answer: { chargingProfileId } });
}

/** For what a version has no words for at all. */
export function notSaid(loss: { field: string; why: string }): Outcome {
  return { ...rejected('', { reason: `${loss.why}.`, losses: [loss] }), status: 'not-sent', code: null };
}
