import type { Loss, Outcome } from '#contract/commands/command.ts';
import type { ChargingProfile } from '#contract/energy/charging-profile.ts';
import type { StartChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import { cannotSay, type Lacks, leaveOut } from './losses.ts';
import { notSaid } from './set-profile.ts';

type Start = { evseId?: number | undefined; chargingProfile?: StartChargingProfile | undefined };

/** K05: the profile that goes with a remote start. One that cannot be said is no reason to start without a limit. */
export function profileForStart(
  { evseId = 0, chargingProfile }: Start,
  requestId: number,
  lacks: Lacks,
): { said: ChargingProfile | undefined; losses: Loss[] } | { unsayable: Outcome } {
  if (chargingProfile === undefined) return { said: undefined, losses: [] };
  // No session yet: the station ties it to the one that starts.
  const wanted: ChargingProfile = { ...chargingProfile, chargingProfileId: requestId, evseId, purpose: 'tx-profile' };
  const unsayable = cannotSay(wanted, lacks);
  return unsayable === undefined ? leaveOut(wanted, lacks) : { unsayable: notSaid(unsayable) };
}
