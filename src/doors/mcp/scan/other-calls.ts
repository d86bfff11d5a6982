import type { Offer } from './definitions.ts';
import { canary, foreignIds, hostileTexts } from './hostile-values.ts';
import type { Shot } from './scan-mcp.ts';

const strayUris = [
  'file:///etc/passwd',
  'file:///etc/hostname',
  `${canary}://x`,
  'http://169.254.169.254/latest/meta-data/',
  '',
];

/** Addresses that nobody listed, and those of templates with something hostile between the braces. */
export function resourceReads({ resources, templates }: Offer): Shot[] {
  if (resources.length + templates.length === 0) return [];
  const read = (where: string, uri: string, trick: Shot['trick']): Shot => ({
    ...{ where, trick, argument: 'uri', payload: uri, isForbidden: false },
    ...{ method: 'resources/read', params: { uri } },
  });
  return [
    ...resources.slice(0, 20).map(({ uri }) => read(`resource ${uri}`, uri, 'usual')),
    ...strayUris.map((uri) => read('server', uri, 'path')),
    ...templates.flatMap(({ uriTemplate }) =>
      [...hostileTexts, ...foreignIds.map((id) => ['foreign-id', id] as const)].flatMap(([trick, text]) =>
        [text, encode(text)].map((value) =>
          read(
            `resource ${uriTemplate}`,
            uriTemplate.replaceAll(/\{[^}]*\}/g, () => value),
            trick,
          ),
        ),
      ),
    ),
  ];
}

/** A lone half of a character cannot be encoded; it is sent as it is. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}

/** Prompts repeat what they are given: what hides in it must be gone by then. */
export function promptCalls({ prompts }: Offer): Shot[] {
  return prompts.flatMap(({ name, arguments: taken = [] }) => {
    const usual = Object.fromEntries(taken.map((each) => [each.name, 'x']));
    const get = (trick: Shot['trick'], argument: string, given: object, payload: string): Shot => ({
      ...{ where: `prompt ${name}`, trick, argument, payload, isForbidden: false },
      ...{ method: 'prompts/get', params: { name, arguments: given } },
    });
    return [
      get('missing', '', {}, ''),
      ...taken.flatMap(({ name: argument }) =>
        hostileTexts.map(([trick, text]) => get(trick, argument, { ...usual, [argument]: text }, text)),
      ),
    ];
  });
}
