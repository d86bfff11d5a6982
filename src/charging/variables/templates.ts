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
import { placeName, resolvePlace } from './place.ts';
import { type PlaceRow, parameters, placeColumns, placeKey, placeNames, placeOf, placeTypes } from './place-columns.ts';

export type TemplateNeeds = { pool: Pool; ledger: Ledger; clock: Clock };

type Expected = { place: VariablePlace; attribute: AttributeType; value: string };
type TemplateRow = { name: string; at: Date; by: string; variables: readonly Expected[] | null };

/** A template is replaced as a whole; without variables it is deleted. */
const templates: Projection<TemplateRow> = {
  name: 'variable templates',
  identity: (row) => row.name,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    const kept = rows.filter(({ variables }) => variables !== null);
    const expected = kept.flatMap(({ name, variables }) => (variables ?? []).map((one) => ({ name, ...one })));
    await client.query('delete from variable_template where name = any($1)', [rows.map(({ name }) => name)]);
    await client.query(
      'insert into variable_template (name, saved_at, saved_by) select * from unnest($1::text[], $2::timestamptz[], $3::text[])',
      [kept.map(({ name }) => name), kept.map(({ at }) => at.toISOString()), kept.map(({ by }) => by)],
    );
    await client.query(
      `insert into template_variable (template, ${placeNames}, attribute, value)
       select * from unnest(${parameters(['text', ...placeTypes, 'text', 'text'])}) on conflict do nothing`,
      [
        expected.map(({ name }) => name),
        ...placeColumns(expected),
        expected.map(({ attribute }) => attribute),
        expected.map(({ value }) => value),
      ],
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
    audit: [{ principal: by, door: actor.door, action: event.kind, subject: row.name, outcome: 'done', details: {} }],
  });
}

type Row = PlaceRow & { name: string; saved_at: Date; saved_by: string; attribute: AttributeType; value: string };

export async function readTemplates(pool: Pool, name?: string): Promise<Template[]> {
  const { rows } = await pool.query<Row>(
    `select name, saved_at, saved_by, ${placeNames}, attribute, value
     from variable_template join template_variable on template = name
     where $1::text is null or name = $1
     order by name, ${placeNames}, attribute`,
    [name ?? null],
  );
  return [...Map.groupBy(rows, (row) => row.name)].flatMap(([known, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            name: known,
            savedAt: first.saved_at.toISOString(),
            savedBy: first.saved_by,
            variables: [first, ...others].map((row) => {
              const place = placeOf(row);
              return { ...place, name: placeName(place), attribute: row.attribute, value: row.value };
            }),
          },
        ],
  );
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
