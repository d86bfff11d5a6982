import type { OcppVersion } from '../../../src/contract/stations/station.ts';

export type LossOfVersion = {
  /** The message or field of later versions that this one lacks: `Message`, `Message.field` or `Message.field = Word`. */
  lacks: string;
  /** Exactly what the product told whoever asked. */
  says: readonly string[];
  /** What comes out instead, where the rest of it can be said; absent: nothing was sent. */
  comesOut?: unknown;
};

const missing = (version: OcppVersion, command: string, lacks: string, since: OcppVersion): LossOfVersion => ({
  lacks,
  says: [`${command}: OCPP ${version} has no message for this: ${lacks} came with OCPP ${since}.`],
});
const since201 = (command: string, lacks: string) => ({ '1.6': missing('1.6', command, lacks, '2.0.1') });
const since21 = (command: string, lacks: string) => ({
  '1.6': missing('1.6', command, lacks, '2.1'),
  '2.0.1': missing('2.0.1', command, lacks, '2.1'),
});

/** A field that neither 1.6 nor 2.0.1 has; `says` with the name of the version where it says VERSION. */
function fieldSince21({ lacks, says, ...instead }: LossOfVersion): Record<'1.6' | '2.0.1', LossOfVersion> {
  const of = (version: OcppVersion) => ({
    lacks,
    says: says.map((sentence) => sentence.replace('VERSION', version)),
    ...instead,
  });
  return { '1.6': of('1.6'), '2.0.1': of('2.0.1') };
}

/**
 * What a version cannot do, by scenario. A scenario that is not named here, or a version that is not named in it, has no loss:
 * everything comes out equal.
 */
