import { dirname, join, normalize } from 'node:path';

export type Document = { path: string; text: string };

/** What a document names that is not there: targets of its links, and files and folders between backticks. */
export function deadReferences({ path, text }: Document, tree: Tree): string[] {
  const withoutBlocks = text.replaceAll(/^```.*?^```/gms, '');
  const links = [...withoutBlocks.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
  const spans = [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span).filter(isPath);
  return [
    ...links.filter((target) => !tree.hasTarget(path, target)),
    ...spans.filter((span) => !tree.hasNamed(span)),
  ].map((name) => `${path}: ${name}`);
}

/** A path from the root, the end of one, or one with places to fill, such as `src/packs/<subject>/`. Addresses begin with a slash. */
function isPath(span: string): boolean {
  if (/^[/.~$#]|\s|^[a-z]+:|["'=()]|\/\//i.test(span) || span.includes('node_modules')) return false;
  return (
    /\.(ts|tsx|js|sql|md|css|jsonl)$/.test(span) ||
    /^(src|test|console|scripts|docs|bench|bin)\//.test(span) ||
    /^[a-z<{][\w<>{},/-]+\/$/i.test(span)
  );
}

export type Tree = ReturnType<typeof treeOf>;

/** The files of the repository, by which names are looked up. */
export function treeOf(files: readonly string[], headingsOf: (file: string) => readonly string[]) {
  const folders = new Set(files.flatMap((file) => foldersOf(file)));
  const all = [...files, ...[...folders].flatMap((folder) => [folder, `${folder}/`])];
  const known = new Set(all);
  return {
    hasTarget(from: string, target: string): boolean {
      if (/^[a-z]+:/i.test(target)) return true;
      const [file = '', anchor] = target.split('#');
      const full = file === '' ? from : normalize(join(dirname(from), file));
      return known.has(full) && (anchor === undefined || headingsOf(full).includes(anchor));
    },
    hasNamed(name: string): boolean {
      const pattern = new RegExp(`(?:^|/)${patternOf(name)}$`);
      return all.some((each) => pattern.test(each));
    },
  };
}

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function patternOf(name: string): string {
  return name
    .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<[^>]+>|…/g, '[^/]+')
    .replaceAll('*', '[^/]*')
    .replaceAll(/\{([^}]+)\}/g, (_whole, list: string) => `(?:${list.replaceAll(',', '|')})`);
}

/** As GitHub makes anchors of headings. */
export function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
