/** For expressions in which a UUID is a part. */
export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const whole = new RegExp(`^${uuidPattern}$`, 'i');

/** In small or capital letters, as PostgreSQL reads one. */
export function isUuid(text: string): boolean {
  return whole.test(text);
}
