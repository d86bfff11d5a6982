import type { Config } from '#base/config.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Certificates } from './certificates.ts';

/** An address as others have to write it: who checks a certificate has to call us by a name that stands in it. */
export function addressByName(address: string, needs: NameNeeds): string {
  return needs.certificates === undefined ? address : withName(address, nameOf(needs));
}

/** An address that a station is told; null: nothing says by which name it reaches us. */
export function stationAddress(address: string, needs: NameNeeds): string | null {
  const name = nameOf(needs);
  const isEverywhere = /^(0\.0\.0\.0|\[::\])$/.test(new URL(address).hostname);
  return isEverywhere && name === undefined ? null : withName(address, name);
}

type NameNeeds = {
  config: Pick<Config, 'publicUrl' | 'tlsNames'>;
  certificates: Pick<Certificates, 'current'> | undefined;
};

function nameOf({ config, certificates }: NameNeeds): string | undefined {
  const told = config.tlsNames[0] ?? (config.publicUrl === '' ? undefined : new URL(config.publicUrl).hostname);
  const [pair] = certificates?.current() ?? [];
  const certified = [...(pair?.leaf.subjectAltName ?? '').matchAll(/DNS:([^,\s"*]+)/g)].map(([, name]) => name ?? '');
  return told ?? certified.find((each) => !isLoopback(each));
}

function withName(address: string, name: string | undefined): string {
  if (name === undefined) return address;
  const url = new URL(address);
  url.hostname = name;
  return address.endsWith('/') ? url.href : url.href.replace(/\/$/, '');
}
