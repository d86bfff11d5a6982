/** Tokens by which a trial chooses what happens. */
export const mockTokens = { paid: 'success_token', refused: 'fail_token', challenge: 'challenge_token' } as const;

/** What was taken, by checkout: a trial can look at it. */
export type MockPayments = PaymentHandler & { taken: ReadonlyMap<string, number> };

/** More than that are forgotten, oldest first: nobody's money is in them. */
const maxKept = 10_000;

/** Stands in for a payment provider: takes no money from anybody. */
export function mockPayments(): MockPayments {
  const taken = new Map<string, number>();
  function take(checkoutId: string, cents: number): Payment {
    taken.set(checkoutId, cents);
    const [oldest] = taken.keys();
    if (taken.size > maxKept && oldest !== undefined) taken.delete(oldest);
    return { status: 'paid', reference: `mock-${checkoutId}` };
  }
  return {
    id: 'mock_payment_handler',
    name: 'org.sigec-ve.mock_payment',
    instruments: ['card'],
    taken,
    pay: ({ checkoutId, cents, token }) => Promise.resolve(answerTo(token, checkoutId, cents)),
    answerChallenge: ({ checkoutId, cents }) => Promise.resolve(take(checkoutId, cents)),
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

/** What came of asking for money. A challenge is answered by the buyer, on a page of ours. */
export type Payment =
  | { status: 'paid'; reference: string }
  | { status: 'refused'; why: 'declined' | 'unknown-token' | 'unavailable' }
  | { status: 'challenge'; reference: string };

type PaymentAsked = {
  /** There is one payment per checkout: asked again for the same amount it is the same one, for another it takes its place. */
  checkoutId: string;
  cents: number;
  token: string;
};

/** Whoever moves the money. The shop never sees a card. */
export type PaymentHandler = {
  /** As platforms name it in an instrument. */
  id: string;
  /** In reverse-domain form, as profiles list it. */
  name: string;
  instruments: readonly string[];
  pay(asked: PaymentAsked): Promise<Payment>;
  /** The buyer has done what the challenge asked for. */
  answerChallenge(asked: Omit<PaymentAsked, 'token'> & { reference: string }): Promise<Payment>;
  /** Nothing was sold after all. For a checkout that was never paid this does nothing; a challenge that waits for the buyer stays. */
  giveBack(checkoutId: string): Promise<void>;
};
