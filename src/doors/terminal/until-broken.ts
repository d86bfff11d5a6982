import { asError } from '#base/errors.ts';
import { NoConnection } from './request.ts';

/** A line that breaks in the middle is told as such: half a file is no file. */
export async function* untilBroken<Part>(
  parts: AsyncIterable<Part>,
  sentence: (reason: string) => string,
): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (thrown) {
    const cause = asError(thrown);
    throw new NoConnection('INTERNAL', sentence(cause.message), { cause });
  }
}
