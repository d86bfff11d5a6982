import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FieldSchema } from '../../quirks/field-schema.ts';
import type { Fault } from './error-codes.ts';

export type Violation = { fault: Fault; field: string; reason: string };

/** Schemas are compiled on first use and kept; those of the messages a version handles are compiled soon after the start. */
export class Validator {
  private readonly ajv: Ajv;
  private readonly compiled = new Map<string, ValidateFunction>();
  private thorough: Ajv | undefined;
  private readonly thoroughlyCompiled = new Map<string, ValidateFunction>();
  private readonly schemas: Readonly<Record<string, object>>;

  constructor(schemas: Readonly<Record<string, object>>) {
    this.schemas = schemas;
    this.ajv = newAjv();
  }

  has(name: string): boolean {
    return Object.hasOwn(this.schemas, name);
  }

  /** Returns what is wrong, or undefined when the value fits. */
  check(name: string, value: unknown): Violation | undefined {
    const validate = this.compile(name);
    return validate(value) ? undefined : toViolation(validate.errors?.[0]);
  }

  /** Everything that is wrong, for whoever wants to put it right. Compiled apart, so that the check of a valid value stops at nothing. */
  everyError(name: string, value: unknown): readonly ErrorObject[] {
    this.thorough ??= newAjv({ allErrors: true });
    const validate = this.thoroughlyCompiled.get(name) ?? this.thorough.compile(this.schemaOf(name));
    this.thoroughlyCompiled.set(name, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  compile(name: string): ValidateFunction {
    const known = this.compiled.get(name);
    if (known !== undefined) return known;
    const validate = this.ajv.compile(this.schemaOf(name));
    this.compiled.set(name, validate);
    return validate;
  }

  schemaOf(name: string): FieldSchema {
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`There is no schema named ${name}.`);
    return schema;
  }
}

function newAjv(options: Options = {}): Ajv {
  // multipleOf 0.1 on binary floats fails for values that are plainly right, hence the precision.
  const ajv = new Ajv({
    strict: false,
    multipleOfPrecision: 6,
    validateSchema: false,
    addUsedSchema: false,
    ...options,
  });
  addFormats.default(ajv, { mode: 'full', formats: ['date-time', 'uri'] });
  return ajv;
}

const faultOfKeyword: Record<string, Fault> = {
  required: 'occurrence',
  minItems: 'occurrence',
  maxItems: 'occurrence',
  type: 'type',
  additionalProperties: 'format',
};

/** The field is named by its path and the rule that it breaks; the value itself is not repeated. */
function toViolation(error: ErrorObject | undefined): Violation {
  const keyword = error?.keyword ?? '';
  const params = error?.params as { missingProperty?: string; additionalProperty?: string } | undefined;
  const inner = params?.missingProperty ?? params?.additionalProperty;
  const field = [error?.instancePath.slice(1).replaceAll('/', '.'), inner]
    .filter((part) => part !== undefined && part !== '')
    .join('.');
  return {
    fault: faultOfKeyword[keyword] ?? 'property',
    field: field.slice(0, 100),
    reason: error?.message ?? 'does not fit its schema',
  };
}
