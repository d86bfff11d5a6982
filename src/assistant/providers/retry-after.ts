type Headers = Readonly<Record<string, string | undefined>>;

/** How long a provider asks us to wait: in a header as milliseconds, seconds or a date, or in the body as Google says it. */
export function retryAfterMsOf(headers: Headers | undefined, body: string, now = Date.now()): number | undefined {
  const inMs = Number(headers?.['retry-after-ms']);
  if (Number.isFinite(inMs) && inMs >= 0) return inMs;
  const after = headers?.['retry-after'];
  if (after !== undefined && after !== '') {
    if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
    const at = Date.parse(after);
    if (!Number.isNaN(at)) return Math.max(0, at - now);
  }
  const told = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return told === undefined ? undefined : Number(told) * 1000;
}
