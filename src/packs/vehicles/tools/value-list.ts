import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { LevelName } from '../levels.ts';

type ValueList<Key extends string> = {
  name: string;
  title: string;
  description: string;
  level: LevelName;
  /** Of the list in the answer. */
  key: Key;
  /** What one and what many are called. */
  nouns: readonly [one: string, many: string];
  read(): Promise<readonly (string | number)[]>;
  item?: z.ZodString | z.ZodInt;
};

/** A tool that lists the different values of one field, among what is for sale. */
export function valueList<Key extends string>({ key, nouns, read, item = z.string(), ...tool }: ValueList<Key>): Tool {
  return defineTool({
    ...tool,
    category: 'vehicles',
    tier: 'R0',
    input: z.object({}),
    output: z.object({ [key]: z.array(item) }),
    async run() {
      const values = await read();
      return { text: countedValues(values.length, nouns), data: { [key]: [...values] as string[] } };
    },
  });
}

export function countedValues(count: number, [one, many]: readonly [string, string]): string {
  if (count === 0) return 'Não há veículos à venda.';
  return `${count} ${count === 1 ? one : many} à venda.`;
}
