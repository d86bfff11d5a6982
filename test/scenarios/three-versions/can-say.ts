import * as schemas16 from 'typed-ocpp/dist/ocpp16/schemas.js';
import * as schemas201 from 'typed-ocpp/dist/ocpp20/schemas.js';
import * as schemas21 from 'typed-ocpp/dist/ocpp21/schemas.js';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';

type Schema = { definitions?: Record<string, object> };

const schemas: Record<OcppVersion, object> = { '1.6': schemas16, '2.0.1': schemas201, '2.1': schemas21 };

/** Whether the schemas of a version have what is written as `Message`, `Message.field` or `Message.field = Word`. */
export function canSay(version: OcppVersion, written: string): boolean {
  const [, message, field, word] = /^([A-Z]\w+)(?:\.(\w+)(?: = (\w+))?)?$/.exec(written) ?? [];
  const schema = (schemas[version] as Record<string, Schema>)[`${message}Request`];
  if (schema === undefined) return false;
  const text = reachable(schema);
  return [field, word].every((part) => part === undefined || text.includes(`"${part}"`));
}

/** The text of a schema with those definitions alone that it refers to, by whatever way. */
function reachable({ definitions = {}, ...schema }: Schema): string {
  const texts = [JSON.stringify(schema)];
  const seen = new Set<string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(/"#\/definitions\/(\w+)"/g)) {
      if (!seen.has(name)) texts.push(JSON.stringify(definitions[name]));
      seen.add(name);
    }
  }
  return texts.join('\n');
}
