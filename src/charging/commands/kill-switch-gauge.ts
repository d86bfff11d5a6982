import { Gauge, type Registry } from 'prom-client';

/** What an alarm can be hung on: commands that stay blocked are forgotten. */
export function killSwitchGauge(registry: Registry, isOn: () => boolean): void {
  const blocked: Gauge = new Gauge({
    name: 'sigec_kill_switch_on',
    help: '1 while the kill switch is on, otherwise 0',
    aggregator: 'max',
    registers: [],
    collect: () => blocked.set(isOn() ? 1 : 0),
  });
  registry.registerMetric(blocked);
}
