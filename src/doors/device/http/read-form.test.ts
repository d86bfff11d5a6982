import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

const type = 'multipart/form-data; boundary=----ESP32_CAMERA_BOUNDARY';
const line = (text: string) => `${text}\r\n`;
const begin = '------ESP32_CAMERA_BOUNDARY';
const question = line(begin) + line('Content-Disposition: form-data; name="question"') + line('') + line('What?');
const file = (bytes: string) =>
  line(begin) +
  line('Content-Disposition: form-data; name="file"; filename="camera.jpg"') +
  line('Content-Type: image/jpeg') +
  line('') +
  line(bytes);
const form = (text: string, contentType = type) => {
  const fields = readForm(Buffer.from(text, 'latin1'), contentType);
  return fields && Object.fromEntries([...fields].map(([name, value]) => [name, value.toString('latin1')]));
};

test('fields are read as they are, line ends and all', () => {
  expect(form(`${question}${file('\xff\xd8\r\n\r\n--\r\n')}${begin}--\r\n`)).toEqual({
    question: 'What?',
    file: '\xff\xd8\r\n\r\n--\r\n',
  });
  expect(form(`${question}${begin}--`)).toEqual({ question: 'What?' });
  expect(
    form(question.replaceAll('----ESP32_CAMERA_BOUNDARY', 'a b') + '--a b--', 'multipart/form-data; boundary="a b"'),
  ).toEqual({
    question: 'What?',
  });
});

test('the name of the file is not the name of its field, and of two fields the first counts', () => {
  const odd = `${line(begin)}${line('Content-Disposition: form-data; filename="x"; name="file"')}\r\n${line('1')}`;
  expect(form(`${odd}${file('2')}${begin}--`)).toEqual({ file: '1' });
});

test.each([
  ['a form that ended before its end', `${question}${file('half')}`, type],
  ['a part without a body', `${line(begin)}${line('Content-Disposition: form-data; name="x"')}${begin}--`, type],
  ['nothing', '', type],
  ['another boundary', `${question}${begin}--`, 'multipart/form-data; boundary=other'],
  ['no boundary', `${question}${begin}--`, 'multipart/form-data'],
  ['another type', `${question}${begin}--`, 'application/json'],
])('%s is no form', (_what, text, contentType) => {
  expect(form(text, contentType)).toBeUndefined();
});
