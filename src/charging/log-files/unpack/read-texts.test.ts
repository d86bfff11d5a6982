import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { FileReader } from '../../files/file-parts.ts';
import { tarOf, zipOf } from '../testing/archives.ts';
import { readTexts } from './read-texts.ts';

function readerOf(content: Buffer): FileReader {
  return {
    bytes: content.length,
    async *read(from, to) {
      for (let at = from; at < Math.min(to, content.length); at += 100)
        yield content.subarray(at, Math.min(at + 100, to));
    },
  };
}

const limits = { maxUnpackedBytes: 4 * 1024 * 1024, maxRatio: 200, maxFiles: 10 };

async function textsOf(content: Buffer): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of readTexts(readerOf(content), { limits })) {
    const chunks: Buffer[] = [];
    for await (const chunk of text) chunks.push(chunk);
    texts.push(Buffer.concat(chunks).toString());
  }
  return texts;
}

const first = { name: 'var/log/ocpp.log', content: Buffer.from('one\n') };
const second = { name: 'var/log/system.log', content: Buffer.from('two\n') };
const picture = { name: 'photo.bin', content: Buffer.from([1, 0, 2, 0]) };

test.each([
  ['a plain text', Buffer.from('one\n'), ['one\n']],
  ['gzip', gzipSync('one\n'), ['one\n']],
  ['tar', tarOf([first, second]), ['one\n', 'two\n']],
  ['tar in gzip', gzipSync(tarOf([first, picture, second])), ['one\n', 'two\n']],
  ['zip', zipOf([first, picture, second]), ['one\n', 'two\n']],
  ['a rotated log in a zip', zipOf([{ name: 'a.log.gz', content: gzipSync('old\n') }]), ['old\n']],
  ['a file that is no text', Buffer.from([0, 1, 2, 0]), []],
])('%s: its texts are read', async (_what, content, texts) => {
  expect(await textsOf(content)).toEqual(texts);
});

const zeros = Buffer.alloc(64 * 1024 * 1024);
const link = { name: 'log', content: Buffer.alloc(0), type: '2' };

test.each([
  ['a bomb in gzip', gzipSync(zeros), 'bomb'],
  ['a bomb in zip', zipOf([{ name: 'a', content: zeros }]), 'bomb'],
  ['a bomb within a tar in gzip', gzipSync(tarOf([{ name: 'a', content: zeros }])), 'bomb'],
  ['a bomb within a packed log of a zip', zipOf([{ name: 'a.gz', content: gzipSync(zeros) }]), 'bomb'],
  ['entries of a zip over each other', zipOf([first, first], { isOverlapping: true }), 'bomb'],
  ['an entry that is larger than it says', zipOf([{ ...first, saidBytes: 1 }]), 'bomb'],
  [
    'too many files',
    zipOf(Array.from({ length: 11 }, (_, index) => ({ ...first, name: `${index}` }))),
    'too-many-files',
  ],
  [
    'too many files of a tar',
    tarOf(Array.from({ length: 11 }, (_, index) => ({ ...first, name: `${index}` }))),
    'too-many-files',
  ],
  ['a name with ..', zipOf([{ ...first, name: '../../etc/cron.d/x' }]), 'path'],
  ['a name with ..\\', zipOf([{ ...first, name: '..\\windows\\x' }]), 'path'],
  ['an absolute name', tarOf([{ ...first, name: '/etc/passwd' }]), 'path'],
  ['a drive', zipOf([{ ...first, name: 'C:\\x' }]), 'path'],
  ['a name with a NUL', zipOf([{ ...first, name: 'a\0b' }]), 'path'],
  ['two names of one entry', zipOf([{ ...first, localName: 'var/log/other.lo' }]), 'path'],
  [
    'a long name of GNU that leads out',
    tarOf([{ name: '././@LongLink', content: Buffer.from('../x\0'), type: 'L' }]),
    'path',
  ],
  [
    'a long name of POSIX that leads out',
    tarOf([{ name: 'pax', content: Buffer.from('14 path=../x\n'), type: 'x' }]),
    'path',
  ],
  ['a link in a tar', tarOf([link]), 'link-inside'],
  ['a device in a tar', tarOf([{ ...link, type: '4' }]), 'link-inside'],
  ['a link in a zip', zipOf([{ ...first, unixMode: 0o120777 }]), 'link-inside'],
  ['an encrypted zip', zipOf([{ ...first, flags: 1 }]), 'encrypted'],
  ['a zip without its directory', zipOf([first]).subarray(0, 40), 'unreadable'],
  ['a zip packed in another way', zipOf([{ ...first, method: 14 }]), 'unreadable'],
  ['damaged gzip', Buffer.concat([gzipSync('one').subarray(0, 12), Buffer.alloc(20, 7)]), 'unreadable'],
  ['gzip that breaks off', gzipSync(Buffer.alloc(90_000, 'abc')).subarray(0, 60), 'unreadable'],
  ['a damaged header of a tar', Buffer.concat([tarOf([first]).fill('9', 148, 150)]), 'unreadable'],
  ['damaged data in a zip', zipOf([{ ...first, packed: deflateRawSync('one\n').fill(255) }]), 'unreadable'],
])('%s is refused', async (_what, content, refusal) => {
  await expect(textsOf(content)).rejects.toMatchObject({ name: 'RefusedFile', refusal });
});
