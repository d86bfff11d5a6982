import { z } from 'zod';

const text = z.string().catch('');

/** What a server says about a tool. Read with tolerance: what is missing is a finding, not a failure. */
export const scannedTool = z.looseObject({
  name: text,
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  outputSchema: z.record(z.string(), z.unknown()).optional().catch(undefined),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type ScannedTool = z.infer<typeof scannedTool>;

export const scannedResource = z.looseObject({
  uri: text,
  name: text,
  description: z.string().optional().catch(undefined),
});
export type ScannedResource = z.infer<typeof scannedResource>;

export const scannedTemplate = z.looseObject({
  uriTemplate: text,
  name: text,
  description: z.string().optional().catch(undefined),
});
export type ScannedTemplate = z.infer<typeof scannedTemplate>;

export const scannedPrompt = z.looseObject({
  name: text,
  description: z.string().optional().catch(undefined),
  arguments: z
    .array(z.looseObject({ name: text, required: z.boolean().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
});
export type ScannedPrompt = z.infer<typeof scannedPrompt>;

/** Everything a server offers in one era. */
export type Offer = {
  era: string;
  instructions: string;
  tools: ScannedTool[];
  resources: ScannedResource[];
  templates: ScannedTemplate[];
  prompts: ScannedPrompt[];
};

/** Every text anywhere in a definition, names of fields included: a model reads all of it. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
