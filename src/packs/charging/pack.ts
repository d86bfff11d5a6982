import type { Pack } from '#tools/pack.ts';
import { listContracts, revokeContract } from './access/contracts.ts';
import { listDrivers } from './access/list-drivers.ts';
import { cancelReservation, listReservations, reserveConnector } from './access/reservations.ts';
import { findToken, listRefusals, setTokenBlocked, tryAuthorization } from './access/tokens.ts';
import { explainPlan } from './energy/explain-plan.ts';
import { planCharging } from './energy/plan-charging.ts';
import { setChargingNeed } from './energy/set-charging-need.ts';
import { setSiteLimit } from './energy/set-site-limit.ts';
import { closeFinding } from './health/close-finding.ts';
import { diagnoseStation } from './health/diagnose-station.ts';
import { listFindings } from './health/list-findings.ts';
import { getChargePointMessages } from './history/get-charge-point-messages.ts';
import { listEvents } from './history/list-events.ts';
import { whatHappened } from './history/what-happened.ts';
import { correctBill } from './money/correct-bill.ts';
import { priceExample } from './money/price-example.ts';
import { assignTariff, setTariff } from './money/set-tariff.ts';
import { listTariffs } from './money/tariffs.ts';
import type { PackNeeds } from './needs.ts';
import { chargingPrompts } from './prompts/prompts.ts';
import { getReport } from './reports/get-report.ts';
import { getUptimeReport } from './reports/get-uptime-report.ts';
import { excludeOutage } from './reports/outages.ts';
import { chargingResources } from './resources/resources.ts';
import { draftRule } from './rules/draft-rule.ts';
import { runPlaybook } from './rules/run-playbook.ts';
import { listRules, setRule } from './rules/set-rule.ts';
import { getTransactionDetails } from './sessions/get-transaction-details.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { startOcppTransaction, stopOcppTransaction } from './sessions/session-orders.ts';
import { acceptChargePoint } from './stations/accept-charge-point.ts';
import { listCertificates, revokeCertificate } from './stations/certificates.ts';
import { commandManyChargePoints } from './stations/command-many-charge-points.ts';
import { getChargePointConfiguration, updateChargePointConfiguration } from './stations/configuration.ts';
import { getChargePointStatus } from './stations/get-charge-point-status.ts';
import { getChargingLimits } from './stations/get-charging-limits.ts';
import { listChargePointCommands } from './stations/list-charge-point-commands.ts';
import { listChargePoints } from './stations/list-charge-points.ts';
import { listConnectorsByStatus } from './stations/list-connectors-by-status.ts';
import { listSites } from './stations/list-sites.ts';
import { requestChargePointReport, requestLogs } from './stations/requests.ts';
import { resetChargePoint, unlockConnector } from './stations/reset-charge-point.ts';
import { setChargingLimit } from './stations/set-charging-limit.ts';
import { setConnectorStatus } from './stations/set-connector-status.ts';
import { updateFirmware } from './stations/update-firmware.ts';

import { whatNeedsAttention } from './stations/what-needs-attention.ts';

import { changeCampaign, listCampaigns, startCampaign } from './upkeep/campaigns.ts';
import { listLogFindings } from './upkeep/list-log-findings.ts';
import { listTickets, openTicket } from './upkeep/tickets.ts';

/** The charging business for agents. A tool is one row here. */
export function chargingPack(needs: PackNeeds): Pack {
  return {
    name: 'charging',
    within: 'sites',
    title: 'Charging stations',
    instructions:
      'Begin with list_charge_points; get_charge_point_status tells how one is doing, what_happened why. A charge point is a station; it has EVSEs, and each EVSE has connectors. What changes anything is proposed, and a person approves it.',
    levels: [
      { name: 'observe', about: 'See the network as it is' },
      { name: 'operate', about: 'Act on single stations and sessions' },
      { name: 'advanced', about: 'Change how stations work, prices and bills' },
    ],
    essentials: [
      'list_charge_points',
      'get_charge_point_status',
      'list_sessions',
      'get_transaction_details',
      'what_happened',
      'get_report',
      'list_sites',
      'plan_charging',
      'list_tariffs',
    ],
    tools: [
      listChargePoints(needs),
      whatNeedsAttention(needs),
      getChargePointStatus(needs),
      listConnectorsByStatus(needs),
      getChargePointConfiguration(needs),
      getChargingLimits(needs),
      listChargePointCommands(needs),
      listSites(needs),
      whatHappened(needs),
      listEvents(needs),
      getChargePointMessages(needs),
      requestChargePointReport(needs),
      requestLogs(needs),
      resetChargePoint(needs),
      unlockConnector(needs),
      setConnectorStatus(needs),
      setChargingLimit(needs),
      updateChargePointConfiguration(needs),
      updateFirmware(needs),
      commandManyChargePoints(needs),
      acceptChargePoint(needs),
      listCertificates(needs),
      revokeCertificate(needs),
      listSessions(needs),
      getTransactionDetails(needs),
      startOcppTransaction(needs),
      stopOcppTransaction(needs),
      listDrivers(needs),
      findToken(needs),
      tryAuthorization(needs),
      listRefusals(needs),
      setTokenBlocked(needs),
      listContracts(needs),
      revokeContract(needs),
      listReservations(needs),
      reserveConnector(needs),
      cancelReservation(needs),
      listTariffs(needs),
      priceExample(needs),
      setTariff(needs),
      assignTariff(needs),
      correctBill(needs),
      getReport(needs),
      getUptimeReport(needs),
      excludeOutage(needs),
      listRules(needs),
      draftRule(needs),
      setRule(needs),
      runPlaybook(needs),
      listFindings(needs),
      diagnoseStation(needs),
      closeFinding(needs),
      planCharging(needs),
      explainPlan(needs),
      setChargingNeed(needs),
      setSiteLimit(needs),
      listLogFindings(needs),
      listTickets(needs),
      openTicket(needs),
      listCampaigns(needs),
      startCampaign(needs),
      changeCampaign(needs),
    ],
    resources: chargingResources(needs),
    prompts: chargingPrompts(needs),
  };
}
