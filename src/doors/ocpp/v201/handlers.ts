import type { Handlers } from '../version.ts';
import { onAuthorize } from './handlers/authorize.ts';
import {
  onClearedChargingLimit,
  onNotifyChargingLimit,
  onNotifyEvChargingNeeds,
  onNotifyEvChargingSchedule,
  onReportChargingProfiles,
} from './handlers/charging-profiles.ts';
import { onDataTransfer } from './handlers/data-transfer.ts';
import { onGet15118EVCertificate } from './handlers/get-15118-ev-certificate.ts';
import { onGetCertificateStatus } from './handlers/get-certificate-status.ts';
import { onMeterValues } from './handlers/meter-values.ts';
import { onNotifyEvent, onNotifyMonitoringReport } from './handlers/monitoring.ts';
import { onNotifyCustomerInformation } from './handlers/notify-customer-information.ts';
import { onNotifyDisplayMessages } from './handlers/notify-display-messages.ts';
import { onNotifyReport } from './handlers/notify-report.ts';
import { onReservationStatusUpdate } from './handlers/reservation-status-update.ts';
import { onSecurityEventNotification } from './handlers/security-event-notification.ts';
import { onSignCertificate } from './handlers/sign-certificate.ts';
import { onBootNotification, onHeartbeat, onStatusNotification } from './handlers/station.ts';
import { onTransactionEvent } from './handlers/transaction-event.ts';
import {
  onFirmwareStatusNotification,
  onLogStatusNotification,
  onPublishFirmwareStatusNotification,
} from './handlers/upkeep.ts';
import type { Messages } from './messages.generated.ts';

/**
 * Every message an OCPP 2.0.1 station sends.
 * A new one is its file in `handlers/`, its row here, its sentence in `../sentences/en/` and `../sentences/pt-BR/`, and a use case in
 * `test/conformance/`; types and schemas are there already.
 */
export const handlers201: Handlers<Messages> = {
  BootNotification: onBootNotification,
  DataTransfer: onDataTransfer,
  Heartbeat: onHeartbeat,
  NotifyDisplayMessages: onNotifyDisplayMessages,
  MeterValues: onMeterValues,
  TransactionEvent: onTransactionEvent,
  StatusNotification: onStatusNotification,
  NotifyReport: onNotifyReport,
  NotifyMonitoringReport: onNotifyMonitoringReport,
  NotifyEvent: onNotifyEvent,
  FirmwareStatusNotification: onFirmwareStatusNotification,
  Get15118EVCertificate: onGet15118EVCertificate,
  GetCertificateStatus: onGetCertificateStatus,
  LogStatusNotification: onLogStatusNotification,
  NotifyCustomerInformation: onNotifyCustomerInformation,
  PublishFirmwareStatusNotification: onPublishFirmwareStatusNotification,
  SecurityEventNotification: onSecurityEventNotification,
  SignCertificate: onSignCertificate,
  NotifyChargingLimit: onNotifyChargingLimit,
  ClearedChargingLimit: onClearedChargingLimit,
  NotifyEVChargingNeeds: onNotifyEvChargingNeeds,
  NotifyEVChargingSchedule: onNotifyEvChargingSchedule,
  ReportChargingProfiles: onReportChargingProfiles,
  Authorize: onAuthorize,
  ReservationStatusUpdate: onReservationStatusUpdate,
};
