import type { Language } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';

/** Everything the terminal says. English is the measure: every other language has the same keys, or it does not compile. */
export type Text = typeof en;

export const texts: Record<Language, Text> = { en, 'pt-BR': ptBR };
