import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Authorization, Client } from 'acme-client';
import { asError, SigecError } from '#base/errors.ts';
import { fetchTrusting } from '#base/trusting-fetch.ts';
import type { SourceNeeds } from '../certificates.ts';
import { type CertifiedKey, certifiedKey, type KeyKind } from '../certified-key.ts';
import { writePrivately } from '../write-privately.ts';
import { HttpChallenges } from './http-challenges.ts';
import { renewalDue, retryAfterMs } from './renewal-time.ts';

type Needs = SourceNeeds & { names: readonly string[] };
type Challenge = { type: string; token: string };

const kinds = ['ecdsa', 'rsa'] as const satisfies readonly KeyKind[];
const lookEveryMs = 3_600_000;
const answerWithinMs = 20_000;
/** Of a single request, in seconds; an order that fails is tried again by us. */
const patience = { retryMaxAttempts: 1, retryDefaultDelay: 2 };
export const failureFile = 'last-failure.json';

/** Certificates from an authority that speaks ACME (RFC 8555): ordered, kept, and renewed while a third of their life is left. */
export class AcmeRenewal {
  private readonly needs: Needs;
  private readonly folder: string;
  private readonly http = new HttpChallenges();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private failures = 0;
  private isClosed = false;

  constructor(needs: Needs) {
    this.needs = needs;
    this.folder = acmeFolder(needs.folder, needs.config.acmeDirectory);
  }

  /** What an earlier start has ordered, as far as it can still be shown and is for the same names. */
  async kept(): Promise<CertifiedKey[]> {
    const found = await Promise.all(kinds.map((kind) => this.read(kind)));
    return found.filter((pair) => pair !== undefined);
  }

  begin = async ({ apiPort: tlsPort }: { apiPort: number }): Promise<void> => {
    const { config } = this.needs;
    const { host, acmeHttpPort: port } = config;
    if (config.acmeChallenge === 'http-01') await this.http.open({ host, port, tlsPort });
    this.plan(0);
  };

  /** Tries now, whatever was planned. */
  reload = async (): Promise<void> => {
    clearTimeout(this.timer);
    await (this.running = this.running.then(() => this.renew()));
  };

  close = async (): Promise<void> => {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.http.close();
    this.needs.challenges.close();
  };

