/** The words of monitoring, for the door that translates them. */
export type { MonitorResult } from '#contract/commands/monitoring.ts';
export type { AlertTrigger, MonitorOrigin, MonitorType, StreamPace } from '#contract/monitoring.ts';
export type { StationAlert } from './alerts.ts';
export type { KnownMonitor } from './monitors.ts';
