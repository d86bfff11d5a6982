import { z } from 'zod';
import { isTimeZone } from '#base/clock.ts';

export const weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']);
export type Weekday = z.infer<typeof weekday>;

/** "06:00-22:00"; over midnight "22:00-06:00"; the whole day "00:00-24:00". */
export const hours = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day such as 06:00-22:00');

/** A time zone of the IANA list that this machine knows. */
export const timeZone = z.string().refine(isTimeZone, 'must be a time zone such as America/Sao_Paulo or Europe/Lisbon');
