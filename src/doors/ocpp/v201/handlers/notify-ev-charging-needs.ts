import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readAc, readDc, readDer, readOffer, readV2x } from '../../shared/charging-profiles/read-needs.ts';
import { inverse, wireTransfer } from '../../shared/charging-profiles/wire-words.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages as Messages21 } from '../../v21/messages.generated.ts';
import type { Messages } from '../messages.generated.ts';

const transferOf = inverse(wireTransfer);
const wireDecision = { accepted: 'Accepted', processing: 'Processing', rejected: 'Rejected' } as const;
const controlModes = { ScheduledControl: 'scheduled', DynamicControl: 'dynamic' } as const;
const mobilityModes = { EVCC: 'car', EVCC_SECC: 'car-and-station' } as const;

/** K15, K17, K20: a car tells what it needs. Read with the types of 2.1, which only tells more than 2.0.1. */
export const onNotifyEvChargingNeeds: Handler<
  Messages['NotifyEVChargingNeeds'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordNeeds'> }
> = async (request: Messages21['NotifyEVChargingNeeds']['request'], { stationId, charging, receivedAt }) => {
  const { evseId, maxScheduleTuples, chargingNeeds, timestamp } = request;
  const { acChargingParameters, dcChargingParameters, v2xChargingParameters, derChargingParameters } = chargingNeeds;
  const { requestedEnergyTransfer, availableEnergyTransfer = [], departureTime, evEnergyOffer } = chargingNeeds;
  const { decision, reason } = await charging.chargingProfiles.recordNeeds({
    stationId,
    evseId,
    at: stationTime(timestamp, receivedAt),
    transfer: transferOf[requestedEnergyTransfer],
    availableTransfers: availableEnergyTransfer.map((transfer) => transferOf[transfer]),
    departureAt: departureTime === undefined ? null : stationTime(departureTime, receivedAt),
    maxPeriods: maxScheduleTuples ?? null,
    controlMode: chargingNeeds.controlMode === undefined ? null : controlModes[chargingNeeds.controlMode],
    mobilityMode: chargingNeeds.mobilityNeedsMode === undefined ? null : mobilityModes[chargingNeeds.mobilityNeedsMode],
    ac: acChargingParameters === undefined ? null : readAc(acChargingParameters),
    dc: dcChargingParameters === undefined ? null : readDc(dcChargingParameters),
    v2x: v2xChargingParameters === undefined ? null : readV2x(v2xChargingParameters),
    der: derChargingParameters === undefined ? null : readDer(derChargingParameters),
    energyOffer: evEnergyOffer === undefined ? null : readOffer(evEnergyOffer, receivedAt),
  });
  return { status: wireDecision[decision], ...(reason !== null && { statusInfo: { reasonCode: reason } }) };
};
