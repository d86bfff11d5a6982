import type { VariablePlace } from '#contract/stations/variables.ts';

/**
 * Every standard OCPP 1.6 configuration key that means the same as a variable of the device model: core, local list,
 * reservation, smart charging, security, ISO 15118 and time. Keys that only bound another one (…MaxLength, MaxChargingProfilesInstalled)
 * are limits of that variable later, and keys such as ConnectorPhaseRotation changed their form: they stay vendor variables.
 */
const places = {
  AllowOfflineTxForUnknownId: 'AuthCtrlr.OfflineTxForUnknownIdEnabled',
  AuthorizationCacheEnabled: 'AuthCacheCtrlr.Enabled',
  AuthorizeRemoteTxRequests: 'AuthCtrlr.AuthorizeRemoteStart',
  ClockAlignedDataInterval: 'AlignedDataCtrlr.Interval',
  ConnectionTimeOut: 'TxCtrlr.EVConnectionTimeOut',
  GetConfigurationMaxKeys: 'DeviceDataCtrlr.ItemsPerMessage[GetVariables]',
  HeartbeatInterval: 'OCPPCommCtrlr.HeartbeatInterval',
  LocalAuthorizeOffline: 'AuthCtrlr.LocalAuthorizeOffline',
  LocalPreAuthorize: 'AuthCtrlr.LocalPreAuthorize',
  MaxEnergyOnInvalidId: 'TxCtrlr.MaxEnergyOnInvalidId',
  MeterValuesAlignedData: 'AlignedDataCtrlr.Measurands',
  MeterValuesSampledData: 'SampledDataCtrlr.TxUpdatedMeasurands',
  MeterValueSampleInterval: 'SampledDataCtrlr.TxUpdatedInterval',
  ResetRetries: 'OCPPCommCtrlr.ResetRetries',
  StopTransactionOnEVSideDisconnect: 'TxCtrlr.StopTxOnEVSideDisconnect',
  StopTransactionOnInvalidId: 'TxCtrlr.StopTxOnInvalidId',
  StopTxnAlignedData: 'AlignedDataCtrlr.TxEndedMeasurands',
  StopTxnSampledData: 'SampledDataCtrlr.TxEndedMeasurands',
  SupportedFileTransferProtocols: 'OCPPCommCtrlr.FileTransferProtocols',
  TransactionMessageAttempts: 'OCPPCommCtrlr.MessageAttempts[TransactionEvent]',
  TransactionMessageRetryInterval: 'OCPPCommCtrlr.MessageAttemptInterval[TransactionEvent]',
  UnlockConnectorOnEVSideDisconnect: 'OCPPCommCtrlr.UnlockOnEVSideDisconnect',
  WebSocketPingInterval: 'OCPPCommCtrlr.WebSocketPingInterval',

  LocalAuthListEnabled: 'LocalAuthListCtrlr.Enabled',
  SendLocalListMaxLength: 'LocalAuthListCtrlr.ItemsPerMessage',

  ReserveConnectorZeroSupported: 'ReservationCtrlr.NonEvseSpecific',

  ChargeProfileMaxStackLevel: 'SmartChargingCtrlr.ProfileStackLevel',
  ChargingScheduleAllowedChargingRateUnit: 'SmartChargingCtrlr.RateUnit',
  ChargingScheduleMaxPeriods: 'SmartChargingCtrlr.PeriodsPerSchedule',
  ConnectorSwitch3to1PhaseSupported: 'SmartChargingCtrlr.Phases3to1',

  AdditionalRootCertificateCheck: 'SecurityCtrlr.AdditionalRootCertificateCheck',
  AuthorizationKey: 'SecurityCtrlr.BasicAuthPassword',
  CertificateSignedMaxChainSize: 'SecurityCtrlr.MaxCertificateChainSize',
  CertSigningRepeatTimes: 'SecurityCtrlr.CertSigningRepeatTimes',
  CertSigningWaitMinimum: 'SecurityCtrlr.CertSigningWaitMinimum',
  CpoName: 'SecurityCtrlr.OrganizationName',
  SecurityProfile: 'SecurityCtrlr.SecurityProfile',

  CentralContractValidationAllowed: 'ISO15118Ctrlr.CentralContractValidationAllowed',
  ContractValidationOffline: 'ISO15118Ctrlr.ContractValidationOffline',
  ISO15118PnCEnabled: 'ISO15118Ctrlr.PnCEnabled',

  NextTimeOffsetTransitionDateTime: 'ClockCtrlr.NextTimeOffsetTransitionDateTime',
  TimeOffset: 'ClockCtrlr.TimeOffset',
  TimeOffsetNextTransition: 'ClockCtrlr.TimeOffset[NextTransition]',
} as const;

/** Values whose word differs: [in OCPP 1.6, in the device model]. */
const words: Partial<Record<string, readonly (readonly [string, string])[]>> = {
  ChargingScheduleAllowedChargingRateUnit: [
    ['Current', 'A'],
    ['Power', 'W'],
  ],
};

const byKey = new Map(Object.entries(places).map(([key, name]) => [key.toLowerCase(), { key, place: toPlace(name) }]));
const byPlace = new Map(Object.entries(places).map(([key, name]) => [name as string, key]));

/** Keys are compared without regard to case, as OCPP 1.6 has it. */
export function placeOfKey(key: string): VariablePlace | undefined {
  return byKey.get(key.toLowerCase())?.place;
}

/** The key of a place on the station itself; undefined: OCPP 1.6 has none. */
export function keyOfPlace({ component, evseId, variable, variableInstance }: VariablePlace): string | undefined {
  if (evseId !== null) return undefined;
  return byPlace.get(`${component}.${variable}${variableInstance === null ? '' : `[${variableInstance}]`}`);
}

export function valueFromKey(key: string, value: string): string {
  return exchanged(words[byKey.get(key.toLowerCase())?.key ?? ''], value, ([old, current]) => [old, current]);
}

export function valueForKey(key: string, value: string): string {
  return exchanged(words[key], value, ([old, current]) => [current, old]);
}

function exchanged(
  pairs: readonly (readonly [string, string])[] = [],
  value: string,
  order: (pair: readonly [string, string]) => readonly [string, string],
): string {
  if (pairs.length === 0) return value;
  const meaning = new Map(pairs.map(order));
  return value
    .split(',')
    .map((word) => meaning.get(word.trim()) ?? word)
    .join(',');
}

function toPlace(name: string): VariablePlace {
  const [, component = '', variable = '', variableInstance] = /^(\w+)\.(\w+)(?:\[(\w+)\])?$/.exec(name) ?? [];
  return {
    component,
    componentInstance: null,
    evseId: null,
    connectorId: null,
    variable,
    variableInstance: variableInstance ?? null,
  };
}
