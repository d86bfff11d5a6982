import type { Route } from './route.ts';
import { about } from './routes/about.ts';
import { acceptStation } from './routes/accept-station.ts';
import {
  answerQuestion,
  askAssistant,
  cancelAnswer,
  decideApproval,
  followAnswer,
  forgetLastingApproval,
  getConversation,
  listConversations,
  listLastingApprovals,
  removeConversation,
  startConversation,
} from './routes/assistant.ts';
import { listAudit } from './routes/audit.ts';
import { listBatterySwaps } from './routes/battery-swaps.ts';
import { correctBill, getBill } from './routes/bills.ts';
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
import { addDriver, changeDriver, forgetDriver, getDriver, importAccess, listDrivers } from './routes/drivers.ts';
import { exportSessions } from './routes/export-sessions.ts';
import { getFirmware } from './routes/firmware.ts';
import { followEvents } from './routes/follow-events.ts';
import { getStation } from './routes/get-station.ts';
import { addGroup, changeGroup, getGroup, listGroups, removeGroup } from './routes/groups.ts';
import { changeHalt, getHalt } from './routes/halt.ts';
import { isAlive, isReady } from './routes/health.ts';
import { listHeartbeats } from './routes/heartbeats.ts';
import { identity } from './routes/identity.ts';
import { listKeptSettings } from './routes/kept-settings.ts';
import { listKeys } from './routes/list-keys.ts';
import { listStations } from './routes/list-stations.ts';
import { getLocalList, listLocalLists, setLocalListMode } from './routes/local-list.ts';
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
import { excludeOutage, listOutages } from './routes/outages.ts';
import { listPayments, listSettlements, listVatValidations } from './routes/payments.ts';
import { applyProposal, approveProposal, denyProposal, getProposal, listProposals } from './routes/proposals.ts';
import { listQuirks, listRepairs, setQuirkOfModel, setQuirkOfStation } from './routes/quirks.ts';
import { getReceipt } from './routes/receipts.ts';
import { rejectStation } from './routes/reject-station.ts';
import { renewPassword } from './routes/renew-password.ts';
import { exportBilledSessions, makeReport, reportRefusals, reportUptime } from './routes/reports.ts';
import {
  cancelReservation,
  createReservation,
  getReservation,
  listReservations,
  listStationReservations,
} from './routes/reservations.ts';
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
import {
  addSite,
  changeSite,
  getSite,
  listSites,
  placeDevice,
  placeStation,
  removeSite,
  takeDevice,
  takeStation,
} from './routes/sites.ts';
import { addTariffAssignment, listTariffAssignments, removeTariffAssignment } from './routes/tariff-assignments.ts';
import {
  addTariff,
  getStationTariffs,
  getTariff,
  listStationCosts,
  listTariffs,
  readTariffText,
  retireTariff,
  tryTariff,
} from './routes/tariffs.ts';
import {
  addToken,
  blockToken,
  changeToken,
  findToken,
  getToken,
  hashToken,
  listRefusals,
  listTokens,
  removeToken,
  unblockToken,
} from './routes/tokens.ts';
import { tryToken } from './routes/try-token.ts';
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
  getHalt,
  changeHalt,
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
  getBill,
  correctBill,
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
  listSites,
  getSite,
  addSite,
  changeSite,
  removeSite,
  placeStation,
  takeStation,
  placeDevice,
  takeDevice,
  listDrivers,
  getDriver,
  addDriver,
  changeDriver,
  forgetDriver,
  importAccess,
  listTokens,
  getToken,
  findToken,
  hashToken,
  addToken,
  changeToken,
  blockToken,
  unblockToken,
  removeToken,
  listGroups,
  getGroup,
  addGroup,
  changeGroup,
  removeGroup,
  listRefusals,
  tryToken,
  getLocalList,
  listLocalLists,
  setLocalListMode,
  listKeptSettings,
  listReservations,
  createReservation,
  listStationReservations,
  getReservation,
  cancelReservation,
  listTariffs,
  addTariff,
  getTariff,
  readTariffText,
  retireTariff,
  tryTariff,
  listTariffAssignments,
  addTariffAssignment,
  removeTariffAssignment,
  getStationTariffs,
  listStationCosts,
  listPayments,
  listSettlements,
  listVatValidations,
  getReceipt,
  makeReport,
  exportBilledSessions,
  reportUptime,
  reportRefusals,
  listOutages,
  excludeOutage,
  followEvents,
  listProposals,
  getProposal,
  approveProposal,
  denyProposal,
  applyProposal,
  listConversations,
  startConversation,
  getConversation,
  removeConversation,
  askAssistant,
  followAnswer,
  cancelAnswer,
  decideApproval,
  answerQuestion,
  listLastingApprovals,
  forgetLastingApproval,
  listAudit,
  listKeys,
  createKey,
  revokeKey,
  whoAmI,
  signIn,
  signOut,
  useSignInLink,
  isAlive,
  isReady,
  identity,
  metrics,
  openapiDocument,
  docs,
  docsStartScript,
  docsScript,
];
