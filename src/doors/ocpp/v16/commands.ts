import { type Commands, missing } from '../command.ts';
import { clearCache, getLocalListVersion, sendLocalList } from './commands/authorization.ts';
import { deleteCertificate, installCertificate, listCertificates, sendCertificate } from './commands/certificates.ts';
import { clearChargingProfiles, getCompositeSchedule, setChargingProfile } from './commands/charging-profiles.ts';
import { reset, setAvailability, trigger, unlock } from './commands/control.ts';
import { transferData } from './commands/data-transfer.ts';
import { clearDisplayMessage, setDisplayMessage } from './commands/displays.ts';
import { updateFirmware } from './commands/firmware.ts';
import { getLog } from './commands/logs.ts';
import { cancelReservation, keepReservation, reserve } from './commands/reservations.ts';
import { changePassword, setSecurityProfile } from './commands/security.ts';
import { startSession, stopSession } from './commands/sessions.ts';
import { changeSessionTariff, clearTariffs, setDefaultTariff, updateCost } from './commands/tariffs.ts';
import { getReport, getVariables, setVariables } from './commands/variables.ts';
import type { Messages } from './messages.generated.ts';

export const commands16: Commands<Messages> = {
  reset,
  'start-session': startSession,
  'stop-session': stopSession,
  'get-session-status': missing('GetTransactionStatus came with OCPP 2.0.1'),
  unlock,
  'set-availability': setAvailability,
  trigger,
  'set-display-message': setDisplayMessage,
  'get-display-messages': missing('GetDisplayMessages came with OCPP 2.0.1'),
  'clear-display-message': clearDisplayMessage,
  'transfer-data': transferData,
  'change-password': changePassword,
  'set-security-profile': setSecurityProfile,
  'install-certificate': installCertificate,
  'delete-certificate': deleteCertificate,
  'list-certificates': listCertificates,
  'send-certificate': sendCertificate,
  'update-firmware': updateFirmware,
  'publish-firmware': missing('PublishFirmware came with OCPP 2.0.1'),
  'unpublish-firmware': missing('UnpublishFirmware came with OCPP 2.0.1'),
  'get-log': getLog,
  'get-customer-information': missing('CustomerInformation came with OCPP 2.0.1'),
  'set-variables': setVariables,
  'get-variables': getVariables,
  'get-report': getReport,
  'set-network-profile': missing('SetNetworkProfile came with OCPP 2.0.1'),
  'set-monitoring-base': missing('SetMonitoringBase came with OCPP 2.0.1'),
  'set-monitoring-level': missing('SetMonitoringLevel came with OCPP 2.0.1'),
  'set-monitors': missing('SetVariableMonitoring came with OCPP 2.0.1'),
  'clear-monitors': missing('ClearVariableMonitoring came with OCPP 2.0.1'),
  'get-monitoring-report': missing('GetMonitoringReport came with OCPP 2.0.1'),
  'adjust-stream': missing('AdjustPeriodicEventStream came with OCPP 2.1'),
  'get-streams': missing('GetPeriodicEventStream came with OCPP 2.1'),
  'set-charging-profile': setChargingProfile,
  'clear-charging-profiles': clearChargingProfiles,
  'get-charging-profiles': missing('GetChargingProfiles came with OCPP 2.0.1'),
  'get-composite-schedule': getCompositeSchedule,
  'update-dynamic-schedule': missing('UpdateDynamicSchedule came with OCPP 2.1'),
  'use-priority-charging': missing('UsePriorityCharging came with OCPP 2.1'),
  'allow-energy-transfer': missing('NotifyAllowedEnergyTransfer came with OCPP 2.1'),
  'send-afrr-signal': missing('AFRRSignal came with OCPP 2.1'),
  'set-der-control': missing('SetDERControl came with OCPP 2.1'),
  'get-der-control': missing('GetDERControl came with OCPP 2.1'),
  'clear-der-control': missing('ClearDERControl came with OCPP 2.1'),
  'request-battery-swap': missing('RequestBatterySwap came with OCPP 2.1'),
  'clear-cache': clearCache,
  'send-local-list': sendLocalList,
  'get-local-list-version': getLocalListVersion,
  reserve,
  'keep-reservation': keepReservation,
  'cancel-reservation': cancelReservation,
  'update-cost': updateCost,
  'set-default-tariff': setDefaultTariff,
  'clear-tariffs': clearTariffs,
  'change-session-tariff': changeSessionTariff,
  'get-tariffs': missing('GetTariffs came with OCPP 2.1'),
  'notify-web-payment': missing('NotifyWebPaymentStarted came with OCPP 2.1'),
};
