import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { type Duty, every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { ExpiringCertificate } from '#contract/stations/certificates.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Certificates } from '../certificates/open-certificates.ts';
import { severityOf } from '../certificates/renewal/severity.ts';

type Needs = Duty & {
  ledger: Ledger;
  clock: Clock;
  log: Log;
  certificates: Pick<Certificates, 'findExpiring'>;
  serverCertificates(): readonly X509Certificate[];
};

type Expiring = Omit<ExpiringCertificate, 'kind'> & { kind: ExpiringCertificate['kind'] | 'server' };

const hourMs = 3_600_000;
const withinDays = 30;

/** Writes down, once for each severity, that a certificate expires: of a station, of an authority, or of our own ports. */
export function watchExpiry(needs: Needs): Repeating {
  const watch = every({
    task: 'look which certificates expire',
    everyMs: hourMs,
    log: needs.log,
    only: needs.isKeeper,
    run: () => look(needs),
  });
  void watch.now();
  return watch;
}

async function look({ ledger, clock, certificates, serverCertificates }: Needs): Promise<void> {
  const now = clock.now();
  const expiring = [
    ...(await certificates.findExpiring(withinDays)),
    ...serverCertificates().map((certificate) => serverCertificate(certificate, now)),
  ].filter(({ severity }) => severity !== 'fine');
  await Promise.all(expiring.map((each) => record({ ledger, now }, each)));
}

async function record({ ledger, now }: { ledger: Ledger; now: Date }, { stationId, ...body }: Expiring): Promise<void> {
  await ledger.commit({
    events: [
      {
        kind: 'certificate-expiring',
        stationId,
        key: `certificate-expiring:${body.kind}:${body.serialNumber}:${body.severity}`,
        happenedAt: now,
        flags: body.severity === 'warning' ? [] : ['critical'],
        body,
      },
    ],
    whenRefused: 'set-aside',
  });
}

function serverCertificate(
  { validToDate, serialNumber, subjectAltName, subject }: X509Certificate,
  now: Date,
): Expiring {
  return {
    stationId: null,
    kind: 'server',
    purpose: 'server',
    serialNumber: serialNumber.toLowerCase(),
    subject: subjectAltName ?? subject,
    expiresAt: validToDate.toISOString(),
    severity: severityOf(validToDate, now),
  };
}
