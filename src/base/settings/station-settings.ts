import { count, days, file, oneOf, port, type Setting, seconds, wholeNumber } from './setting-kinds.ts';

const pingSeconds = wholeNumber('a number of seconds', 1, 60);

/** Charging stations. */
export const stationSettings = {
  ocppServerPort: port(
    'OCPP_SERVER_PORT',
    9000,
    'Charging stations connect here (ws; over TLS too, unless that is off).',
  ),
  ocppTlsPort: port('OCPP_TLS_PORT', 9443, 'Charging stations connect here over TLS alone (wss), unless TLS is off.'),
  ocppUnknownStations: oneOf(
    'OCPP_UNKNOWN_STATIONS',
    ['pending', 'accept', 'refuse'],
    'What an unknown station meets on loopback.',
  ),
  stationMessagesPerSecond: count(
    'STATION_MESSAGES_PER_SECOND',
    200,
    'How many messages a second one station may send, and ten times as many at once; what it sends faster is read later.',
  ),
  ocppPingSeconds: pingSeconds(
    'OCPP_PING_SECONDS',
    30,
    'How often a station is pinged, in seconds; one that is silent for two and a half times as long is cut. Some mobile networks forget connections that are quiet for longer.',
  ),
  ocppMinSecurityProfile: oneOf(
    'OCPP_MIN_SECURITY_PROFILE',
    ['0', '1', '2', '3'],
    'Lowest OCPP security profile: 1 demands a password, 2 also TLS, 3 a certificate of the station.',
  ),
  stationRoots: file(
    'STATION_ROOTS',
    'A PEM file of the roots of others, such as of a maker or of your own authority elsewhere, whose certificates stations may sign in with (security profile 3) beside ours; absent: ours alone.',
  ),
  stationRevocation: oneOf(
    'STATION_REVOCATION',
    ['strict', 'lenient'],
    'Whether a station with such a certificate is refused when nobody answers whether it was revoked (strict), or accepted (lenient). What was revoked is refused in any case.',
  ),
  meterValuesKeepDays: days(
    'METER_VALUES_KEEP_DAYS',
    400,
    'How long meter values, signed ones too, are kept; 0 keeps them for ever. Sessions and their energy stay either way.',
  ),
  sessionSilentHours: hours(
    'SESSION_SILENT_HOURS',
    2,
    'How long nothing is heard of a running session that seems over (connector available, another one there, station booted) before its station is asked and it is closed; 0: for ever.',
  ),
  sessionOfflineHours: hours(
    'SESSION_OFFLINE_HOURS',
    24,
    'The same where nothing else says that it is over: after that a station is asked, or a session of one that is away is closed; 0: for ever.',
  ),
  stationsInSync: oneOf(
    'STATIONS_IN_SYNC',
    ['on', 'off'],
    'Whether lists of tokens, and settings that sites ask for, are kept in sync with stations of our own accord; off: only lists of stations that were named.',
  ),
  localListEntries: count(
    'LOCAL_LIST_ENTRIES',
    1_000,
    'How many tokens the list of a station holds that does not say how many it can hold; the ones used most recently are in it.',
  ),
  costUpdateSeconds: seconds(
    'COST_UPDATE_SECONDS',
    60,
    'How old the cost of a running session may be that its station shows; then it is told. 0: stations hear it with answers and on request alone.',
  ),
};

function hours(env: string, fallback: number, about: string): Setting<number> {
  const read = (given: string) => (/^\d{1,4}(\.\d{1,3})?$/.test(given) ? Number(given) : undefined);
  return { env, about, accepts: 'a number of hours from 0 to 9999', fallback, read };
}
