import { SigecError } from '#base/errors.ts';
import { type Json, plainJson } from '#base/json-schema.ts';
import type { CallContext } from '#tools/context.ts';
import type { Tool } from '#tools/tool.ts';

/** What a reading tool answers, to be read at an address: one code for both. */
export async function toolData(tool: Tool, given: Record<string, unknown>, context: CallContext): Promise<Json> {
  try {
    const { data } = await tool.prepare(given).run(context);
    return plainJson(data);
  } catch (error) {
    // An address that does not fit is one at which there is nothing.
    if (!(error instanceof SigecError) || error.code !== 'INVALID_INPUT') throw error;
    throw new SigecError('NOT_FOUND', 'There is nothing at this address. List the resources to see what there is.', {
      cause: error,
    });
  }
}

/** Ids go into addresses encoded: a station chooses its own. */
export function address(kind: string, ...parts: readonly string[]): string {
  return `sigec://${[kind, ...parts.map(encodeURIComponent)].join('/')}`;
}

export function beginning(values: readonly string[], begun: string): string[] {
  return values.filter((value) => value.toLowerCase().startsWith(begun.toLowerCase()));
}
