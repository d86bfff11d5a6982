import { SigecError } from './errors.ts';

/** Where a list goes on, without showing what stands there: a position may be a name that a station chose. */
export function cursorOf(position: string): string {
  return Buffer.from(position).toString('base64url');
}

export function positionOf(cursor: string): string {
  const position = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(position) === cursor && !/\p{Cc}/u.test(position)) return position;
  throw new SigecError('INVALID_INPUT', 'after accepts only the `next` of the answer before.', {
    details: { fields: [{ field: 'after' }] },
  });
}
