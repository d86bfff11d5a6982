import type { Usage } from './message.ts';
import type { TurnTrouble } from './turn-trouble.ts';

/** How far one answer may go before the person is asked to go on. */
export type Budget = {
  turns: number;
  /** How many proposals one answer may leave for people to decide about. */
  proposals: number;
  /** Of the whole conversation, both ways. */
  tokens: number;
  /** In the currency of the price table; null: no price is known. */
  cost: number | null;
  /** From how many estimated tokens on older messages are summed up. */
  contextTokens: number;
};

/** Every step sends the whole conversation and all tools again, so tokens add up fast: this is some 50 steps with a full context. */
export const usualBudget: Budget = { turns: 24, proposals: 10, tokens: 4_000_000, cost: null, contextTokens: 60_000 };

/** Per million tokens; `cachedInput` absent: what is known already costs the same. */
export type Price = { input: number; output: number; cachedInput?: number | undefined };

export function costOf({ inputTokens, outputTokens, cachedTokens }: Usage, price: Price | undefined): number | null {
  if (price === undefined) return null;
  const { input, output, cachedInput = input } = price;
  return ((inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output) / 1_000_000;
}

export function sumOf(one: Usage, other: Usage): Usage {
  return added(one, other, 1);
}

export function differenceOf(one: Usage, other: Usage): Usage {
  return added(one, other, -1);
}

function added(one: Usage, other: Usage, sign: 1 | -1): Usage {
  return {
    inputTokens: one.inputTokens + sign * other.inputTokens,
    outputTokens: one.outputTokens + sign * other.outputTokens,
    cachedTokens: one.cachedTokens + sign * other.cachedTokens,
  };
}

/** Why no more may be spent; undefined: there is some left. */
export function spent(budget: Budget, usage: Usage, price: Price | undefined): TurnTrouble | undefined {
  if (usage.inputTokens + usage.outputTokens >= budget.tokens) return { kind: 'tokens-spent', tokens: budget.tokens };
  const cost = costOf(usage, price);
  return budget.cost !== null && cost !== null && cost >= budget.cost
    ? { kind: 'cost-spent', cost: budget.cost }
    : undefined;
}
