import { commandRows, type Field } from '../../station/commands/command-rows.ts';

/** What is asked of many stations: in a form of its own, or any command of the table. */
export const bulkNames = ['reset', 'availability', 'trigger', 'setting', 'other'] as const;
export type BulkName = (typeof bulkNames)[number];

/** At one connector there is nothing to ask of many stations: they are asked as a whole. */
export function wholeFields(row: 'reset' | 'availability' | 'trigger'): readonly Field[] {
  const fields: readonly Field[] = commandRows[row].fields;
  return fields.filter(({ kind }) => kind !== 'place');
}

/** As many as the server takes in one request. */
export const maxAtOnce = 1_000;
