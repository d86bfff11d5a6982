import { ucpVersions } from '#base/settings/shop-settings.ts';

/** Revisions of the Universal Commerce Protocol that the shop speaks, oldest first. */
export { ucpVersions };
export type UcpVersion = (typeof ucpVersions)[number];

export function isKnownVersion(text: string): text is UcpVersion {
  return ucpVersions.some((version) => version === text);
}

/** The first revision stands apart: lists instead of maps, one instrument, no carts. */
export function isFirst(version: UcpVersion): version is '2026-01-11' {
  return version === '2026-01-11';
}

/** Since 2026-08-25 destinations and descriptions say what they are, and keys have one name. */
export function isTyped(version: UcpVersion): boolean {
  return version >= '2026-08-25';
}
