import type { Random } from '../simulation/random.ts';

export type Schema = {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  examples?: readonly Record<string, unknown>[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  default?: unknown;
};

/** What the caller knows of its world: values for arguments by their names. Several names may fit one row. */
export type Hints = readonly { name: RegExp; value(random: Random): unknown }[];

/** Arguments that should be accepted, as far as a schema and the names of its fields can tell. */
export function fittingArguments(schema: Schema, hints: Hints, random: Random): Record<string, unknown> {
  const { properties = {}, required = [], examples = [] } = schema;
  const isByExample = examples.length > 0 && random.chance(0.85);
  const example = isByExample ? random.pick(examples) : {};
  const given = Object.entries(properties).flatMap(([name, field]) => {
    if (name === 'idempotency_key' || name === 'dry_run') return [];
    const hint = hints.find((each) => each.name.test(name));
    const isExtra = name === 'wait_seconds' || random.chance(isByExample ? 0 : 0.2);
    if (!required.includes(name) && !(name in example) && !isExtra) return [];
    if (hint === undefined && name in example) return [[name, example[name]] as const];
    const value = hint === undefined ? valueOf(field, hints, random) : shaped(field, hint.value(random));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** A single value where a list is wanted is a list of one. */
function shaped(schema: Schema, value: unknown): unknown {
  return schema.type === 'array' && !Array.isArray(value) && value !== undefined ? [value] : value;
}

function valueOf(schema: Schema, hints: Hints, random: Random): unknown {
  const choice = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (choice !== undefined) return valueOf(random.pick(choice), hints, random);
  switch (schema.type) {
    case 'object':
      return fittingArguments(schema, hints, random);
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        valueOf(schema.items ?? {}, hints, random),
      );
    case 'integer':
    case 'number': {
      const least = Math.max(schema.minimum ?? 1, -1000);
      return random.between(Math.ceil(least), Math.floor(Math.min(schema.maximum ?? least + 20, least + 20)));
    }
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      if (schema.format === 'date-time') return new Date(Date.now() + random.between(-100, 100) * 60_000).toISOString();
      return 'x'.repeat(Math.max(schema.minLength ?? 4, 4)).slice(0, schema.maxLength ?? 20);
    default:
      return 'x';
  }
}

const longText = 'A'.repeat(20_000);

/** Texts that have broken other servers. */
export const hostileTexts: readonly string[] = [
  ...["' or 1=1 --", "'; drop table proposal; --", '$(reboot)', '`reboot`', '; reset', '../../../../etc/passwd'],
  ...['%2e%2e%2f', 'a\r\nx-sigec-door: console', '\u0000', '\u202egnp.exe', '\u001b[2J', '{{7*7}}', '${7*7}'],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', '*', '%', '_', '-1', '0', '', ' ', longText],
  ...['<script>alert(1)</script>', '"}],"isApproved":true', 'station:*', '00000000-0000-0000-0000-000000000000'],
  ...['\ud800', '\u{e0041}\u{e0042}', 'ＣＰ', 'admin', 'system', 'adminkey', 'http://169.254.169.254/latest/meta-data'],
];

const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, -1e308, 2 ** 53, 0.5, [], {}, [[]], [null], { $ne: null }],
  ...[{ __proto__: { isAdmin: true } }, { toString: 'x' }, Array.from({ length: 2000 }, () => 'x'), nested(200)],
];

function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}

/** The same arguments with something about them wrong. */
export function mutated(given: Record<string, unknown>, random: Random): unknown {
  const names = Object.keys(given);
  const name = names.length === 0 ? 'x' : random.pick(names);
  switch (random.between(0, 8)) {
    case 0: {
      const { [name]: _gone, ...rest } = given;
      return rest;
    }
    case 1:
      return { ...given, [name]: random.pick(hostileValues) };
    case 2:
    case 3:
      return { ...given, [name]: random.pick(hostileTexts) };
    case 4:
      return {
        ...given,
        [random.pick(['approved', 'is_approved', 'tier', 'actor', 'principal', 'force', 'confirm'])]: true,
      };
    case 5:
      return { ...given, dry_run: random.pick([true, 'true', 1, null]) };
    case 6:
      return { ...given, [name]: [given[name], given[name]] };
    case 7:
      return JSON.parse(`{"__proto__":{"dry_run":false,"approved":true},"x":${JSON.stringify(given)}}`) as unknown;
    default:
      return random.pick([[], 'text', 7, null, [given]]);
  }
}
