import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type {
  AttributeType,
  NewTemplate,
  StationVariable,
  Template,
  VariableDifference,
  VariablePlace,
} from '#contract/stations/variables.ts';
import { type EventFact, type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { putRows, readRows } from '../rows.ts';
import { placeName, resolvePlace } from './place.ts';
import { inColumns, type PlaceColumns, placeKey, placeNames, splitPlace } from './place-columns.ts';

export type TemplateNeeds = { pool: Pool; ledger: Ledger; clock: Clock };

type Expected = { place: VariablePlace; attribute: AttributeType; value: string };
type TemplateRow = { name: string; at: Date; by: string; variables: readonly Expected[] | null };

/** A template is replaced as a whole; without variables it is deleted. */
const templates: Projection<TemplateRow> = {
  name: 'variable templates',
  identity: (row) => row.name,
  async write(client, rows) {
    const kept = rows.filter(({ variables }) => variables !== null);
    const expected = kept.flatMap(({ name, variables }) => (variables ?? []).map((one) => ({ name, ...one })));
    await client.query('delete from variable_template where name = any($1)', [rows.map(({ name }) => name)]);
    await putRows(
      client,
      { table: 'variable_template' },
      kept.map(({ name, at, by }) => ({ name, savedAt: at, savedBy: by })),
    );
    await putRows(
      client,
      { table: 'template_variable', key: ['template'], again: 'keep' },
      expected.map(({ name, place, ...rest }) => ({ template: name, ...inColumns(place), ...rest })),
    );
  },
};

export async function saveTemplate(
  needs: TemplateNeeds,
  { name, variables, actor }: NewTemplate & { name: string; actor: Actor },
): Promise<Template> {
  const expected = variables.map(({ attribute, value, ...ref }) => ({ place: resolvePlace(ref), attribute, value }));
  await change(needs, { name, variables: expected }, actor, {
    kind: 'template-saved',
    body: { name, variables: expected.map(({ place, ...rest }) => ({ name: placeName(place), ...rest })) },
  });
  return getTemplate(needs.pool, name);
}

export async function deleteTemplate(needs: TemplateNeeds, name: string, actor: Actor): Promise<void> {
  await getTemplate(needs.pool, name);
  await change(needs, { name, variables: null }, actor, { kind: 'template-deleted', body: { name } });
}

async function change(
  { ledger, clock }: TemplateNeeds,
  row: Pick<TemplateRow, 'name' | 'variables'>,
  actor: Actor,
  event: EventFact,
): Promise<void> {
  const at = clock.now();
  const by = actorName(actor);
  await ledger.commit({
    events: [{ ...event, stationId: null, happenedAt: at, principal: by }],
    writes: [write(templates, { ...row, at, by })],
    audit: [auditOf(event.kind, row.name, actor)],
  });
}

type Row = PlaceColumns & { name: string; savedAt: string; savedBy: string; attribute: AttributeType; value: string };

export async function readTemplates(pool: Pool, name?: string): Promise<Template[]> {
  const rows = await readRows<Row>(
    pool,
    `select name, saved_at, saved_by, ${placeNames}, attribute, value
     from variable_template join template_variable on template = name
     where $1::text is null or name = $1
     order by name, ${placeNames}, attribute`,
    [name ?? null],
  );
  return [...Map.groupBy(rows, (row) => row.name)].map(([known, variables]) => ({
    name: known,
    savedAt: variables[0]?.savedAt ?? '',
    savedBy: variables[0]?.savedBy ?? '',
    variables: variables.map((row) => {
      const { place, rest } = splitPlace(row);
      return { ...place, name: placeName(place), attribute: rest.attribute, value: rest.value };
    }),
  }));
}

export async function getTemplate(pool: Pool, name: string): Promise<Template> {
  const [template] = await readTemplates(pool, name);
  if (template === undefined)
    throw new SigecError('NOT_FOUND', `There is no template "${name}"; GET /api/templates lists them.`);
  return template;
}

/** Where a station is not set as the template has it, or has not told how it is set. */
export function differencesTo(template: Template, variables: readonly StationVariable[]): VariableDifference[] {
  const known = new Map(variables.map((variable) => [placeKey(variable), variable.attributes]));
  return template.variables.flatMap(({ value: expected, ...variable }) => {
    const attribute = known.get(placeKey(variable))?.find(({ type }) => type === variable.attribute);
    const actual = attribute?.value ?? null;
    return actual !== null && isSame(actual, expected) ? [] : [{ ...variable, expected, actual }];
  });
}

/** `60` and `60.0`, `True` and `true` are the same setting. */
function isSame(actual: string, expected: string): boolean {
  if (actual === expected) return true;
  const [a, b] = [actual.trim(), expected.trim()];
  if (a.toLowerCase() === b.toLowerCase() && /^(true|false)$/i.test(a)) return true;
  return a !== '' && b !== '' && Number(a) === Number(b);
}
