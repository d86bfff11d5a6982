import { SigecError } from '#base/errors.ts';
import { sessionQuery } from '#contract/sessions/session.ts';

/** Where a list of sessions goes on. One that nobody gave out must not reach the database. */
export function sessionPlace(place: string | undefined): string | undefined {
  const read = sessionQuery.shape.after.safeParse(place);
  if (read.success) return read.data;
  throw new SigecError('INVALID_INPUT', 'after accepts only the `next` of the answer before.', {
    details: { fields: [{ field: 'after' }] },
  });
}
