import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError } from '#base/errors.ts';
import { isRecord, parsedJson } from '#base/json.ts';
import { acmeFolder, failureFile } from '#doors/http-server/tls/acme/acme-renewal.ts';
import { tlsFolder } from '#doors/http-server/tls/certificates.ts';
import { type CertifiedKey, readCertifiedKeys } from '#doors/http-server/tls/certified-key.ts';
import { daysLeft } from '#doors/http-server/tls/expiry-watch.ts';
import type { Finding } from './finding.ts';

const check = 'certificate';
const soonDays = 30;

/** Whether the certificates of TLS can be used, and for how long. */
export async function checkCertificates(config: Config, clock: Clock): Promise<Finding[]> {
  switch (config.tls) {
    case 'off':
      return [{ check, isFine: true, state: 'tls-off', facts: {} }];
    case 'self-signed':
      return [{ check, isFine: true, state: 'certificate-self-signed', facts: {} }];
    case 'files':
      return checkFiles(config.tlsCertificates, config.tlsKeys, clock);
    case 'acme':
      return checkAcme(config, clock);
  }
}

async function checkFiles(certificates: readonly string[], keys: readonly string[], clock: Clock): Promise<Finding[]> {
  try {
    const pairs = await readCertifiedKeys(certificates, keys, clock.now());
    return pairs.map((pair) => aboutExpiry(pair, clock));
  } catch (error) {
    return [{ check, isFine: false, state: 'certificate-wrong', facts: { sentence: asError(error).message } }];
  }
}

async function checkAcme(config: Config, clock: Clock): Promise<Finding[]> {
  const folder = acmeFolder(tlsFolder(config), config.acmeDirectory);
  const directory = config.acmeDirectory;
  const failure = await readFailure(join(folder, failureFile));
  const failing: Finding[] =
    failure === undefined
      ? []
      : [{ check, isFine: false, state: 'certificate-not-renewed', facts: { directory, ...failure } }];
  const names = ['ecdsa', 'rsa'].map((kind) => join(folder, kind));
  const kept = await checkFiles(
    names.map((name) => `${name}.pem`),
    names.map((name) => `${name}.key.pem`),
    clock,
  );
  const isNone = kept.some(({ state }) => state === 'certificate-wrong');
  if (isNone && failing.length > 0) return failing;
  return isNone ? [{ check, isFine: true, state: 'certificate-absent', facts: { directory } }] : [...failing, ...kept];
}

function aboutExpiry({ kind, leaf, expiresAt }: CertifiedKey, clock: Clock): Finding {
  const days = Math.floor(daysLeft(expiresAt, clock.now()));
  const facts = { kind, names: leaf.subjectAltName ?? '', until: expiresAt.toISOString(), days };
  return days > soonDays
    ? { check, isFine: true, state: 'certificate-fine', facts }
    : { check, isFine: false, state: 'certificate-expires', facts };
}

async function readFailure(file: string): Promise<{ at: string; reason: string } | undefined> {
  const read = parsedJson(await readFile(file, 'utf8').catch(() => ''));
  if (!isRecord(read)) return undefined;
  const { at, reason } = read;
  return typeof at === 'string' && typeof reason === 'string' ? { at, reason } : undefined;
}
