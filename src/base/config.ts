import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isTimeZone } from './clock.ts';
import { SigecError } from './errors.ts';
import type { LogLevel } from './log.ts';
import { isNetwork } from './networks.ts';

type Setting<T> = {
  env: string;
  alias?: string;
  about: string;
  accepts: string;
  read(text: string): T | undefined;
  fallback: T;
  isSecret?: boolean;
};

export const allPacks = ['charging', 'devices', 'vehicles', 'bookshop'] as const;
export type PackName = (typeof allPacks)[number];

/** Who can move the money of charging; each is a row in `src/money/providers/payment-providers.ts`. */
export const paymentProviderNames = ['pix', 'stripe', 'simulated', 'simulated-card'] as const;
export type PaymentProviderName = (typeof paymentProviderNames)[number];

/** Revisions of the Universal Commerce Protocol, oldest first. */
export const ucpVersions = ['2026-01-11', '2026-04-08', '2026-08-25'] as const;

const days = wholeNumber('a number of days', 0, 36_500);
const seconds = wholeNumber('a number of seconds', 0, 86_400);
const pingSeconds = wholeNumber('a number of seconds', 1, 60);
const count = wholeNumber('a number', 1, 999_999_999);
const stock = wholeNumber('a number', 0, 100_000);
const percent = wholeNumber('percent', 0, 100);
const cents = wholeNumber('cents', 0, 999_999_999);

