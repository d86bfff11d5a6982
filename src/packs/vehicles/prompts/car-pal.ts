import { SigecError } from '#base/errors.ts';
import type { Prompt } from '#tools/prompt.ts';
import { carPalEn } from './car-pal-en.ts';
import { carPalPtBR } from './car-pal-pt-br.ts';

const texts = { 'pt-BR': carPalPtBR, en: carPalEn } as const;
type Language = keyof typeof texts;
const languages = Object.keys(texts) as Language[];

/** How a seller of vehicles works with the tools of this pack. */
export const carPal: Prompt = {
  name: 'car-pal',
  title: 'Car-Pal',
  description: 'A seller who finds the right vehicle in the stock; in Portuguese (pt-BR) or English (en)',
  arguments: [
    {
      name: 'language',
      description: 'pt-BR, which holds when it is left out, or en',
      isRequired: false,
      complete: (begun) =>
        Promise.resolve(languages.filter((each) => each.toLowerCase().startsWith(begun.toLowerCase()))),
    },
    { name: 'wish', description: 'What the buyer has said so far, if anything', isRequired: false },
  ],
  async render({ language = 'pt-BR', wish }) {
    const chosen = languages.find((each) => each.toLowerCase() === language.toLowerCase());
    if (chosen === undefined)
      throw new SigecError('INVALID_INPUT', 'car-pal speaks pt-BR and en: give one of these as language.', {
        details: { field: 'language', accepts: languages },
      });
    const { guide, wished } = texts[chosen];
    return wish === undefined ? guide : `${guide}\n\n${wished}: ${JSON.stringify(wish)}`;
  },
};
