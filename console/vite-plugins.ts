import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Our own modules that the list of stations imports, and what it takes from libraries. */
const ownModules = new Set<string>();
const ofLibraries =
  /@tanstack\/(react-virtual|virtual-core)\/|@mantine\/core\/esm\/components\/(Anchor|Checkbox|CheckboxCard|FloatingIndicator|InputBase|NativeSelect|SegmentedControl|Skeleton|TextInput)\/|@mantine\/core\/esm\/utils\/InlineInput\//;

/** Known once all modules are, which is before they are divided among files. */
export function isOfStationList(id: string): boolean {
  return ownModules.has(id) || ofLibraries.test(id);
}

/** Follows the imports of the list of stations; what is imported when needed is not among them. */
export function findStationList(): Plugin {
  return {
    name: 'find-station-list',
    apply: 'build',
    buildEnd() {
      const left = [join(import.meta.dirname, 'pages/equipment/equipment-page.tsx')];
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        if (ownModules.has(id) || id.includes('node_modules')) continue;
        ownModules.add(id);
        left.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}

const worthwhileBytes = 1_000;

/** Beside every text its compressed forms, of which the server sends what the browser reads: compressed once, not at every visit. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|mjs|css|html|svg|json)$/.test(name));
      await Promise.all(texts.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < worthwhileBytes) return;
  await Promise.all([
    promisify(gzip)(content, { level: 9 }).then((zipped) => writeFile(`${path}.gz`, zipped)),
    // A seventh less, for whoever comes over TLS; of what is as large as the map it would take too long.
    content.length < 1_000_000 && promisify(brotliCompress)(content).then((zipped) => writeFile(`${path}.br`, zipped)),
  ]);
}
