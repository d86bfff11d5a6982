import { expect, test } from 'vitest';
import { BadForm, boundaryIn, readFormFile } from './form-file.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

const form = (disposition: string, ending = '\r\n--xx--\r\n') =>
  `--xx\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndiagnostics\r\n--xx\r\nContent-Disposition: ${disposition}\r\n\r\nline 1\r\n-- not yet${ending}`;

async function read(text: string, size: number) {
  const { fileName, content } = await readFormFile(inPieces(text, size), 'xx');
  return { fileName, text: Buffer.concat(await Array.fromAsync(content)).toString() };
}

test.each([
  ['form-data; name="file"; filename="a log.txt"', 'a log.txt'],
  ['form-data; name=file; filename=log.txt', 'log.txt'],
  ['form-data; name=file; FileName=log.txt; size=3', 'log.txt'],
  ["attachment; filename*=UTF-8''log%201.txt", 'log%201.txt'],
])('the file of a form is found: %s', async (disposition, fileName) => {
  for (const size of [1, 7, 1000])
    expect(await read(form(disposition), size)).toEqual({ fileName, text: 'line 1\r\n-- not yet' });
});

test('a form that breaks off, or holds no file, is refused', async () => {
  await expect(read(form('form-data; name="file"; filename="a"', ''), 10)).rejects.toThrow(BadForm);
  await expect(read(form('form-data; name="other"'), 10)).rejects.toThrow(BadForm);
  await expect(read('x'.repeat(20_000), 500)).rejects.toThrow('the form holds no file');
});

test('a boundary is read with and without quotes', () => {
  expect(boundaryIn('multipart/form-data; boundary="a b"')).toBe('a b');
  expect(boundaryIn('Multipart/Form-Data;charset=utf-8;boundary=ab')).toBe('ab');
  expect(boundaryIn('text/plain')).toBeUndefined();
});
