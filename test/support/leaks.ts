import { zstdDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { blockDictionary } from '../../src/ledger/frames/block-dictionary.ts';

export type Text = { where: string; text: string };

/** Every row of every table as text, blocks of the recorder decompressed, and what was set aside as it was written. */
export async function wholeDatabase(url: string): Promise<Text[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const texts: Text[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${client.escapeIdentifier(name)} t`,
      );
      texts.push(...rows.map(({ row }) => ({ where: `table ${name}`, text: row })));
    }
    const blocks = await client.query<{ frames: Buffer }>('select frames from frame_block');
    const opened = (frames: Buffer) => zstdDecompressSync(frames, { dictionary: blockDictionary }).toString();
    texts.push(...blocks.rows.map(({ frames }) => ({ where: 'recorder', text: opened(frames) })));
    const aside = await client.query<{ entry: Buffer }>('select entry from set_aside');
    texts.push(...aside.rows.map(({ entry }) => ({ where: 'set aside', text: entry.toString() })));
    return texts;
  } finally {
    await client.end();
  }
}

/** Where one of these words can be read, in any case, in letters, hexadecimal digits or Base64; with what stands around it. */
export function leaksOf(words: readonly string[], texts: readonly Text[]): string[] {
  const needles = words.flatMap((word) => spellings(word));
  return texts.flatMap(({ where, text }) => {
    const lower = text.toLowerCase();
    return needles.flatMap(({ word, needle, isExact }) => {
      const at = isExact ? text.indexOf(needle) : lower.indexOf(needle);
      return at === -1 ? [] : [`${where} holds ${word}: ${text.slice(Math.max(0, at - 80), at + needle.length + 40)}`];
    });
  });
}

type Needle = { word: string; needle: string; isExact: boolean };

function spellings(word: string): Needle[] {
  const cases = [...new Set([word, word.toLowerCase(), word.toUpperCase()])];
  return [
    { word, needle: word.toLowerCase(), isExact: false },
    { word: `${word} as JSON`, needle: asciiJson(word).toLowerCase(), isExact: false },
    ...cases.map((each) => ({
      word: `${word} in hex`,
      needle: Buffer.from(each).toString('hex'),
      isExact: false,
    })),
    ...cases.flatMap((each) =>
      base64Cores(each).map((needle) => ({ word: `${word} in Base64`, needle, isExact: true })),
    ),
  ];
}

function asciiJson(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text looks different in Base64 by where it begins: what is the same in all that hold it, for each of three places. */
function base64Cores(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const from = Math.ceil((before * 8) / 6);
    return bytes.toString('base64').slice(from, Math.floor((bytes.length * 8) / 6));
  });
}
