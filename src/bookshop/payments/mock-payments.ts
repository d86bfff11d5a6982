import type { Payment, PaymentHandler } from './payment-handler.ts';

/** Tokens by which a trial chooses what happens. */
export const mockTokens = { paid: 'success_token', refused: 'fail_token', challenge: 'challenge_token' } as const;

/** What was taken, by checkout: a trial can look at it. */
export type MockPayments = PaymentHandler & { taken: ReadonlyMap<string, number> };

/** More than that are forgotten, oldest first: nobody's money is in them. */
const maxKept = 10_000;

/** Stands in for a payment provider: takes no money from anybody. */
export function mockPayments(name = 'org.sigecve.mock_payment'): MockPayments {
  const taken = new Map<string, number>();
  function take(checkoutId: string, cents: number): Payment {
    taken.set(checkoutId, cents);
    const [oldest] = taken.keys();
    if (taken.size > maxKept && oldest !== undefined) taken.delete(oldest);
    return { status: 'paid', reference: `mock-${checkoutId}` };
  }
  return {
    id: 'mock_payment_handler',
    name,
    instruments: ['card'],
    isTrial: true,
    taken,
    pay: ({ checkoutId, cents, token }) => Promise.resolve(answerTo(token, checkoutId, cents)),
    answerChallenge: ({ checkoutId, cents }) => Promise.resolve(take(checkoutId, cents)),
    capture: () => Promise.resolve(),
    settle: () => Promise.resolve(),
    challengeUrl: () => Promise.resolve(null),
    giveBack(checkoutId) {
      taken.delete(checkoutId);
      return Promise.resolve();
    },
  };

  function answerTo(token: string, checkoutId: string, cents: number): Payment {
    if (token === mockTokens.paid) return take(checkoutId, cents);
    if (token === mockTokens.challenge) return { status: 'challenge', reference: `mock-challenge-${checkoutId}` };
    return { status: 'refused', why: token === mockTokens.refused ? 'declined' : 'unknown-token' };
  }
}
