import type { Language } from '../language.ts';

/** A text in every language of the terminal. */
export class Spoken<Text> {
  readonly en: Text;
  readonly 'pt-BR': Text;

  constructor(en: Text, ptBR: Text) {
    this.en = en;
    this['pt-BR'] = ptBR;
  }
}

/** A text in English and in Portuguese. */
export function both(en: string, ptBR: string): Spoken<string>;
export function both<Text extends RegExp | Record<string, string> | ((...facts: never[]) => string)>(
  en: Text,
  ptBR: NoInfer<Text>,
): Spoken<Text>;
export function both<Text>(en: Text, ptBR: Text): Spoken<Text> {
  return new Spoken(en, ptBR);
}

/** A fact for each name in braces, in the order in which they first stand there. */
type FactsIn<
  Template,
  Names = never,
  Facts extends (string | number)[] = [],
> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? FactsIn<Rest, Names | Name, Name extends Names ? Facts : [...Facts, string | number]>
  : Facts;
type Sentence<Template> = (...facts: FactsIn<Template>) => string;

/** A sentence with facts: `{name}` stands for each of them. They are given in the order of the English one. */
export function sentence<Template extends string>(en: Template, ptBR: string): Spoken<Sentence<Template>> {
  const names = [...new Set(Array.from(en.matchAll(/\{(\w+)\}/g), ([, name]) => name))];
  const say =
    (template: string) =>
    (...facts: readonly (string | number)[]) =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[names.indexOf(name)]));
  return new Spoken<Sentence<Template>>(say(en), say(ptBR));
}

export type InLanguage<Texts> =
  Texts extends Spoken<infer Text> ? Text : { [Name in keyof Texts]: InLanguage<Texts[Name]> };

/** The same tree with the texts of one language. */
export function inLanguage<Texts extends object>(texts: Texts, language: Language): InLanguage<Texts> {
  const chosen = Object.entries(texts).map(([name, text]: [string, object]) => [
    name,
    text instanceof Spoken ? (text[language] as unknown) : inLanguage(text, language),
  ]);
  return Object.fromEntries(chosen) as InLanguage<Texts>;
}
