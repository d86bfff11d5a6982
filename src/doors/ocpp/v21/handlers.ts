import { handlers201 } from '../v201/handlers.ts';
import { type Handlers, sharedHandlers } from '../version.ts';
import { onAuthorize } from './handlers/authorize.ts';
import { onBatterySwap } from './handlers/battery-swap.ts';
import {
  onNotifyEvChargingNeeds,
  onNotifyPriorityCharging,
  onPullDynamicScheduleUpdate,
} from './handlers/charging-profiles.ts';
import { onNotifyDerAlarm, onNotifyDerStartStop, onReportDerControl } from './handlers/der.ts';
import { onGetCertificateChainStatus } from './handlers/get-certificate-chain-status.ts';
import { onNotifySettlement, onVatNumberValidation } from './handlers/payments.ts';
import {
  onClosePeriodicEventStream,
  onNotifyPeriodicEventStream,
  onOpenPeriodicEventStream,
} from './handlers/streams.ts';
import { onTransactionEvent } from './handlers/transaction-event.ts';
import type { Messages } from './messages.generated.ts';

/**
 * Every message an OCPP 2.1 station sends: what 2.0.1 has means the same, unless a row of its own stands here.
 * A new one is its file in `handlers/`, its row here, its sentence in `../sentences/en/` and `../sentences/pt-BR/`, and a use case in
 * `test/conformance/`; types and schemas are there already.
 */
export const handlers21: Handlers<Messages> = {
  ...sharedHandlers<Messages>(handlers201),
  OpenPeriodicEventStream: onOpenPeriodicEventStream,
  ClosePeriodicEventStream: onClosePeriodicEventStream,
  NotifyPeriodicEventStream: onNotifyPeriodicEventStream,
  GetCertificateChainStatus: onGetCertificateChainStatus,
  NotifyEVChargingNeeds: onNotifyEvChargingNeeds,
  PullDynamicScheduleUpdate: onPullDynamicScheduleUpdate,
  NotifyPriorityCharging: onNotifyPriorityCharging,
  ReportDERControl: onReportDerControl,
  NotifyDERAlarm: onNotifyDerAlarm,
  NotifyDERStartStop: onNotifyDerStartStop,
  BatterySwap: onBatterySwap,
  Authorize: onAuthorize,
  NotifySettlement: onNotifySettlement,
  VatNumberValidation: onVatNumberValidation,
  TransactionEvent: onTransactionEvent,
};
