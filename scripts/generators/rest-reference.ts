import { api } from '../../src/contract/api/api.ts';
import { type Access, apiGroups, type Endpoint } from '../../src/contract/api/define-api.ts';
import type { GeneratedFile } from './generated-file.ts';

const whoMay = {
  open: 'anybody',
  read: 'viewer',
  operate: 'operator',
  administer: 'administrator',
} satisfies Record<Access, string>;

/** The reference of the REST API, from the endpoints in contract/api. */
export async function restReference(): Promise<GeneratedFile[]> {
  const all = Object.values(api).flatMap((subject) => Object.values<Endpoint>(subject));
  const listed = all.filter(({ isInternal }) => !isInternal);
  const lines = [
    '# REST API',
    '',
    '<!-- Written by `npm run generate` from src/contract/api; change that instead. -->',
    '',
    `The ${listed.length} endpoints of the API. A running server describes them with all their fields at \`/docs\` and \`/openapi.json\`.`,
    'Those of `devices`, `vehicles` and `books` are there when their pack is switched on.',
    '',
    'A caller needs the role, or one above it; a key with scopes also needs the scope. A server that can only be reached from',
    'its own machine lets anybody do what a viewer may.',
    ...apiGroups.flatMap((group) => section(group, listed)),
  ];
  return [{ path: 'docs/reference/rest.md', content: `${lines.join('\n')}\n` }];
}

function section(group: string, all: readonly Endpoint[]): string[] {
  const rows = all.filter((endpoint) => endpoint.group === group).map(row);
  return ['', `## ${group}`, '', '| endpoint | who may | scope | what it does |', '| --- | --- | --- | --- |', ...rows];
}

function row({ method, path, access, scope, summary }: Endpoint): string {
  const held = scope === undefined ? '' : `\`${scope}\``;
  return `| \`${method} ${path}\` | ${whoMay[access]} | ${held} | ${summary.replaceAll('|', '\\|')} |`;
}
