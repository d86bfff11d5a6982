import type { Route } from './route.ts';
import { about } from './routes/about.ts';
import { acceptStation } from './routes/accept-station.ts';
import { listBatterySwaps } from './routes/battery-swaps.ts';
import {
  downloadAuthority,
  getAuthority,
  listCertificateRequests,
  listCertificates,
  revokeCertificate,
} from './routes/certificates.ts';
import { getCommand, listCommands, runCommand, runManyCommands, runRawCommand } from './routes/commands.ts';
import { createKey } from './routes/create-key.ts';
import { listCustomerInformation, readCustomerInformation } from './routes/customer-information.ts';
import { listDataTransfers, listVendors, registerVendor, removeVendor } from './routes/data-transfer.ts';
import { getDer } from './routes/der.ts';
import { listDisplayMessages } from './routes/displays.ts';
import { docs, docsScript, docsStartScript, openapiDocument } from './routes/docs.ts';
import { exportSessions } from './routes/export-sessions.ts';
import { getFirmware } from './routes/firmware.ts';
import { followEvents } from './routes/follow-events.ts';
import { getStation } from './routes/get-station.ts';
import { isAlive, isReady } from './routes/health.ts';
import { listHeartbeats } from './routes/heartbeats.ts';
import { listKeys } from './routes/list-keys.ts';
import { listStations } from './routes/list-stations.ts';
import { getLocalList } from './routes/local-list.ts';
import { listLogs } from './routes/logs.ts';
import { exportMessages, listMessages } from './routes/messages.ts';
import {
  getSessionCurve,
  listMeterKeys,
  listSessionMeterValues,
  listSignedValues,
  listStationMeterValues,
  setMeterKeys,
} from './routes/meter-values.ts';
import { metrics } from './routes/metrics.ts';
import { listAlerts, listMonitors, listSamples, listStreams } from './routes/monitoring.ts';
import { startSession, stopSession } from './routes/order-sessions.ts';
import { listPayments, listSettlements, listVatValidations } from './routes/payments.ts';
import { listQuirks, listRepairs, setQuirkOfModel, setQuirkOfStation } from './routes/quirks.ts';
import { rejectStation } from './routes/reject-station.ts';
import { renewPassword } from './routes/renew-password.ts';
import { listReservations, listStationReservations } from './routes/reservations.ts';
import { revokeKey } from './routes/revoke-key.ts';
import {
  dropPlannedSchedule,
  listCompositeSchedules,
  listEvNeeds,
  listEvSchedules,
  listLimits,
  listPriorityCharging,
  listSchedules,
  planSchedule,
} from './routes/schedules.ts';
import { acknowledgeSecurityEvent, getSecurity, listSecurityEvents } from './routes/security.ts';
import { getSessionLimits } from './routes/session-limits.ts';
import { getSession, listSessionEvents, listSessions, listStationSessions } from './routes/sessions.ts';
import { signIn } from './routes/sign-in.ts';
import { signOut } from './routes/sign-out.ts';
import { addTariff, getStationTariffs, listStationCosts, listTariffs, retireTariff } from './routes/tariffs.ts';
import {
  addToken,
  addTokenGroup,
  blockToken,
  changeToken,
  findToken,
  hashToken,
  listRefusals,
  listTokenGroups,
  listTokens,
  removeToken,
  unblockToken,
} from './routes/tokens.ts';
import { useSignInLink } from './routes/use-sign-in-link.ts';
import {
  deleteTemplate,
  getTemplate,
  listNetworkProfiles,
  listTemplates,
  listVariables,
  saveTemplate,
} from './routes/variables.ts';
import { whoAmI } from './routes/who-am-i.ts';

/** Every route of this door, one row each. */
export const routes: readonly Route[] = [
  about,
  listStations,
  getStation,
  acceptStation,
  renewPassword,
  rejectStation,
  runCommand,
  runManyCommands,
  runRawCommand,
  listCommands,
  getCommand,
  listMessages,
  listHeartbeats,
  exportMessages,
  listDisplayMessages,
  listDataTransfers,
  listVendors,
  registerVendor,
  removeVendor,
  listQuirks,
  setQuirkOfModel,
  listRepairs,
  setQuirkOfStation,
  listSessions,
  exportSessions,
  startSession,
  stopSession,
  listStationSessions,
  getSession,
  listSessionEvents,
  listSessionMeterValues,
  listStationMeterValues,
  getSessionCurve,
  listSignedValues,
  listMeterKeys,
  setMeterKeys,
  getSessionLimits,
  listVariables,
  listNetworkProfiles,
  listTemplates,
  getTemplate,
  saveTemplate,
  deleteTemplate,
  listMonitors,
  listAlerts,
  listStreams,
  listSamples,
  getSecurity,
  listSecurityEvents,
  acknowledgeSecurityEvent,
  listCertificates,
  listCertificateRequests,
  getAuthority,
  downloadAuthority,
  revokeCertificate,
  getFirmware,
  listLogs,
  listCustomerInformation,
  readCustomerInformation,
  listSchedules,
  planSchedule,
  dropPlannedSchedule,
  listCompositeSchedules,
  listLimits,
  listEvNeeds,
  listEvSchedules,
  listPriorityCharging,
  getDer,
  listBatterySwaps,
  listTokens,
  findToken,
  hashToken,
  addToken,
  changeToken,
  blockToken,
  unblockToken,
  removeToken,
  listTokenGroups,
  addTokenGroup,
  listRefusals,
  getLocalList,
  listReservations,
  listStationReservations,
  listTariffs,
  addTariff,
  retireTariff,
  getStationTariffs,
  listStationCosts,
  listPayments,
  listSettlements,
  listVatValidations,
  followEvents,
  listKeys,
  createKey,
  revokeKey,
  whoAmI,
  signIn,
  signOut,
  useSignInLink,
  isAlive,
  isReady,
  metrics,
  openapiDocument,
  docs,
  docsStartScript,
  docsScript,
];
