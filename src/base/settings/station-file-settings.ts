import { count, days, list, port, type Setting, url, wholeNumber } from './setting-kinds.ts';

type PortRange = { first: number; last: number } | null;

/** Certificates, firmware and logs of stations. */
export const stationFileSettings = {
  certificateRenewDays: days(
    'CERTIFICATE_RENEW_DAYS',
    30,
    'How many days before its certificate expires a station is asked to renew it; 0: only when somebody wants it.',
  ),
  revocationHosts: list(
    'REVOCATION_HOSTS',
    'OCSP responders and servers of revocation lists, as host or host:port, that may be asked although they stand in a private network or on this machine; absent: only those on the open net.',
  ),
  revocationCacheMinutes: count(
    'REVOCATION_CACHE_MINUTES',
    60,
    'How long the answer of an OCSP responder or a revocation list of others is kept at most, whatever it says of itself; as late a revocation may be noticed.',
  ),
  firmwareHosts: list(
    'FIRMWARE_HOSTS',
    'Hosts from which agents may ask stations to fetch firmware, over https; absent: agents propose no firmware.',
  ),
  logUploadUrl: {
    ...url(
      'LOG_UPLOAD_URL',
      'Where stations upload the logs that agents ask for; absent: here, as those that people ask for.',
      ['https', 'http', 'ftps', 'ftp', 'sftp'],
    ),
    isSecret: true,
  },
  filesUrl: url(
    'FILES_URL',
    'The address that stations fetch firmware from and bring logs to, when a proxy stands in front; absent: where they connect for OCPP.',
    ['http', 'https'],
  ),
  logFileMaxMb: wholeNumber('megabytes', 1, 1_000)(
    'LOG_FILE_MAX_MB',
    50,
    'How large a log file may be that a station brings; a larger one is refused while it comes.',
  ),
  logFileKeepDays: wholeNumber('a number of days', 1, 3_650)(
    'LOG_FILE_KEEP_DAYS',
    30,
    'How many days log files of stations are kept.',
  ),
  logFtpPort: port(
    'LOG_FTP_PORT',
    0,
    'Where stations that know no HTTP bring their logs by FTP, which anybody on the way can read; 0: nowhere.',
  ),
  logFtpDataPorts: portRange(
    'LOG_FTP_DATA_PORTS',
    'The ports of the files themselves for FTP, to be opened in a firewall; absent: any free one.',
  ),
};

function portRange(env: string, about: string): Setting<PortRange> {
  const read = (given: string) => {
    const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(given)?.map(Number) ?? [];
    const isRange = first !== undefined && last !== undefined && first > 0 && first <= last && last <= 65_535;
    return isRange ? { first, last } : undefined;
  };
  return { env, about, accepts: 'two ports such as 40000-40100', fallback: null, read };
}
