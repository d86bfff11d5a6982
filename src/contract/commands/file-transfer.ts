import { z } from 'zod';

/** Where a station fetches a file from or brings one to, by a protocol that OCPP names. */
export const fileLocation = z
  .url({ protocol: /^(https?|ftps?|sftp|ftpes)$/ })
  .max(2000)
  .describe('https, http, ftps, ftp or sftp, as the station supports');
export const retries = z.int().min(0).max(100).optional();
export const retryIntervalSeconds = z.int().min(0).max(86_400).optional();
