import { Registry as MetricsRegistry } from 'prom-client';
import type { Clock } from '#base/clock.ts';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import { RecentLines } from '#base/recent-lines.ts';
import { openIdentity } from '#base/server-identity.ts';
import { watchKeptLog } from '#database/embedded/kept-log.ts';
import { migrate } from '#database/migrate.ts';
import { freeBytesAt } from '#database/probe-room.ts';
import { ReadReplica } from '#database/read-replica.ts';
import { entranceOf } from '#doors/http-server/entrance/entrance.ts';
import { FileWatch } from '#doors/http-server/open-files.ts';
import { openCertificates } from '#doors/http-server/tls/certificates.ts';
import { tlsMetrics } from '#doors/http-server/tls/tls-metrics.ts';
import { hideCardNumbers } from '#ledger/frames/card-numbers.ts';
import { openFrameRecorder } from '#ledger/frames/frame-recorder.ts';
import { hideSecrets } from '#ledger/frames/hide-secrets.ts';
import { hideSigned } from '#ledger/frames/hide-signed.ts';
import { redactTokens } from '#ledger/frames/redact-tokens.ts';
import { openInstallation, rememberingTokenHash } from '#ledger/installation.ts';
import { openLedger } from '#ledger/ledger.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { openCluster } from './open-cluster.ts';
import { migrationsOf, openStore } from './open-store.ts';
import { openTracing } from './open-tracing.ts';
import type { Seat } from './seat.ts';

export const keepFramesDays = 30;

type Needs = {
  config: Config;
  log: Log;
  clock: Clock;
  seat: Seat | undefined;
  signal: AbortSignal | undefined;
};

/** What every business and every door stands on: the database with the ledger, this node among others, certificates, the recorder. */
export async function openFoundation(opened: AsyncDisposableStack, needs: Needs) {
  const { config, clock, seat, signal } = needs;
  const recent = new RecentLines(needs.log, { now: () => clock.now() });
  const { log } = recent;
  const isFirst = seat === undefined || seat.number === 1;
  const database = await openStore(config, log, opened, { signal, isVisit: seat !== undefined });
  await migrate(database, migrationsOf(config), log);
  const { databaseReadUrl } = config;
  const readReplica =
    databaseReadUrl === ''
      ? undefined
      : opened.use(new ReadReplica({ url: databaseReadUrl, primary: database.pool, log }));
  const isEmbedded = externalDatabaseUrl(config) === undefined;
  if (isFirst && config.databaseKeepWal !== '' && isEmbedded)
    opened.adopt(watchKeptLog({ pool: database.pool, log }), (watch) => watch.stop());
  const { dataDir, installationKey } = config;
  const installation = await openInstallation({
    database,
    dataDir,
    installationKey,
    ...(seat && { seat: seat.number }),
  });
  const tracing = openTracing({ config, node: installation.nodeId, log });
  if (tracing !== undefined) opened.defer(() => tracing.close());
  const freeBytes = isEmbedded ? () => freeBytesAt(dataDir) : undefined;
  const ledger = opened.adopt(await openLedger({ database, node: installation.nodeId, log, freeBytes }), (open) =>
    open.close(),
  );
  const cluster = opened.adopt(await openCluster({ pool: database.pool, installation, config, seat, log }), (open) =>
    open.close(),
  );

  const metrics = new MetricsRegistry();
  clusterMetrics(metrics, cluster, { hasChannel: config.natsUrl !== '', readReplica });
  const certificates = await openCertificates({ config, clock, log });
  if (certificates !== undefined) opened.defer(() => certificates.close());
  const tls = certificates && { certificates, metrics: tlsMetrics(metrics, certificates) };
  const openFiles = opened.adopt(await FileWatch.open(), (open) => open.close());
  const hashToken = rememberingTokenHash(installation.key);
  const redact = (frame: string) => hideCardNumbers(redactTokens(hideSigned(hideSecrets(frame)), hashToken));
  const recorder = opened.adopt(
    await openFrameRecorder({ pool: database.pool, redact, keepDays: keepFramesDays, log }),
    (open) => open.close(),
  );
  return {
    config,
    clock,
    log,
    recent,
    isFirst,
    database,
    readReplica,
    installation,
    ledger,
    cluster,
    metrics,
    certificates,
    identity: await openIdentity(dataDir, installation.key),
    openFiles,
    entrance: entranceOf({ config, tls, openFiles }),
    hashToken,
    redact,
    recorder,
  };
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;