export const losses: Readonly<Record<string, Partial<Record<OcppVersion, LossOfVersion>>>> = {
  // Access
  'a master pass ends the session of anybody': {
    '1.6': {
      lacks: 'SetVariables',
      says: ['AuthCtrlr.MasterPassGroupId: OCPP 1.6 has no configuration key for it'],
    },
  },
  'a connector of one type is kept for a driver': {
    '1.6': {
      lacks: 'ReserveNow.connectorType',
      says: ['connectorType: ReserveNow of OCPP 1.6 names no type of connector'],
      comesOut: 'accepted',
    },
  },

  // Energy
  'a station tells which limits it holds': since201('get-charging-profiles', 'GetChargingProfiles'),
  'a car is told when energy is cheap': {
    '1.6': {
      lacks: 'SetChargingProfile.salesTariff',
      says: ['priceLevels: OCPP 1.6 tells cars no prices'],
      comesOut: { status: 'accepted', told: [0] },
    },
  },
  'each phase has a limit of its own': fieldSince21({
    lacks: 'SetChargingProfile.limit_L2',
    says: [
      'periods.limitL2: OCPP VERSION has no limits per phase',
      'periods.limitL3: OCPP VERSION has no limits per phase',
    ],
    comesOut: { status: 'accepted', holds: [[{ startSeconds: 0, limit: 16 }]] },
  }),
  'a limit is changed from minute to minute': fieldSince21({
    lacks: 'SetChargingProfile.chargingProfileKind = Dynamic',
    says: ['kind: OCPP VERSION knows no dynamic profiles'],
  }),
  'a driver in a hurry may charge with priority': fieldSince21({
    lacks: 'SetChargingProfile.chargingProfilePurpose = PriorityCharging',
    says: ['purpose: OCPP VERSION knows no priority charging'],
  }),
  'a car may feed back into the grid': since21('allow-energy-transfer', 'NotifyAllowedEnergyTransfer'),
  'a station supports the grid with reactive power': since21('set-der-control', 'SetDERControl'),
  'a session ends by itself after five kilowatt-hours': fieldSince21({
    lacks: 'TransactionEvent.transactionLimit',
    says: ['limits: Limits of a session came with OCPP 2.1'],
    comesOut: { status: 'accepted', isLimited: false, stopReason: 'Local' },
  }),

  // Prices
  'a station holds the price for everybody and calculates by it': {
    '2.0.1': {
      lacks: 'SetDefaultTariff',
      says: ['tariffId: OCPP 2.0.1 shows the text of a tariff; the station cannot calculate by it'],
      comesOut: { status: 'accepted', held: 1, cleared: 1 },
    },
  },
  'one EVSE has a price of its own': {
    '1.6': {
      lacks: 'SetDefaultTariff.evseId',
      says: ['evseId: DefaultPrice of OCPP 1.6 holds for the whole station'],
      comesOut: { status: 'accepted', at: [0] },
    },
    '2.0.1': {
      lacks: 'SetDefaultTariff.evseId',
      says: [
        'tariffId: OCPP 2.0.1 shows the text of a tariff; the station cannot calculate by it',
        'evseId: TariffFallbackMessage of OCPP 2.0.1 holds for the whole station',
      ],
      comesOut: { status: 'accepted', at: [0] },
    },
  },
  'a station tells which prices it holds': since21('get-tariffs', 'GetTariffs'),
  'a running session gets another price': {
    '2.0.1': {
      lacks: 'ChangeTransactionTariff',
      says: ['tariffId: OCPP 2.0.1 has no message for it: told with the answer to the next event'],
      comesOut: { status: 'accepted', total: 3 },
    },
  },
  'an EVSE waits for somebody who pays on a web page': since21('notify-web-payment', 'NotifyWebPaymentStarted'),

  // Settings, files, security and displays
  'firmware is fetched now and installed at night': {
    '1.6': {
      lacks: 'UpdateFirmware.installDateTime',
      says: ['installAt: UpdateFirmware of OCPP 1.6 says when to fetch, not when to install'],
      comesOut: 'accepted',
    },
  },
  'a local controller offers firmware to the stations behind it, and withdraws it': since201(
    'publish-firmware',
    'PublishFirmware',
  ),
  'what the station collected for research is uploaded': fieldSince21({
    lacks: 'GetLog.logType = DataCollectorLog',
    says: ['kind: Logs of the data collector came with OCPP 2.1'],
  }),
  'a text is shown in two languages': {
    '1.6': {
      lacks: 'SetDisplayMessage.messageExtra',
      says: ['otherLanguages: a message of OCPP 2.0.1, which 1.6 carries, has one language'],
      comesOut: ['accepted', ['pt-BR']],
    },
    '2.0.1': {
      lacks: 'SetDisplayMessage.messageExtra',
      says: ['otherLanguages: a message of OCPP 2.0.1 has one language'],
      comesOut: ['accepted', ['pt-BR']],
    },
  },
  'a station tells which texts it shows': since201('get-display-messages', 'GetDisplayMessages'),
  'a customer asks what the station keeps about them': since201('get-customer-information', 'CustomerInformation'),
  'a station watches its power and raises the alarm': since201('set-monitors', 'SetVariableMonitoring'),
  'a station streams what it measures': {
    ...since201('set-monitors', 'SetVariableMonitoring'),
    '2.0.1': {
      lacks: 'OpenPeriodicEventStream',
      says: ['monitors.0.stream: OCPP 2.0.1 has no streams: each value is reported by itself'],
      comesOut: ['accepted', []],
    },
  },
  'a station is told of a second server': since201('set-network-profile', 'SetNetworkProfile'),

  // Faults
  'a restart waits until the driver has left': {
    '1.6': {
      lacks: 'Reset.type = OnIdle',
      says: ['when: Reset of OCPP 1.6 has no OnIdle: sessions that run are ended first'],
      comesOut: { status: 'accepted', answer: { isScheduled: false }, stopReason: 'SoftReset' },
    },
  },
  'a session goes on after a restart': fieldSince21({
    lacks: 'Reset.type = ImmediateAndResume',
    says: ['when: OCPP VERSION cannot resume a session after a reset'],
    comesOut: { status: 'accepted', state: 'ended', energyWh: 0 },
  }),
  'an operator asks the station whether a session still runs': since201('get-session-status', 'GetTransactionStatus'),
  'a station is asked to tell of its session now': {
    '1.6': {
      lacks: 'TriggerMessage.requestedMessage = TransactionEvent',
      says: ['message: OCPP 1.6 cannot trigger session'],
    },
  },
};
