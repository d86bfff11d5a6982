import type { Config } from '#base/config.ts';
import { isLoopback } from '#base/hosts.ts';

/**
 * On loopback reading is open, so that the first minute needs no key. As soon as anyone else can reach us, directly
 * or through a proxy that PUBLIC_URL, UCP_PUBLIC_URL or ALLOWED_HOSTS tells of, credentials are required everywhere.
 */
export function mustSignIn({
  host,
  publicUrl,
  ucpPublicUrl,
  allowedHosts,
}: Pick<Config, 'host' | 'publicUrl' | 'ucpPublicUrl' | 'allowedHosts'>): boolean {
  const addresses = [publicUrl, ucpPublicUrl].filter((url) => url !== '');
  const names = [host, ...allowedHosts, ...addresses.map((url) => new URL(url).hostname)];
  return !names.every(isLoopback);
}
