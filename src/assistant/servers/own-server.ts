import { isLoopback } from '#base/hosts.ts';

/** Whether an address is on the machine and port of one of ours. Every path there is ours; the names of loopback are one. */
export function isOwnAddress(url: string, ownAddresses: readonly string[]): boolean {
  return ownAddresses.some((own) => URL.canParse(own) && placeOf(own) === placeOf(url));
}

function placeOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${isLoopback(hostname) ? 'loopback' : hostname}:${port}`;
}
