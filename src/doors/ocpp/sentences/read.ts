import type { AnswerOf, RequestOf } from './sentence-types.ts';

/** Where at a station; neither: the station as a whole. OCPP 1.6 knows connectors alone. */
export type EvseAddress = { evseId?: number | undefined; connectorId?: number | undefined };
export type Reading = { value: number; unit: string };

type Placed = {
  evse?: { id: number; connectorId?: number } | undefined;
  evseId?: number | undefined;
  connectorId?: number | undefined;
};

/** Where a message is about; 0 stands for the whole station in every version, and so does no place at all. */
export function placeOf(request: Placed | object): EvseAddress {
  const { evse, evseId = evse?.id, connectorId = evse?.connectorId }: Placed = request;
  return { evseId: evseId || undefined, connectorId: connectorId || undefined };
}

/** A token's hash, as the recorder keeps it. */
export function tokenOf(request: { idTag?: string } | { idToken?: { idToken: string } }): string | undefined {
  const { idTag, idToken }: { idTag?: string; idToken?: { idToken: string } } = request;
  return (idTag ?? idToken?.idToken) || undefined;
}

type Sampled = {
  value: number | string;
  measurand?: string;
  unit?: string;
  unitOfMeasure?: { unit?: string; multiplier?: number };
};
type MeterValue = { sampledValue: readonly Sampled[] };

/** The figures of the last reading; signed ones are no figures yet. */
export function readingsOf(values: readonly MeterValue[] | undefined): Reading[] {
  return (values?.at(-1)?.sampledValue ?? []).flatMap((sampled) => {
    const value = Number(sampled.value) * 10 ** (sampled.unitOfMeasure?.multiplier ?? 0);
    return Number.isFinite(value) && sampled.value !== '' ? [{ value, unit: unitOf(sampled) }] : [];
  });
}

function unitOf({ unit, unitOfMeasure, measurand }: Sampled): string {
  const given = unit ?? unitOfMeasure?.unit;
  if (given !== undefined) return given;
  if (measurand === 'SoC') return 'Percent';
  return measurand === undefined || measurand.startsWith('Energy') ? 'Wh' : ''; // absent means Wh, which only energy has
}

type Schedule = {
  chargingRateUnit: string;
  chargingSchedulePeriod: readonly { limit?: number }[];
};

export function limitsOf(schedules: readonly Schedule[] | undefined): Reading[] {
  const [schedule] = schedules ?? [];
  if (schedule === undefined) return [];
  const unit = schedule.chargingRateUnit;
  return schedule.chargingSchedulePeriod.flatMap(({ limit }) => (limit === undefined ? [] : [{ value: limit, unit }]));
}

export function compositeLimits(answer: AnswerOf<'GetCompositeSchedule'> | undefined): Reading[] {
  const { schedule, chargingSchedule = schedule } = (answer ?? {}) as {
    schedule?: Schedule;
    chargingSchedule?: Schedule;
  };
  return limitsOf(chargingSchedule === undefined ? [] : [chargingSchedule]);
}

/** A charging profile of either kind: 1.6 gives it another name and a single schedule. */
export function profileOf(request: RequestOf<'SetChargingProfile'>): {
  id: number;
  purpose: string;
  limits: Reading[];
  place: EvseAddress;
} {
  if ('csChargingProfiles' in request) {
    const { chargingProfileId: id, chargingProfilePurpose: purpose, chargingSchedule } = request.csChargingProfiles;
    return { id, purpose, limits: limitsOf([chargingSchedule]), place: placeOf(request) };
  }
  const { id, chargingProfilePurpose: purpose, chargingSchedule } = request.chargingProfile;
  return { id, purpose, limits: limitsOf(chargingSchedule), place: placeOf(request) };
}

type Component = { name: string; instance?: string; evse?: { id: number } };
type Variable = { name: string; instance?: string };

/** `Connector.Available`, with the instances where there are several. */
export function variableName({ component, variable }: { component: Component; variable?: Variable }): string {
  const names = [component, variable].flatMap((named) =>
    named === undefined ? [] : [named.instance === undefined ? named.name : `${named.name}[${named.instance}]`],
  );
  return names.join('.');
}

export function statusOf(request: RequestOf<'StatusNotification'>): {
  place: EvseAddress;
  status: string;
  errorCode?: string | undefined;
  info?: string | undefined;
} {
  if ('connectorStatus' in request) return { place: placeOf(request), status: request.connectorStatus };
  const { status, errorCode, info } = request;
  return { place: placeOf(request), status, errorCode: errorCode === 'NoError' ? undefined : errorCode, info };
}

export function nameplateOf(request: RequestOf<'BootNotification'>): {
  vendor: string;
  model: string;
  firmware?: string | undefined;
  reason?: string | undefined;
} {
  if ('chargePointVendor' in request) {
    const { chargePointVendor: vendor, chargePointModel: model, firmwareVersion: firmware } = request;
    return { vendor, model, firmware };
  }
  const { vendorName: vendor, model, firmwareVersion: firmware } = request.chargingStation;
  return { vendor, model, firmware, reason: request.reason };
}

export function installedCount(answer: AnswerOf<'GetInstalledCertificateIds'> | undefined): number | undefined {
  const { certificateHashData, certificateHashDataChain = certificateHashData } = (answer ?? {}) as {
    certificateHashData?: readonly unknown[];
    certificateHashDataChain?: readonly unknown[];
  };
  return certificateHashDataChain?.length;
}

export function needsOf({ chargingNeeds }: RequestOf<'NotifyEVChargingNeeds'>): {
  energyWh?: number | undefined;
  departure?: string | undefined;
  transfer: string;
} {
  const { acChargingParameters, dcChargingParameters, departureTime, requestedEnergyTransfer } = chargingNeeds;
  const v2x = 'v2xChargingParameters' in chargingNeeds ? chargingNeeds.v2xChargingParameters : undefined;
  const energyWh =
    acChargingParameters?.energyAmount ?? dcChargingParameters?.energyAmount ?? v2x?.evTargetEnergyRequest;
  return { energyWh, departure: departureTime, transfer: requestedEnergyTransfer };
}

const controlKinds = [
  'curve',
  'enterService',
  'fixedPFAbsorb',
  'fixedPFInject',
  'fixedVar',
  'freqDroop',
  'gradient',
  'limitMaxDischarge',
] as const;

export function countControls(report: RequestOf<'ReportDERControl'>): number {
  return controlKinds.reduce((count, kind) => count + (report[kind]?.length ?? 0), 0);
}
