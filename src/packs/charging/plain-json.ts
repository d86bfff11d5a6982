import type { Json } from '#base/json-schema.ts';

/** Data of ours as JSON has it: without what is absent. */
export function plainJson(data: object): Json {
  return JSON.parse(JSON.stringify(data)) as Json;
}
