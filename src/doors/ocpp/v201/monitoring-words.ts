import type { EventNotificationEnumType, EventTriggerEnumType, MonitorEnumType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { AlertTrigger, MonitorOrigin, MonitorType } from '#contract/stations/monitoring.ts';

export const monitorTypeFrom = {
  UpperThreshold: 'upper-threshold',
  LowerThreshold: 'lower-threshold',
  Delta: 'delta',
  Periodic: 'periodic',
  PeriodicClockAligned: 'periodic-clock-aligned',
  TargetDelta: 'target-delta',
  TargetDeltaRelative: 'target-delta-relative',
} satisfies Record<MonitorEnumType, MonitorType>;

export const wireMonitorType = {
  'upper-threshold': 'UpperThreshold',
  'lower-threshold': 'LowerThreshold',
  delta: 'Delta',
  periodic: 'Periodic',
  'periodic-clock-aligned': 'PeriodicClockAligned',
  'target-delta': 'TargetDelta',
  'target-delta-relative': 'TargetDeltaRelative',
} as const satisfies Record<MonitorType, MonitorEnumType>;

export const originFrom = {
  HardWiredNotification: 'hard-wired-notification',
  HardWiredMonitor: 'hard-wired',
  PreconfiguredMonitor: 'preconfigured',
  CustomMonitor: 'custom',
} satisfies Record<EventNotificationEnumType, MonitorOrigin>;

export const triggerFrom = {
  Alerting: 'alerting',
  Delta: 'delta',
  Periodic: 'periodic',
} satisfies Record<EventTriggerEnumType, AlertTrigger>;
