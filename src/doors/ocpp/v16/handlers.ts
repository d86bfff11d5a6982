import { onSecurityEventNotification } from '../v201/handlers/security-event-notification.ts';
import { onHeartbeat } from '../v201/handlers/station.ts';
import { onFirmwareStatusNotification, onLogStatusNotification } from '../v201/handlers/upkeep.ts';
import type { Handlers } from '../version.ts';
import { onDataTransfer } from './handlers/data-transfer.ts';
import { onDiagnosticsStatusNotification } from './handlers/diagnostics-status-notification.ts';
import { onAuthorize, onMeterValues, onStartTransaction, onStopTransaction } from './handlers/sessions.ts';
import { onSignCertificate } from './handlers/sign-certificate.ts';
import { onBootNotification, onStatusNotification } from './handlers/station.ts';
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
