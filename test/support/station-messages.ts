import * as schemas16 from 'typed-ocpp/dist/ocpp16/schemas.js';
import * as schemas201 from 'typed-ocpp/dist/ocpp20/schemas.js';
import * as schemas21 from 'typed-ocpp/dist/ocpp21/schemas.js';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { handlers16 } from '../../src/doors/ocpp/v16/handlers.ts';
import { handlers21 } from '../../src/doors/ocpp/v21/handlers.ts';
import { handlers201 } from '../../src/doors/ocpp/v201/handlers.ts';
import type { JsonSchema } from './schema-arbitrary.ts';
import { fullest } from './schema-texts.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const versions: Readonly<Record<OcppVersion, { actions: readonly string[]; schemas: Schemas }>> = {
  '1.6': { actions: Object.keys(handlers16), schemas: schemas16 },
  '2.0.1': { actions: Object.keys(handlers201), schemas: schemas201 },
  '2.1': { actions: Object.keys(handlers21), schemas: schemas21 },
};

/** What tells one kind of token, part or message from another is a word of a list, though some schemas call it any text. */
const isWordOfList = (field: string) => field === 'type' || field === 'connectorType';

/** Writes the free text of a field, which may be as long as this. */
export type Write = (field: string, maxCharacters: number) => string;
type Payload = Record<string, unknown>;
export type StationMessage = { action: string; payload: Payload };

/** Every message that a station can begin and we take, each as full as its schema lets it be; a session begins, goes on and ends. */
export function stationMessages(version: OcppVersion, write: (action: string) => Write): StationMessage[] {
  const { actions, schemas } = versions[version];
  return actions.flatMap((action) => {
    const schema = schemas[`${action}Request`];
    if (schema === undefined) return []; // never answered
    const payload = filled(schema, write(action));
    if (action !== 'TransactionEvent') return [{ action, payload }];
    return ['Started', 'Updated', 'Ended'].map((eventType, seqNo) => ({
      action,
      payload: { ...payload, eventType, seqNo },
    }));
  });
}

/** Those that are never answered. */
export function stationNotices(version: OcppVersion, write: (action: string) => Write): StationMessage[] {
  const { actions, schemas } = versions[version];
  return actions.flatMap((action) => {
    const schema = schemas[`${action}Request`] === undefined ? schemas[action] : undefined;
    return schema === undefined ? [] : [{ action, payload: filled(schema, write(action)) }];
  });
}

/** The fullest answer to a command of ours. */
export function stationAnswer(version: OcppVersion, action: string, write: Write): Payload {
  const schema = versions[version].schemas[`${action}Response`];
  return schema === undefined ? {} : filled(schema, write);
}

function filled(schema: JsonSchema, write: Write): Payload {
  return fullest(schema, (field, most) =>
    isWordOfList(field) ? 'ISO14443'.slice(0, most) : write(field, most),
  ) as Payload;
}