/** Every setting of the product. `.env.example` and `docs/reference/settings.md` are generated from this table. */
export const settings = {
  host: text(
    'HOST',
    '127.0.0.1',
    'The address to listen on; anything but loopback makes credentials required everywhere.',
  ),
  publicUrl: url('PUBLIC_URL', 'The address others reach the API and console by, when a proxy stands in front.', [
    'http',
    'https',
  ]),
  operatorName: text(
    'OPERATOR_NAME',
    '',
    'Who runs the stations, as receipts name them; absent: the site alone is named.',
  ),
  allowedHosts: list(
    'ALLOWED_HOSTS',
    'Host names, besides loopback and PUBLIC_URL, that browsers and agents may address us by, and that agents may send devices to although they stand in a private network.',
  ),
  tls: oneOf(
    'TLS',
    ['off', 'self-signed', 'files', 'acme'],
    'Where the certificates of all ports come from: files of yours, an authority that speaks ACME (whose terms you accept by choosing it), or made here for a first try, which nobody trusts; off: a proxy adds TLS, or nobody does.',
  ),
  tlsCertificates: files(
    'TLS_CERTIFICATES',
    'PEM files for TLS=files, each a certificate with its chain: one, or two with an ECDSA and an RSA key side by side.',
  ),
  tlsKeys: files('TLS_KEYS', 'Their private keys as PEM files, in the same order.'),
  tlsNames: list(
    'TLS_NAMES',
    'The host names that certificates are made for (self-signed, acme); absent: those of PUBLIC_URL and ALLOWED_HOSTS.',
  ),
  tlsRoot: file(
    'TLS_ROOT',
    'A PEM file of the root that our certificates stand on, where that is a private authority: stations are given it before they move to TLS. Absent: the last of the chain, if it is a root.',
  ),
  acmeDirectory: {
    ...url('ACME_DIRECTORY', 'The directory of the authority for TLS=acme.', ['https']),
    fallback: 'https://acme-v02.api.letsencrypt.org/directory' as string,
  },
  acmeEmail: text('ACME_EMAIL', '', 'Where the authority writes to when a certificate is about to expire.'),
  acmeChallenge: oneOf(
    'ACME_CHALLENGE',
    ['http-01', 'tls-alpn-01'],
    'How the authority sees that the names are ours: it asks at port 80, or makes a TLS handshake at port 443. That port has to lead to ACME_HTTP_PORT, or to any of our TLS ports.',
  ),
  acmeHttpPort: port(
    'ACME_HTTP_PORT',
    80,
    'Where the authority is answered for http-01; all else is sent on to https.',
  ),
  acmeRoot: file(
    'ACME_ROOT',
    'A PEM file of the root that a private ACME directory is known by; absent: the usual public ones.',
  ),
  trustedProxies: networks(
    'TRUSTED_PROXIES',
    'Addresses or networks of proxies, whose word on who the caller is counts at every port (X-Forwarded-For, -Proto, -Host); absent: nobody, but with PUBLIC_URL and without TLS a proxy on this machine.',
  ),
  proxyProtocol: oneOf(
    'PROXY_PROTOCOL',
    ['off', 'on'],
    'Whether TRUSTED_PROXIES begin each connection with a PROXY header (version 1 or 2); one that does not is then cut.',
  ),
  apiPort: port('API_PORT', 8001, 'REST API, live events and console.', 'FASTAPI_PORT'),
  ocppServerPort: port(
    'OCPP_SERVER_PORT',
    9000,
    'Charging stations connect here (ws; over TLS too, unless that is off).',
  ),
  ocppTlsPort: port('OCPP_TLS_PORT', 9443, 'Charging stations connect here over TLS alone (wss), unless TLS is off.'),
  mcpServerPort: port('MCP_SERVER_PORT', 8000, 'LLM agents connect here.'),
  ucpPort: port('UCP_PORT', 8182, 'The shop for UCP buyers.'),
  ucpPublicUrl: url('UCP_PUBLIC_URL', 'The address others reach the shop by, when a proxy stands in front.', [
    'http',
    'https',
  ]),
  ocpiParty: {
    env: 'OCPI_PARTY',
    about: 'Who we are among roaming partners: country and party id, such as BR-ABC. Absent: no roaming over OCPI.',
    accepts: 'a country and three letters or digits, such as BR-ABC',
    fallback: '',
    read: (given) => (/^[a-z]{2}[-*]?[a-z0-9]{3}$/i.test(given) ? given.toUpperCase() : undefined),
  } as Setting<string>,
  ocpiName: text('OCPI_NAME', 'SIGEC', 'What roaming partners call us: the name of the operator.'),
  ocpiUrl: url('OCPI_URL', 'The address roaming partners reach us by, where it is not PUBLIC_URL.', ['http', 'https']),
  ocpiHosts: list(
    'OCPI_HOSTS',
    'Hosts of roaming partners, as host or host:port, that we may speak to although they stand in a private network or have no https, such as 127.0.0.1:8101 for a first try.',
  ),
  ucpReviewAboveCents: cents(
    'UCP_REVIEW_ABOVE_CENTS',
    0,
    'Up to which total a UCP platform may complete a purchase by itself; above it the buyer confirms on a page of ours. 0: always.',
  ),
  ucpRevision: oneOf(
    'UCP_REVISION',
    ['2026-08-25', '2026-04-08', '2026-01-11'],
    'Which revision of UCP the profile at /.well-known/ucp is written in; the others stand below it, and all are spoken.',
  ),
  ucpSimulationSecret: secret(
    'UCP_SIMULATION_SECRET',
    'With it in Simulation-Secret, a conformance suite says that an order was shipped (POST /testing/simulate-shipping/{id}); absent: nobody can.',
  ),
  devicesPort: port('DEVICES_PORT', 8003, 'Devices connect here.'),
  mqtt: oneOf(
    'MQTT',
    ['on', 'off'],
    'Whether devices are offered MQTT, over which they can be reached at any time; off: WebSocket alone, while somebody speaks to them.',
  ),
  mqttPort: port('MQTT_PORT', 1883, 'Devices that speak MQTT connect here.'),
  mqttTlsPort: port('MQTT_TLS_PORT', 8883, 'Devices that speak MQTT over TLS connect here, unless TLS is off.'),
  mqttBrokerUrl: {
    ...url(
      'MQTT_BROKER_URL',
      'A broker of your own for devices, with the user and password that we sign in with; absent: one runs here on MQTT_PORT.',
      ['mqtt', 'mqtts'],
    ),
    isSecret: true,
  },
  mqttPublicUrl: deviceBroker(
    'MQTT_PUBLIC_URL',
    'The broker as devices reach it, when a proxy stands in front; absent: the host that the device called, with our own port.',
  ),
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
  devicesUrl: url(
    'DEVICES_URL',
    'The address devices reach DEVICES_PORT by, when a proxy stands in front; absent: the host that the device called.',
    ['http', 'https'],
  ),
  voiceKey: secret(
    'VOICE_KEY',
    'The key of a person of SIGEC, with whose rights devices answer whoever speaks to them; a viewer is enough. Absent: nobody answers, and devices say so.',
  ),
  voiceUrl: url(
    'VOICE_URL',
    'An OpenAI-compatible server that understands and makes speech, such as https://api.openai.com/v1; absent: devices answer in writing alone.',
    ['http', 'https'],
  ),
  voiceApiKey: secret('VOICE_API_KEY', 'Key for VOICE_URL.'),
  voiceSttModel: text('VOICE_STT_MODEL', 'whisper-1', 'The model of VOICE_URL that understands speech.'),
  voiceTtsModel: text('VOICE_TTS_MODEL', 'tts-1', 'The model of VOICE_URL that speaks.'),
  voiceName: text('VOICE_NAME', 'alloy', 'Whose voice VOICE_TTS_MODEL speaks with.'),
  voiceUdpPort: port(
    'VOICE_UDP_PORT',
    8884,
    'Devices that speak MQTT send their sound here (UDP), where VOICE_URL is set.',
  ),
  packs: packs('PACKS', 'Subjects that agents can work on.'),
  dataDir: path(
    'DATA_DIR',
    defaultDataDir(),
    'Where the embedded database and the installation key live; for root /var/lib/sigec.',
  ),
  databaseUrl: databaseUrl('DATABASE_URL', 'An external PostgreSQL 18; absent: the embedded one in DATA_DIR.'),
  databaseKeepWal: path(
    'DATABASE_KEEP_WAL',
    '',
    'Where the embedded database keeps its write-ahead log, to be restored to any moment; absent: nowhere.',
  ),
  postgresUser: text('POSTGRES_USER', '', 'User of an external PostgreSQL, instead of DATABASE_URL.'),
  postgresPassword: secret('POSTGRES_PASSWORD', 'Password of POSTGRES_USER.'),
  postgresDb: text('POSTGRES_DB', '', 'Database of POSTGRES_USER.'),
  postgresHost: text('POSTGRES_HOST', '127.0.0.1', 'Host of the external PostgreSQL that POSTGRES_USER signs in to.'),
  postgresPort: port('POSTGRES_PORT', 5432, 'Port of the external PostgreSQL that POSTGRES_USER signs in to.'),
  natsUrl: {
    ...url(
      'NATS_URL',
      'Joins the nodes of one installation, which share a PostgreSQL of their own; absent: nodes on other machines cannot be reached.',
      ['nats', 'tls', 'ws', 'wss'],
    ),
    isSecret: true,
  },
  nodes: nodeCount(
    'NODES',
    'How many processes serve stations on this machine, behind the same ports; auto: one for each of its cores. The first one also serves the API, agents and devices.',
  ),
  installationKey: hexKey(
    'INSTALLATION_KEY',
    'Key of the token hashes, shared by all nodes; absent: a file in DATA_DIR.',
  ),
  agentKey: adminKey(
    'AGENT_KEY',
    'A key of kind agent that holds from the first start, such as the one that a chat beside us shows as MCP_KEY; absent: none.',
  ),
  adminKey: adminKey('ADMIN_KEY', 'First administrator key; absent: a one-time link is printed at first start.'),
  oidcIssuer: url('OIDC_ISSUER', 'The identity provider (OpenID Connect) that people may sign in with; absent: none.', [
    'http',
    'https',
  ]),
  oidcClientId: text('OIDC_CLIENT_ID', '', 'Our name at OIDC_ISSUER; it sends people back to /sign-in/oidc/callback.'),
  oidcClientSecret: secret('OIDC_CLIENT_SECRET', 'Our secret at OIDC_ISSUER; absent: a public client with PKCE alone.'),
  oidcButton: text('OIDC_BUTTON', 'Sign in with your organisation', 'What the button for OIDC_ISSUER says.'),
  oidcDomains: list('OIDC_DOMAINS', 'Domains of checked e-mail addresses that may come from OIDC_ISSUER; absent: all.'),
  oidcPeople: oneOf(
    'OIDC_PEOPLE',
    ['invited', 'mapped'],
    'Who may come from OIDC_ISSUER: people who are here or were invited (invited), or everybody who has a role by OIDC_ROLES, which then holds (mapped).',
  ),
  oidcRoleClaim: text('OIDC_ROLE_CLAIM', 'groups', 'The claim of OIDC_ISSUER that OIDC_ROLES looks at.'),
  oidcRoles: list(
    'OIDC_ROLES',
    'Which value of the claim is which role, such as staff=viewer, or garage=operator@site-1 for one site.',
  ),
  approvals: oneOf(
    'APPROVALS',
    ['own', 'four-eyes'],
    'Who approves what an agent proposed: any person whose role suffices, also whose own assistant it was (own), or somebody else than the person it works for (four-eyes). An agent never does.',
  ),
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
  timeZone: timeZone(
    'TIME_ZONE',
    'By which clock days and prices are counted for stations that stand at no site; absent: the clock of this machine.',
  ),
  contractRoots: file(
    'CONTRACT_ROOTS',
    'A PEM file of the roots of contract certificates (ISO 15118) that are trusted beside our own authority of contracts; absent: that one alone.',
  ),
  contractRevocation: oneOf(
    'CONTRACT_REVOCATION',
    ['strict', 'lenient'],
    'Whether a contract is refused when nobody answers whether its certificate was revoked (strict), or accepted (lenient). What was revoked is refused in any case.',
  ),
  emaidPrefix: {
    ...text(
      'EMAID_PREFIX',
      'BRSIG',
      'With which country and provider the eMAIDs of our own contracts begin, such as BRSIG.',
    ),
    read: (given: string) => (/^[A-Z]{2}[A-Z0-9]{3}$/.test(given) ? given : undefined),
    accepts: 'two capitals of a country and three characters of a provider',
  },
  contractPoolUrl: url(
    'CONTRACT_POOL_URL',
    'Where a contract pool of others takes the requests of vehicles (Open Plug & Charge); absent: the contracts of this installation.',
    ['https', 'http'],
  ),
  contractPoolToken: secret(
    'CONTRACT_POOL_TOKEN',
    'What we are known by at CONTRACT_POOL_URL, sent as a bearer token.',
  ),
  contractPoolApiKey: secret('CONTRACT_POOL_API_KEY', 'What we are known by at CONTRACT_POOL_URL, sent as X-API-Key.'),
  contractPoolSeconds: count(
    'CONTRACT_POOL_SECONDS',
    15,
    'How long CONTRACT_POOL_URL may take to answer; vehicles wait no longer than half a minute.',
  ),
  smtpUrl: {
    ...url(
      'SMTP_URL',
      'The mail server that notifications leave by, with the user and password that we sign in with, such as smtps://user:password@mail.example.org; absent: no e-mail is sent.',
      ['smtp', 'smtps'],
    ),
    isSecret: true,
  },
  smtpFrom: text('SMTP_FROM', 'SIGEC-VE <sigec@localhost>', 'Whom e-mails come from.'),
  webhookHosts: list(
    'WEBHOOK_HOSTS',
    'Hosts, or host:port, of webhooks and push services that may be asked although they stand in a private network or speak http; absent: only those on the open net.',
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
  budgetStationsPerCommand: perKind(
    'BUDGET_STATIONS_PER_COMMAND',
    { agent: 10, program: 1_000, person: 1_000 },
    'How many stations one command may go to at once, by the kind of key that asks.',
  ),
  budgetCommandsPerHour: perKind(
    'BUDGET_COMMANDS_PER_HOUR',
    { agent: 200, program: 20_000, person: 20_000 },
    'How many commands a key may ask for in an hour, by its kind.',
  ),
  budgetKwPerMinute: perKind(
    'BUDGET_KW_PER_MINUTE',
    { agent: 500, program: 100_000, person: 100_000 },
    'How many kW a key may set or free in a minute by charging profiles and limits, by its kind.',
  ),
  coolDownSeconds: perName(
    'COOL_DOWN_SECONDS',
    { reset: 60, unlock: 10, 'set-availability': 10, 'update-firmware': 300, 'publish-firmware': 300 },
    'How many seconds pass before a station is asked for the same command at the same place again, whoever asks; off: none.',
  ),
  toolCallsPerMinute: count(
    'TOOL_CALLS_PER_MINUTE',
    1_200,
    'How many calls and readings a key may make through the tools in a minute, of whatever kind; callers without a key share theirs. As many refusals of a key over REST are audited one by one.',
  ),
  paymentProvider: {
    ...list(
      'PAYMENT_PROVIDER',
      'Who takes money for charging, in the order in which payers see them; the simulated ones take none. Absent: nobody, with --demo simulated.',
    ),
    accepts: `${paymentProviderNames.join(', ')}, parted by commas`,
    fallback: [] as readonly PaymentProviderName[],
    read(given: string) {
      const names = splitList(given.toLowerCase());
      const known = paymentProviderNames.filter((name) => names.includes(name));
      return known.length === new Set(names).size
        ? known.toSorted((one, other) => names.indexOf(one) - names.indexOf(other))
        : undefined;
    },
  },
  paymentFaultsPercent: percent(
    'PAYMENT_FAULTS_PERCENT',
    0,
    'How many requests in a hundred the simulated providers lose, answer late or refuse.',
  ),
  pixUrl: url('PIX_URL', 'Where the payment service provider answers the open interface of Pix, with the version.', [
    'https',
  ]),
  pixTokenUrl: url('PIX_TOKEN_URL', 'Where it gives access tokens (OAuth2 client credentials).', ['https']),
  pixClientId: text('PIX_CLIENT_ID', '', 'As whom the payment service provider knows us.'),
  pixClientSecret: secret('PIX_CLIENT_SECRET', 'The secret to PIX_CLIENT_ID.'),
  pixCertificate: file('PIX_CERTIFICATE', 'A PEM file of the certificate, with its chain, that we show it (mTLS).'),
  pixCertificateKey: file('PIX_CERTIFICATE_KEY', 'The private key of it as a PEM file.'),
  pixRoot: file('PIX_ROOT', 'A PEM file of the root that its server is known by; absent: the usual public ones.'),
  pixKey: text('PIX_KEY', '', 'The Pix key that is paid: an e-mail, a phone number, a CNPJ or a random key.'),
  pixMerchantName: text('PIX_MERCHANT_NAME', 'SIGEC', 'Who is paid, as the QR code names them; at most 25 letters.'),
  pixMerchantCity: text('PIX_MERCHANT_CITY', 'BRASIL', 'Where that is, as the QR code names it; at most 15 letters.'),
  pixWebhookSecret: secret(
    'PIX_WEBHOOK_SECRET',
    'The last part of the address that the provider calls: /api/payment-events/pix/<secret>. Absent: nobody is heard, and payments are found a little later.',
  ),
  stripeWebhookSecret: secret(
    'STRIPE_WEBHOOK_SECRET',
    'With it Stripe signs what it sends to /api/payment-events/stripe. Absent: nobody is heard, and payments are found a little later.',
  ),
  bookshopPayments: oneOf(
    'BOOKSHOP_PAYMENTS',
    ['mock', 'stripe'],
    'Who takes the money for books: mock takes none, and is for trials; stripe holds and captures it by PaymentIntents.',
  ),
  bookshopCurrency: {
    ...text('BOOKSHOP_CURRENCY', 'BRL', 'The currency of all prices of books, which are in its minor unit (cents).'),
    accepts: 'a currency of ISO 4217, such as BRL or EUR',
    read: (given: string) => (Intl.supportedValuesOf('currency').includes(given) ? given : undefined),
  },
  bookshopCountries: {
    ...list(
      'BOOKSHOP_COUNTRIES',
      'The countries that books are delivered to, the own one first (ISO 3166-1 alpha-2).',
      ['BR'],
    ),
    accepts: 'codes of two letters, parted by commas, such as BR,PT',
    read: (given: string) => {
      const codes = splitList(given);
      return codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes : undefined;
    },
  },
  bookshopRates: {
    ...perName(
      'BOOKSHOP_RATES',
      { standard: 1490, express: 2990 },
      'What a delivery of books costs, in the minor unit of the currency, and of one country by its code; off: books are taken at the site alone.',
    ),
    accepts: 'off, or amounts by name, such as standard=1490,express=2990,pt-standard=4900',
    read: (given: string) => {
      const rates = given.toLowerCase() === 'off' ? {} : namedNumbers(given);
      const isKnown = (name: string) => /^(?:[a-z]{2}-)?(?:standard|express)$/.test(name);
      return rates !== undefined && Object.keys(rates).every(isKnown) ? rates : undefined;
    },
  },
  bookshopPaymentHandler: {
    ...text(
      'BOOKSHOP_PAYMENT_HANDLER',
      '',
      'The name of the payment handler in UCP profiles, of a domain that is yours written backwards; absent: one of ours.',
    ),
    accepts: 'a name such as com.example.payments, of small letters, digits, dots and underscores',
    read: (given: string) => (/^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$/.test(given) ? given : undefined),
  },
  stripeSecretKey: secret(
    'STRIPE_SECRET_KEY',
    'The secret key of the account, for stripe in PAYMENT_PROVIDER and BOOKSHOP_PAYMENTS; sk_test_… moves no money.',
  ),
  stripeUrl: {
    ...url('STRIPE_URL', 'Where Stripe is asked.', ['http', 'https']),
    fallback: 'https://api.stripe.com' as string,
  },
  demoBooks: oneOf(
    'DEMO_BOOKS',
    ['off', 'on'],
    'Whether our own titles are put on sale at the start when the bookshop has none. With --demo they are anyway.',
  ),
  demoVehicles: stock(
    'DEMO_VEHICLES',
    0,
    'How many made-up vehicles are put on sale at the start when there are none; 0: none. With --demo there are 250 anyway.',
  ),
  firmwareHosts: list(
    'FIRMWARE_HOSTS',
    'Hosts from which agents may ask stations to fetch firmware, over https; absent: agents propose no firmware.',
  ),
  logUploadUrl: {
    ...url('LOG_UPLOAD_URL', 'Where stations upload the logs that agents ask for; absent: agents ask for none.', [
      'https',
      'http',
      'ftps',
      'ftp',
      'sftp',
    ]),
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
  mcpOauthIssuer: issuer(
    'MCP_OAUTH_ISSUER',
    'An authorization server of your own that agents sign in at, by its issuer; absent: ours, where a person lets them in.',
  ),
  mcpOauthAudience: text(
    'MCP_OAUTH_AUDIENCE',
    '',
    'Who the tokens of MCP_OAUTH_ISSUER must be meant for (aud); absent: the address of MCP that the agent called.',
  ),
  mcpOauthRoleClaim: text(
    'MCP_OAUTH_ROLE_CLAIM',
    'scope',
    'The claim in tokens of MCP_OAUTH_ISSUER that says what an agent may do; dots lead inside, as in realm_access.roles.',
  ),
  mcpOauthViewers: list('MCP_OAUTH_VIEWERS', 'Values of MCP_OAUTH_ROLE_CLAIM that let an agent read.', ['sigec:read']),
  mcpOauthOperators: list(
    'MCP_OAUTH_OPERATORS',
    'Values of MCP_OAUTH_ROLE_CLAIM that let an agent operate; what is risky it still only proposes.',
    ['sigec:operate'],
  ),
  mcpKey: secret(
    'MCP_KEY',
    'Bearer key our own agent shows to our own system among MCP_SERVERS, which SIGEC_URL names or which proves itself by DATA_DIR; other servers get theirs from MCP_SERVERS_FILE.',
  ),
  mcpServers: text('MCP_SERVERS', '', 'MCP servers of our own agent, one per line: TYPE,ADDRESS_OR_COMMAND.'),
  mcpServersFile: file(
    'MCP_SERVERS_FILE',
    'More of them in a JSON file with mcpServers, as other hosts of agents use it; absent: none.',
  ),
  llmProvider: oneOf(
    'LLM_PROVIDER',
    ['interpreter', 'anthropic', 'openai', 'google', 'deepseek', 'openai-compatible', 'scripted'],
    'Who answers in the chat; the interpreter works without a model.',
  ),
  llmModel: text('LLM_MODEL', '', 'Model name of LLM_PROVIDER; of scripted, the JSON file with the steps.'),
  llmBaseUrl: url(
    'LLM_BASE_URL',
    'Address of an OpenAI-compatible server, or of a gateway before another LLM_PROVIDER, which then gets its key.',
    ['http', 'https'],
  ),
  llmPricesFile: file(
    'LLM_PRICES_FILE',
    'What models cost, as JSON: currency, and input and output per million tokens by provider/model; absent: costs are not shown.',
  ),
  llmInterpreterFirst: oneOf(
    'LLM_INTERPRETER_FIRST',
    ['on', 'off'],
    'Whether the interpreter answers what it understands to the last word, at once and free, and the model the rest; also whether the interpreter steps in while the model is away.',
  ),
  llmMaxOutputTokens: wholeNumber('a number of tokens, 0: as the provider has it', 0, 1_000_000)(
    'LLM_MAX_OUTPUT_TOKENS',
    0,
    'How much a model may say at one step of an answer.',
  ),
  llmEffort: oneOf(
    'LLM_EFFORT',
    ['default', 'none', 'low', 'medium', 'high'],
    'How much a model thinks before it answers, where its provider lets that be chosen.',
  ),
  llmContextTokens: wholeNumber('a number of tokens', 8_000, 2_000_000)(
    'LLM_CONTEXT_TOKENS',
    60_000,
    'From how many tokens on a conversation is summed up before the model is asked again.',
  ),
  llmTimeoutSeconds: wholeNumber('a number of seconds', 1, 3_600)(
    'LLM_TIMEOUT_SECONDS',
    120,
    'How long a model may say nothing before it counts as away.',
  ),
  houseRulesFile: file(
    'HOUSE_RULES_FILE',
    'A text of yours that models are told about your house with every question, such as names, habits and whom to call; absent: none.',
  ),
  anthropicApiKey: secret('ANTHROPIC_API_KEY', 'Key for LLM_PROVIDER=anthropic.'),
  openaiApiKey: secret('OPENAI_API_KEY', 'Key for LLM_PROVIDER=openai.'),
  googleApiKey: secret('GOOGLE_API_KEY', 'Key for LLM_PROVIDER=google.'),
  deepseekApiKey: secret('DEEPSEEK_API_KEY', 'Key for LLM_PROVIDER=deepseek.'),
  logLevel: oneOf(
    'LOG_LEVEL',
    ['info', 'debug', 'warn', 'error', 'silent'] satisfies [LogLevel, ...LogLevel[]],
    'How much is logged.',
  ),
} as const;

type SettingName = keyof typeof settings;
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name]['fallback'] };

