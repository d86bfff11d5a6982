import type { Resource } from '#tools/pack.ts';
import { hostOf, packName, pngBase64 } from './fixture.ts';

const shared = { category: packName };

export const resources: Resource[] = [
  {
    ...shared,
    name: 'static-text',
    title: 'Static text',
    description: 'A text that never changes',
    uriTemplate: 'test://static-text',
    read(_parameters, context) {
      const text = 'This is the content of the static text resource.';
      hostOf(context).answerWith({ contents: [{ uri: 'test://static-text', mimeType: 'text/plain', text }] });
      return Promise.resolve({});
    },
  },
  {
    ...shared,
    name: 'static-binary',
    title: 'Static image',
    description: 'An image that never changes',
    uriTemplate: 'test://static-binary',
    read(_parameters, context) {
      const contents = [{ uri: 'test://static-binary', mimeType: 'image/png', blob: pngBase64 }];
      hostOf(context).answerWith({ contents });
      return Promise.resolve({});
    },
  },
  {
    ...shared,
    name: 'template',
    title: 'By its id',
    description: 'A resource for every id',
    uriTemplate: 'test://template/{id}/data',
    read: ({ id = '' }) => Promise.resolve({ id, templateTest: true, data: `Data for ID: ${id}` }),
    complete: () => Promise.resolve(['123', '456']),
  },
  {
    ...shared,
    name: 'watched',
    title: 'Watched',
    description: 'A resource that can be subscribed to',
    uriTemplate: 'test://watched-resource',
    read: () => Promise.resolve({ watched: true }),
  },
];
