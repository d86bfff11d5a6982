import { list, type Setting, text, url, wholeNumber } from './setting-kinds.ts';

/** Roaming partners. */
export const roamingSettings = {
  ocpiParty: {
    env: 'OCPI_PARTY',
    about: 'Who we are among roaming partners: country and party id, such as BR-ABC. Absent: no roaming over OCPI.',
    accepts: 'a country and three letters or digits, such as BR-ABC',
    fallback: '',
    read: (given) => (/^[a-z]{2}[-*]?[a-z0-9]{3}$/i.test(given) ? given.toUpperCase() : undefined),
  } as Setting<string>,
  ocpiName: text('OCPI_NAME', 'SIGEC', 'What roaming partners call us: the name of the operator.'),
  ocpiUrl: url('OCPI_URL', 'The address roaming partners reach us by, where it is not PUBLIC_URL.', ['http', 'https']),
  roamingMarginPercent: wholeNumber('percent', 0, 100)(
    'ROAMING_MARGIN_PERCENT',
    0,
    'What our drivers pay for charging at roaming partners above the price of the partner, in percent.',
  ),
  ocpiHosts: list(
    'OCPI_HOSTS',
    'Hosts of roaming partners, as host or host:port, that we may speak to although they stand in a private network or have no https, such as 127.0.0.1:8101 for a first try.',
  ),
};
