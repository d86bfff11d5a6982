import { compositeLimits, countControls, limitsOf, needsOf, placeOf, profileOf, tokenOf } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { amounts, at, count, energy, ifTold, list, place, say, time, word } from './phrases.ts';

/** Blocks I, K, Q, R and S, and payments. */
export const energyEn = {
  SetChargingProfile: ({ request }) => {
    const { id, purpose, limits, place: where } = profileOf(request);
    const limitWords = limits.length === 0 ? '' : `: ${amounts(limits)}`;
    return say`was given charging profile ${id} (${word(purpose)}) for ${place(where)}${limitWords}`;
  },
  ClearChargingProfile: ({ request }) => {
    const id = 'id' in request ? request.id : 'chargingProfileId' in request ? request.chargingProfileId : undefined;
    return id === undefined ? 'was asked to remove charging profiles' : say`was asked to remove charging profile ${id}`;
  },
  GetChargingProfiles: ({ request }) =>
    say`was asked which charging profiles it has ${at(placeOf(request))} (request ${request.requestId})`,
  ReportChargingProfiles: ({ request }) =>
    say`reported ${count(request.chargingProfile.length, 'charging profile')} ${at(placeOf(request))} (request ${request.requestId})`,
  GetCompositeSchedule: ({ request, answer }) => [
    say`was asked what its charging profiles come to ${at(placeOf(request))} for the next ${request.duration} s`,
    amounts(compositeLimits(answer)),
  ],
  NotifyChargingLimit: ({ request: { chargingLimit, chargingSchedule, ...where } }) => {
    const limits = limitsOf(chargingSchedule);
    return say`is limited by ${chargingLimit.chargingLimitSource} ${at(placeOf(where))}${limits.length === 0 ? '' : ` to ${amounts(limits)}`}`;
  },
  ClearedChargingLimit: ({ request }) =>
    say`is no longer limited by ${request.chargingLimitSource} ${at(placeOf(request))}`,
  NotifyEVChargingNeeds: ({ request }) => {
    const { energyWh, departure, transfer } = needsOf(request);
    const wanted = [transfer, ifTold(energyWh, energy), ifTold(departure, (until) => `by ${time(until)}`)];
    return say`passed on what the vehicle ${at(placeOf(request))} needs: ${list(wanted.filter((text) => text !== ''))}`;
  },
  NotifyEVChargingSchedule: ({ request }) =>
    say`passed on how the vehicle ${at(placeOf(request))} will charge: ${
      amounts(limitsOf([request.chargingSchedule])) ||
      count(request.chargingSchedule.chargingSchedulePeriod.length, 'period')
    }`,
  PullDynamicScheduleUpdate: ({ request }) =>
    say`asked for the newest values of charging profile ${request.chargingProfileId}`,
  UpdateDynamicSchedule: ({ request }) => {
    const { limit, setpoint, dischargeLimit } = request.scheduleUpdate;
    const values = [
      ifTold(limit, (value) => say`limit ${value}`),
      ifTold(dischargeLimit, (value) => say`discharge limit ${value}`),
      ifTold(setpoint, (value) => say`setpoint ${value}`),
    ].filter((text) => text !== '');
    return say`was given new values for charging profile ${request.chargingProfileId}${values.length === 0 ? '' : `: ${list(values)}`}`;
  },
  AFRRSignal: ({ request }) => say`was passed the frequency signal ${request.signal} of ${time(request.timestamp)}`,
  UsePriorityCharging: ({ request }) =>
    say`was asked to ${request.activate ? 'give' : 'end'} priority ${request.activate ? 'to' : 'of'} session ${request.transactionId}`,
  NotifyPriorityCharging: ({ request }) =>
    say`${request.activated ? 'gave' : 'ended'} priority ${request.activated ? 'to' : 'of'} session ${request.transactionId}`,
  NotifyAllowedEnergyTransfer: ({ request }) =>
    say`was told that session ${request.transactionId} may use ${list(request.allowedEnergyTransfer)}`,

  CostUpdated: ({ request }) => say`was told that session ${request.transactionId} costs ${request.totalCost} so far`,
  SetDefaultTariff: ({ request }) =>
    say`was given tariff ${request.tariff.tariffId} (${request.tariff.currency}) for ${place(placeOf(request))}`,
  GetTariffs: ({ request, answer }) => [
    say`was asked which tariffs it has ${at(placeOf(request))}`,
    ifTold(answer?.tariffAssignments, (tariffs) => list(tariffs.map(({ tariffId }) => tariffId))),
  ],
  ClearTariffs: ({ request }) =>
    say`was asked to remove ${ifTold(request.tariffIds, (ids) => `tariff ${list(ids)}`) || 'its tariffs'} ${at(placeOf(request))}`,
  ChangeTransactionTariff: ({ request }) =>
    say`was asked to charge session ${request.transactionId} by tariff ${request.tariff.tariffId}`,
  NotifySettlement: ({ request }) =>
    say`reported the payment ${request.pspRef} of ${request.settlementAmount} as ${word(request.status)}`,
  NotifyWebPaymentStarted: ({ request }) =>
    say`was told that a driver is paying on the web for ${place(placeOf(request))}, for at most ${request.timeout} s`,
  VatNumberValidation: ({ request }) => say`asked whether the VAT number ${request.vatNumber} is valid`,

  SetDERControl: ({ request }) => say`was given grid control ${request.controlId} (${request.controlType})`,
  GetDERControl: ({ request }) =>
    say`was asked for its grid controls${ifTold(request.controlType, (type) => ` of kind ${type}`)} (request ${request.requestId})`,
  ClearDERControl: ({ request }) =>
    say`was asked to remove ${ifTold(request.controlId, (id) => `grid control ${id}`) || `grid controls${ifTold(request.controlType, (type) => ` of kind ${type}`)}`}`,
  ReportDERControl: ({ request }) =>
    say`reported ${count(countControls(request), 'grid control')} (request ${request.requestId})`,
  NotifyDERAlarm: ({ request }) =>
    say`reported ${request.alarmEnded ? 'the end of a grid alarm' : 'a grid alarm'} of ${request.controlType}${ifTold(
      request.gridEventFault,
      (fault) => ` (${word(fault)})`,
    )}`,
  NotifyDERStartStop: ({ request }) => say`${request.started ? 'began' : 'ended'} grid control ${request.controlId}`,

  BatterySwap: ({ request: { eventType, batteryData, ...who } }) => {
    const verb = { BatteryIn: 'took in', BatteryOut: 'gave out', BatteryOutTimeout: 'offered in vain' }[eventType];
    const charges = list(batteryData.map(({ soC }) => say`${soC} %`));
    return say`${verb} ${count(batteryData.length, 'battery', 'batteries')} (${charges}) for token ${tokenOf(who)}`;
  },
  RequestBatterySwap: ({ request }) => say`was asked to swap batteries for token ${tokenOf(request)}`,
} satisfies Partial<Sentences>;
