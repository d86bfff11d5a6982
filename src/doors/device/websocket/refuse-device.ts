import type { Duplex } from 'node:stream';
import { refuseUpgrade, type UpgradeStatus } from '#doors/http-server/refuse-upgrade.ts';

export function refuseDevice(socket: Duplex, status: UpgradeStatus): void {
  refuseUpgrade(socket, status, [status === 401 ? 'WWW-Authenticate: Bearer' : 'Retry-After: 10']);
}
