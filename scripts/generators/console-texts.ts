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
 * and a browser reads the language it shows.
 */
export async function consoleTexts(): Promise<GeneratedFile[]> {
  const found = await Promise.all(
    languages.map(async (language) => {
      const files = (await readdir(join(root, folder, language.code)))
        .filter((file) => file.endsWith('.json'))
        .toSorted();
      return { ...language, files };
    }),
  );
  return found.map(({ code, name, file: path, files }) => ({
    path: `${folder}/${path}.generated.ts`,
    content: [
      '// From the files beside it, by `npm run generate`.',
      ...files.map((file) => `import ${importName(file)} from './${code}/${file}' with { type: 'json' };`),
      '',
      `export const ${name} = {`,
      ...files.map((file) => `  ...${importName(file)},`),
      '};',
      '',
    ].join('\n'),
  }));
}

function importName(file: string): string {
  return file.replace(/\.json$/, '').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
