import { ask, call } from './build.ts';
import type { Request } from './request.ts';

export const coreRequests: readonly Request[] = [
  {
    tool: 'search_tools',
    when: ['help'],
    takes: 'all more',
    examples: { en: 'help', pt: 'ajuda' },
    intent: () => ({ intent: 'help' }),
  },
  {
    tool: 'search_tools',
    when: ['tool @quoted', 'tool about', 'tool'],
    takes: 'all about @quoted help may',
    isFreeText: true,
    examples: { en: 'find tools about "certificates"', pt: 'busque ferramentas sobre "certificados"' },
    intent(asked) {
      if (asked.has('device')) return undefined;
      const query =
        asked.text_('quoted') ??
        asked.items
          .filter(({ concepts }) => !concepts.has('tool') && !concepts.has('glue') && !concepts.has('courtesy'))
          .map(({ text }) => text)
          .join(' ');
      return query === '' ? ask('text') : call('search_tools', { given: { query: query.slice(0, 100), limit: 10 } });
    },
  },
  {
    tool: 'describe_tool',
    when: ['tool @quoted details', 'tool @quoted how'],
    examples: { en: 'details of the tool "list_sites"', pt: 'detalhes da ferramenta "list_sites"' },
    intent: (asked) => call('describe_tool', { given: { name: asked.text_('quoted') } }),
  },
  {
    tool: 'raise_level',
    when: ['tool more @quoted'],
    takes: '@quoted+ all',
    examples: { en: 'more tools: "charging" "operate"', pt: 'mais ferramentas: "charging" "operate"' },
    intent(asked) {
      const [pack, level] = asked.all('quoted');
      return level === undefined ? ask('text') : call('raise_level', { given: { pack, level } });
    },
  },
  {
    tool: 'list_proposals',
    when: ['proposal', 'proposal ?', 'waiting for me'],
    takes: 'all waiting count latest running now when what accept',
    tells: 'waiting latest running',
    examples: { en: 'what waits for approval?', pt: 'o que espera aprovação?' },
    intent: (asked) =>
      asked.has('cancel') ||
      asked.text_('id') !== undefined ||
      (asked.has('accept') && !asked.isQuestion && !asked.has('waiting'))
        ? undefined
        : { intent: 'list-proposals' },
  },
  {
    tool: 'get_proposal',
    when: ['proposal @id', 'proposal @session'],
    takes: 'how details happened',
    examples: {
      en: 'what became of proposal 0192f0c1-aaaa-4000-8000-000000000001?',
      pt: 'o que houve com a proposta 0192f0c1-aaaa-4000-8000-000000000001?',
    },
    intent(asked) {
      const id = asked.text_('id') ?? asked.text_('session');
      return asked.has('cancel') || asked.has('accept')
        ? undefined
        : call('get_proposal', { given: { proposal_id: id } });
    },
  },
  {
    tool: 'cancel_proposal',
    when: ['cancel proposal', 'cancel proposal @id'],
    takes: '@id @session',
    isChange: true,
    examples: {
      en: 'cancel proposal 0192f0c1-aaaa-4000-8000-000000000001',
      pt: 'cancele a proposta 0192f0c1-aaaa-4000-8000-000000000001',
    },
    intent(asked) {
      const id = asked.text_('id') ?? asked.text_('session');
      if (id === undefined) return ask('id');
      return call('cancel_proposal', {
        given: { proposal_id: id },
        change: { en: `take proposal ${id} back.`, pt: `retirar a proposta ${id}.` },
      });
    },
  },
];
