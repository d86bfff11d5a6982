import type { Config } from '#base/config.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Certificates } from './certificates.ts';

/** An address as others have to write it: who checks a certificate has to call us by a name that stands in it. */
export function addressByName(
  address: string,
  {
    config,
    certificates,
  }: { config: Pick<Config, 'publicUrl' | 'tlsNames'>; certificates: Pick<Certificates, 'current'> | undefined },
): string {
  const [pair] = certificates?.current() ?? [];
  if (pair === undefined) return address;
  const told = config.tlsNames[0] ?? (config.publicUrl === '' ? undefined : new URL(config.publicUrl).hostname);
  const certified = [...(pair.leaf.subjectAltName ?? '').matchAll(/DNS:([^,\s"*]+)/g)].map(([, name]) => name ?? '');
  const name = told ?? certified.find((each) => !isLoopback(each));
  if (name === undefined) return address;
  const url = new URL(address);
  url.hostname = name;
  return address.endsWith('/') ? url.href : url.href.replace(/\/$/, '');
}
