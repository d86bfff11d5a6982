import type { OcppVersion } from '../../src/contract/stations/station.ts';
import type { Malformation } from './expected-codes.ts';
import { bootPayload } from './raw-station.ts';

/** A message as a real station sent it, cut to what is odd about it. */
export type SentCase = {
  rule: string;
  from: string;
  version: OcppVersion;
  action: string;
  payload: unknown;
  /** Without the rules it is refused for this. */
  wrong: Malformation;
  /** With them, these fields are repaired; the first stands for the rule. */
  field: string;
  after: string;
};

const at = '2026-03-01T08:00:00Z';
const status16 = { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp: at };
const status2 = { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: at };
const start16 = { connectorId: 1, idTag: 'CARD-1', meterStart: 0, timestamp: at };
const stop16 = { transactionId: 1, meterStop: 250_390, timestamp: at };
const ended = {
  eventType: 'Ended',
  timestamp: at,
  triggerReason: 'EVDeparted',
  seqNo: 2,
  transactionInfo: { transactionId: 'T1' },
};
const energy = { value: '11', context: 'Sample.Periodic', measurand: 'Energy.Active.Import.Register', unit: 'Wh' };
const meter16 = (...sampledValue: object[]) => ({ connectorId: 1, meterValue: [{ timestamp: at, sampledValue }] });

function on(version: OcppVersion, action: string, payload: unknown) {
  return { version, action, payload };
}

