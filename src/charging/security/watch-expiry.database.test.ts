import { randomUUID, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { ExpiringCertificate } from '#contract/stations/certificates.ts';
import { openLedger } from '#ledger/ledger.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { testAuthority } from '../../../test/support/tls-certificates.ts';
import { watchExpiry } from './watch-expiry.ts';

const dayMs = 86_400_000;

test('what expires is written down once for each severity: of stations, authorities and our own ports', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  const ledger = stack.adopt(await openLedger({ database, node: randomUUID(), log: silentLog }), (it) => it.close());
  await database.pool.query("insert into station (id) values ('CP-1')");
  const start = Date.now();
  let days = 0;
  const clock = { now: () => new Date(start + days * dayMs) };
  const { certificate } = await (await testAuthority()).issue({ validTo: new Date(start + 20 * dayMs) });
  const ofStation: ExpiringCertificate = {
    kind: 'issued',
    stationId: 'CP-1',
    purpose: 'station',
    serialNumber: 'ab12',
    subject: 'CN=CP-1',
    expiresAt: new Date(start + 5 * dayMs).toISOString(),
    severity: 'critical',
  };
  const watch = watchExpiry({
    ledger,
    clock,
    log: silentLog,
    serverCertificates: () => [new X509Certificate(certificate)],
    certificates: { findExpiring: () => Promise.resolve([ofStation]) },
  });
  stack.defer(() => watch.close());
  const told = async () => {
    await watch.now();
    const { rows } = await database.pool.query<{ body: { kind: string; severity: string } }>(
      "select body_of(event) as body from event where kind = 'certificate-expiring'",
    );
    return rows.map(({ body }) => `${body.kind} ${body.severity}`).toSorted();
  };
  expect(await told()).toEqual(['issued critical', 'server warning']);
  expect(await told()).toHaveLength(2);
  days = 15;
  expect(await told()).toEqual(['issued critical', 'server critical', 'server warning']);
});
