import { statusWords } from './connector-life.ts';
import type { SimulatedPlace, SimulatedVariable } from './device-model.ts';
import type { Nameplate } from './nameplate.ts';
import type { ProfileQuirk } from './profile-quirks.ts';
import type { SimulatedStation } from './station.ts';

export function stationVariables(station: SimulatedStation): SimulatedVariable[] {
  return [
    ...plate(station.nameplate),
    ...settings(station),
    ...access(station),
    ...roomForTokens(station),
    ...keysOf16(station.nameplate),
    ...evses(station),
    ...paymentCodes(station),
  ];
}

function plate(nameplate: Nameplate): SimulatedVariable[] {
  const { vendor, model, serialNumber } = nameplate; // an update changes the firmware
  return [
    fixed('ChargingStation.VendorName', vendor),
    fixed('ChargingStation.Model', model),
    fixed('ChargingStation.SerialNumber', serialNumber),
    fixed('ChargingStation.Available', 'true'),
    { place: placeOf('Controller.FirmwareVersion'), dataType: 'string', read: () => nameplate.firmwareVersion },
    fixed('MonitoringCtrlr.Available', 'true'),
    { ...fixed('DeviceDataCtrlr.ItemsPerMessage[GetVariables]', '50'), key: 'GetConfigurationMaxKeys' },
    fixed('DeviceDataCtrlr.ItemsPerMessage[SetVariables]', '50'),
  ];
}

function settings(station: SimulatedStation): SimulatedVariable[] {
  const seconds = { dataType: 'integer', unit: 's', min: 0 } as const;
  const yesOrNo = { dataType: 'boolean' } as const;
  return [
    {
      place: placeOf('OCPPCommCtrlr.HeartbeatInterval'),
      key: 'HeartbeatInterval',
      ...seconds,
      min: 1,
      read: () => String(station.heartbeatSeconds),
      write: (value) => station.setHeartbeat(Number(value)),
    },
    { ...held('OCPPCommCtrlr.WebSocketPingInterval', '0', 'WebSocketPingInterval'), ...seconds },
    { ...held('OCPPCommCtrlr.ResetRetries', '3', 'ResetRetries'), dataType: 'integer', min: 0 },
    {
      ...held('OCPPCommCtrlr.MessageAttempts[TransactionEvent]', '3', 'TransactionMessageAttempts'),
      dataType: 'integer',
      min: 1,
    },
    {
      ...held('OCPPCommCtrlr.MessageAttemptInterval[TransactionEvent]', '10', 'TransactionMessageRetryInterval'),
      ...seconds,
    },
    { ...held('TxCtrlr.EVConnectionTimeOut', '120', 'ConnectionTimeOut'), ...seconds },
    { ...held('TxCtrlr.StopTxOnInvalidId', 'true', 'StopTransactionOnInvalidId'), ...yesOrNo },
    {
      ...held('SampledDataCtrlr.TxUpdatedInterval', String(station.sampleEverySeconds), 'MeterValueSampleInterval'),
      ...seconds,
    },
    {
      ...held('SampledDataCtrlr.TxUpdatedMeasurands', allMeasurands, 'MeterValuesSampledData'),
      dataType: 'MemberList',
      values: allMeasurands,
    },
    { ...held('AlignedDataCtrlr.Interval', '0', 'ClockAlignedDataInterval'), ...seconds },
    { ...held('AuthCtrlr.AuthorizeRemoteStart', 'true', 'AuthorizeRemoteTxRequests'), ...yesOrNo },
    { ...held('AuthCtrlr.LocalAuthorizeOffline', 'true', 'LocalAuthorizeOffline'), ...yesOrNo },
    { ...held('AuthCtrlr.LocalPreAuthorize', 'false', 'LocalPreAuthorize'), ...yesOrNo },
    {
      ...held('AuthCtrlr.OfflineTxForUnknownIdEnabled', 'false', 'AllowOfflineTxForUnknownId'),
      ...yesOrNo,
    },
    held('AuthCtrlr.MasterPassGroupId', ''),
    { ...held('AuthCacheCtrlr.Enabled', 'true', 'AuthorizationCacheEnabled'), ...yesOrNo },
    { ...held('LocalAuthListCtrlr.Enabled', 'true', 'LocalAuthListEnabled'), ...yesOrNo },
    { ...fixed('LocalAuthListCtrlr.ItemsPerMessage', '100'), key: 'SendLocalListMaxLength' },
    ...smartCharging(station),
    held('TariffCostCtrlr.TariffFallbackMessage', ''),
    held('TariffCostCtrlr.TotalCostFallbackMessage', ''),
    { ...held('MonitoringCtrlr.Enabled', 'true'), ...yesOrNo },
  ];
}

