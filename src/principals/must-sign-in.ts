import type { Config } from '#config.ts';
import { isLoopback } from '#hosts.ts';

/**
 * On loopback reading is open, so that the first minute needs no key. As soon as anyone else can reach us, directly
 * or through a proxy that PUBLIC_URL or ALLOWED_HOSTS tells of, credentials are required everywhere.
 */
export function mustSignIn({
  host,
  publicUrl,
  allowedHosts,
}: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>): boolean {
  const names = [host, ...allowedHosts, ...(publicUrl === '' ? [] : [new URL(publicUrl).hostname])];
  return !names.every(isLoopback);
}
