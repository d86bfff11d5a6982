import type { Route } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { attentionRoutes } from './routes/attention.ts';
import { billRoutes } from './routes/bills.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { certificateRoutes } from './routes/certificates.ts';
import { chargingProfileRoutes } from './routes/charging-profiles.ts';
import { commandRoutes } from './routes/commands.ts';
import { connectedAgentRoutes } from './routes/connected-agents.ts';
import { contractRoutes } from './routes/contracts.ts';
import { customerInformationRoutes } from './routes/customer-information.ts';
import { dataTransferRoutes } from './routes/data-transfer.ts';
import { driverRoutes } from './routes/drivers.ts';
import { energyRoutes } from './routes/energy.ts';
import { eventRoutes } from './routes/events.ts';
import { findingRoutes } from './routes/findings.ts';
import { firmwareRoutes } from './routes/firmware.ts';
import { groupRoutes } from './routes/groups.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { keyRoutes } from './routes/keys.ts';
import { killSwitchRoutes } from './routes/kill-switch.ts';
import { localListRoutes } from './routes/local-lists.ts';
import { logFileRoutes } from './routes/log-files.ts';
import { messageRoutes } from './routes/messages.ts';
import { meterValueRoutes } from './routes/meter-values.ts';
import { monitoringRoutes } from './routes/monitoring.ts';
import { paymentAddressRoutes } from './routes/payment-addresses.ts';
import { paymentRoutes } from './routes/payments.ts';
import { invitationRoutes, peopleRoutes } from './routes/people.ts';
import { proposalRoutes } from './routes/proposals.ts';
import { quirkRoutes } from './routes/quirks.ts';
import { reportRoutes } from './routes/reports.ts';
import { reservationRoutes } from './routes/reservations.ts';
import { revocationRoutes } from './routes/revocation.ts';
import { searchRoutes } from './routes/search.ts';
import { securityRoutes } from './routes/security.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { siteRoutes } from './routes/sites.ts';
import { stationDetailRoutes } from './routes/station-details.ts';
import { stationRoutes } from './routes/stations.ts';
import { systemRoutes } from './routes/system.ts';
import { tariffRoutes } from './routes/tariffs.ts';
import { ticketRoutes } from './routes/tickets.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { variableRoutes } from './routes/variables.ts';

/** Every route of this door but for those of subjects that can be switched off. */
export const routes: readonly Route[] = [
  ...stationRoutes,
  ...attentionRoutes,
  ...stationDetailRoutes,
  ...logFileRoutes,
  ...messageRoutes,
  ...commandRoutes,
  ...killSwitchRoutes,
  ...dataTransferRoutes,
  ...quirkRoutes,
  ...variableRoutes,
  ...monitoringRoutes,
  ...securityRoutes,
  ...certificateRoutes,
  ...revocationRoutes,
  ...customerInformationRoutes,
  ...chargingProfileRoutes,
  ...sessionRoutes,
  ...meterValueRoutes,
  ...billRoutes,
  ...invoiceRoutes,
  ...siteRoutes,
  ...energyRoutes,
  ...findingRoutes,
  ...driverRoutes,
  ...groupRoutes,
  ...tokenRoutes,
  ...contractRoutes,
  ...localListRoutes,
  ...reservationRoutes,
  ...tariffRoutes,
  ...paymentRoutes,
  ...paymentAddressRoutes,
  ...reportRoutes,
  ...firmwareRoutes,
  ...campaignRoutes,
  ...ticketRoutes,
  ...eventRoutes,
  ...proposalRoutes,
  ...assistantRoutes,
  ...peopleRoutes,
  ...invitationRoutes,
  ...keyRoutes,
  ...accountRoutes,
  ...connectedAgentRoutes,
  ...signInRoutes,
  ...searchRoutes,
  ...systemRoutes,
];
