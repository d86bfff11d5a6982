import { api } from '../../src/contract/api/api.ts';
import { type Access, apiGroups, type Endpoint } from '../../src/contract/api/define-api.ts';
import type { GeneratedFile } from './generated-file.ts';
import { code, referencePage, table } from './reference-page.ts';

const whoMay = {
  open: 'anybody',
  read: 'viewer',
  operate: 'operator',
  administer: 'administrator',
} satisfies Record<Access, string>;

/** The endpoints that are meant for programs; the others serve pages of our own. */
export const endpoints: readonly Endpoint[] = Object.values(api)
  .flatMap((subject) => Object.values<Endpoint>(subject))
  .filter(({ isInternal }) => !isInternal);

/** The reference of the REST API, from the endpoints in contract/api. */
export async function restReference(): Promise<GeneratedFile[]> {
  const lines = [
    `The ${endpoints.length} endpoints of the API. A running server describes them with all their fields at \`/docs\` and \`/openapi.json\`.`,
    'Those of `devices`, `vehicles` and `books` are there when their pack is switched on.',
    '',
    'A caller needs the role, or one above it; a key with scopes also needs the scope. A server that can only be reached from',
    'its own machine lets anybody do what a viewer may.',
    ...apiGroups.flatMap((group) => ['', `## ${group}`, '', ...groupTable(group)]),
  ];
  return [referencePage('rest', { title: 'REST API', source: 'src/contract/api', lines })];
}

function groupTable(group: string): string[] {
  const rows = endpoints
    .filter((endpoint) => endpoint.group === group)
    .map(({ method, path, access, scope, summary }) => [
      code(`${method} ${path}`),
      whoMay[access],
      code(scope),
      summary,
    ]);
  return table(['endpoint', 'who may', 'scope', 'what it does'], rows);
}