export type ConfigSources = {
  flags?: Partial<Record<SettingName, string>>;
  env?: Record<string, string | undefined>;
  envFile?: string;
};

/** Reads flags, environment and `.env`, in that order of strength; a wrong value stops the start with one sentence. */
export function readConfig({ flags = {}, env = {}, envFile }: ConfigSources): Config {
  const fromFile = envFile === undefined ? {} : readEnvFile(envFile);
  const values = Object.entries(settings as Record<string, Setting<unknown>>).map(([name, setting]) => {
    const names = [setting.env, ...(setting.alias ? [setting.alias] : [])];
    const candidates = [
      { label: flagOf(setting.env), text: flags[name as SettingName] },
      ...names.map((label) => ({ label, text: env[label] })),
      ...names.map((label) => ({ label: `${label} in ${envFile}`, text: fromFile[label] })),
    ];
    const given = candidates.find(({ text }) => text !== undefined && text.trim() !== '');
    return [name, given === undefined ? setting.fallback : readSetting(setting, given.label, given.text ?? '')];
  });
  return Object.fromEntries(values) as Config;
}

/** Every setting that is a secret or may hold one, by the name of its variable; empty: not set. */
export function secretSettings(config: Config): Record<string, string> {
  const all = Object.entries(settings as Record<string, Setting<unknown>>);
  const secret = all.filter(([, { isSecret }]) => isSecret);
  return Object.fromEntries(secret.map(([name, { env }]) => [env, config[name as SettingName] as string]));
}

