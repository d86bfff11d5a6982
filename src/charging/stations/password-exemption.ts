import { insideNetworks } from '#base/networks.ts';
import type { PasswordExemption } from './station-register.ts';

export function holds(
  { network, until }: PasswordExemption,
  { address, now }: { address: string; now: Date },
): boolean {
  return now < until && insideNetworks([network])(address);
}

type Floor = { minimumProfile: number };

/** A profile that the station has reached is never left again (A05.FR.07), and who demands TLS of all makes no exception. */
export function mayBeExempt(station: Floor, policy: Floor): boolean {
  return station.minimumProfile === 0 && policy.minimumProfile <= 1;
}
