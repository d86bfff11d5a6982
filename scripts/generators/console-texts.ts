import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run-tool.ts';
import type { GeneratedFile } from './generated-file.ts';

const folder = 'console/text';
const languages = [
  { code: 'en', name: 'en' },
  { code: 'pt-BR', name: 'ptBR' },
];

/** All texts of the console as one typed object per language, from the files that are there: a new file needs no row anywhere. */
export async function consoleTexts(): Promise<GeneratedFile[]> {
  const found = await Promise.all(
    languages.map(async ({ code, name }) => {
      const files = (await readdir(join(root, folder, code))).filter((file) => file.endsWith('.json')).toSorted();
      return { code, name, files };
    }),
  );
  const lines = [
    '// From the files beside it, by `npm run generate`.',
    ...found.flatMap(({ code, name, files }) =>
      files.map((file) => `import ${importName(name, file)} from './${code}/${file}' with { type: 'json' };`),
    ),
    ...found.flatMap(({ name, files }) => [
      '',
      `export const ${name} = {`,
      ...files.map((file) => `  ...${importName(name, file)},`),
      '};',
    ]),
    '',
  ];
  return [{ path: `${folder}/texts.generated.ts`, content: lines.join('\n') }];
}

function importName(language: string, file: string): string {
  return `${language}_${file.replace(/\.json$/, '').replaceAll('-', '_')}`;
}
