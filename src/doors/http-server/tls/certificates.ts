import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import { machineAddresses, withoutBrackets } from '#base/hosts.ts';
import type { Log } from '#base/log.ts';
import { servedFile } from '#base/served-certificates.ts';
import { AcmeRenewal } from './acme/acme-renewal.ts';
import { AlpnChallenges } from './acme/alpn-challenges.ts';
import { type CertifiedKey, readCertifiedKeys } from './certified-key.ts';
import { ExpiryWatch } from './expiry-watch.ts';
import { watchFiles } from './file-watch.ts';
import { selfSigned } from './self-signed.ts';
import { writePrivately } from './write-privately.ts';

export type TlsConfig = Pick<
  Config,
  | ('host' | 'dataDir' | 'publicUrl' | 'allowedHosts' | 'tls' | 'tlsCertificates' | 'tlsKeys' | 'tlsNames')
  | ('acmeDirectory' | 'acmeEmail' | 'acmeChallenge' | 'acmeHttpPort' | 'acmeRoot')
>;

export type CertificateTrouble = { since: Date; reason: string };

/** The certificates that all ports show, and what keeps them fresh. */
export type Certificates = {
  current(): readonly CertifiedKey[];
  /** Called with new ones; returns how to stop listening. */
  onChange(listener: (pairs: readonly CertifiedKey[]) => void): () => void;
  /** Why they could not be renewed or read again; null: all is well. */
  trouble(): CertificateTrouble | null;
  /** Handshakes by which an ACME authority sees that a name is ours. */
  challenges: AlpnChallenges;
  /** Looks at the files now, and at whether a renewal is due. */
  reload(): Promise<void>;
  /** Begins what needs open ports, once they are. */
  begin(place: { apiPort: number }): Promise<void>;
  close(): Promise<void>;
};

type Needs = { config: TlsConfig; clock: Clock; log: Log };

const dayMs = 86_400_000;

/** Undefined: TLS is off. */
export async function openCertificates({ config, clock, log }: Needs): Promise<Certificates | undefined> {
  if (config.tls === 'off') return undefined;
  const folder = tlsFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const listeners = new Set<(pairs: readonly CertifiedKey[]) => void>();
  const watch = new ExpiryWatch({ clock, log });
  const challenges = new AlpnChallenges();
  let pairs: readonly CertifiedKey[] = [];
  let trouble: CertificateTrouble | null = null;

  async function show(fresh: readonly CertifiedKey[]): Promise<void> {
    trouble = null;
    const fingerprint = (some: readonly CertifiedKey[]) => some.map(({ leaf }) => leaf.fingerprint256).join();
    if (fingerprint(fresh) === fingerprint(pairs)) return;
    const isFirst = pairs.length === 0;
    pairs = fresh;
    await writePrivately(join(config.dataDir, servedFile), leavesOf(fresh), 0o644);
    for (const listener of listeners) listener(pairs);
    watch.look(pairs);
    for (const { kind, leaf, expiresAt } of fresh)
      log.info(
        { kind, names: leaf.subjectAltName, expiresAt, sha256: leaf.fingerprint256 },
        isFirst ? 'certificate in use' : 'new certificate in use; open connections stay',
      );
  }
  const failed = (error: unknown) => {
    trouble = { since: trouble?.since ?? clock.now(), reason: asError(error).message };
  };

  const source = await openSource({ config, folder, clock, log, challenges, show, failed });
  const watching = every({
    task: 'look when certificates expire',
    everyMs: dayMs / 24,
    log,
    run: async () => watch.look(pairs),
  });
  return {
    current: () => pairs,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    trouble: () => trouble,
    challenges,
    reload: source.reload,
    begin: source.begin,
    async close() {
      await watching.close();
      await source.close();
      challenges.close();
    },
  };
}

export type SourceNeeds = Needs & {
  folder: string;
  challenges: AlpnChallenges;
  show(pairs: readonly CertifiedKey[]): Promise<void>;
  /** Told why fresh ones could not be had; what is shown stays. */
  failed(error: unknown): void;
};
type Source = { reload(): Promise<void>; begin(place: { apiPort: number }): Promise<void>; close(): Promise<void> };

async function openSource(needs: SourceNeeds): Promise<Source> {
  const { config, folder, clock, log, show } = needs;
  const begin = () => Promise.resolve();
  if (config.tls === 'files') {
    const files = [...config.tlsCertificates, ...config.tlsKeys];
    const load = async () => show(await readCertifiedKeys(config.tlsCertificates, config.tlsKeys, clock.now()));
    await load();
    const watch = watchFiles({ ...needs, files, load });
    return { reload: watch.now, begin, close: watch.close };
  }
  const signSelf = async () => show(await selfSigned({ folder, names: namesOf(config), now: clock.now() }));
  if (config.tls === 'self-signed') {
    await signSelf();
    log.warn(
      {},
      'the certificates are self-signed: browsers warn of them, and stations refuse them unless they are installed there',
    );
    const renewing = every({ task: 'renew the self-signed certificates', everyMs: dayMs, run: signSelf, log });
    return { reload: renewing.now, begin, close: renewing.close };
  }
  const renewal = new AcmeRenewal({ ...needs, names: acmeNames(config) });
  const kept = await renewal.kept();
  // Until the authority has answered for the first time ports are open all the same, or it could not ask us.
  if (kept.length > 0) await show(kept);
  else await signSelf();
  return renewal;
}

/** The certificates themselves, without their chains: whoever holds them knows us by them alone. */
export function leavesOf(pairs: readonly CertifiedKey[]): string {
  return pairs.map(({ leaf }) => leaf.toString()).join('');
}

export function tlsFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'tls');
}

type NameSettings = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'tlsNames'>;

/** Every name that we are known by; a self-signed certificate is for this machine too. */
export function namesOf(config: NameSettings): string[] {
  const host = withoutBrackets(config.host);
  const names = [
    ...publicNames(config),
    ...(isIP(host) === 0 || /^(0\.0\.0\.0|::)$/.test(host) ? machineAddresses(host) : [host]),
    ...['localhost', '127.0.0.1', '::1'],
  ];
  return [...new Set(names)];
}

function publicNames({ publicUrl, allowedHosts, tlsNames }: NameSettings): string[] {
  if (tlsNames.length > 0) return tlsNames.map((name) => name.toLowerCase());
  const told = publicUrl === '' ? [] : [withoutBrackets(new URL(publicUrl).hostname)];
  return [...new Set([...told, ...allowedHosts].map((name) => withoutBrackets(name).toLowerCase()))];
}

/** An authority vouches for names in the public DNS, and refuses the whole order for one that is none. */
function acmeNames(config: NameSettings): string[] {
  const names = publicNames(config);
  const wrong = config.tlsNames.find((name) => !isPublicName(name.toLowerCase()));
  if (wrong !== undefined)
    throw new SigecError(
      'CANNOT_START',
      `TLS_NAMES holds "${wrong}", which no ACME authority vouches for: each has to be a full host name without a wildcard.`,
    );
  const usable = names.filter(isPublicName);
  if (usable.length === 0)
    throw new SigecError(
      'CANNOT_START',
      'TLS is "acme", but nothing says for which names; set TLS_NAMES or PUBLIC_URL to the host name that others reach us by.',
    );
  return usable;
}

function isPublicName(name: string): boolean {
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(name);
  return isName && isIP(name) === 0 && name !== 'localhost';
}
