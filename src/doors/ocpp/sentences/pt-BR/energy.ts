import { compositeLimits, countControls, limitsOf, needsOf, placeOf, profileOf, tokenOf } from '../read.ts';
import type { Sentences } from '../sentence-types.ts';
import { amounts, at, count, energy, ifTold, list, place, say, time, word } from './phrases.ts';

/** Blocks I, K, Q, R and S, and payments. */
export const energyPt = {
  SetChargingProfile: ({ request }) => {
    const { id, purpose, limits, place: where } = profileOf(request);
    const limitWords = limits.length === 0 ? '' : `: ${amounts(limits)}`;
    return say`recebeu o perfil de recarga ${id} (${word(purpose)}) para ${place(where)}${limitWords}`;
  },
  ClearChargingProfile: ({ request }) => {
    const id = 'id' in request ? request.id : 'chargingProfileId' in request ? request.chargingProfileId : undefined;
    return id === undefined
      ? 'recebeu o pedido de remover perfis de recarga'
      : say`recebeu o pedido de remover o perfil de recarga ${id}`;
  },
  GetChargingProfiles: ({ request }) =>
    say`recebeu a pergunta sobre quais perfis de recarga tem ${at(placeOf(request))} (pedido ${request.requestId})`,
  ReportChargingProfiles: ({ request }) =>
    say`informou ${count(request.chargingProfile.length, 'perfil de recarga', 'perfis de recarga')} ${at(placeOf(request))} (pedido ${request.requestId})`,
  GetCompositeSchedule: ({ request, answer }) => [
    say`recebeu a pergunta sobre a que chegam seus perfis de recarga ${at(placeOf(request))} nos próximos ${request.duration} s`,
    amounts(compositeLimits(answer)),
  ],
  NotifyChargingLimit: ({ request: { chargingLimit, chargingSchedule, ...where } }) => {
    const limits = limitsOf(chargingSchedule);
    return say`está limitada por ${chargingLimit.chargingLimitSource} ${at(placeOf(where))}${limits.length === 0 ? '' : ` a ${amounts(limits)}`}`;
  },
  ClearedChargingLimit: ({ request }) =>
    say`não está mais limitada por ${request.chargingLimitSource} ${at(placeOf(request))}`,
  NotifyEVChargingNeeds: ({ request }) => {
    const { energyWh, departure, transfer } = needsOf(request);
    const wanted = [transfer, ifTold(energyWh, energy), ifTold(departure, (until) => `até ${time(until)}`)];
    return say`transmitiu o que precisa o veículo ${at(placeOf(request))}: ${list(wanted.filter((text) => text !== ''))}`;
  },
  NotifyEVChargingSchedule: ({ request }) =>
    say`transmitiu como vai recarregar o veículo ${at(placeOf(request))}: ${
      amounts(limitsOf([request.chargingSchedule])) ||
      count(request.chargingSchedule.chargingSchedulePeriod.length, 'período')
    }`,
  PullDynamicScheduleUpdate: ({ request }) =>
    say`pediu os valores mais novos do perfil de recarga ${request.chargingProfileId}`,
  UpdateDynamicSchedule: ({ request }) => {
    const { limit, setpoint, dischargeLimit } = request.scheduleUpdate;
    const values = [
      ifTold(limit, (value) => say`limite ${value}`),
      ifTold(dischargeLimit, (value) => say`limite de descarga ${value}`),
      ifTold(setpoint, (value) => say`valor desejado ${value}`),
    ].filter((text) => text !== '');
    return say`recebeu novos valores para o perfil de recarga ${request.chargingProfileId}${values.length === 0 ? '' : `: ${list(values)}`}`;
  },
  AFRRSignal: ({ request }) => say`recebeu o sinal de frequência ${request.signal} de ${time(request.timestamp)}`,
  UsePriorityCharging: ({ request }) =>
    say`recebeu o pedido de ${request.activate ? 'dar prioridade à' : 'encerrar a prioridade da'} sessão ${request.transactionId}`,
  NotifyPriorityCharging: ({ request }) =>
    say`${request.activated ? 'deu prioridade à' : 'encerrou a prioridade da'} sessão ${request.transactionId}`,
  NotifyAllowedEnergyTransfer: ({ request }) =>
    say`soube que a sessão ${request.transactionId} pode usar ${list(request.allowedEnergyTransfer)}`,

  CostUpdated: ({ request }) => say`soube que a sessão ${request.transactionId} custa ${request.totalCost} até agora`,
  SetDefaultTariff: ({ request }) =>
    say`recebeu a tarifa ${request.tariff.tariffId} (${request.tariff.currency}) para ${place(placeOf(request))}`,
  GetTariffs: ({ request, answer }) => [
    say`recebeu a pergunta sobre quais tarifas tem ${at(placeOf(request))}`,
    ifTold(answer?.tariffAssignments, (tariffs) => list(tariffs.map(({ tariffId }) => tariffId))),
  ],
  ClearTariffs: ({ request }) =>
    say`recebeu o pedido de remover ${ifTold(request.tariffIds, (ids) => `a tarifa ${list(ids)}`) || 'suas tarifas'} ${at(placeOf(request))}`,
  ChangeTransactionTariff: ({ request }) =>
    say`recebeu o pedido de cobrar a sessão ${request.transactionId} pela tarifa ${request.tariff.tariffId}`,
  NotifySettlement: ({ request }) =>
    say`informou o pagamento ${request.pspRef} de ${request.settlementAmount} como ${word(request.status)}`,
  NotifyWebPaymentStarted: ({ request }) =>
    say`soube que um motorista está pagando na web para ${place(placeOf(request))}, por no máximo ${request.timeout} s`,
  VatNumberValidation: ({ request }) => say`perguntou se o número fiscal ${request.vatNumber} é válido`,

  SetDERControl: ({ request }) => say`recebeu o controle de rede ${request.controlId} (${request.controlType})`,
  GetDERControl: ({ request }) =>
    say`recebeu a pergunta por seus controles de rede${ifTold(request.controlType, (type) => ` do tipo ${type}`)} (pedido ${request.requestId})`,
  ClearDERControl: ({ request }) =>
    say`recebeu o pedido de remover ${ifTold(request.controlId, (id) => `o controle de rede ${id}`) || `controles de rede${ifTold(request.controlType, (type) => ` do tipo ${type}`)}`}`,
  ReportDERControl: ({ request }) =>
    say`informou ${count(countControls(request), 'controle de rede', 'controles de rede')} (pedido ${request.requestId})`,
  NotifyDERAlarm: ({ request }) =>
    say`informou ${request.alarmEnded ? 'o fim de um alarme de rede' : 'um alarme de rede'} de ${request.controlType}${ifTold(
      request.gridEventFault,
      (fault) => ` (${word(fault)})`,
    )}`,
  NotifyDERStartStop: ({ request }) =>
    say`${request.started ? 'começou' : 'encerrou'} o controle de rede ${request.controlId}`,

  BatterySwap: ({ request: { eventType, batteryData, ...who } }) => {
    const verb = { BatteryIn: 'recebeu', BatteryOut: 'entregou', BatteryOutTimeout: 'ofereceu em vão' }[eventType];
    const charges = list(batteryData.map(({ soC }) => say`${soC} %`));
    return say`${verb} ${count(batteryData.length, 'bateria')} (${charges}) para o token ${tokenOf(who)}`;
  },
  RequestBatterySwap: ({ request }) => say`recebeu o pedido de trocar baterias para o token ${tokenOf(request)}`,
} satisfies Partial<Sentences>;
