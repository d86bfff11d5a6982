/** What of a file is wanted: from the first byte to before the last one. */
export type ByteRange = { from: number; to: number };

/**
 * The header Range of a request (RFC 9110, 14.2), for one range. `whole`: none was asked for, or one that may be ignored.
 * `outside`: there is nothing at that place.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return from >= to ? 'outside' : { from, to };
}
