import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceMs = 300_000;

/** Whether the provider wrote this body, and lately: `t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`, of which there may be several. */
export function isSignedEvent(
  body: Buffer,
  { header, secret, now }: { header: string | undefined; secret: string; now: Date },
): boolean {
  if (header === undefined || secret === '' || header.length > 2_000) return false;
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() - Number(at) * 1_000) > toleranceMs) return false;
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const given = name === 'v1' ? Buffer.from(value, 'hex') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
