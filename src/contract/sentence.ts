import { z } from 'zod';

/** What the server says by a stable code. As it arrives: another version may know codes and values that we do not. */
export const sentence = z.object({
  code: z.string().describe('Such as no-site'),
  values: z.record(z.string(), z.unknown()).describe('What the words are filled with'),
});
