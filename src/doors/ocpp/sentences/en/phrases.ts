import { phrasesIn } from '../phrases.ts';

/** Words of the protocol that say more when they are not taken to the letter; all others are split into words. */
const wordsEn = {
  SuspendedEV: 'paused by the vehicle',
  SuspendedEVSE: 'paused by the station',
  EVConnected: 'vehicle connected',
  EVDisconnected: 'vehicle disconnected',
  EVDetected: 'vehicle detected',
  EVDeparted: 'vehicle left',
  EVCommunicationLost: 'vehicle no longer answers',
  EVCommunicationError: 'vehicle does not answer',
  EVConnectTimeout: 'no vehicle came',
  StoppedByEV: 'stopped by the vehicle',
  Local: 'at the station',
  Remote: 'remotely',
  DeAuthorized: 'token no longer accepted',
  Deauthorized: 'token no longer accepted',
  SOCLimitReached: 'state of charge reached',
  SoCLimitReached: 'state of charge reached',
  LocalOutOfCredit: 'out of credit',
  TxResumed: 'session resumed',
  TxNotFound: 'session not found',
  ConcurrentTx: 'in use by another session',
  MeterValueClock: 'clock-aligned reading',
  MeterValuePeriodic: 'periodic reading',
  ChargePointMaxProfile: 'limit of the station',
  ChargingStationMaxProfile: 'limit of the station',
  ChargingStationExternalConstraints: 'external limit',
  TxDefaultProfile: 'default for sessions',
  TxProfile: 'for one session',
  CSMSRootCertificate: 'root of the central system',
  CentralSystemRootCertificate: 'root of the central system',
  MORootCertificate: 'root of mobility operators',
  OEMRootCertificate: 'root of vehicle makers',
  V2GRootCertificate: 'V2G root',
  V2GCertificateChain: 'V2G chain',
  V2GCertificate: 'V2G certificate',
  V2G20Certificate: 'V2G certificate (ISO 15118-20)',
} as const;

export const { say, amount, amounts, energy, list, word, time, place, at, ifTold } = phrasesIn({
  decimal: '.',
  words: wordsEn,
  station: 'the whole station',
  evse: (id) => `EVSE ${id}`,
  connector: (id) => `connector ${id}`,
  connectorOfEvse: (connector, evse) => `EVSE ${evse} connector ${connector}`,
  atStation: 'at the whole station',
  atEvse: (id) => `at EVSE ${id}`,
  atConnector: (id) => `at connector ${id}`,
  atConnectorOfEvse: (connector, evse) => `at EVSE ${evse} connector ${connector}`,
  andMore: (count) => `and ${count} more`,
});

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
