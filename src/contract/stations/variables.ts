import { z } from 'zod';
import { time } from '../common.ts';

/** Where a variable stands in the device model that every station has, whatever version it speaks. */
export const variablePlace = z.object({
  component: z.string().describe('Such as OCPPCommCtrlr; Vendor: an OCPP 1.6 key without a name of its own'),
  componentInstance: z.string().nullable(),
  evseId: z.int().nullable().describe('null: the station as a whole'),
  connectorId: z.int().nullable(),
  variable: z.string(),
  variableInstance: z.string().nullable(),
});
export type VariablePlace = z.infer<typeof variablePlace>;

export const attributeType = z.enum(['actual', 'target', 'min-set', 'max-set']);
export type AttributeType = z.infer<typeof attributeType>;

export const mutability = z.enum(['read-only', 'write-only', 'read-write']);
export type Mutability = z.infer<typeof mutability>;

export const dataType = z.enum([
  'text',
  'decimal',
  'integer',
  'time',
  'boolean',
  'one-of-list',
  'ordered-list',
  'any-of-list',
]);
export type DataType = z.infer<typeof dataType>;

/** How we came to know a value. */
export const learnedBy = z.enum(['report', 'read', 'set', 'event']);
export type LearnedBy = z.infer<typeof learnedBy>;

export const variableAttribute = z.object({
  type: attributeType,
  value: z.string().nullable().describe('null: not told, such as a password'),
  mutability: mutability.nullable(),
  isPersistent: z.boolean().nullable(),
  isConstant: z.boolean().nullable(),
  awaitsReboot: z.boolean().describe('The station has taken it and will use it after its next boot'),
  learnedBy,
  learnedAt: time,
  ageSeconds: z.int().describe('How old this knowledge is; get-variables renews it'),
});
export type VariableAttribute = z.infer<typeof variableAttribute>;

export const variableCharacteristics = z.object({
  unit: z.string().nullable(),
  dataType: dataType.nullable(),
  minLimit: z.number().nullable(),
  maxLimit: z.number().nullable(),
  maxElements: z.int().nullable(),
  values: z.array(z.string()).nullable().describe('What a list variable may hold'),
  canBeMonitored: z.boolean().nullable(),
});
export type VariableCharacteristics = z.infer<typeof variableCharacteristics>;

export const stationVariable = variablePlace.extend({
  name: z.string().describe('All of it in one word, as commands take it: Connector@1:1.AvailabilityState'),
  key: z.string().nullable().describe('Its OCPP 1.6 configuration key, where it has one'),
  attributes: z.array(variableAttribute),
  characteristics: variableCharacteristics.nullable(),
});
export type StationVariable = z.infer<typeof stationVariable>;

/** A report that comes in parts. */
export const deviceReport = z.object({
  requestId: z.int(),
  askedAt: time.nullable().describe('null: nobody here asked for it'),
  generatedAt: time.nullable().describe("By the station's clock"),
  parts: z.int(),
  completedAt: time.nullable(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

export const variableDifference = variablePlace.extend({
  name: z.string(),
  attribute: attributeType,
  expected: z.string(),
  actual: z.string().nullable().describe('null: the station has not told it'),
});
export type VariableDifference = z.infer<typeof variableDifference>;

export const variableView = z.object({
  variables: z.array(stationVariable),
  lastReport: deviceReport.nullable(),
  template: z.string().nullable(),
  differences: z.array(variableDifference).describe('Where the station differs from the template that was named'),
});
export type VariableView = z.infer<typeof variableView>;

export const variableQuery = z.object({
  name: z.string().max(210).optional().describe('One variable: Component.Variable or an OCPP 1.6 key'),
  component: z.string().max(50).optional(),
  template: z.string().max(80).optional().describe('Show the differences to this template'),
});
export type VariableQuery = z.output<typeof variableQuery>;

/** How a person names a variable: in one word, or part by part. */
export const variableRef = z.object({
  name: z
    .string()
    .min(1)
    .max(210)
    .optional()
    .describe('Component.Variable, such as OCPPCommCtrlr.HeartbeatInterval, or an OCPP 1.6 key; else name the parts'),
  component: z.string().min(1).max(50).optional(),
  componentInstance: z.string().min(1).max(50).optional(),
  evseId: z.int().min(1).max(1000).optional(),
  connectorId: z.int().min(1).max(100).optional(),
  variable: z.string().min(1).max(50).optional(),
  variableInstance: z.string().min(1).max(50).optional(),
});
export type VariableRef = z.output<typeof variableRef>;

export const needsName = 'needs a name, or a component and a variable';
export function isNamed({ name, component, variable }: VariableRef): boolean {
  return name !== undefined || (component !== undefined && variable !== undefined);
}

export const expectedVariable = variableRef
  .extend({ attribute: attributeType.default('actual'), value: z.string().max(2500) })
  .refine(isNamed, needsName);

export const templateName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u, 'must be 1 to 80 letters, digits, spaces or . _ -');
export const newTemplate = z.object({ variables: z.array(expectedVariable).min(1).max(1000) });
export type NewTemplate = z.output<typeof newTemplate>;

export const template = z.object({
  name: z.string(),
  savedAt: time,
  savedBy: z.string(),
  variables: z.array(
    variablePlace.extend({ name: z.string(), attribute: attributeType, value: z.string().describe('As expected') }),
  ),
});
export type Template = z.infer<typeof template>;
export const templateList = z.object({ templates: z.array(template) });
