import { type Commands, cameWith21, missing } from '../command.ts';
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
  ...cameWith21,
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
  'set-charging-profile': setChargingProfile,
  'clear-charging-profiles': clearChargingProfiles,
  'get-charging-profiles': missing('GetChargingProfiles came with OCPP 2.0.1'),
  'get-composite-schedule': getCompositeSchedule,
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
};
