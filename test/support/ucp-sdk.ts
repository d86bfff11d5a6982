import { createRequire } from 'node:module';
import type * as Sdk from '@ucp-js/sdk';

// Its modules for `import` name each other without an ending, which Node does not follow; those for `require` work.
const sdk = createRequire(import.meta.url)('@ucp-js/sdk') as typeof Sdk;

/** The shapes of revision 2026-01-11, as its authors' own package reads them. */
export const {
  CheckoutResponseSchema,
  ExtendedCheckoutResponseSchema,
  MessageSchema,
  OrderSchema,
  UcpDiscoveryProfileSchema,
  UcpResponseSchema,
} = sdk;