/** `--ocpp-server-port` for `OCPP_SERVER_PORT`. */
export function flagOf(env: string): string {
  return `--${env.toLowerCase().replaceAll('_', '-')}`;
}

/** The connection string of an external database, or `undefined` for the embedded one. */
export function externalDatabaseUrl(config: Config): string | undefined {
  if (config.databaseUrl !== '') return config.databaseUrl;
  if (config.postgresUser === '') return undefined;
  const { postgresUser, postgresPassword, postgresHost, postgresPort, postgresDb } = config;
  const who = `${encodeURIComponent(postgresUser)}:${encodeURIComponent(postgresPassword)}`;
  return `postgresql://${who}@${postgresHost}:${postgresPort}/${encodeURIComponent(postgresDb || postgresUser)}`;
}

function readSetting<T>(setting: Setting<T>, label: string, text: string): T {
  const value = setting.read(text.trim());
  if (value !== undefined) return value;
  const shown = setting.isSecret ? 'its value (not shown)' : `"${text}"`;
  throw new SigecError('CANNOT_START', `${label} is ${shown}, but accepts ${setting.accepts}.`);
}

function readEnvFile(file: string): Record<string, string | undefined> {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new SigecError(
      'CANNOT_START',
      `${file} cannot be read: ${(cause as Error).message}. Make it readable or remove it.`,
      { cause },
    );
  }
  const broken = content
    .split(/\r?\n/)
    .findIndex((line) => line.trim() !== '' && !/^\s*(#|(export\s+)?[A-Za-z_]\w*\s*=)/.test(line));
  // A quoted value may span lines, so a line without "=" is only wrong when no quote is open above it.
  if (broken >= 0 && !opensQuote(content, broken)) {
    throw new SigecError(
      'CANNOT_START',
      `Line ${broken + 1} of ${file} is not NAME=value; correct it or start it with "#".`,
    );
  }
  return parseEnv(content);
}

function opensQuote(content: string, line: number): boolean {
  const above = content.split(/\r?\n/).slice(0, line).join('\n');
  return ['"', "'", '`'].some((quote) => (above.split(quote).length - 1) % 2 === 1);
}

/** PostgreSQL does not run as root, and root's home is closed to everyone else. */
function defaultDataDir(): string {
  return process.getuid?.() === 0 ? '/var/lib/sigec' : join(homedir(), '.sigec');
}

function text(env: string, fallback: string, about: string): Setting<string> {
  return { env, about, accepts: 'any text', fallback, read: (given) => given };
}

function secret(env: string, about: string): Setting<string> {
  return { ...text(env, '', about), isSecret: true };
}

function adminKey(env: string, about: string): Setting<string> {
  const read = (given: string) => (/^\S{16,200}$/.test(given) ? given : undefined);
  return { env, about, accepts: '16 to 200 characters without spaces', fallback: '', isSecret: true, read };
}

function hexKey(env: string, about: string): Setting<string> {
  const read = (given: string) => (/^[0-9a-f]{64}$/i.test(given) ? given.toLowerCase() : undefined);
  return { env, about, accepts: '64 hexadecimal digits', fallback: '', isSecret: true, read };
}

function port(env: string, fallback: number, about: string, alias?: string): Setting<number> {
  const read = (given: string) => (/^\d{1,5}$/.test(given) && Number(given) <= 65_535 ? Number(given) : undefined);
  return {
    env,
    about,
    accepts: 'a port from 0 to 65535 (0 takes any free one)',
    fallback,
    read,
    ...(alias && { alias }),
  };
}

type PortRange = { first: number; last: number } | null;

function portRange(env: string, about: string): Setting<PortRange> {
  const read = (given: string) => {
    const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(given)?.map(Number) ?? [];
    const isRange = first !== undefined && last !== undefined && first > 0 && first <= last && last <= 65_535;
    return isRange ? { first, last } : undefined;
  };
  return { env, about, accepts: 'two ports such as 40000-40100', fallback: null, read };
}

/** 0: auto. */
function nodeCount(env: string, about: string): Setting<number> {
  return {
    env,
    about,
    accepts: 'auto or a number from 1 to 64',
    read: (text) => (text === 'auto' ? 0 : wholeNumber('', 1, 64)(env, 1, about).read(text)),
    fallback: 1,
  };
}

function wholeNumber(what: string, least: number, most: number) {
  const read = (given: string) =>
    /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined;
  return (env: string, fallback: number, about: string): Setting<number> => ({
    ...{ env, about, accepts: `${what} from ${least} to ${most}`, fallback, read },
  });
}

function hours(env: string, fallback: number, about: string): Setting<number> {
  const read = (given: string) => (/^\d{1,4}(\.\d{1,3})?$/.test(given) ? Number(given) : undefined);
  return { env, about, accepts: 'a number of hours from 0 to 9999', fallback, read };
}

type NamedNumbers = Readonly<Record<string, number>>;
type PerKind = Readonly<Record<'agent' | 'program' | 'person', number>>;

/** `agent=10,person=1000`: a kind that is not named keeps what holds by default. */
function perKind(env: string, fallback: PerKind, about: string): Setting<PerKind> {
  const read = (given: string) => {
    const named = namedNumbers(given);
    const isKnown = named !== undefined && Object.keys(named).every((name) => Object.hasOwn(fallback, name));
    return isKnown ? { ...fallback, ...named } : undefined;
  };
  return { env, about, accepts: 'numbers for agent, program or person, such as agent=10,person=1000', fallback, read };
}

/** `reset=60,unlock=10`: what is not named has none. */
function perName(env: string, fallback: NamedNumbers, about: string): Setting<NamedNumbers> {
  const read = (given: string) => (given.toLowerCase() === 'off' ? {} : namedNumbers(given));
  return { env, about, accepts: 'off, or numbers by name, such as reset=60,unlock=10', fallback, read };
}

function namedNumbers(given: string): NamedNumbers | undefined {
  const pairs = splitList(given).map((item) => /^([a-z][a-z-]*)\s*=\s*(\d{1,9})$/.exec(item));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]));
}

