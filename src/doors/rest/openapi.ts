import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createdKey, key, keyList, principal, whoAmI } from '#contract/agents/principal.ts';
import { apiGroups } from '#contract/api/define-api.ts';
import { problem } from '#contract/common.ts';
import { eventPage, ledgerEvent } from '#contract/event.ts';
import { acceptedStation, connector, link, station, stationPage } from '#contract/stations/station.ts';

/** Shapes that the document names once and refers to. */
const named = {
  Problem: problem,
  LedgerEvent: ledgerEvent,
  EventPage: eventPage,
  Principal: principal,
  Key: key,
  KeyList: keyList,
  CreatedKey: createdKey,
  WhoAmI: whoAmI,
  Station: station,
  StationPage: stationPage,
  Link: link,
  Connector: connector,
  AcceptedStation: acceptedStation,
};

const schemaRegistry = z.registry<{ id?: string | undefined }>();
for (const [id, schema] of Object.entries(named)) schemaRegistry.add(schema, { id });

/** Has to stand before the routes: it collects them as they are added. */
export async function describeRoutes(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  const options = { schemaRegistry, zodToJsonConfig: { override: describe } };
  const withNames = createJsonSchemaTransformObject(options);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'SIGEC-VE',
        version,
        description:
          'Everything a SIGEC-VE installation knows and can do: stations, sessions, commands, tokens, tariffs, live events and keys.',
      },
      tags: apiGroups.map((name) => ({ name })),
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key as made by POST /api/keys' } },
      },
    },
    transform: createJsonSchemaTransform(options),
    transformObject: (given) => onlyUsed(withNames(given)),
  });
}

type Described = { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema };

/** Descriptions live in zod's own registry, not in ours, which holds the names. */
function describe({ zodSchema, jsonSchema }: Described): void {
  const about = z.globalRegistry.get(zodSchema)?.description;
  if (about !== undefined) jsonSchema.description ??= about;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern; // the format says it; the pattern fills half the page
}

type Document = { paths?: object; components?: { schemas?: Record<string, unknown> } };

/** Every shape is described as it is sent and as it is received; only one of the two is referred to. */
function onlyUsed<Given extends object>(given: Given): Given {
  const document: Document = given;
  const unused = new Map(Object.entries(document.components?.schemas ?? {}));
  const used: Record<string, unknown> = {};
  for (let text = JSON.stringify(document.paths); text !== '[]'; ) {
    const found = [...unused].filter(([id]) => text.includes(`"#/components/schemas/${id}"`));
    for (const [id, schema] of found) {
      used[id] = schema;
      unused.delete(id);
    }
    text = JSON.stringify(found); // what a used shape refers to is used as well
  }
  return { ...given, components: { ...document.components, schemas: used } };
}
