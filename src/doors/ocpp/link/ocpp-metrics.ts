import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type StationSpending, stationSpendings } from './station-budgets.ts';

export type OcppMetrics = {
  answered(version: string, action: string, receivedAt: Date): void;
  refused(version: string, code: string): void;
  connectionRefused(reason: string): void;
  slowed(budget: StationSpending): void;
  cut(budget: StationSpending): void;
  /** An exchange that the recorder left out, since its station had filled its share. */
  leftOut(): void;
  leftOutReadings(count: number): void;
};

export function ocppMetrics(registry: Registry, connected: () => number): OcppMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'sigec_ocpp_answer_seconds',
    help: 'Time from a station message to our answer',
    labelNames: ['version', 'action'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  });
  const refused = new Counter({
    name: 'sigec_ocpp_refused_total',
    help: 'Station messages answered with an error',
    labelNames: ['version', 'code'],
    registers,
  });
  const connectionRefused = new Counter({
    name: 'sigec_ocpp_connections_refused_total',
    help: 'Connections refused',
    labelNames: ['reason'],
    registers,
  });
  const slowed = new Counter({
    name: 'sigec_ocpp_slowed_total',
    help: 'Connections of stations that were read more slowly, since they sent more than their budget',
    labelNames: ['budget'],
    registers,
  });
  const cut = new Counter({
    name: 'sigec_ocpp_cut_total',
    help: 'Connections of stations that were ended, since they sent far more than their budget',
    labelNames: ['budget'],
    registers,
  });
  // A series that begins at zero shows its first increase as one.
  for (const budget of stationSpendings) for (const counter of [slowed, cut]) counter.inc({ budget }, 0);
  const leftOut = new Counter({
    name: 'sigec_recorder_left_out_total',
    help: 'Messages that the recorder left out, since their station had filled its share of the hour',
    registers,
  });
  const leftOutReadings = new Counter({
    name: 'sigec_ocpp_left_out_readings_total',
    help: 'Readings that were left out, since their message had more than are kept of one',
    registers,
  });
  const stations: Gauge = new Gauge({
    name: 'sigec_stations_connected',
    help: 'Stations connected to this node; with NODES to all processes of this machine',
    registers: [],
    collect: () => stations.set(connected()),
  });
  registry.registerMetric(stations);
  const series = new Map<string, { observe(seconds: number): void }>(); // finding one by its labels costs more than counting
  return {
    answered(version, action, receivedAt) {
      const name = `${version} ${action}`;
      const one = series.get(name) ?? seconds.labels(version, action);
      series.set(name, one);
      one.observe((Date.now() - receivedAt.getTime()) / 1000);
    },
    refused: (version, code) => refused.inc({ version, code }),
    connectionRefused: (reason) => connectionRefused.inc({ reason }),
    slowed: (budget) => slowed.inc({ budget }),
    cut: (budget) => cut.inc({ budget }),
    leftOut: () => leftOut.inc(),
    leftOutReadings: (count) => leftOutReadings.inc(count),
  };
}
