import { Gauge, type Registry } from 'prom-client';

/** What an alarm can be hung on: commands that stay halted are forgotten commands. */
export function haltGauge(registry: Registry, isOn: () => boolean): void {
  const halted: Gauge = new Gauge({
    name: 'sigec_commands_halted',
    help: '1 while commands to stations are halted, otherwise 0',
    registers: [],
    collect: () => halted.set(isOn() ? 1 : 0),
  });
  registry.registerMetric(halted);
}
