import { Counter, Gauge, type Registry } from 'prom-client';
import { type DeviceAnswer, type DeviceTransport, deviceAnswer, deviceTransport } from '#contract/devices/device.ts';
import { type DeviceSpending, deviceSpendings } from './links/device-budgets.ts';

export type DeviceMetrics = {
  called(status: DeviceAnswer['status']): void;
  /** A connection was ended for sending far more than its budget. */
  cut(budget: DeviceSpending): void;
};

export function deviceMetrics(registry: Registry, connected: (transport: DeviceTransport) => number): DeviceMetrics {
  const calls = new Counter({
    name: 'sigec_device_calls_total',
    help: 'Calls of tools of devices, by how they ended',
    labelNames: ['status'],
    registers: [registry],
  });
  const cut = new Counter({
    name: 'sigec_device_cut_total',
    help: 'Connections of devices that were ended, since they sent far more than their budget',
    labelNames: ['budget'],
    registers: [registry],
  });
  // A series that begins at zero shows its first increase as one.
  for (const status of deviceAnswer.shape.status.options) calls.inc({ status }, 0);
  for (const budget of deviceSpendings) cut.inc({ budget }, 0);
  const devices: Gauge = new Gauge({
    name: 'sigec_devices_connected',
    help: 'Devices connected to this node',
    labelNames: ['transport'],
    registers: [],
    collect() {
      for (const transport of deviceTransport.options) devices.set({ transport }, connected(transport));
    },
  });
  registry.registerMetric(devices);
  return { called: (status) => calls.inc({ status }), cut: (budget) => cut.inc({ budget }) };
}
