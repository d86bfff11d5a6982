/** Revisions of the Universal Commerce Protocol that the shop speaks, oldest first. */
export const ucpVersions = ['2026-01-11', '2026-04-08'] as const;
export type UcpVersion = (typeof ucpVersions)[number];

export const latestVersion: UcpVersion = '2026-04-08';

export function isKnownVersion(text: string): text is UcpVersion {
  return ucpVersions.some((version) => version === text);
}
