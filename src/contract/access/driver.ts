import { z } from 'zod';
import { language } from '../billing/money.ts';
import { time, visibleText } from '../common.ts';
import { sentence } from '../sentence.ts';
import { places } from './group.ts';
import { token, tokenId } from './token.ts';

const text = (most: number) => visibleText.max(most);

const driverFields = z.object({
  name: text(100).min(1),
  email: z.email().max(200).nullable().default(null),
  phone: text(40).nullable().default(null),
  note: text(200).nullable().default(null),
  language: language.nullable().default(null),
  groupId: tokenId.nullable().default(null).describe('Of all their tokens that have none of their own'),
  places: places.nullable().default(null).describe('null: as their group'),
  isBlocked: z.boolean().default(false),
  oneAtATime: z
    .boolean()
    .nullable()
    .default(null)
    .describe('One running session over all their tokens; null: as their group'),
});

export const newDriver = driverFields;
export type NewDriver = z.output<typeof newDriver>;

export const driverChange = z
  .object({
    name: text(100).min(1),
    email: z.email().max(200).nullable(),
    phone: text(40).nullable(),
    note: text(200).nullable(),
    language: language.nullable(),
    groupId: tokenId.nullable(),
    places: places.nullable(),
    isBlocked: z.boolean(),
    oneAtATime: z.boolean().nullable(),
  })
  .partial();
export type DriverChange = z.output<typeof driverChange>;

/** A person who charges. What names them is sealed under a key of their own; forgetting them destroys it. */
export const driver = driverFields.extend({
  id: z.uuid(),
  name: z.string().nullable().describe('null: forgotten'),
  tokenCount: z.int(),
  createdAt: time,
  createdBy: z.string(),
  forgottenAt: time.nullable(),
  hidden: z.string().optional().describe('Which fields this key is not shown, and why; absent: it sees all of them'),
});
export type Driver = z.infer<typeof driver>;

export const driverDetail = driver.extend({ tokens: z.array(token) });
export type DriverDetail = z.infer<typeof driverDetail>;

export const driverQuery = z.object({
  search: z.string().max(100).optional().describe('In name and e-mail'),
  groupId: tokenId.optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type DriverQuery = z.output<typeof driverQuery>;

export const driverList = z.object({ drivers: z.array(driver), next: z.string().nullable() });
export type DriverList = z.infer<typeof driverList>;

/** What was forgotten, and what stays as it must. */
export const forgotten = z.object({
  driverId: z.uuid(),
  tokens: z.int().describe('Taken away, their values unreadable from now on'),
  signedValues: z.int().describe('Signed meter values that named a token, unreadable from now on'),
  sessionsKept: z.int().describe('Their energy and money stay in the sums, without a name'),
  stationsToTell: z.int().describe('Stations whose list of tokens is sent again'),
});
export type Forgotten = z.infer<typeof forgotten>;

/** CSV of drivers and tokens; nothing is taken unless every row can be, or only those that can where this is asked for. */
export const accessImport = z.object({
  csv: z.string().max(20_000_000),
  isDryRun: z.boolean().default(false),
  isRowByRow: z.boolean().default(false).describe('Rows with mistakes are left out, and what came of each row is told'),
});
export const importProblem = z.object({
  row: z.int(),
  column: z.string().nullable(),
  problem: z.string(),
  sentence: sentence.optional().describe('The problem by a stable code and its values, to be said in another language'),
});
export type ImportProblem = z.infer<typeof importProblem>;
const rowFate = z.enum(['added', 'changed', 'same']).nullable().describe('null: the row names none, or was left out');
export const importedRow = z.object({
  line: z.int().describe('Where the row begins in the file'),
  driver: rowFate,
  token: rowFate,
  problems: z.array(importProblem).describe('Why it was left out; empty: it was taken'),
});
export type ImportedRow = z.infer<typeof importedRow>;
export const accessImported = z.object({
  rows: z.int(),
  drivers: z.object({ added: z.int(), changed: z.int() }),
  tokens: z.object({ added: z.int(), changed: z.int() }),
  results: z.array(importedRow).optional().describe('Where it was asked for row by row'),
});
export type AccessImported = z.infer<typeof accessImported>;
