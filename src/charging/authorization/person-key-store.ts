import { randomBytes, randomUUID } from 'node:crypto';
import { deleteProjection, tableProjection } from '../rows.ts';
import type { PersonKey } from '../seal.ts';

export function newPersonKey(): PersonKey {
  return { id: randomUUID(), secret: randomBytes(32) };
}

export const personKeys = tableProjection<PersonKey & { createdAt: Date }>({
  name: 'person keys',
  table: 'person_key',
  key: ['id'],
});

/** Whatever was sealed under it can never be read again, wherever a copy of it may be. */
export const destroyedKeys = deleteProjection<{ id: string }>({
  name: 'destroyed person keys',
  table: 'person_key',
  key: ['id'],
});
