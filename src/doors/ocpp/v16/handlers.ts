import { onFirmwareStatusNotification } from '../v201/handlers/firmware-status-notification.ts';
import { onHeartbeat } from '../v201/handlers/heartbeat.ts';
import { onLogStatusNotification } from '../v201/handlers/log-status-notification.ts';
import { onSecurityEventNotification } from '../v201/handlers/security-event-notification.ts';
import type { Handlers } from '../version.ts';
import { onAuthorize } from './handlers/authorize.ts';
import { onBootNotification } from './handlers/boot-notification.ts';
import { onDataTransfer } from './handlers/data-transfer.ts';
import { onDiagnosticsStatusNotification } from './handlers/diagnostics-status-notification.ts';
import { onMeterValues } from './handlers/meter-values.ts';
import { onSignCertificate } from './handlers/sign-certificate.ts';
import { onStartTransaction } from './handlers/start-transaction.ts';
import { onStatusNotification } from './handlers/status-notification.ts';
import { onStopTransaction } from './handlers/stop-transaction.ts';
import type { Messages } from './messages.generated.ts';

/**
 * Every message an OCPP 1.6 station sends; some mean the same as in 2.0.1.
 * A new one is its file in `handlers/`, its row here, its sentence in `../sentences/en/` and `../sentences/pt-BR/`, and a use case in
 * `test/conformance/`; types and schemas are there already.
 */
export const handlers16: Handlers<Messages> = {
  Heartbeat: onHeartbeat,
  FirmwareStatusNotification: onFirmwareStatusNotification,
  SignedFirmwareStatusNotification: onFirmwareStatusNotification,
  LogStatusNotification: onLogStatusNotification,
  SecurityEventNotification: onSecurityEventNotification,
  BootNotification: onBootNotification,
  DataTransfer: onDataTransfer,
  MeterValues: onMeterValues,
  StartTransaction: onStartTransaction,
  StopTransaction: onStopTransaction,
  StatusNotification: onStatusNotification,
  DiagnosticsStatusNotification: onDiagnosticsStatusNotification,
  SignCertificate: onSignCertificate,
  Authorize: onAuthorize,
};
