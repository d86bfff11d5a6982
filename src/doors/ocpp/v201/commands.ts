import { type Commands, cameWith21 } from '../command.ts';
import { clearCache, getLocalListVersion, sendLocalList } from './commands/authorization.ts';
import { deleteCertificate, installCertificate, listCertificates, sendCertificate } from './commands/certificates.ts';
import {
  clearChargingProfiles,
  getChargingProfiles,
  getCompositeSchedule,
  setChargingProfile,
} from './commands/charging-profiles.ts';
import { reset, setAvailability, trigger, unlock } from './commands/control.ts';
import { getCustomerInformation } from './commands/customer-information.ts';
import { transferData } from './commands/data-transfer.ts';
import { clearDisplayMessage, getDisplayMessagesOf, setDisplayMessageOf } from './commands/displays.ts';
import { publishFirmware, unpublishFirmware, updateFirmware } from './commands/firmware.ts';
import { getLog } from './commands/logs.ts';
import {
  clearMonitors,
  getMonitoringReport,
  setMonitoringBase,
  setMonitoringLevel,
  setMonitors,
} from './commands/monitoring.ts';
import { setNetworkProfile } from './commands/network-profile.ts';
import { cancelReservation, keepReservation, reserve } from './commands/reservations.ts';
import { changePassword, setSecurityProfile } from './commands/security.ts';
import { getSessionStatus, startSession, stopSession } from './commands/sessions.ts';
import { changeSessionTariff, clearTariffs, setDefaultTariff, updateCost } from './commands/tariffs.ts';
import { getReport, getVariables, setVariables } from './commands/variables.ts';
import type { Messages } from './messages.generated.ts';

export const commands201: Commands<Messages> = {
  ...cameWith21,
  reset,
  'start-session': startSession,
  'stop-session': stopSession,
  'get-session-status': getSessionStatus,
  unlock,
  'set-availability': setAvailability,
  trigger,
  'set-display-message': setDisplayMessageOf({ isLimited: true }),
  'get-display-messages': getDisplayMessagesOf({ isLimited: true }),
  'clear-display-message': clearDisplayMessage,
  'transfer-data': transferData,
  'change-password': changePassword,
  'set-security-profile': setSecurityProfile,
  'install-certificate': installCertificate,
  'delete-certificate': deleteCertificate,
  'list-certificates': listCertificates,
  'send-certificate': sendCertificate,
  'update-firmware': updateFirmware,
  'publish-firmware': publishFirmware,
  'unpublish-firmware': unpublishFirmware,
  'get-log': getLog,
  'get-customer-information': getCustomerInformation,
  'set-variables': setVariables,
  'get-variables': getVariables,
  'get-report': getReport,
  'set-network-profile': setNetworkProfile,
  'set-monitoring-base': setMonitoringBase,
  'set-monitoring-level': setMonitoringLevel,
  'set-monitors': setMonitors,
  'clear-monitors': clearMonitors,
  'get-monitoring-report': getMonitoringReport,
  'set-charging-profile': setChargingProfile,
  'clear-charging-profiles': clearChargingProfiles,
  'get-charging-profiles': getChargingProfiles,
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