function timeZone(env: string, about: string): Setting<string> {
  const read = (given: string) => (isTimeZone(given) ? given : undefined);
  return { env, about, accepts: 'a time zone such as America/Sao_Paulo', fallback: '', read };
}

function path(env: string, fallback: string, about: string): Setting<string> {
  return {
    env,
    about,
    accepts: 'a folder',
    fallback,
    read: (given) => resolve(given.replace(/^~(?=\/|$)/, homedir())),
  };
}

function file(env: string, about: string): Setting<string> {
  return { ...path(env, '', about), accepts: 'a file' };
}

function oneOf<const Choice extends string>(
  env: string,
  choices: readonly [Choice, ...Choice[]],
  about: string,
): Setting<Choice> {
  const read = (given: string) => choices.find((choice) => choice === given.toLowerCase().replaceAll('_', '-'));
  return { env, about, accepts: choices.join(', '), fallback: choices[0], read };
}

function list(env: string, about: string, fallback: readonly string[] = []): Setting<readonly string[]> {
  return { env, about, accepts: 'names separated by commas', fallback, read: splitList };
}

function files(env: string, about: string): Setting<readonly string[]> {
  const one = file(env, about);
  const read = (given: string) => splitList(given).map((name) => one.read(name) ?? name);
  return { env, about, accepts: 'files separated by commas', fallback: [], read };
}