export const sentCases: readonly SentCase[] = [
  {
    rule: 'empty-payload',
    from: 'a Heartbeat of null',
    ...on('1.6', 'Heartbeat', null),
    wrong: 'wrong-type',
    field: '(payload)',
    after: '{}',
  },
  {
    rule: 'empty-payload',
    from: 'a Heartbeat of []',
    ...on('2.0.1', 'Heartbeat', []),
    wrong: 'wrong-type',
    field: '(payload)',
    after: '{}',
  },
  {
    rule: 'over-long-text',
    from: 'lbbrhzn/ocpp#213, Schneider EVlink Smart Wallbox',
    ...on('1.6', 'BootNotification', {
      chargeBoxSerialNumber: 'EVB1A22P2RI3N182341200100350795E5',
      chargePointModel: 'EVlink Smart Wallbox',
      chargePointSerialNumber: '3N18310641B55',
      chargePointVendor: 'Schneider Electric',
      firmwareVersion: '3.4.0.2',
    }),
    wrong: 'over-long-text',
    field: 'chargeBoxSerialNumber',
    after: '"EVB1A22P2RI3N182341200100"',
  },
  {
    rule: 'over-long-text',
    from: 'citrineos/citrineos#131, a model over its length',
    ...on('2.0.1', 'BootNotification', {
      reason: 'PowerUp',
      chargingStation: { vendorName: 'Ipê', model: 'A model of more than 20 letters' },
    }),
    wrong: 'over-long-text',
    field: 'chargingStation.model',
    after: '"A model of more than"',
  },
  {
    rule: 'missing-vendor',
    from: 'steve-community/steve#1099',
    ...on('1.6', 'BootNotification', { chargePointSerialNumber: 'lesbos_left' }),
    wrong: 'missing-field',
    field: 'chargePointVendor',
    after: '"Unknown"',
  },
  {
    rule: 'missing-vendor',
    from: 'citrineos/citrineos#131, an empty chargingStation',
    ...on('2.1', 'BootNotification', { reason: 'PowerUp', chargingStation: {} }),
    wrong: 'missing-field',
    field: 'chargingStation.vendorName',
    after: '"Unknown"',
  },
  {
    rule: 'empty-vendor',
    from: 'evcc-io/evcc#32170, Huawei SmartCharger-22KT-S0',
    ...on('1.6', 'BootNotification', {
      chargePointModel: 'ACChargePoint',
      chargePointSerialNumber: 'huawei1',
      chargePointVendor: '',
    }),
    wrong: 'no-sense',
    field: 'chargePointVendor',
    after: 'unknown',
  },
  {
    rule: 'missing-boot-reason',
    from: '1.6 firmware brought to 2.x',
    ...on('2.0.1', 'BootNotification', { chargingStation: bootPayload['2.0.1'].chargingStation }),
    wrong: 'missing-field',
    field: 'reason',
    after: '"Unknown"',
  },
  {
    rule: 'unit-hertz',
    from: 'lbbrhzn/ocpp#1576, ChargeAmps Halo',
    ...on('1.6', 'MeterValues', {
      transactionId: 1_741_782_933,
      ...meter16({ value: '49.99', context: 'Sample.Periodic', measurand: 'Frequency', unit: 'Hz' }, energy),
    }),
    wrong: 'unknown-word',
    field: 'meterValue[].sampledValue[].unit',
    after: '(absent)',
  },
  {
    rule: 'unit-hertz',
    from: 'mobilityhouse/ocpp#70, Viridian',
    ...on('1.6', 'MeterValues', meter16({ value: '50', unit: 'Hertz' })),
    wrong: 'unknown-word',
    field: 'meterValue[].sampledValue[].measurand',
    after: '"Frequency"',
  },
  {
    rule: 'unit-spelling',
    from: 'Celcius, Celsius and their signs',
    ...on('1.6', 'MeterValues', meter16({ value: '14', measurand: 'Temperature', unit: '°C' }, energy)),
    wrong: 'unknown-word',
    field: 'meterValue[].sampledValue[].unit',
    after: '"Celsius"',
  },
  {
    rule: 'letter-case',
    from: 'constants of a firmware',
    ...on('1.6', 'StatusNotification', { ...status16, status: 'available', errorCode: 'NO_ERROR' }),
    wrong: 'unknown-word',
    field: 'status',
    after: '"Available"',
  },
  {
    rule: 'letter-case',
    from: 'constants of a firmware',
    ...on('2.1', 'StatusNotification', { ...status2, connectorStatus: 'OCCUPIED' }),
    wrong: 'unknown-word',
    field: 'connectorStatus',
    after: '"Occupied"',
  },
  {
    rule: 'null-for-absent',
    from: 'mobilityhouse/ocpp#296',
    ...on('1.6', 'StatusNotification', { ...status16, info: null, status: 'Unavailable' }),
    wrong: 'wrong-type',
    field: 'info',
    after: '(absent)',
  },
  {
    rule: 'empty-for-absent',
    from: 'EVerest/libocpp#808, empty timestamps',
    ...on('1.6', 'StatusNotification', { ...status16, timestamp: '' }),
    wrong: 'no-sense',
    field: 'timestamp',
    after: '(absent)',
  },
  {
    rule: 'timestamp-form',
    from: 'evcc-io/evcc#10399, Growatt THOR',
    ...on('1.6', 'StartTransaction', {
      connectorId: 1,
      idTag: 'evcc',
      meterStart: 0,
      reservationId: 0,
      timestamp: '2026-03-01T15:28:07',
    }),
    wrong: 'no-sense',
    field: 'timestamp',
    after: '"2026-03-01T15:28:07.000Z"',
  },
  {
    rule: 'timestamp-form',
    from: 'lbbrhzn/ocpp#2032, AEFA Home',
    ...on('1.6', 'MeterValues', {
      connectorId: 1,
      meterValue: [{ timestamp: '2026-03-01 13:35:45.377', sampledValue: [energy] }],
    }),
    wrong: 'no-sense',
    field: 'meterValue[].timestamp',
    after: '"2026-03-01T13:35:45.377Z"',
  },
  {
    rule: 'timestamp-form',
    from: 'a count of seconds',
    ...on('2.0.1', 'StatusNotification', { ...status2, timestamp: 1_772_352_000 }),
    wrong: 'wrong-type',
    field: 'timestamp',
    after: '"2026-03-01T08:00:00.000Z"',
  },
  {
    rule: 'timestamp-missing',
    from: 'a clock that was never set',
    ...on('1.6', 'StatusNotification', { ...status16, timestamp: '0000-00-00T00:00:00Z' }),
    wrong: 'no-sense',
    field: 'timestamp',
    after: '(absent)',
  },
  {
    rule: 'clock-before-2000',
    from: 'matth-x/MicroOcpp#311',
    ...on('1.6', 'StatusNotification', { ...status16, timestamp: '1970-01-01T00:00:00.740Z' }),
    wrong: 'no-sense',
    field: 'timestamp',
    after: 'time of receipt',
  },
  {
    rule: 'clock-before-2000',
    from: 'lorenzodonini/ocpp-go#20',
    ...on('2.0.1', 'StatusNotification', { ...status2, timestamp: '0001-01-01T00:00:00Z' }),
    wrong: 'no-sense',
    field: 'timestamp',
    after: 'time of receipt',
  },
  {
    rule: 'number-as-text',
    from: 'voltbras/go-ocpp#16',
    ...on('1.6', 'StatusNotification', { ...status16, connectorId: '1' }),
    wrong: 'wrong-type',
    field: 'connectorId',
    after: '1',
  },
  {
    rule: 'text-as-number',
    from: 'OpenEVSE/openevse_esp32_firmware#335',
    ...on('1.6', 'MeterValues', meter16({ ...energy, value: 604.213 })),
    wrong: 'wrong-type',
    field: 'meterValue[].sampledValue[].value',
    after: '"604.213"',
  },
  {
    rule: 'fraction-for-integer',
    from: 'shiv3/ocpp-cp-simulator#83',
    ...on('1.6', 'StopTransaction', { ...stop16, meterStop: 26_008.333 }),
    wrong: 'wrong-type',
    field: 'meterStop',
    after: '26008',
  },
  {
    rule: 'object-as-text',
    from: 'mobilityhouse/ocpp#462',
    ...on('1.6', 'DataTransfer', { vendorId: 'btc', messageId: 'stationMode', data: { StationMode: 'paymentMode' } }),
    wrong: 'wrong-type',
    field: 'data',
    after: '"{\\"StationMode\\":\\"paymentMode\\"}"',
  },
  {
    rule: 'single-for-list',
    from: 'lbbrhzn/ocpp#1144, Huawei wallbox',
    ...on('1.6', 'MeterValues', {
      connectorId: 1,
      transactionId: 1,
      meterValue: { timestamp: at, sampledValue: [{ ...energy, value: '0.00', unit: 'kWh' }] },
    }),
    wrong: 'wrong-type',
    field: 'meterValue',
    after: `[{"timestamp":"${at}","sampledValue":[{"value":"0.00","context":"Sample.Periodic","m…`,
  },
  {
    rule: 'empty-list',
    from: 'lbbrhzn/ocpp#466, Vestel EVC04, after its way to 2.x',
    ...on('2.0.1', 'TransactionEvent', {
      eventType: 'Updated',
      timestamp: at,
      triggerReason: 'MeterValuePeriodic',
      seqNo: 1,
      transactionInfo: { transactionId: 'T-EMPTY' },
      meterValue: [],
    }),
    wrong: 'missing-field',
    field: 'meterValue',
    after: '(absent)',
  },
  {
    rule: 'missing-error-code',
    from: 'an errorCode only when there is an error',
    ...on('1.6', 'StatusNotification', { connectorId: 1, status: 'Available' }),
    wrong: 'missing-field',
    field: 'errorCode',
    after: '"NoError"',
  },
  {
    rule: 'missing-id-tag',
    from: 'lorenzodonini/ocpp-go#277, free charging',
    ...on('1.6', 'StartTransaction', { connectorId: 1, meterStart: 0, timestamp: at }),
    wrong: 'missing-field',
    field: 'idTag',
    after: '""',
  },
  {
    rule: 'empty-id-tag',
    from: 'lorenzodonini/ocpp-go#277, free charging',
    ...on('1.6', 'Authorize', { idTag: '' }),
    wrong: 'no-sense',
    field: 'idTag',
    after: 'a token nobody holds',
  },
  {
    rule: 'missing-transaction-id',
    from: 'dallmann-consulting/OCPP.Core#29',
    ...on('1.6', 'StopTransaction', { ...stop16, transactionId: null }),
    wrong: 'wrong-type',
    field: 'transactionId',
    after: '0',
  },
  {
    rule: 'missing-meter-stop',
    from: 'a last register that stands in transactionData only',
    ...on('1.6', 'StopTransaction', { transactionId: 1, timestamp: at }),
    wrong: 'missing-field',
    field: 'meterStop',
    after: '-1',
  },
  {
    rule: 'missing-meter-stop',
    from: 'a meter that does not answer',
    ...on('1.6', 'StopTransaction', { ...stop16, meterStop: 'NaN' }),
    wrong: 'wrong-type',
    field: 'meterStop',
    after: '-1',
  },
  {
    rule: 'unreadable-event-field',
    from: 'a word of OCPP 2.1',
    ...on('2.0.1', 'TransactionEvent', { ...ended, triggerReason: 'LimitSet' }),
    wrong: 'unknown-word',
    field: 'triggerReason',
    after: '"AbnormalCondition"',
  },
  {
    rule: 'unreadable-event-field',
    from: 'a count of 32 bits that turned negative',
    ...on('2.1', 'TransactionEvent', { ...ended, seqNo: -(2 ** 31) }),
    wrong: 'no-sense',
    field: 'seqNo',
    after: '0',
  },
  {
    rule: 'unreadable-sample',
    from: 'a meter that does not answer',
    ...on('2.0.1', 'TransactionEvent', {
      ...ended,
      meterValue: [{ timestamp: at, sampledValue: [{ value: 'NaN' }, { value: 1 }] }],
    }),
    wrong: 'wrong-type',
    field: 'meterValue[].sampledValue[]',
    after: '(absent)',
  },
  {
    rule: 'impossible-transaction-id',
    from: 'EVerest/libocpp#495',
    ...on('1.6', 'StopTransaction', { ...stop16, transactionId: -1 }),
    wrong: 'no-sense',
    field: 'transactionId',
    after: 'no session',
  },
  {
    rule: 'impossible-transaction-id',
    from: 'lbbrhzn/ocpp#361, Alfen Eve Pro',
    ...on('1.6', 'MeterValues', { transactionId: 2 ** 63, ...meter16(energy) }),
    wrong: 'no-sense',
    field: 'transactionId',
    after: 'no session',
  },
  {
    rule: 'impossible-transaction-id',
    from: 'offline queues that replay with 0',
    ...on('1.6', 'MeterValues', { transactionId: 0, ...meter16(energy) }),
    wrong: 'no-sense',
    field: 'transactionId',
    after: 'no session',
  },
  {
    rule: 'unknown-sample-word',
    from: 'lbbrhzn/ocpp#361, Alfen Eve Pro',
    ...on(
      '1.6',
      'MeterValues',
      meter16({ ...energy, unit: 'A' }, { value: '16.000', context: 'CurrentMax', unit: 'A' }),
    ),
    wrong: 'unknown-word',
    field: 'meterValue[].sampledValue[]',
    after: '(absent)',
  },
  {
    rule: 'unknown-word',
    from: 'lbbrhzn/ocpp#1248, Legrand GreenUp',
    ...on('1.6', 'StatusNotification', { connectorId: 0, errorCode: 'Error', status: 'Faulted', timestamp: at }),
    wrong: 'unknown-word',
    field: 'errorCode',
    after: '"OtherError"',
  },
  {
    rule: 'over-long-token',
    from: 'lbbrhzn/ocpp#1803, Sigen EVDC',
    ...on('1.6', 'StopTransaction', { ...stop16, idTag: 'X16WG99J2QIEGCC0MCJ5-' }),
    wrong: 'over-long-text',
    field: 'idTag',
    after: '(absent)',
  },
  {
    rule: 'extra-field',
    from: 'evcc-io/evcc#14579',
    ...on('1.6', 'Authorize', { connectorId: 2, idTag: '0584350940c' }),
    wrong: 'extra-field',
    field: 'connectorId',
    after: '(absent)',
  },
  {
    rule: 'extra-field',
    from: 'road-labs/chargestation-one#61',
    ...on('1.6', 'StopTransaction', { ...stop16, connectorId: 1, disconnectReason: 'EVDisconnected' }),
    wrong: 'extra-field',
    field: 'disconnectReason',
    after: '(absent)',
  },
  {
    rule: 'extra-field',
    from: 'fields of 1.6 in 2.x',
    ...on('2.1', 'StatusNotification', { ...status2, errorCode: 'NoError' }),
    wrong: 'extra-field',
    field: 'errorCode',
    after: '(absent)',
  },
  {
    rule: 'text-as-number',
    from: 'a card read as a number',
    ...on('1.6', 'StartTransaction', { ...start16, idTag: 12_345 }),
    wrong: 'wrong-type',
    field: 'idTag',
    after: 'a hash',
  },
];

