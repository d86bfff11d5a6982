import { count, list, secret, text, url } from './setting-kinds.ts';

/** Meters, prices and the grid. */
export const energySettings = {
  energyMqttUrl: {
    ...url(
      'ENERGY_MQTT_URL',
      'A broker where the meters of sites publish, with the user and password that we sign in with; absent: that of MQTT_BROKER_URL, or our own, where a device speaks under meters/ and its id.',
      ['mqtt', 'mqtts'],
    ),
    isSecret: true,
  },
  energyPriceHosts: list(
    'ENERGY_PRICE_HOSTS',
    'Hosts, or host:port, from which prices of energy may be read although they stand in a private network or speak http.',
  ),
  openadrUrl: url(
    'OPENADR_URL',
    'The API of the grid operator or aggregator (VTN of OpenADR 3), such as https://vtn.example.org/openadr3/3.0.1, whose events limit and price the sites that are planned for; absent: nobody is asked.',
    ['https', 'http'],
  ),
  openadrTokenUrl: url(
    'OPENADR_TOKEN_URL',
    'Where tokens for OPENADR_URL are given out (OAuth 2, client credentials); absent: /auth/token below it.',
    ['https', 'http'],
  ),
  openadrClientId: text('OPENADR_CLIENT_ID', '', 'Who we are at OPENADR_URL; absent: it is asked without a token.'),
  openadrClientSecret: secret('OPENADR_CLIENT_SECRET', 'Our secret for OPENADR_CLIENT_ID.'),
  openadrProgram: text(
    'OPENADR_PROGRAM',
    '',
    'Only events of the program with this id count; absent: all that we may see.',
  ),
  openadrVen: text(
    'OPENADR_VEN',
    '',
    'Our name as a VEN: events that target it count for every site; those that target a site by its id count there. It signs reports.',
  ),
  openadrPollSeconds: count('OPENADR_POLL_SECONDS', 60, 'How often OPENADR_URL is asked for events.'),
};
