import type { ReadingRule } from '../quirk.ts';

export const emptyIdTag: ReadingRule = {
  id: 'empty-id-tag',
  kind: 'reading',
  title: 'An empty token is answered as Invalid, as any token that nobody holds.',
  seenIn: 'lorenzodonini/ocpp-go#277: stations set to free charging send an empty idTag.',
  versions: ['1.6'],
  actions: ['Authorize', 'StartTransaction'],
  find: ({ idTag }: { idTag?: string }) =>
    idTag === '' ? { field: 'idTag', value: '', readAs: 'a token nobody holds' } : undefined,
};
