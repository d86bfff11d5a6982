import { expect, test } from 'vitest';
import { uriTemplate } from './read-resource.ts';

test('parts between braces are taken out, decoded', () => {
  const template = uriTemplate('sigec://stations/{id}/evses/{evse}');
  expect(template.parameters).toEqual(['id', 'evse']);
  expect(template.match('sigec://stations/CP%2F7/evses/2')).toEqual({ id: 'CP/7', evse: '2' });
});

test.each([
  'sigec://stations/CP/7',
  'sigec://stations/',
  'xsigec://stations/CP',
  'sigec://stations/%zz',
  'sigec://stations/a?b',
])('%s is not one of them', (uri) => {
  expect(uriTemplate('sigec://stations/{id}').match(uri)).toBeUndefined();
});

test('a dot is a dot', () => {
  expect(uriTemplate('a://b.c').match('a://bxc')).toBeUndefined();
  expect(uriTemplate('a://b.c').match('a://b.c')).toEqual({});
});

test.each(['stations/{id}', 'a://{id}/{id}', 'a://{}', 'a://{not so}'])('%s is no template', (template) => {
  expect(() => uriTemplate(template)).toThrow('is no template');
});