/** An answer of a real station to one of our commands. */
export type AnsweredCase = {
  rule: string;
  from: string;
  version: OcppVersion;
  command: { action: string; payload: object };
  answer: unknown;
  wrong: Malformation;
  read: Record<string, unknown>;
};

export const answeredCases: readonly AnsweredCase[] = [
  {
    rule: 'boolean-as-text',
    from: 'evcc-io/evcc#10339',
    version: '1.6',
    command: { action: 'GetConfiguration', payload: {} },
    answer: { configurationKey: [{ key: 'ChargeProfileMaxStackLevel', readonly: 'true', value: 5 }] },
    wrong: 'wrong-type',
    read: { configurationKey: [{ key: 'ChargeProfileMaxStackLevel', readonly: true, value: '5' }] },
  },
  {
    rule: 'boolean-as-text',
    from: 'evcc-io/evcc#26253',
    version: '1.6',
    command: { action: 'GetConfiguration', payload: {} },
    answer: { configurationKey: [{ key: 'HeartbeatInterval', readonly: 0, value: '60' }] },
    wrong: 'wrong-type',
    read: { configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '60' }] },
  },
  {
    rule: 'timestamp-missing',
    from: 'evcc-io/evcc#17836, Heidelberg Amperfied',
    version: '1.6',
    command: { action: 'GetCompositeSchedule', payload: { connectorId: 1, duration: 60 } },
    answer: { status: 'Rejected', connectorId: 0, scheduleStart: '0' },
    wrong: 'no-sense',
    read: { status: 'Rejected', connectorId: 0 },
  },
  {
    rule: 'unknown-word',
    from: 'a station with a word of its own',
    version: '1.6',
    command: { action: 'ClearCache', payload: {} },
    answer: { status: 'Busy' },
    wrong: 'unknown-word',
    read: { status: 'Rejected' },
  },
  {
    rule: 'letter-case',
    from: 'constants of a firmware',
    version: '2.0.1',
    command: { action: 'ClearCache', payload: {} },
    answer: { status: 'accepted' },
    wrong: 'unknown-word',
    read: { status: 'Accepted' },
  },
  {
    rule: 'null-for-absent',
    from: 'null for everything absent',
    version: '2.1',
    command: { action: 'ClearCache', payload: {} },
    answer: { status: 'Accepted', statusInfo: null },
    wrong: 'wrong-type',
    read: { status: 'Accepted' },
  },
];
