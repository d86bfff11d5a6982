import { SigecError } from './errors.ts';

/** The position at which a list continues, encoded, because it may contain a name that a station chose. */
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
