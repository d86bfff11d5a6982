import type { X509Certificate } from 'node:crypto';

/** What a certificate calls the station: the common name, and the serial number that some name apart. */
export function namesIn({ subject }: X509Certificate): string[] {
  return [...subject.matchAll(/(?:^|\n)(?:CN|serialNumber)=([^\n]*)/g)].map(([, name = '']) => name);
}

/**
 * Whether a station says of itself what its certificate denies (B01.FR.11, FR.12): the names in it are serial numbers, unless they are the id by which
 * it connects. How a firmware writes a number down changes, so only letters and digits count; one that tells none contradicts nothing.
 */
export function isDeniedBy(
  names: readonly string[],
  { stationId, serialNumber }: { stationId: string; serialNumber: string | null },
): boolean {
  if (serialNumber === null || plain(serialNumber) === '') return false;
  const own = new Set([plain(stationId), plain(serialNumber)]);
  return names.some((name) => !own.has(plain(name)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
