import type { Message } from '../conversation/message.ts';

/** The prompts of our own packs that describe a whole role, the usual one first. */
export const roles = ['operator_assistant', 'car_pal', 'bookshop_assistant'] as const;
export type Role = (typeof roles)[number];

/** Both languages, without accents. Words that two subjects share stand with neither: a car is charged, and a charger is booked. */
const words: Readonly<Record<Role, RegExp>> = {
  operator_assistant:
    /\b(?:stations?|chargers?|charging|charge points?|evses?|connectors?|sessions?|kwh|kw|tariffs?|rfid|ocpp|firmware|sites?|drivers?|tokens?|estac(?:ao|oes)|carregador(?:es)?|carregamentos?|recargas?|conector(?:es)?|sess(?:ao|oes)|tarifas?|motoristas?|cp-?\d+)\b/g,
  car_pal:
    /\b(?:vehicles?|suvs?|sedans?|hatch(?:back)?s?|pick-?ups?|picapes?|caminhonetes?|veiculos?|carros?|cars|cambio|gearbox|mileage|quilometragem|combustivel|fuel|seminovos?|usados?|dealer(?:ship)?|concessionaria|test.?drive|financiar|financiamento|installments?|parcelas?|fiat|toyota|honda|byd|chevrolet|volkswagen|hyundai|jeep|renault|nissan|ford)\b/g,
  bookshop_assistant:
    /\b(?:books|bookshop|bookstore|(?:a|the|this|that|any|some) book|livros?|livraria|isbn|authors?|autor(?:es|a|as)?|novels?|romances?|carrinho|cart|checkout)\b/g,
};

/** What the person speaks of: as their last words tell it, or else the words before. undefined: nobody has said. */
export function roleFor(messages: readonly Message[]): Role | undefined {
  for (const message of messages.toReversed()) {
    const role = message.role === 'user' ? roleIn(message.text) : undefined;
    if (role !== undefined) return role;
  }
  return undefined;
}

function roleIn(text: string): Role | undefined {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const scored = roles.map((role) => ({ role, hits: folded.match(words[role])?.length ?? 0 }));
  const best = scored.toSorted((one, other) => other.hits - one.hits)[0];
  return best === undefined || best.hits === 0 ? undefined : best.role;
}
