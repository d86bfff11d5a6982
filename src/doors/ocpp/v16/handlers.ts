import type { Handlers } from '../version.ts';
import { onAuthorize } from './handlers/authorize.ts';
import { onBootNotification } from './handlers/boot-notification.ts';
import { onDataTransfer } from './handlers/data-transfer.ts';
import { onDiagnosticsStatusNotification } from './handlers/diagnostics-status-notification.ts';
import { onFirmwareStatusNotification } from './handlers/firmware-status-notification.ts';
import { onHeartbeat } from './handlers/heartbeat.ts';
import { onLogStatusNotification } from './handlers/log-status-notification.ts';
import { onMeterValues } from './handlers/meter-values.ts';
import { onSecurityEventNotification } from './handlers/security-event-notification.ts';
import { onSignCertificate } from './handlers/sign-certificate.ts';
import { onSignedFirmwareStatusNotification } from './handlers/signed-firmware-status-notification.ts';
import { onStartTransaction } from './handlers/start-transaction.ts';
import { onStatusNotification } from './handlers/status-notification.ts';
import { onStopTransaction } from './handlers/stop-transaction.ts';
import type { Messages } from './messages.generated.ts';

/** Every message an OCPP 1.6 station sends. */
export const handlers16: Handlers<Messages> = {
  BootNotification: onBootNotification,
  DataTransfer: onDataTransfer,
  Heartbeat: onHeartbeat,
  MeterValues: onMeterValues,
  StartTransaction: onStartTransaction,
  StopTransaction: onStopTransaction,
  StatusNotification: onStatusNotification,
  DiagnosticsStatusNotification: onDiagnosticsStatusNotification,
  FirmwareStatusNotification: onFirmwareStatusNotification,
  LogStatusNotification: onLogStatusNotification,
  SecurityEventNotification: onSecurityEventNotification,
  SignCertificate: onSignCertificate,
  SignedFirmwareStatusNotification: onSignedFirmwareStatusNotification,
  Authorize: onAuthorize,
};
