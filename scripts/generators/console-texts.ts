import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run-tool.ts';
import type { GeneratedFile } from './generated-file.ts';

const folder = 'console/text';
const languages = [
  { code: 'en', name: 'en', file: 'texts' },
  { code: 'pt-BR', name: 'ptBR', file: 'texts-pt-BR' },
];

/**
 * All texts of the console as one typed object and one file per language, from the files that are there: a new file needs no row anywhere,
 * and a browser reads the language it shows. Those of the folder `pages` are read with their page; their types are here all the same.
 */
export async function consoleTexts(): Promise<GeneratedFile[]> {
  const every = await Promise.all(
    languages.map(async ({ code, name, file: path }) => ({
      path: `${folder}/${path}.generated.ts`,
      content: oneObject(name, code, await jsonFiles(code)),
    })),
  );
  const ofPages = await Promise.all(
    languages.map(async ({ code, name, file: path }) => ({
      path: `${folder}/${path.replace('texts', 'page-texts')}.generated.ts`,
      content: oneObject(`${name}Pages`, `${code}/pages`, await jsonFiles(`${code}/pages`)),
    })),
  );
  return [...every, ...ofPages];
}

async function jsonFiles(place: string): Promise<string[]> {
  return (await readdir(join(root, folder, place))).filter((file) => file.endsWith('.json')).toSorted();
}

function oneObject(name: string, place: string, files: readonly string[]): string {
  return [
    '// From the files beside it, by `npm run generate`.',
    ...files.map((file) => `import ${importName(file)} from './${place}/${file}' with { type: 'json' };`),
    '',
    `export const ${name} = {`,
    ...files.map((file) => `  ...${importName(file)},`),
    '};',
    '',
  ].join('\n');
}

function importName(file: string): string {
  return file.replace(/\.json$/, '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
