import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

export type Image = { root: string; workdir: string; env: Record<string, string>; user: string; entrypoint: string[] };

type Step = { word: string; rest: string };

/** The lines of a Dockerfile, with those that go on joined. */
export function dockerSteps(text: string): Step[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return word === undefined || rest === undefined ? [] : [{ word, rest }];
  });
}

/**
 * Builds an image without Docker: each stage is a folder, copied into and worked in as the steps say. Accounts are not made: who runs
 * this may not. `env` is what the steps get from outside, such as where npm keeps its cache.
 */
export async function buildImage(
  repository: string,
  folder: string,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Image> {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const { word, rest } of dockerSteps(readFileSync(join(repository, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      image = { root: join(folder, name), workdir: '/', env: {}, user: 'root', entrypoint: [] };
      stages.set(name, image);
      continue;
    }
    if (image === undefined) throw new Error(`${word} stands before FROM.`);
    const inside = (path: string, from: Image) =>
      join(from.root, path.startsWith('/') ? path : join(from.workdir, path));
    if (word === 'WORKDIR') image.workdir = rest;
    if (word === 'USER') image.user = rest;
    if (word === 'ENTRYPOINT') image.entrypoint = JSON.parse(rest) as string[];
    if (word === 'ENV') for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
    if (word === 'COPY') {
      const [, stage, paths = rest] = /^--from=(\w+) (.*)$/.exec(rest) ?? [];
      const parts = paths.split(/\s+/);
      const to = inside(parts.pop() ?? '.', image);
      const source = stage === undefined ? undefined : stages.get(stage);
      for (const part of parts) copy(part, to, paths.endsWith('./'), source && inside(part, source));
    }
    if (word === 'RUN' && !rest.startsWith('useradd ')) {
      const cwd = join(image.root, image.workdir);
      mkdirSync(cwd, { recursive: true });
      await promisify(execFile)('sh', ['-c', rest], { cwd, env: { ...env, ...image.env }, maxBuffer: 64_000_000 });
    }
  }
  if (image === undefined) throw new Error('There is no FROM.');
  return image;

  function copy(part: string, to: string, isInto: boolean, from: string | undefined): void {
    mkdirSync(join(to, '..'), { recursive: true });
    if (from !== undefined) return cpSync(from, isInto ? join(to, basename(from)) : to, { recursive: true });
    const chosen = part === '.' ? files : [part];
    for (const file of chosen) cpSync(join(repository, file), join(to, file), { recursive: true });
  }
}
