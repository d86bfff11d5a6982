import type { Handlers } from '../version.ts';
import { onAuthorize } from './handlers/authorize.ts';
import { onBootNotification } from './handlers/boot-notification.ts';
import { onClearedChargingLimit } from './handlers/cleared-charging-limit.ts';
import { onDataTransfer } from './handlers/data-transfer.ts';
import { onFirmwareStatusNotification } from './handlers/firmware-status-notification.ts';
import { onGet15118EVCertificate } from './handlers/get-15118-ev-certificate.ts';
import { onGetCertificateStatus } from './handlers/get-certificate-status.ts';
import { onHeartbeat } from './handlers/heartbeat.ts';
import { onLogStatusNotification } from './handlers/log-status-notification.ts';
import { onMeterValues } from './handlers/meter-values.ts';
import { onNotifyChargingLimit } from './handlers/notify-charging-limit.ts';
import { onNotifyCustomerInformation } from './handlers/notify-customer-information.ts';
import { onNotifyDisplayMessages } from './handlers/notify-display-messages.ts';
import { onNotifyEvChargingNeeds } from './handlers/notify-ev-charging-needs.ts';
import { onNotifyEvChargingSchedule } from './handlers/notify-ev-charging-schedule.ts';
import { onNotifyEvent } from './handlers/notify-event.ts';
import { onNotifyMonitoringReport } from './handlers/notify-monitoring-report.ts';
import { onNotifyReport } from './handlers/notify-report.ts';
import { onPublishFirmwareStatusNotification } from './handlers/publish-firmware-status-notification.ts';
import { onReportChargingProfiles } from './handlers/report-charging-profiles.ts';
import { onReservationStatusUpdate } from './handlers/reservation-status-update.ts';
import { onSecurityEventNotification } from './handlers/security-event-notification.ts';
import { onSignCertificate } from './handlers/sign-certificate.ts';
import { onStatusNotification } from './handlers/status-notification.ts';
import { onTransactionEvent } from './handlers/transaction-event.ts';
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
