import type { Prompt, PromptArgument } from '#tools/prompt.ts';
import type { PackNeeds } from '../needs.ts';
import { type AssistantLanguage, assistantLanguages, assistantText } from './assistant-text.ts';

export function bookshopPrompts({ shop }: PackNeeds): Prompt[] {
  return [
    {
      name: 'bookshop_assistant',
      title: 'Assistant of the bookshop',
      description: 'Helps a reader to find, choose and buy books, in Portuguese or English',
      arguments: [
        language,
        {
          name: 'category',
          description: 'A category the reader likes, if known',
          isRequired: false,
          complete: async (begun) =>
            (await shop.categories()).map(({ id }) => id).filter((id) => id.startsWith(begun.toLowerCase())),
        },
        { name: 'wish', description: 'What the reader said, if anything', isRequired: false },
      ],
      render({ language: asked, category, wish }) {
        const { lines, given } = assistantText[isLanguage(asked) ? asked : 'pt-BR'];
        const told = Object.entries({ category, wish }).filter(([, value]) => value !== undefined);
        const data = told.map(([name, value]) => `- ${name}: ${JSON.stringify(value)}`);
        return Promise.resolve([...lines, ...(data.length === 0 ? [] : ['', given, ...data])].join('\n'));
      },
    },
  ];
}

const language: PromptArgument = {
  name: 'language',
  description: 'pt-BR, which is usual, or en',
  isRequired: false,
  complete: (begun) =>
    Promise.resolve(assistantLanguages.filter((each) => each.toLowerCase().startsWith(begun.toLowerCase()))),
};

function isLanguage(text: string | undefined): text is AssistantLanguage {
  return assistantLanguages.some((each) => each === text);
}
