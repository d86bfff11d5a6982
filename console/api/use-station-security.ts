import { securityApi } from '#contract/api/security.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useRead, useReadAgain } from './queries.ts';

const securityKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...([
    'security-event',
    'security-event-acknowledged',
    'security-upgrade-changed',
    'security-profile-reached',
    'security-profile-floor-set',
  ] as const),
  ...(['station-connected', 'certificate-delivered', 'certificate-installed', 'password-changed'] as const),
]);

export function useStationSecurity(id: string) {
  useReadAgain('station-security', securityKinds);
  return useRead(['station-security', id], securityApi.get, { params: { id } });
}