function smartCharging({ settings: { profileQuirks } }: SimulatedStation): SimulatedVariable[] {
  const has = (quirk: ProfileQuirk) => profileQuirks.includes(quirk);
  const units = has('only-watts') ? 'W' : has('only-amperes') ? 'A' : 'A,W';
  const words = units.replace('A', 'Current').replace('W', 'Power'); // as 1.6 calls them
  return [
    fixed('SmartChargingCtrlr.Available', 'true'),
    { ...held('SmartChargingCtrlr.Enabled', String(!has('load-balancing-off'))), dataType: 'boolean' },
    { ...fixed('SmartChargingCtrlr.ProfileStackLevel', '8'), key: 'ChargeProfileMaxStackLevel' },
    { ...fixed('SmartChargingCtrlr.PeriodsPerSchedule', '24'), key: 'ChargingScheduleMaxPeriods' },
    { ...fixed('SmartChargingCtrlr.Entries[ChargingProfiles]', '20'), key: 'MaxChargingProfilesInstalled' },
    fixed('SmartChargingCtrlr.RateUnit', units),
    { ...constant(words), place: null, key: 'ChargingScheduleAllowedChargingRateUnit' },
  ];
}

/** How it reaches the server, and proves there who it is. */
function access(station: SimulatedStation): SimulatedVariable[] {
  const profile = { dataType: 'integer', read: () => String(station.access.profile) } as const;
  return [
    {
      place: placeOf('SecurityCtrlr.BasicAuthPassword'),
      key: 'AuthorizationKey',
      dataType: 'string',
      read: () => '', // nobody may read it
      write: (value) => station.changePassword(value),
    },
    { ...profile, place: placeOf('SecurityCtrlr.SecurityProfile') },
    { ...profile, place: null, key: 'SecurityProfile', min: 1, max: 3, write: (value) => station.raise(Number(value)) },
    {
      place: placeOf('OCPPCommCtrlr.ActiveNetworkProfile'),
      dataType: 'integer',
      read: () => String(station.access.slot),
    },
    {
      place: placeOf('OCPPCommCtrlr.NetworkConfigurationPriority'),
      dataType: 'string',
      needsReboot: true,
      read: () => station.access.priority,
      write: (value) => station.keeping(() => station.access.setPriority(value)),
    },
  ];
}

/** Only a station with little room speaks of it. */
function roomForTokens({ tokens }: SimulatedStation): SimulatedVariable[] {
  const { maxListed } = tokens.manners;
  if (!Number.isFinite(maxListed)) return [];
  const entries = { dataType: 'integer', max: maxListed, read: () => String(tokens.list.size) } as const;
  return [
    { ...entries, place: placeOf('LocalAuthListCtrlr.Entries') },
    { ...constant(String(maxListed)), place: null, key: 'LocalAuthListMaxLength' },
  ];
}

const allMeasurands =
  'Energy.Active.Import.Register,Power.Active.Import,Power.Active.Export,Voltage,Current.Import,SoC';

function keysOf16({ evseCount }: Nameplate): SimulatedVariable[] {
  return [
    { ...constant(String(evseCount)), place: null, key: 'NumberOfConnectors' },
    {
      ...constant('Core,LocalAuthListManagement,Reservation,RemoteTrigger,SmartCharging'),
      place: null,
      key: 'SupportedFeatureProfiles',
    },
    { ...changeable(''), place: null, key: 'DefaultPrice' },
    { ...changeable('70'), place: null, key: 'LightIntensity', dataType: 'integer', min: 0, max: 100 },
  ];
}

function evses({ connectors }: SimulatedStation): SimulatedVariable[] {
  const values = Object.values(statusWords).join(',');
  return connectors.all
    .filter(({ evseId }) => evseId > 0)
    .flatMap((connector) => {
      const { evseId, connectorId } = connector;
      const state = {
        dataType: 'OptionList',
        values,
        isMonitorable: true,
        read: () => statusWords[connector.state.status],
      } as const;
      const measured = { isMonitorable: true, dataType: 'decimal' } as const;
      return [
        { place: { component: 'EVSE', evseId, variable: 'AvailabilityState' }, ...state },
        { ...changeable('0'), place: { component: 'EVSE', evseId, variable: 'Power' }, unit: 'W', ...measured },
        { place: { component: 'Connector', evseId, connectorId, variable: 'AvailabilityState' }, ...state },
        { ...constant('true'), place: { component: 'Connector', evseId, connectorId, variable: 'Available' } },
      ];
    });
}

/** What came with 2.1: a display per EVSE that shows where to pay. */
function paymentCodes({ version, connectors, till }: SimulatedStation): SimulatedVariable[] {
  if (version !== '2.1') return [];
  const evseIds = new Set(connectors.all.map(({ evseId }) => evseId).filter((evseId) => evseId > 0));
  return [...evseIds].flatMap((evseId) => till.codeOf(evseId).variables);
}

function fixed(name: string, value: string): SimulatedVariable {
  return { place: placeOf(name), ...constant(value) };
}

function held(name: string, value: string, key?: string): SimulatedVariable {
  return { place: placeOf(name), ...(key !== undefined && { key }), ...changeable(value) };
}

function constant(value: string) {
  return { dataType: 'string', read: () => value } as const;
}

function changeable(initial: string) {
  let current = initial;
  return {
    dataType: 'string' as const,
    read: () => current,
    write(value: string) {
      current = value;
    },
  };
}

/** `Component.Variable` or `Component.Variable[instance]`. */
function placeOf(name: string): SimulatedPlace {
  const [, component = '', variable = '', instance] = /^(\w+)\.(\w+)(?:\[(\w+)\])?$/.exec(name) ?? [];
  return { component, variable, instance };
}
