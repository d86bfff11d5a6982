import type { Handlers } from '../version.ts';
import { onBootNotification } from './handlers/boot-notification.ts';
import { onHeartbeat } from './handlers/heartbeat.ts';
import { onStatusNotification } from './handlers/status-notification.ts';
import type { Messages } from './messages.generated.ts';

/** Every message an OCPP 1.6 station sends. */
export const handlers16: Handlers<Messages> = {
  BootNotification: onBootNotification,
  Heartbeat: onHeartbeat,
  StatusNotification: onStatusNotification,
};
