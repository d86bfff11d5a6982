const versions = [
  { folder: 'v16', source: 'ocpp16' },
  { folder: 'v201', source: 'ocpp20' },
  { folder: 'v21', source: 'ocpp21' },
];

/** Per OCPP version, a table from action to the types of its request and response, so that a wrong name does not compile. */
export async function ocppMessages(): Promise<{ path: string; content: string }[]> {
  return Promise.all(
    versions.map(async ({ folder, source }) => {
      const schemas = (await import(`typed-ocpp/dist/${source}/schemas.js`)) as object;
      const rows = Object.keys(schemas).flatMap(messageRow).toSorted();
      const lines = [
        '// From typed-ocpp, by `npm run generate`.',
        `import type * as ocpp from 'typed-ocpp/dist/${source}/types.js';`,
        '',
        'export type Messages = {',
        ...rows,
        '};',
        '',
      ];
      return { path: `src/doors/ocpp/${folder}/messages.generated.ts`, content: lines.join('\n') };
    }),
  );
}

/** A schema with neither ending belongs to a message that is sent and never answered. */
function messageRow(schema: string): string[] {
  if (schema.endsWith('Response')) return [];
  const action = schema.replace(/Request$/, '');
  const response = action === schema ? 'never' : `ocpp.${action}Response`;
  return [`  ${action}: { request: ocpp.${schema}; response: ${response} };`];
}
