import { count, file, list, oneOf, secret, splitList, text, url, wholeNumber } from './setting-kinds.ts';

/** Who can move the money of charging; each is a row in `src/money/providers/payment-providers.ts`. */
const paymentProviderNames = ['pix', 'stripe', 'simulated', 'simulated-card'] as const;
export type PaymentProviderName = (typeof paymentProviderNames)[number];

const percent = wholeNumber('percent', 0, 100);

/** Payments and invoices. */
export const moneySettings = {
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
  invoiceMonthly: oneOf(
    'INVOICE_MONTHLY',
    ['off', 'on'],
    'Whether drivers with an account get an invoice of each month by itself, once it is over. Off: when somebody asks for them.',
  ),
  invoiceDays: count('INVOICE_DAYS', 14, 'How many days somebody has to pay an invoice.'),
  invoiceBlockDays: count(
    'INVOICE_BLOCK_DAYS',
    0,
    'How many days after that a driver who has not paid is blocked; 0: that is for people to decide.',
  ),
  fiscalUrl: url(
    'FISCAL_URL',
    'Where invoices are registered with the tax office (NFC-e, NFS-e and the like): a service that takes them as JSON by POST and answers with key and url.',
    ['http', 'https'],
  ),
  fiscalSecret: secret('FISCAL_SECRET', 'What is shown to FISCAL_URL as a bearer token.'),
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
  stripeSecretKey: secret(
    'STRIPE_SECRET_KEY',
    'The secret key of the account, for stripe in PAYMENT_PROVIDER and BOOKSHOP_PAYMENTS; sk_test_… moves no money.',
  ),
  stripeUrl: {
    ...url('STRIPE_URL', 'Where Stripe is asked.', ['http', 'https']),
    fallback: 'https://api.stripe.com' as string,
  },
};
