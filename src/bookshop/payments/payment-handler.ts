/** The outcome of asking for money. A challenge is answered by the buyer, on a page of ours. */
export type Payment =
  | { status: 'paid'; reference: string }
  | { status: 'refused'; why: 'declined' | 'unknown-token' | 'unavailable' }
  | { status: 'challenge'; reference: string };

type PaymentAsked = {
  /** There is one payment per checkout: asked again for the same amount it is the same one, for another it takes its place. */
  checkoutId: string;
  cents: number;
  token: string;
  /** Where the buyer comes back to from a page of the provider. */
  returnUrl?: string | undefined;
};

/** Whoever moves the money. The shop never sees a card. */
export type PaymentHandler = {
  /** As platforms name it in an instrument. */
  id: string;
  /** In reverse-domain form, as profiles list it. */
  name: string;
  instruments: readonly string[];
  /** No money moves: whoever opens the shop to others is warned. */
  isTrial: boolean;
  pay(asked: PaymentAsked): Promise<Payment>;
  /** The buyer has done what the challenge asked for. */
  answerChallenge(asked: Pick<PaymentAsked, 'checkoutId' | 'cents'> & { reference: string }): Promise<Payment>;
  /** Nothing was sold after all. For a checkout that was never paid this does nothing; a challenge that waits for the buyer stays. */
  giveBack(checkoutId: string): Promise<void>;
  /** The order stands: what was only held is taken. Asked again it does nothing more. */
  capture(checkoutId: string): Promise<void>;
  /** Takes what is held for orders that stand, where whoever should have done it has died. */
  settle(): Promise<void>;
  /** Where the buyer answers what the means of payment asks; null: on our own page. */
  challengeUrl(checkoutId: string): Promise<string | null>;
};