function networks(env: string, about: string): Setting<readonly string[]> {
  const read = (given: string) => (splitList(given).every(isNetwork) ? splitList(given) : undefined);
  return { env, about, accepts: 'addresses or networks such as 10.0.0.0/8, separated by commas', fallback: [], read };
}

function packs(env: string, about: string): Setting<readonly PackName[]> {
  const read = (given: string) => {
    const names = splitList(given);
    return names.every((name): name is PackName => (allPacks as readonly string[]).includes(name)) ? names : undefined;
  };
  return { env, about, accepts: `any of ${allPacks.join(', ')}, separated by commas`, fallback: allPacks, read };
}

function url(env: string, about: string, schemes: readonly string[]): Setting<string> {
  const read = (given: string) => (schemes.includes(schemeOf(given) ?? '') ? given.replace(/\/$/, '') : undefined);
  return {
    env,
    about,
    accepts: `an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    fallback: '',
    read,
  };
}

/** Devices know by the number of the port alone whether TLS is spoken there. */
function deviceBroker(env: string, about: string): Setting<string> {
  const read = (given: string) => {
    const scheme = schemeOf(given);
    if (scheme !== 'mqtt' && scheme !== 'mqtts') return undefined;
    const { port, hostname } = new URL(given);
    const isTls = (port || (scheme === 'mqtts' ? '8883' : '1883')) === '8883';
    return hostname !== '' && isTls === (scheme === 'mqtts') ? given.replace(/\/$/, '') : undefined;
  };
  const accepts =
    'mqtts://host, where they speak TLS at port 8883 alone, or mqtt://host:port with another port than 8883';
  return { env, about, accepts, fallback: '', read };
}

/** An issuer is compared character for character: a slash at its end belongs to it. */
function issuer(env: string, about: string): Setting<string> {
  const read = (given: string) => (['https', 'http'].includes(schemeOf(given) ?? '') ? given : undefined);
  return { ...url(env, about, ['https', 'http']), read };
}

function databaseUrl(env: string, about: string): Setting<string> {
  // Other languages write the driver into the scheme (postgresql+asyncpg://…); it means the same server.
  const read = (given: string) => {
    const plain = given.replace(/^(postgres(?:ql)?)\+[a-z0-9]+:/i, '$1:');
    return ['postgres', 'postgresql'].includes(schemeOf(plain) ?? '') ? plain : undefined;
  };
  return { env, about, accepts: 'postgresql://user:password@host:5432/database', fallback: '', isSecret: true, read };
}

function schemeOf(given: string): string | undefined {
  return URL.canParse(given) ? new URL(given).protocol.slice(0, -1) : undefined;
}

function splitList(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
