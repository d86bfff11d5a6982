import { Counter, Gauge, type Registry } from 'prom-client';
import type { Certificates } from './certificates.ts';

const outcomes = ['done', 'failed', 'too-slow', 'too-many', 'plain'] as const;

export type TlsMetrics = { handshake(outcome: (typeof outcomes)[number]): void };

export function tlsMetrics(registry: Registry, certificates: Pick<Certificates, 'current' | 'trouble'>): TlsMetrics {
  const handshakes = new Counter({
    name: 'sigec_tls_handshakes_total',
    help: 'Connections to ports that speak TLS, by how their handshake ended; plain: they did not begin one',
    labelNames: ['outcome'],
    registers: [],
  });
  for (const outcome of outcomes) handshakes.inc({ outcome }, 0);
  const expiry: Gauge<'key'> = new Gauge({
    name: 'sigec_tls_certificate_expires_seconds',
    help: 'When each certificate that we show expires, in seconds since 1970',
    labelNames: ['key'],
    aggregator: 'min',
    registers: [],
    collect() {
      expiry.reset();
      for (const { kind, expiresAt } of certificates.current()) expiry.set({ key: kind }, expiresAt.getTime() / 1_000);
    },
  });
  const trouble: Gauge = new Gauge({
    name: 'sigec_tls_certificates_failing',
    help: '1 while certificates could not be renewed or read again, otherwise 0',
    aggregator: 'max',
    registers: [],
    collect: () => trouble.set(certificates.trouble() === null ? 0 : 1),
  });
  registry.registerMetric(handshakes);
  registry.registerMetric(expiry);
  registry.registerMetric(trouble);
  return { handshake: (outcome) => handshakes.inc({ outcome }) };
}
