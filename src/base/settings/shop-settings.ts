import {
  list,
  namedNumbers,
  oneOf,
  perName,
  port,
  secret,
  splitList,
  text,
  url,
  wholeNumber,
} from './setting-kinds.ts';

/** Revisions of the Universal Commerce Protocol, oldest first. */
export const ucpVersions = ['2026-01-11', '2026-04-08', '2026-08-25'] as const;

const stock = wholeNumber('a number', 0, 100_000);
const cents = wholeNumber('cents', 0, 999_999_999);

/** The bookshop, vehicles on sale and UCP. */
export const shopSettings = {
  ucpPort: port('UCP_PORT', 8182, 'The shop for UCP buyers.'),
  ucpPublicUrl: url('UCP_PUBLIC_URL', 'The address others reach the shop by, when a proxy stands in front.', [
    'http',
    'https',
  ]),
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
};
