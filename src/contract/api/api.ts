import { accountApi } from './account.ts';
import { assistantApi } from './assistant.ts';
import { attentionApi } from './attention.ts';
import { billApi } from './bills.ts';
import { bookApi } from './books.ts';
import { campaignApi } from './campaigns.ts';
import { certificateApi, revocationApi } from './certificates.ts';
import { chargingProfileApi } from './charging-profiles.ts';
import { commandApi } from './commands.ts';
import { connectedAgentApi } from './connected-agents.ts';
import { contractApi } from './contracts.ts';
import { customerInformationApi } from './customer-information.ts';
import { dataTransferApi } from './data-transfer.ts';
import { deviceApi } from './devices.ts';
import { driverApi } from './drivers.ts';
import { energyApi } from './energy.ts';
import { eventApi } from './events.ts';
import { findingApi } from './findings.ts';
import { firmwareApi } from './firmware.ts';
import { groupApi } from './groups.ts';
import { invoiceApi } from './invoices.ts';
import { keyApi } from './keys.ts';
import { killSwitchApi } from './kill-switch.ts';
import { localListApi } from './local-lists.ts';
import { logFileApi } from './log-files.ts';
import { messageApi } from './messages.ts';
import { meterValueApi } from './meter-values.ts';
import { moneyApi } from './money.ts';
import { monitoringApi } from './monitoring.ts';
import { notificationApi } from './notifications.ts';
import { paymentAddressApi } from './payment-addresses.ts';
import { paymentApi } from './payments.ts';
import { invitationApi, peopleApi } from './people.ts';
import { playbookApi } from './playbooks.ts';
import { proposalApi } from './proposals.ts';
import { quirkApi } from './quirks.ts';
import { reportApi } from './reports.ts';
import { reservationApi } from './reservations.ts';
import { partnerApi } from './roaming.ts';
import { ruleApi } from './rules.ts';
import { searchApi } from './search.ts';
import { securityApi } from './security.ts';
import { sessionApi } from './sessions.ts';
import { signInApi } from './sign-in.ts';
import { simulatedStationApi } from './simulated-stations.ts';
import { siteApi } from './sites.ts';
import { stationDetailApi } from './station-details.ts';
import { stationApi } from './stations.ts';
import { systemApi } from './system.ts';
import { tariffApi } from './tariffs.ts';
import { ticketApi } from './tickets.ts';
import { tokenApi } from './tokens.ts';
import { variableApi } from './variables.ts';
import { vehicleApi } from './vehicles.ts';

/** Every endpoint there is. Clients import the subject they need instead: this table loads every shape. */
export const api = {
  station: stationApi,
  attention: attentionApi,
  simulatedStation: simulatedStationApi,
  stationDetail: stationDetailApi,
  logFile: logFileApi,
  message: messageApi,
  command: commandApi,
  killSwitch: killSwitchApi,
  dataTransfer: dataTransferApi,
  quirk: quirkApi,
  variable: variableApi,
  monitoring: monitoringApi,
  security: securityApi,
  certificate: certificateApi,
  revocation: revocationApi,
  customerInformation: customerInformationApi,
  chargingProfile: chargingProfileApi,
  session: sessionApi,
  meterValue: meterValueApi,
  bill: billApi,
  money: moneyApi,
  invoice: invoiceApi,
  site: siteApi,
  energy: energyApi,
  finding: findingApi,
  rule: ruleApi,
  playbook: playbookApi,
  notification: notificationApi,
  driver: driverApi,
  group: groupApi,
  token: tokenApi,
  contract: contractApi,
  localList: localListApi,
  reservation: reservationApi,
  tariff: tariffApi,
  payment: paymentApi,
  paymentAddress: paymentAddressApi,
  partner: partnerApi,
  report: reportApi,
  firmware: firmwareApi,
  campaign: campaignApi,
  ticket: ticketApi,
  event: eventApi,
  proposal: proposalApi,
  assistant: assistantApi,
  device: deviceApi,
  vehicle: vehicleApi,
  book: bookApi,
  people: peopleApi,
  invitation: invitationApi,
  key: keyApi,
  account: accountApi,
  connectedAgent: connectedAgentApi,
  signIn: signInApi,
  search: searchApi,
  system: systemApi,
};
