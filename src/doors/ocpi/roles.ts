import { hasRole, type Partner } from '#roaming/partners/partner.ts';
import { unknownObject } from '#roaming/roaming-problem.ts';

/** What is for drivers alone: who only shows places and prices sees nothing of them. */
const ofDrivers = ['sessions', 'cdrs', 'tokens', 'commands', 'chargingprofiles', 'bookings', 'payments'];
/** Who takes the money at terminals begins sessions as well, and tells what was taken. */
const ofTerminals = ['sessions', 'cdrs', 'commands', 'payments'];

/** Nobody uses a module by a role that they do not have: our tokens are for operators, and our sessions for providers. */
export function mustHaveRole(partner: Partner, [side = '', module = '']: readonly string[]): void {
  if (side !== 'cpo' && side !== 'emsp') return;
  const wanted = side === 'emsp' ? 'CPO' : module === 'payments' ? 'PTP' : 'EMSP';
  if (side === 'cpo' && ofTerminals.includes(module) && hasRole(partner, 'PTP')) return;
  const isOpen = side === 'cpo' && !ofDrivers.includes(module) && partner.roles.some(({ role }) => role !== 'CPO');
  if (!isOpen && !hasRole(partner, wanted)) throw unknownObject(`This is for partners with the role ${wanted}.`);
}