  private plan(afterMs: number): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.reload(), afterMs).unref();
  }

  private async renew(): Promise<void> {
    const { clock, log, show, failed } = this.needs;
    try {
      const pairs: CertifiedKey[] = [];
      for (const kind of kinds) {
        const kept = await this.read(kind);
        pairs.push(kept !== undefined && !renewalDue(kept.leaf, clock.now()) ? kept : await this.order(kind));
        if (this.isClosed) return;
      }
      await show(pairs);
      this.failures = 0;
      await rm(join(this.folder, failureFile), { force: true });
      this.plan(lookEveryMs);
    } catch (error) {
      if (this.isClosed) return;
      this.failures += 1;
      const retryMs = retryAfterMs(this.failures);
      const reason = asError(error).message;
      log.error({ reason, failures: this.failures, retryMs }, 'the ACME authority has issued no certificate');
      await this.noteFailure(reason);
      failed(error);
      this.plan(retryMs);
    }
  }

  private async order(kind: KeyKind): Promise<CertifiedKey> {
    const { names, config, clock, log } = this.needs;
    const acme = await import('acme-client');
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const client = await this.client();
    const key = await (kind === 'ecdsa' ? acme.crypto.createPrivateEcdsaKey() : acme.crypto.createPrivateRsaKey(2_048));
    const [, csr] = await acme.crypto.createCsr({ commonName: names[0] ?? '', altNames: [...names] }, key);
    log.info({ names, key: kind, directory: config.acmeDirectory }, 'a certificate is ordered');
    const certificate = await client.auto({
      csr,
      ...(config.acmeEmail !== '' && { email: config.acmeEmail }),
      termsOfServiceAgreed: true,
      skipChallengeVerification: true, // we may not reach ourselves by our public name
      challengePriority: [config.acmeChallenge],
      challengeCreateFn: (authorization, challenge, answer) => this.offer(authorization, challenge, answer),
      challengeRemoveFn: async (authorization, challenge) => {
        this.http.remove(tokenOf(challenge));
        this.needs.challenges.remove(authorization.identifier.value);
      },
    });
    const files = this.filesOf(kind);
    const pair = certifiedKey({ certificate, key: key.toString(), files, now: clock.now() });
    await writePrivately(files.keyFile, pair.key);
    await writePrivately(files.certificateFile, pair.certificate);
    return pair;
  }

  private async offer(authorization: Authorization, challenge: Challenge, answer: string): Promise<void> {
    const { acmeChallenge, acmeDirectory } = this.needs.config;
    if (challenge.type !== acmeChallenge)
      throw new SigecError(
        'CONFLICT',
        `${acmeDirectory} does not offer ${acmeChallenge} for ${authorization.identifier.value}; set ACME_CHALLENGE to ${challenge.type === 'http-01' || challenge.type === 'tls-alpn-01' ? challenge.type : 'another one'}.`,
      );
    if (acmeChallenge === 'http-01') return this.http.add(challenge.token, answer);
    const acme = await import('acme-client');
    const [key, certificate] = await acme.crypto.createAlpnCertificate(authorization, answer);
    this.needs.challenges.add(authorization.identifier.value, { certificate, key });
  }

  private async client(): Promise<Client> {
    const { acmeDirectory, acmeRoot } = this.needs.config;
    const acme = await import('acme-client');
    await this.mustAnswer();
    Object.assign(acme.axios.defaults, { acmeSettings: patience });
    if (acmeRoot !== '')
      acme.axios.defaults.httpsAgent = new Agent({ ca: [...rootCertificates, await readFile(acmeRoot, 'utf8')] });
    const file = join(this.folder, 'account.key.pem');
    const known = await readFile(file, 'utf8').catch(() => undefined);
    const accountKey = known ?? (await acme.crypto.createPrivateEcdsaKey()).toString();
    if (known === undefined) await writePrivately(file, accountKey);
    return new acme.Client({ directoryUrl: acmeDirectory, accountKey, backoffMin: 1_000 });
  }

  /** The library has no word for an authority that is away. */
  private async mustAnswer(): Promise<void> {
    const { acmeDirectory, acmeRoot } = this.needs.config;
    const send = fetchTrusting(() => (acmeRoot === '' ? '' : readFile(acmeRoot, 'utf8')));
    try {
      const answer = await send(acmeDirectory, { signal: AbortSignal.timeout(answerWithinMs) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    } catch (cause) {
      throw new SigecError(
        'CONFLICT',
        `${acmeDirectory} cannot be used: ${asError(asError(cause).cause ?? cause).message}.`,
        { cause },
      );
    }
  }

  private async read(kind: KeyKind): Promise<CertifiedKey | undefined> {
    const { names, clock } = this.needs;
    const files = this.filesOf(kind);
    try {
      const [certificate, key] = await Promise.all([
        readFile(files.certificateFile, 'utf8'),
        readFile(files.keyFile, 'utf8'),
      ]);
      const pair = certifiedKey({ certificate, key, files, now: clock.now() });
      return names.every((name) => pair.leaf.checkHost(name) !== undefined) ? pair : undefined;
    } catch {
      return undefined; // none was ordered yet, or it has expired
    }
  }

  private async noteFailure(reason: string): Promise<void> {
    const noted = JSON.stringify({ at: this.needs.clock.now().toISOString(), failures: this.failures, reason });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writePrivately(join(this.folder, failureFile), `${noted}\n`).catch(() => undefined); // the log has it too
  }

  private filesOf(kind: KeyKind) {
    return {
      certificateFile: join(this.folder, `${kind}.pem`),
      keyFile: join(this.folder, `${kind}.key.pem`),
    };
  }
}

/** Accounts and certificates of one authority mean nothing to another. */
export function acmeFolder(tlsFolder: string, directory: string): string {
  const digest = createHash('sha256').update(directory).digest('hex').slice(0, 8);
  return join(tlsFolder, `acme-${new URL(directory).hostname}-${digest}`);
}

function tokenOf({ token }: { token?: string }): string {
  return token ?? '';
}
