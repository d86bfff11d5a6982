import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';

const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .transform((given) => untrustedText(given, most));

export const addressArgument = z
  .object({
    first_name: line(60).optional(),
    last_name: line(60).optional(),
    street_address: line(200),
    extended_address: line(100).optional(),
    address_locality: line(100),
    address_region: line(50),
    postal_code: line(20),
    address_country: line(30).optional(),
    phone_number: line(30).optional(),
  })
  .optional()
  .describe('Where to; needed unless delivery is pickup');

export const checkoutId = z.string().max(60).describe('As create_checkout returns it');
