import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import { jsonSchemaOf, type ObjectSchema } from '#base/json-schema.ts';
import { type Issue, invalidInput } from './invalid-input.ts';
import type { Tier } from './tier.ts';
import { assembleTool, steeringOf, type Tool, type ToolBehind } from './tool.ts';

type Arguments = Record<string, unknown>;

export type ForeignTool<Output extends z.ZodObject> = ToolBehind<Arguments, Output> & { inputSchema: ObjectSchema };

// Nothing is changed in what was given: defaults are theirs to fill in. Formats are for agents to read, and theirs to check.
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  ownProperties: true, // an argument may be called constructor
  validateSchema: false,
  addUsedSchema: false,
  validateFormats: false,
});

const steeringSchemas: Readonly<Record<Tier, ObjectSchema>> = {
  R0: steeringSchema('R0'),
  R1: steeringSchema('R1'),
  R2: steeringSchema('R2'),
  R3: steeringSchema('R3'),
};

export function defineForeignTool<Output extends z.ZodObject>({
  inputSchema: own,
  ...definition
}: ForeignTool<Output>): Tool {
  const steering = steeringSchemas[definition.tier];
  const inputSchema: ObjectSchema = { ...own, properties: { ...own.properties, ...steering.properties } };
  let validate: ValidateFunction | undefined; // compiling takes a millisecond or two, and most are never called
  return assembleTool<Arguments, Output>(definition, {
    inputSchema,
    read(given) {
      validate ??= compiled(inputSchema);
      if (validate(given)) return given as Arguments;
      throw invalidInput(definition.name, inputSchema, (validate.errors ?? []).map(issueOf));
    },
  });
}

/** Not kept by the compiler, which would hold what devices announced long ago. */
function compiled(schema: ObjectSchema): ValidateFunction {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

function steeringSchema(tier: Tier): ObjectSchema {
  return jsonSchemaOf(z.object(steeringOf({ tier })), 'input');
}

/** Names with which a call is steered; an argument of theirs cannot have them. */
export const steeringNames: readonly string[] = Object.keys(steeringSchemas.R2.properties);

function issueOf({ keyword, instancePath, params, message = '' }: ErrorObject): Issue {
  const path = instancePath.split('/').slice(1).map(stepOf);
  if (keyword === 'additionalProperties')
    return { code: 'unrecognized_keys', path, message, keys: [String(params['additionalProperty'])] };
  return { code: keyword, path: keyword === 'required' ? [...path, String(params['missingProperty'])] : path, message };
}

function stepOf(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
}
